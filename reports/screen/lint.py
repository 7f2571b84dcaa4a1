"""`fairdeal rules --lint` on the screen."""

from __future__ import annotations

import msgspec
from rich.text import Text

from model.register import load
from properties.conformance.books import GAMES
from properties.lint import lint as look
from properties.strength.trials import never_failed, trials
from reports.consoles import console


def lint(as_json: bool) -> int:
    """Hold the register against model, checks and misreadings; say what is missing. Returns the exit code."""
    found = [trial for game in GAMES for trial in trials(game)]
    report = look(load(), sorted(frozenset().union(*(trial.tried for trial in found))))
    alive = [trial.misreading.name for trial in found if not trial.failed]
    dumb = [trial.misreading.name for trial in found if not trial.shown]
    idle = never_failed(found)
    code = 0 if report.ok and not alive and not dumb else 1
    if as_json:
        told = {
            "lint": report,
            "survivors": alive,
            "not_shown": dumb,
            "misreadings": len(found),
            "never_failed": idle,
            "noticed_by": {trial.misreading.name: [one.check for one in trial.failed] for trial in found},
        }
        print(msgspec.json.encode(told).decode())
        return code
    shown = console()
    lines = (
        ("rule clauses of the modelled games", report.clauses, ()),
        ("without a model function", len(report.without_function), report.without_function),
        ("without a check", len(report.without_check), report.without_check),
        ("without a misreading", len(report.without_misreading), report.without_misreading),
        ("tags that name unknown clauses", len(report.unknown), report.unknown),
        ("untried (no check has failed on a misreading yet)", len(report.untried), report.untried),
        ("misreadings", len(found), ()),
        ("misreadings that survive", len(alive), tuple(alive)),
        ("misreadings whose own example shows nothing", len(dumb), tuple(dumb)),
        ("invariants of bank that no misreading of theirs makes fail (--json names them)", len(idle), ()),
        ("games not modelled yet (pending)", len(report.pending), report.pending),
        *(
            (f"of {each.questions} open questions of {each.game} accounted for", each.accounted, each.missing)
            for each in report.questions
        ),
    )
    for what, number, ids in lines:
        shown.print(Text(f"{number:4}  {what}" + (f": {', '.join(ids)}" if ids else "")))
    return code
