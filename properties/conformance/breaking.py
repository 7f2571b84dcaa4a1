"""How a program in this process behaves like one that breaks: it raises what a process would have done."""

from __future__ import annotations

import signal
import sys
from typing import NoReturn

from properties.conformance.judge import Fault, FaultKind


class Broke(Exception):
    """In place of an answer: the program is silent for ever (TIMEOUT), or it ends (any other kind)."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail

    @property
    def fault(self) -> Fault:
        """The same as somebody sees it who waits for the answer."""
        return Fault(self.kind, self.detail)

    def really(self) -> NoReturn:
        """Do it: wait for ever, or end this process."""
        while self.kind is FaultKind.TIMEOUT:
            signal.pause()
        sys.stderr.write(f"{self.detail}\n")
        sys.exit(1)
