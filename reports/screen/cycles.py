"""`fairdeal cycle` on the screen."""

from __future__ import annotations

import errno
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.text import Text

from model.deal import Deal, parse_deal
from model.game import Budget
from model.piles.rulebook import Book
from properties import evidence
from properties.evidence import Evidence, Finding
from reports import cycle_words as words
from reports.columns import fold
from reports.consoles import console
from reports.cycle_document import document
from reports.cycle_picture import as_svg
from reports.screen.faults import INCOMPLETE
from reports.screen.folders import check_folder
from reports.words import number
from solver.cycles.balanced import Listed, listed
from solver.cycles.basin import Basin, basin
from solver.cycles.course import Course, course
from solver.cycles.findings import of_basin, of_course
from solver.cycles.naming import Repeats, repeats
from solver.cycles.predecessors import CannotGoBack, check_book, positions
from solver.graphs.agreed import departures


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says."""

    book: Book
    deal: str
    cards: str
    budget: int
    basin: bool
    svg: Path | None
    evidence: Path
    version: str
    as_json: bool

    @property
    def words(self) -> str:
        """The command, as evidence names it: it can be given again as it stands."""
        sets = (word for point, way in departures(self.book) for word in ("--set", f"{point}={way}"))
        cards, budget = ("--cards", self.cards), ("--budget", str(self.budget))
        basin = ("--basin",) if self.basin else ()
        return shlex.join(("cycle", self.book.game, "--deal", self.deal, *sets, *cards, *budget, *basin))


@dataclass(slots=True)
class _Backwards:
    """What the search backwards has found: a basin, with its deals if it is complete; nothing if it was cut off.

    `seen` positions were found then, which are `all` of them if only the deals are missing.
    """

    basin: Basin | None = None
    deals: tuple[Listed, ...] = ()
    seen: int = 0
    all: bool = False
    interrupted: bool = False


def cycle(asked: Asked) -> int:
    """Play one deal, print how it goes out, its periods and its basin, and draw it. Returns the exit code.

    Raises DealError for what is no deal or cannot be played or searched so, and FileExistsError.
    """
    deal = parse_deal(asked.deal, asked.cards)
    _check(asked, deal)
    started = time.monotonic()
    found = course(asked.book, deal, asked.budget)
    repeated = repeats(found)
    findings = [of_course(found, repeated, round(time.monotonic() - started, 3))]
    drawn = _draw(asked, found)
    if not asked.as_json:
        _print_course(found, repeated)
    back = _Backwards()
    if asked.basin and found.first is not None:
        started = time.monotonic()
        _search(asked, found, back)
        if back.basin is not None:
            findings.append(of_basin(found, back.basin, back.deals, round(time.monotonic() - started, 3)))
    path = _keep(asked, findings, complete=not back.interrupted)
    if asked.as_json:
        print(msgspec.json.encode(document(found, repeated, back.basin, back.deals, str(path))).decode())
        if back.interrupted:
            print(f"fairdeal: {_interrupted(back)}", file=sys.stderr)
    else:
        _print_rest(asked, found, back, [path] if drawn is None else [drawn, path])
    whole = back.basin is None or (back.basin.complete and not any(each.given_up for each in back.deals))
    return INCOMPLETE if isinstance(found.outcome, Budget) or back.interrupted or not whole else 0


def _check(asked: Asked, deal: Deal) -> None:
    """Refuse at once what could not be done in the end."""
    if asked.svg is not None and asked.svg.exists():
        raise FileExistsError(errno.EEXIST, "exists already", str(asked.svg))
    check_folder(asked.evidence)
    if not asked.basin:
        return
    if len(deal.hands) != 2:
        raise CannotGoBack(f"--basin searches with two seats only, and this deal has {len(deal.hands)}: leave it out")
    check_book(asked.book)


def _draw(asked: Asked, found: Course) -> Path | None:
    """Write the drawing, if one is wanted and there is something to draw."""
    if asked.svg is None or len(found.moments) < 2:
        return None
    asked.svg.parent.mkdir(parents=True, exist_ok=True)
    with asked.svg.open("x", encoding="utf-8") as file:
        file.write(as_svg(found))
    return asked.svg


def _search(asked: Asked, found: Course, back: _Backwards) -> None:
    try:
        with console(stderr=True).status("searching backwards") as status:

            def tell(positions: int) -> None:
                back.seen = positions
                status.update(f"searching backwards: {positions:,} positions run into the cycle")

            one = basin(asked.book, positions(found.cycle), tell=tell)
            back.seen, back.all = len(one.ways), one.complete
            deals = tuple(listed(asked.book, one)) if one.complete else ()
            back.basin, back.deals = one, deals  # one without the other would tell of no deals
    except KeyboardInterrupt:
        back.interrupted = True


def _keep(asked: Asked, findings: list[Finding], complete: bool) -> Path:
    made = Evidence(asked.words, asked.version, evidence.now(), tuple(findings), complete)
    return evidence.write(made, asked.evidence)


# --- on the screen ---


def _print_course(found: Course, repeated: tuple[Repeats, ...]) -> None:
    shown = console(fitted=True)
    shown.print(Text(words.course_words(found), style="bold"))
    if repeated:
        shown.print()
        for line in words.periods(repeated, len(found.deal.hands), shown.width):
            shown.print(Text(line), soft_wrap=True)
    plain = "utf" not in shown.encoding.lower()
    room = max(2, min(words.WIDEST, shown.width - len("  A |")))
    lines = list(words.size_lines(found, words.DIGITS if plain else words.BLOCKS, room))
    if lines:
        shown.print()
        shown.print(Text(words.sizes_heading(found)))
        for line in lines:
            shown.print(Text(f"  {line}"), soft_wrap=True)


def _print_rest(asked: Asked, found: Course, back: _Backwards, written: list[Path]) -> None:
    shown = console(fitted=True)
    if asked.basin:
        shown.print()
    if back.interrupted:
        shown.print(Text(_interrupted(back)))
    elif back.basin is not None:
        for line in words.basin_lines(back.basin):
            shown.print(Text("\n".join(fold(line, shown.width))))
        if back.basin.complete:
            _print_deals(back.basin, back.deals)
    elif asked.basin:
        shown.print(Text("no cycle is known here, so there is nothing to search backwards from"))
    shown.print()
    if asked.svg is not None and asked.svg not in written:
        shown.print(Text("not drawn: there is not a single whole trick to draw"))
    for path in written:
        shown.print(Text(f"written: {path}"), soft_wrap=True)


def _interrupted(back: _Backwards) -> str:
    many = f"{'' if back.all else 'at least '}{number(back.seen, 'position')}"
    return f"interrupted: the basin has {many}{'; its balanced deals are not known' if back.all else ''}"


def _print_deals(one: Basin, deals: tuple[Listed, ...]) -> None:
    shown = console(fitted=True)
    shown.print(Text("\n".join(fold(words.deals_heading(deals, one), shown.width))))
    if words.immediate_words(deals):
        shown.print(Text(words.immediate_words(deals)))
    if deals:
        for line in words.deals_table(deals, shown.width):
            shown.print(Text(line), soft_wrap=True)
