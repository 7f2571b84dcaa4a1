"""Putting a mutant into the model for a while, and ending what never ends.

The code of a function is exchanged, not the function: whoever refers to it, by whatever way, then plays the mutant.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Final

from properties.mutants.making import Mutant

SECONDS: Final = 3.0
"""Of a processor: what takes longer hangs. The sound rules take thousandths of one."""


class Hangs(Exception):
    """A mutant has not come to an end."""


@contextlib.contextmanager
def in_place(mutant: Mutant) -> Iterator[None]:
    """The model with this mutant in it, until the block is left, however it is left."""
    function = mutant.function
    sound: CodeType = function.__code__
    function.__code__ = mutant.code
    try:
        yield
    finally:
        function.__code__ = sound


@contextlib.contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise Hangs in the block when it has used so much time of the processor. Only a main thread can be so limited."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    earlier = signal.signal(signal.SIGVTALRM, _over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, earlier)


def _over(number: int, frame: FrameType | None) -> None:
    raise Hangs("it does not come to an end")
