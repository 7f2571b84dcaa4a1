"""`fairdeal new-adapter` on the screen."""

from __future__ import annotations

from pathlib import Path

from properties.conformance.new_adapter import Level, write
from reports.consoles import console


def new(language: str, out: Path | None, level: Level) -> None:
    """Write an adapter to start from, and say what to do with it. Raises NoTemplate, FileExistsError."""
    console().print(write(language, out, level).next_steps, soft_wrap=True, markup=False)
