"""The command line: signatures only. Each command pairs what a room yields with a renderer of reports/.

Exit codes, for every command: 0 all held, 1 something failed, 2 usage, 3 the adapter does not start or speak,
4 inconclusive, incomplete, interrupted or nothing ran, 5 fault of fairdeal.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from model.deal import Deal as HandsDealt
    from model.piles.rulebook import Book
    from properties.conformance.verify import Settings

VERSION = "0.1.0"

app = typer.Typer(
    name="fairdeal",
    help="The rules of Beggar My Neighbour and its relatives, executable, and what holds other programs against them.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

Set = Annotated[list[str] | None, typer.Option("--set", metavar="POINT=WAY", help="A rule point and the way chosen.")]
Deal = Annotated[str, typer.Option("--deal", metavar="HAND/HAND[/...]", help="The hands; the first one leads.")]
Cards = Annotated[str, typer.Option(help="How cards are written: class (- J Q K A), rank, full, or auto.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Game = Annotated[str, typer.Option(help="The game; without it, the first one that the program claims.")]
Seats = Annotated[str, typer.Option(metavar="2,3,...", help="Only these numbers of seats.")]
Command = Annotated[list[str], typer.Argument(metavar="-- COMMAND ...", help="The program to be judged.")]
Evidence = Annotated[Path, typer.Option("--evidence", help="Folder for the evidence file of this run.")]


@app.command()
def rules(
    what: Annotated[str, typer.Argument(metavar="[GAME|CLAUSE]", help="A game, a clause, or an open question.")] = "",
    lint: Annotated[bool, typer.Option("--lint", help="Hold the register against model, checks, misreadings.")] = False,
    as_json: Json = False,
) -> None:
    """Print the rules as the register knows them: clauses, readings, choices and defaults."""
    from reports.screen import rules as shown

    if lint:
        from reports.screen.lint import lint as hold_together

        raise typer.Exit(hold_together(as_json))
    shown.rules(what, as_json)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="beggar or camicia.")],
    deal: Deal,
    set_: Set = None,
    cards: Cards = "auto",
    budget: Annotated[int, typer.Option(min=1, help="Give up after so many cards.")] = 100_000,
    seed: Annotated[int | None, typer.Option(help="Chance, for rules that shuffle.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show every card.")] = False,
    as_json: Json = False,
) -> None:
    """Play one deal by the reference."""
    from reports.screen import games

    book = _book(game, set_)
    games.play(book, _deal(book, deal, cards), budget, seed, trace, as_json)


@app.command()
def reference(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    set_: Set = None,
    misread: Annotated[str, typer.Option(metavar="NAME", help="Misread a rule on purpose, and say nothing.")] = "",
) -> None:
    """Be an adapter: the reference, a variant of it, or a misreading, on standard input and output."""
    from properties.conformance.reference import reference_of

    made = reference_of(game, _choices(set_), misread, VERSION)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(made.answer_line(line))
        sys.stdout.buffer.flush()
        if made.finished:
            return


@app.command()
def smoke(command: Command, game: Game = "", deadline: float = 2.0) -> None:
    """Is the adapter wired rightly? A handful of questions, each with a hint."""
    from properties.conformance.connectors import Stdio
    from properties.conformance.smoke import smoke as ask
    from reports import terminal
    from reports.consoles import console

    held = True
    for check in ask(Stdio(command), game, VERSION, deadline):
        console().print(terminal.smoke_check(check))
        held = held and check.held
    raise typer.Exit(0 if held else 1)


@app.command()
def verify(
    command: Command,
    game: Game = "",
    seats: Seats = "",
    set_: Set = None,
    up_to: Annotated[int, typer.Option(min=0, max=8, help="Every deal of - J Q K A up to so many cards.")] = 5,
    two_classes: Annotated[int, typer.Option(min=0, max=14, help="Every deal of - J up to so many cards.")] = 8,
    random: Annotated[int, typer.Option(min=0, help="Random real deals for each number of seats.")] = 300,
    seed: Annotated[int, typer.Option(help="The seed of the random deals.")] = 1,
    deadline: Annotated[float, typer.Option(min=0.01, help="Seconds for an answer (more for long games).")] = 2.0,
    suite: Annotated[Path | None, typer.Option(help="A folder with cases of your own, instead of ours.")] = None,
    journal: Annotated[Path | None, typer.Option(help="Where to write the journal; must not exist yet.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the verdict as Markdown to this file as well.")] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Hold a program against the rules: which clause does it break, shown on the smallest deal that shows it."""
    from properties.conformance.verify import Settings

    settings = Settings(game, _numbers(seats), _choices(set_), up_to, two_classes, random, seed, deadline, suite)
    _verify(command, settings, journal, markdown, evidence, as_json)


