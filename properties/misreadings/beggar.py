"""The misreadings of Beggar My Neighbour and Camicia."""

from __future__ import annotations

from typing import Final

from properties.misreadings import Misreading
from properties.misreadings.dealing import DEALING
from properties.misreadings.playing import PLAYING

MISREADINGS: Final[tuple[Misreading, ...]] = (*PLAYING, *DEALING)
