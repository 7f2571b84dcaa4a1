"""One question after the other, put to a program in the course of one run: the answer decides what is asked next."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from properties.conformance.cases import Case
from properties.conformance.journal import Footer, Header
from properties.conformance.judge import FaultKind, Judged
from properties.conformance.planner import Plan, Scope
from properties.conformance.protocol import GameClaim
from properties.conformance.runner import INTERRUPTED, Connect, Ended, Restarted
from properties.conformance.settings import Settings
from properties.conformance.verify import Started, asked

SILENCE: Final = 25
"""A silence costs as much time as so many crashes."""


class Over(KeyboardInterrupt):
    """Nothing more can be asked. Like an interrupt it passes through whatever looks into exceptions."""


Watch = Callable[[Started | Judged | Restarted | str], None]
"""Is told of each thing that happens, and in words of what is done next."""


@dataclass(slots=True)
class Questions:
    """Asks one question after the other, each once, in the course of one run."""

    watch: Watch
    judged: list[Judged] = field(default_factory=list)
    footer: Footer | None = None
    header: Header = field(init=False)
    claim: GameClaim = field(init=False)
    scope: Scope = field(init=False)
    since_start: list[Case] = field(default_factory=list)
    """What the process that now runs has been asked."""
    broke: int = 0
    """How often the program broke, a silence counted for more."""
    _events: Generator[Started | Judged | Restarted | Ended, None, None] = field(init=False)
    _answered: dict[str, Judged] = field(default_factory=dict)
    _next: Case | None = None

    def begin(
        self, connect: Connect, command: Sequence[str], settings: Settings, version: str, journal: Path | None
    ) -> None:
        """Greet the program. Raises what `verify` does."""
        self._events = asked(connect, command, settings, version, journal, resume=False, asks=self._asks)
        started = next(self._events)
        assert isinstance(started, Started)
        self.header = started.header
        self.watch(started)

    def _asks(self, claim: GameClaim, scope: Scope) -> Plan:
        self.claim, self.scope = claim, scope
        return self._cases()

    def _cases(self) -> Plan:
        while self._next is not None:
            yield self._next
            yield None  # the verdict on it comes first

    def known(self, case: Case) -> Judged | None:
        """The verdict on a case that was asked before."""
        return self._answered.get(case.id)

    def ask(self, case: Case) -> Judged:
        """The verdict on a case. Raises Over where the run cannot go on."""
        if case.id in self._answered:
            return self._answered[case.id]
        self._next = case
        if case.fresh:
            self.since_start.clear()
        self.since_start.append(case)
        for event in self._events:
            match event:
                case Judged():
                    self._note(event)
                    return event
                case Restarted():
                    self.since_start.clear()
                    self.watch(event)
                case Ended(footer):
                    self.footer = footer
                case Started():
                    pass
        raise Over

    def _note(self, judged: Judged) -> None:
        self.judged.append(judged)
        self._answered[judged.case.id] = judged
        fault = judged.verdict.fault
        if fault is not None:
            self.broke += SILENCE if fault.kind in (FaultKind.TIMEOUT, FaultKind.UNFLUSHED) else 1
        self.watch(judged)

    def finish(self) -> None:
        """Say goodbye to the program, and close the journal."""
        self._next = None
        for event in self._events:
            if isinstance(event, Ended):
                self.footer = event.footer

    def interrupt(self) -> None:
        """End the program at once."""
        self._events.close()
        if self.footer is None:
            self.footer = Footer(INTERRUPTED, len(self.judged), 0.0)