@app.command()
def replay(
    command: Annotated[list[str], typer.Argument(metavar="JOURNAL | -- COMMAND ...", help="What to replay.")],
    deal: Annotated[str, typer.Option("--deal", metavar="HAND/HAND[/...]", help="Ask the program this deal.")] = "",
    game: Game = "",
    set_: Set = None,
    cards: Cards = "auto",
    deadline: float = 2.0,
    as_json: Json = False,
) -> None:
    """Judge a journal again (the same verdicts, no program needed), or ask a program one deal again."""
    from reports.screen import verdicts

    if not deal:
        if len(command) != 1:
            raise typer.BadParameter("give one journal, or --deal and a command behind --")
        raise typer.Exit(verdicts.rejudged(Path(command[0]), as_json))
    from properties.conformance.cases import one_deal
    from properties.conformance.verify import Settings

    case = one_deal(game or "beggar", deal, cards, _choices(set_))
    settings = Settings(game, choices=_choices(set_), deadline=deadline, deals=(case,))
    _verify(command, settings, None, None, None, as_json)


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="beggar or camicia.")] = "beggar",
    seats: Seats = "2",
    set_: Set = None,
    up_to: Annotated[int, typer.Option(min=0, max=6, help="Every deal of - J Q K A up to so many cards.")] = 4,
    random: Annotated[int, typer.Option(min=0, help="Random real deals for each number of seats.")] = 100,
    expected: Annotated[bool, typer.Option(help="With the true outcomes.")] = True,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schemas instead.")] = False,
) -> None:
    """Print the cases as JSON, for people who run them without this tool."""
    from reports.screen import verdicts

    verdicts.export(game, _numbers(seats), _choices(set_), up_to, random, expected, schema)


@app.command()
def check_outcomes(
    file: Annotated[Path, typer.Argument(help="The outcomes, as JSON.")],
    cases: Annotated[Path | None, typer.Option(help="The exported cases that were run.")] = None,
    as_json: Json = False,
) -> None:
    """Judge outcomes that somebody has computed for exported cases."""
    from reports.screen import verdicts

    raise typer.Exit(verdicts.outcomes(file, cases, as_json))


@app.command()
def explore(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="JJ---- or 4-2J: up to eight cards.")],
    game: Annotated[str, typer.Option(help="beggar or camicia.")] = "beggar",
    set_: Set = None,
    balanced: Annotated[bool, typer.Option("--balanced", help="Only deals of equal halves.")] = False,
    graphml: Annotated[Path | None, typer.Option(help="Write the graph as GraphML.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the cycles, and what runs into them.")] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Every deal of a small deck: the graph of positions, its cycles, and the games that never end."""
    from reports.screen import games

    games.explore(_book(game, set_), deck, balanced, graphml, svg, evidence, VERSION, as_json)


@app.command()
def prove(
    game: Annotated[str, typer.Argument(help="beggar or camicia.")] = "beggar",
    seats: Seats = "",
    set_: Set = None,
    misread: Annotated[str, typer.Option(metavar="NAME", help="Put a misreading into the book first.")] = "",
    out: Annotated[Path, typer.Option(help="Folder for the queries, as SMT-LIB 2.")] = Path("evidence/smt2"),
    solver: Annotated[list[str] | None, typer.Option(help="Only these solvers: z3, cvc5, yices.")] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Prove what holds for decks and hands of any size, from the source of the rules."""
    from reports.screen import proofs

    book = _book(game, set_)
    raise typer.Exit(proofs.prove(book, misread, _numbers(seats), out, solver, evidence, VERSION, as_json))


@app.command()
def check(
    game: Annotated[str, typer.Argument(help="Only this game.")] = "",
    games: Annotated[int, typer.Option(min=1, help="Random games for each number of seats.")] = 20,
    seed: int = 1,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Check the worked examples, and every invariant over random games of the reference."""
    from reports.screen import checks

    raise typer.Exit(checks.check(game, games, seed, evidence, VERSION, as_json))


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="The folder of evidence files.")] = Path("evidence"),
    out: Annotated[Path | None, typer.Option(help="Write the page to this file.")] = None,
) -> None:
    """Write one page in Markdown from the evidence that exists: what is known, how strongly, and what is missing."""
    from reports.screen import games

    games.report(folder, out)


def _verify(
    command: list[str],
    settings: Settings,
    journal: Path | None,
    markdown: Path | None,
    evidence: Path | None,
    as_json: bool,
) -> None:
    from properties.conformance.connectors import Stdio
    from properties.conformance.verify import verify as run
    from reports.screen import verdicts

    path = journal or (verdicts.new_journal(command) if evidence is not None else None)
    events = run(lambda: Stdio(command), command, settings, VERSION, path)
    raise typer.Exit(verdicts.show(events, markdown, evidence, VERSION, as_json))


def _book(game: str, chosen: Iterable[str] | None) -> Book:
    from model.piles.points import choose
    from model.piles.profiles import profile

    return choose(profile(game), _choices(chosen))


def _deal(book: Book, text: str, cards: str) -> HandsDealt:
    from model.deal import parse_deal
    from model.piles.points import check_seats

    deal = parse_deal(text, cards)
    check_seats(book, len(deal.hands))
    return deal


def _choices(chosen: Iterable[str] | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in chosen or ():
        point, equals, way = each.partition("=")
        if not equals or not point or not way:
            raise typer.BadParameter(
                f"'{each}' is no choice: write --set point=alternative, such as payer_out=claimant_takes"
            )
        found[point] = way
    return found


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(",") if number)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is no list of numbers: write for example 2,3") from None


def main() -> None:
    """Run a command; end with the exit code that says how it went."""
    try:
        code = app(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except KeyboardInterrupt:
        print("fairdeal: interrupted", file=sys.stderr)
        sys.exit(4)
    except BrokenPipeError:
        sys.exit(4)
    except Exception as error:
        from reports.screen import faults

        sys.exit(faults.tell(error))


if __name__ == "__main__":
    main()
