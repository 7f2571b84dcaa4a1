"""One page in Markdown: the clauses of each game, what is known of them and how strongly, and what is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import walk_packages
from typing import Final

import model
from model.piles.points import POINTS
from model.piles.rulebook import PayMap
from model.register import Register, tagged
from properties.conformance.books import GAMES
from properties.evidence import Evidence, Finding, Grade, Solved, Verdict
from reports.known import Known, Standing, gather

MOST_EXAMPLES: Final = 5

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]|#~$!])")
_MEANING: Final = {
    Grade.PROVED: "for decks and hands of any size",
    Grade.EXHAUSTED: "every case of a finite space was visited",
    Grade.SAMPLED: "a random search found nothing against it",
    Grade.EXEMPLIFIED: "worked examples agree",
}

Lines = Iterator[str]


def report(
    register: Register,
    evidence: Iterable[Evidence],
    stated_by: Mapping[str, Sequence[str]] | None = None,
    modelled: Iterable[str] = GAMES,
) -> str:
    """The page. It says only what the given evidence says, and lists what it does not say.

    `stated_by` names for each clause the functions of the model that state it; by default those that are tagged.
    """
    known = gather(register, evidence, functions_by_clause() if stated_by is None else stated_by, modelled)
    lines = ["# What is known of the rules", ""]
    lines += _runs(known)
    lines += _summary(known)
    for game in register.games():
        lines += _game(known, game)
    lines += _programs(known)
    lines += _missing(known)
    return "\n".join(lines).rstrip() + "\n"


def functions_by_clause() -> dict[str, tuple[str, ...]]:
    """For each clause what states it in the model: tagged functions (`piles.paying.counts_down`), lines of pay maps."""
    for module in walk_packages(model.__path__, "model."):
        import_module(module.name)
    found = {
        id: tuple(
            f"{function.__module__.removeprefix('model.')}.{function.__name__.lstrip('_')}"
            for function in functions
            if function.__module__.split(".")[0] == "model"
        )
        for id, functions in tagged().items()
    }
    for each in POINTS["pay_map"].alternatives.values():
        if isinstance(each, PayMap):
            for id in (id for pay in each.pays for id in pay.clauses):
                found[id] = (*found.get(id, ()), f"pay_map={each.name}")
    return found


def escape(text: str) -> str:
    """A text on one line that shows in Markdown just as it is, within a line or a table."""
    plain = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return _SPECIAL.sub(r"\\\1", plain)


# --- the parts of the page ---


def _runs(known: Known) -> Lines:
    if not known.runs:
        yield from ("**There is no evidence: nothing has been run.**", "")
        return
    yield f"From {_count(len(known.runs), 'run')}, {known.runs[0].made} to {known.runs[-1].made}:"
    yield ""
    yield from _table(
        ("run", "made", "version", "findings", "complete"),
        (
            (escape(r.command), escape(r.made), escape(r.version), str(len(r.findings)), _complete(r))
            for r in known.runs
        ),
    )
    if known.replaced:
        was = "was" if known.replaced == 1 else "were"
        yield f"{_count(known.replaced, 'finding')} {was} replaced by a later one of the same statement."
        yield ""
    versions = {run.version for run in known.runs}
    if len(versions) > 1:
        yield f"**The runs are of {len(versions)} different versions**; a finding holds for the version that made it."
        yield ""


def _complete(run: Evidence) -> str:
    return "yes" if run.complete else "**no**"


def _summary(known: Known) -> Lines:
    yield from ("## Summary", "")
    findings = known.of_model
    held = Counter(each.grade for each in findings if each.verdict is Verdict.HELD)
    failed, open_ = (sum(each.verdict is verdict for each in findings) for verdict in _BAD)
    rows = [(grade.value, str(held[grade]), _clauses_with(known, grade), _MEANING[grade]) for grade in Grade]
    rows.append((_loud("failed", failed), str(failed), _clauses_with(known, Verdict.FAILED), "found not to hold"))
    rows.append(("inconclusive", str(open_), _clauses_with(known, Verdict.INCONCLUSIVE), "tried, and nothing is known"))
    bare = [len(known.missing(game)) for game in known.standings if game not in known.pending]
    rows.append(("no evidence", "", str(sum(bare)), "nothing was tried"))
    yield from _table(("grade", "findings", "clauses", "meaning"), rows)
    yield "Clauses are counted once, by what counts most: a failure, else the strongest finding that held."
    yield "A finding says that a check ran and held; whether the check would notice a misreading is another question."
    yield ""
    if known.pending:
        yield f"Games pending (no rule book plays them yet): {', '.join(known.pending)}."
        yield ""


_BAD: Final = (Verdict.FAILED, Verdict.INCONCLUSIVE)


def _clauses_with(known: Known, what: Grade | Verdict) -> str:
    """How many clauses stand so, over all games."""
    counting = [each.counts for standings in known.standings.values() for each in standings]
    if isinstance(what, Verdict):
        return str(sum(each is not None and each.verdict is what for each in counting))
    return str(sum(each is not None and each.verdict is Verdict.HELD and each.grade is what for each in counting))


def _game(known: Known, game: str) -> Lines:
    findings = [each for each in known.of_model if each.game == game]
    if game in known.pending and not findings:
        return
    yield from (f"## {escape(game)}", "")
    if findings:
        yield from ("### What was checked", "")
        yield from _table(
            ("what", "statement", "grade", "seats", "rests on", "seconds"), (_finding_row(each) for each in findings)
        )
    else:
        yield from ("Nothing was checked.", "")
    shown = [each for each in known.standings[game] if each.needs_evidence or each.findings]
    quiet = len(known.standings[game]) - len(shown)
    yield from ("### Clauses", "")
    yield from _table(("clause", "statement", "stated by", "checks", "known"), (_clause_row(each) for each in shown))
    if quiet:
        yield f"Not listed: {_count(quiet, 'heading, remark or restatement', 'headings, remarks and restatements')}."
        yield ""


def _finding_row(finding: Finding) -> tuple[str, ...]:
    return (
        escape(finding.subject),
        escape(finding.statement) + _with_choices(finding),
        _grade(finding),
        ", ".join(map(str, finding.seats)) or "any",
        _rests_on(finding),
        f"{finding.seconds:.1f}" if finding.seconds else "",
    )


def _clause_row(standing: Standing) -> tuple[str, ...]:
    clause, counts = standing.clause, standing.counts
    rule = clause.carries_rule and not clause.is_example
    stated = ", ".join(f"`{name}`" for name in standing.stated_by) or ("nothing" if rule else "")
    if counts is None:
        return clause.id, escape(clause.statement), stated, "0", "no evidence"
    known = f"{_grade(counts)}: {escape(counts.subject)}{_with_choices(counts)}"
    return clause.id, escape(clause.statement), stated, str(len(standing.findings)), known


def _grade(finding: Finding) -> str:
    """The grade of what held; of anything else only the verdict, because nothing is known then."""
    if finding.verdict is Verdict.HELD:
        return finding.grade.value
    return f"**{finding.verdict.value}** (tried as {finding.grade.value})"


def _with_choices(finding: Finding) -> str:
    chosen = ", ".join(f"{point}={name}" for point, name in finding.choices.items())
    return f" (with {escape(chosen)})" if chosen else ""


def _programs(known: Known) -> Lines:
    if not known.of_programs:
        return
    yield from ("## Programs held against the rules", "")
    yield from _table(
        ("program", "game", "statement", "verdict", "seats", "rests on"),
        (
            (
                escape(each.subject),
                escape(each.game),
                escape(each.statement) + _with_choices(each),
                each.verdict.value if each.verdict is Verdict.HELD else f"**{each.verdict.value}**",
                ", ".join(map(str, each.seats)) or "any",
                _rests_on(each),
            )
            for each in known.of_programs
        ),
    )


def _missing(known: Known) -> Lines:
    yield from ("## What is missing", "")
    items = [*_failures(known), *_gaps(known)]
    yield from (f"- {item}" for item in items)
    if not items:
        yield "Nothing that the register asks for."
    yield ""


def _failures(known: Known) -> Lines:
    for verdict in _BAD:
        for finding in known.not_held(verdict):
            what = f"{escape(finding.game)}, {escape(finding.subject)}: {escape(finding.statement)}"
            yield f"**{verdict.value}**: {what}{_with_choices(finding)} ({_rests_on(finding)})"


def _gaps(known: Known) -> Lines:
    for run in known.runs:
        if not run.complete:
            yield f"the run {escape(run.command)} of {escape(run.made)} was not completed"
    for game, standings in known.standings.items():
        if game in known.pending:
            yield f"{escape(game)}: pending, no rule book plays it ({_count(len(standings), 'clause')})"
            continue
        if missing := known.missing(game):
            yield f"{escape(game)}: {_count(len(missing), 'clause')} without evidence: {_ids(missing)}"
        if unstated := known.unstated(game):
            yield f"{escape(game)}: {_count(len(unstated), 'rule')} that no function states: {_ids(unstated)}"
    if known.unknown_clauses:
        yield f"findings name clauses that the register does not have: {escape(', '.join(known.unknown_clauses))}"


def _ids(standings: tuple[Standing, ...]) -> str:
    return ", ".join(each.clause.id for each in standings)


# --- what a finding rests on ---


def _rests_on(finding: Finding) -> str:
    parts = list(_basis(finding))
    if finding.counterexample:
        parts.insert(0, f"against it: {escape(finding.counterexample)}")
    if finding.assumptions:
        parts.append(f"assuming {escape('; '.join(finding.assumptions))}")
    return "; ".join(parts) or "nothing"


def _basis(finding: Finding) -> Lines:
    if finding.solvers:
        agree = [each for each in finding.solvers if each.answer == "unsat"]
        others = [each for each in finding.solvers if each.answer != "unsat"]
        if agree:
            yield f"unsat by {', '.join(map(_solver, agree))}"
        for each in others:
            yield f"{escape(each.answer)} by {_solver(each)}"
    if finding.query_sha256:
        yield f"query {escape(finding.query_sha256[:12])}"
    if finding.space:
        yield f"{escape(finding.space)}: {finding.space_size:,}"
    if finding.cases:
        yield _count(finding.cases, "case") + ("" if finding.seed is None else f", seed {finding.seed}")
    for name, times in finding.preconditions.items():
        yield f"{escape(name)}: {_count(times, 'time')}" if times else f"**{escape(name)}: never**"
    if finding.examples:
        more = len(finding.examples) - MOST_EXAMPLES
        yield escape(", ".join(finding.examples[:MOST_EXAMPLES])) + (f" and {more} more" if more > 0 else "")


def _solver(solved: Solved) -> str:
    return f"{escape(solved.solver)} {escape(solved.version)} ({solved.seconds:.2f} s)"


# --- Markdown ---


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Lines:
    yield _row(head)
    yield _row(("---",) * len(head))
    yield from map(_row, rows)
    yield ""


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _loud(text: str, number: int) -> str:
    return f"**{text}**" if number else text


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one}" if number == 1 else f"{number:,} {more or one + 's'}"
