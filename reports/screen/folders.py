"""Folders that a command writes into: looked at before its work, for what cannot be kept is not worth the time."""

from __future__ import annotations

import errno
from pathlib import Path


def check_folder(folder: Path) -> None:
    """Refuse what is no folder, or lies in what is none. Raises NotADirectoryError."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if there.exists() and not there.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "is a file: name another folder", str(there))


def make_folder(folder: Path) -> None:
    """Make the folder, if it is not there yet. Raises OSError, for a file NotADirectoryError."""
    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
