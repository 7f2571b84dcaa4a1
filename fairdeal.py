"""The command line: signatures only. Each command pairs what a room yields with a renderer of reports/.

Exit codes, for every command: 0 all held, 1 something failed, 2 usage, 3 the adapter does not start or speak,
4 inconclusive, incomplete, interrupted or nothing ran, 5 fault of fairdeal.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from reports.letters import make_fit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from model.deal import Deal as HandsDealt
    from model.piles.rulebook import Book

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
Deal = Annotated[
    str,
    typer.Option(
        "--deal",
        metavar="HAND/HAND[/...]",
        help="The hands; the first one leads. In Bank HAND/HAND+OPEN+STOCK[@DEALER][^TRUMPS]; without it chance deals.",
    ),
]
Cards = Annotated[str, typer.Option(help="How cards are written: class (- J Q K A), rank, full, or auto.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Game = Annotated[str, typer.Option(help="The game; without it, the first one that the program claims.")]
Seats = Annotated[str, typer.Option(metavar="2,3,...", help="Only these numbers of seats.")]
NamedSeats = Annotated[str | None, typer.Option("--seats", metavar="2,3,...", help="Only these numbers of seats.")]
Command = Annotated[list[str], typer.Argument(metavar="-- COMMAND ...", help="The program to be judged.")]
Deadline = Annotated[float, typer.Option(help="Seconds for an answer (more for long games).")]
Wire = Annotated[Literal["json", "tab"], typer.Option(help="What is spoken: tab needs no JSON parser.")]
Expectations = Annotated[Path | None, typer.Option(help="A file of known failures, as TOML.")]
Lenient = Annotated[bool, typer.Option("--lenient", help="A known failure that has gone is no failure.")]
Markdown = Annotated[Path | None, typer.Option(help="Write the verdict as Markdown to this file as well.")]
JUnit = Annotated[Path | None, typer.Option(help="Write the verdict as JUnit XML to this file as well.")]
Evidence = Annotated[Path, typer.Option("--evidence", help="Folder for the evidence file of this run.")]


@app.command()
def rules(
    what: Annotated[str, typer.Argument(metavar="[GAME|CLAUSE]", help="A game, a clause, or an open question.")] = "",
    lint: Annotated[bool, typer.Option("--lint", help="Hold the register against model, checks, misreadings.")] = False,
    why: Annotated[
        str, typer.Option(metavar="QUESTION|bank", help="Measure what the readings of an open question of Bank do.")
    ] = "",
    rounds: Annotated[int, typer.Option(min=0, help="For --why: so many rounds each; 0 for a first look.")] = 0,
    seed: Annotated[int, typer.Option(help="For --why: the same seed deals the same cards.")] = 1,
    policy: Annotated[
        Literal["any", "acts", "careful"] | None, typer.Option(help="For --why: how it is played; see what it prints.")
    ] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Print the rules as the register knows them: clauses, readings, choices and defaults."""
    from reports.screen import rules as shown

    if lint:
        from reports.screen.lint import lint as hold_together

        raise typer.Exit(hold_together(as_json))
    if why:
        from reports.screen import readings

        asked = readings.Asked(why, rounds, seed, policy or "", evidence, as_json, VERSION)
        raise typer.Exit(readings.why(asked))
    shown.rules(what, as_json, evidence)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="beggar, camicia, banka, ratscrew, bank, or a profile such as slapjack.")],
    deal: Deal = "",
    set_: Set = None,
    cards: Cards = "auto",
    slap: Annotated[
        list[str] | None, typer.Option(metavar="N:SEATS", help="After 2 cards B slaps: 2:B; C and A at once: 2:CA.")
    ] = None,
    script: Annotated[
        str | None, typer.Option(help="Play step by step instead: lay lay B! collect (Bank: 9c draw).")
    ] = None,
    budget: Annotated[int, typer.Option(min=1, help="Give up after so many cards.")] = 100_000,
    seed: Annotated[
        int | None, typer.Option(help="Chance, for rules that shuffle; in Bank it deals, and plays the round.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, max=60, help="In Bank, with --seed: so many rounds at most.")] = 1,
    seats: Annotated[int | None, typer.Option(help="In Bank, without --deal: 2, 3 or 4; 2 if none is named.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show every card.")] = False,
    as_json: Json = False,
) -> None:
    """Play one deal by the reference: to its end, with slaps where they are wanted, or step by step."""
    from model.deal import DealError
    from properties.conformance.cases import one_deal
    from reports.screen import play as shown

    if slap and script is not None:
        raise typer.BadParameter("say --slap for a game that plays itself, or --script for one step by step, not both")
    if seats is not None and (deal or game != "bank"):
        raise typer.BadParameter("a deal says how many seats there are: leave out --seats")
    if game == "bank":
        _play_bank(deal, seats or 2, _choices(set_), script, slap, seed, rounds, as_json)
        return
    if not deal:
        raise DealError("Missing option '--deal'.")
    book, choices = _book(game, set_), _choices(set_)
    case = one_deal(game, deal, cards, choices, script, " ".join(slap or ()))
    if case.script is not None:
        shown.by_script(book, case, as_json)
    else:
        shown.play(book, case, shown.How(budget, seed, trace, as_json))


def _play_bank(
    deal: str,
    seats: int,
    choices: dict[str, str],
    script: str | None,
    slap: list[str] | None,
    seed: int | None,
    rounds: int,
    as_json: bool,
) -> None:
    """Play a deal of Bank, or one that chance deals: by the seed, or by 1 if none is named."""
    from properties.conformance.books import bank_book, check_seats
    from properties.conformance.cases import one_deal
    from reports.screen import bank_play

    book, dealt = bank_book(choices), None
    if not deal:
        check_seats(book, seats)
        dealt = 1 if seed is None else seed
        deal = bank_play.dealt_by_chance(book, seats, dealt)
    case = one_deal("bank", deal, "full", choices, script, " ".join(slap or ()))
    bank_play.shown(book, case, bank_play.How(seed, rounds, as_json, dealt))


@app.command()
def reference(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    set_: Set = None,
    misread: Annotated[str, typer.Option(metavar="NAME", help="Misread a rule on purpose, and say nothing.")] = "",
    undeclared: Annotated[bool, typer.Option("--undeclared", help="Play what was chosen, and do not say so.")] = False,
    wire: Wire = "json",
) -> None:
    """Be an adapter: the reference, a variant of it, or a misreading, on standard input and output."""
    from properties.conformance.reference import reference_of

    named, choices = _named(game, set_)
    made = reference_of(named, choices, misread, VERSION, declared=not undeclared)
    answer = made.answer_tab if wire == "tab" else made.answer_line
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line))
        sys.stdout.buffer.flush()
        if made.finished:
            return


@app.command()
def smoke(command: Command, game: Game = "", deadline: Deadline = 2.0, wire: Wire = "json") -> None:
    """Is the adapter wired rightly? A handful of questions, each with a hint."""
    from properties.conformance.settings import Deadlines, Settings
    from properties.conformance.smoke import smoke as ask
    from properties.conformance.verify import program
    from reports import terminal
    from reports.consoles import console

    settings = Settings(deadlines=Deadlines(request=deadline), wire=wire)
    held = True
    for check in ask(program(command, settings)(), game, VERSION, deadline):
        console().print(terminal.smoke_check(check))
        held = held and check.held
    raise typer.Exit(0 if held else 1)


@app.command()
def new_adapter(
    language: Annotated[str, typer.Argument(help="python, javascript, c, java or rust.")],
    out: Annotated[Path | None, typer.Option(help="Where to write it; must not exist yet.")] = None,
    level: Annotated[
        Literal["outcome", "step"],
        typer.Option(help="step: tick by tick, for games with slaps; in python or javascript."),
    ] = "outcome",
) -> None:
    """Write an adapter with a stand-in game: put your own in, and verify it."""
    from reports.screen import adapters

    adapters.new(language, out, level)


@app.command()
def verify(
    context: typer.Context,
    command: Annotated[list[str] | None, typer.Argument(metavar="-- COMMAND ...", help="The program.")] = None,
    game: Game = "",
    seats: Seats = "",
    set_: Set = None,
    up_to: Annotated[int, typer.Option(min=0, max=8, help="Every deal of - J Q K A up to so many cards.")] = 5,
    two_classes: Annotated[int, typer.Option(min=0, max=14, help="Every deal of - J up to so many cards.")] = 8,
    random: Annotated[int, typer.Option(min=0, help="Random real deals for each number of seats.")] = 300,
    for_: Annotated[str, typer.Option("--for", metavar="TIME", help="Go on with random deals for 90s, 10m, 2h.")] = "",
    seed: Annotated[int, typer.Option(help="The seed of the random deals.")] = 1,
    deadline: Deadline = 2.0,
    case_deadline: Annotated[float, typer.Option(help="Seconds for a case with all its restarts.")] = 120.0,
    run_deadline: Annotated[float, typer.Option(help="Seconds for the run.")] = 3_600.0,
    level: Annotated[
        Literal["outcome", "trace", "step"] | None,
        typer.Option(help="What is judged; without it, all that the program can give."),
    ] = None,
    wire: Wire = "json",
    memory: Annotated[int, typer.Option(min=1, help="MiB that the program may use, with all it starts.")] = 2_048,
    processes: Annotated[int, typer.Option(min=1, help="How many processes it may be.")] = 64,
    suite: Annotated[Path | None, typer.Option(help="A folder with cases of your own, instead of ours.")] = None,
    core: Annotated[bool, typer.Option("--core", help="Only the core of our suite: a few telling cases.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="So many processes side by side.")] = 1,
    shard: Annotated[str, typer.Option(metavar="I/N", help="Only this part; replay puts the journals together.")] = "",
    again: Annotated[int, typer.Option(min=0, max=100, help="So many cases in a hundred are asked again.")] = 5,
    fail_fast: Annotated[bool, typer.Option("--fail-fast", help="Stop at the first failure.")] = False,
    max_fail: Annotated[int, typer.Option(min=0, help="Stop after so many failures; 0 for never.")] = 0,
    journal: Annotated[Path | None, typer.Option(help="Where to write the journal; must not exist yet.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="JOURNAL", help="Go on with a run that was cut off.")] = None,
    expectations: Expectations = None,
    lenient: Lenient = False,
    write_expectations: Annotated[Path | None, typer.Option(help="Write what failed as a file of these.")] = None,
    markdown: Markdown = None,
    junit: JUnit = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Hold a program against the rules: which clause does it break, shown on the smallest deal that shows it."""
    from properties.conformance.settings import Deadlines, Settings, seconds_of, shard_of
    from reports.screen.verdicts import Outputs, Wanted, resumed, verified

    wanted = Wanted(expectations, lenient, Outputs(markdown, junit, write_expectations, evidence, as_json))
    if resume is not None:
        _refuse_settings(context)
        raise typer.Exit(resumed(resume, command or [], wanted, VERSION))
    if core and (suite is not None or for_):
        raise typer.BadParameter("--core asks only a few cases of our own suite: leave out --suite and --for")
    named, choices = _named(game, set_)
    settings = Settings(
        game=named,
        core=core,
        seats=_numbers(seats),
        choices=choices,
        all_classes_up_to=up_to,
        two_classes_up_to=two_classes,
        random=random,
        seed=seed,
        deadlines=Deadlines(deadline, case_deadline, run_deadline),
        suite=str(suite) if suite is not None else "",
        level=level or "",
        wire=wire,
        memory=memory,
        processes=processes,
        shard=shard_of(shard or "1/1"),
        jobs=jobs,
        seconds=seconds_of(for_) if for_ else 0.0,
        most_failures=1 if fail_fast else max_fail,
        again=again,
    )
    raise typer.Exit(verified(_command(command), settings, journal, wanted, VERSION))


@app.command()
def fuzz(
    command: Command,
    game: Game = "",
    seats: Seats = "",
    set_: Set = None,
    examples: Annotated[int, typer.Option(min=1, help="How many scripts are made up.")] = 300,
    for_: Annotated[str, typer.Option("--for", metavar="TIME", help="Go on for 60s, 10m, 2h instead.")] = "",
    steps: Annotated[int, typer.Option(min=1, max=2_000, help="The most actions in one script.")] = 40,
    seed: Annotated[int, typer.Option(help="The same seed makes the same scripts.")] = 1,
    deadline: Deadline = 2.0,
    run_deadline: Annotated[float, typer.Option(help="Seconds for the run.")] = 3_600.0,
    memory: Annotated[int, typer.Option(min=1, help="MiB that the program may use, with all it starts.")] = 2_048,
    processes: Annotated[int, typer.Option(min=1, help="How many processes it may be.")] = 64,
    journal: Annotated[Path | None, typer.Option(help="Where to write the journal; must not exist yet.")] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Make up scripts, right and wrong, for a program that plays step by step; make short what fails."""
    from properties.conformance.settings import Deadlines, Settings, seconds_of
    from reports.screen.fuzz import fuzzed

    named, choices = _named(game, set_)
    settings = Settings(
        game=named,
        seats=_numbers(seats),
        choices=choices,
        random=examples,
        steps=steps,
        seed=seed,
        seconds=seconds_of(for_) if for_ else 0.0,
        level="step",
        deadlines=Deadlines(deadline, run=run_deadline),
        memory=memory,
        processes=processes,
        again=0,
    )
    raise typer.Exit(fuzzed(command, settings, journal, evidence, as_json, VERSION))


@app.command()
def identify(
    command: Command,
    game: Game = "",
    seats: Seats = "",
    set_: Set = None,
    level: Annotated[
        Literal["outcome", "trace", "step"] | None,
        typer.Option(help="What is looked at; without it, all that the program can give."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed asks the same cases.")] = 1,
    deadline: Deadline = 2.0,
    run_deadline: Annotated[float, typer.Option(help="Seconds for the run.")] = 3_600.0,
    wire: Wire = "json",
    memory: Annotated[int, typer.Option(min=1, help="MiB that the program may use, with all it starts.")] = 2_048,
    processes: Annotated[int, typer.Option(min=1, help="How many processes it may be.")] = 64,
    journal: Annotated[Path | None, typer.Option(help="Where to write the journal; must not exist yet.")] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Which rules does a program play: what it does otherwise than it claims, each on the easiest case."""
    from properties.conformance.settings import Deadlines, Settings
    from reports.screen.identify import Wanted, identified

    named, choices = _named(game, set_)
    settings = Settings(
        game=named,
        seats=_numbers(seats),
        choices=choices,
        seed=seed,
        level=level or "",
        deadlines=Deadlines(deadline, run=run_deadline),
        wire=wire,
        memory=memory,
        processes=processes,
        again=0,
    )
    raise typer.Exit(identified(command, settings, Wanted(journal, evidence, as_json, VERSION)))


@app.command()
def replay(
    command: Annotated[list[str], typer.Argument(metavar="JOURNAL ... | -- COMMAND ...", help="What to replay.")],
    deal: Annotated[str, typer.Option("--deal", metavar="HAND/HAND[/...]", help="Ask the program this deal.")] = "",
    game: Game = "",
    set_: Set = None,
    cards: Cards = "auto",
    script: Annotated[str | None, typer.Option(help="What is done there, step by step: lay lay B! collect.")] = None,
    slaps: Annotated[str, typer.Option(help="The slaps of a game that plays itself: 2:B 5:CA.")] = "",
    twin: Annotated[str, typer.Option(help="A second deal, which must look the same.")] = "",
    deadline: Deadline = 2.0,
    wire: Wire = "json",
    expectations: Expectations = None,
    lenient: Lenient = False,
    markdown: Markdown = None,
    junit: JUnit = None,
    as_json: Json = False,
) -> None:
    """Judge journals again (the same verdicts, no program needed), or ask a program one deal, or script, again."""
    from properties.conformance.cases import one_deal
    from properties.conformance.settings import Deadlines, Settings
    from reports.screen.verdicts import Outputs, Wanted, rejudged, verified

    wanted = Wanted(expectations, lenient, Outputs(markdown, junit, None, None, as_json))
    if not deal:
        raise typer.Exit(rejudged([Path(each) for each in command], wanted))
    named, choices = _named(game, set_)
    case = one_deal(named or "beggar", deal, cards, choices, script, slaps, twin)
    settings = Settings(game=named, choices=choices, deadlines=Deadlines(request=deadline), deals=(case,), wire=wire)
    raise typer.Exit(verified(command, settings, None, wanted, VERSION))


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="A game or profile: beggar, banka, ...")] = "beggar",
    seats: Seats = "2",
    set_: Set = None,
    up_to: Annotated[int, typer.Option(min=0, max=6, help="Every deal of - J Q K A up to so many cards.")] = 4,
    random: Annotated[int, typer.Option(min=0, help="Random real deals for each number of seats.")] = 100,
    expected: Annotated[bool, typer.Option(help="With the true outcomes.")] = True,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schemas instead.")] = False,
) -> None:
    """Print the cases as JSON, for people who run them without this tool."""
    from reports.screen import vectors

    named, choices = _named(game, set_)
    vectors.export(named, _numbers(seats), choices, up_to, random, expected, schema)


@app.command()
def check_outcomes(
    file: Annotated[Path, typer.Argument(help="The outcomes, as JSON.")],
    cases: Annotated[Path | None, typer.Option(help="The exported cases that were run.")] = None,
    as_json: Json = False,
) -> None:
    """Judge outcomes that somebody has computed for exported cases."""
    from reports.screen import vectors

    raise typer.Exit(vectors.outcomes(file, cases, as_json))


@app.command()
def check_trace(
    file: Annotated[Path, typer.Argument(help="The log, as JSON (one object a line) or as plain text.")],
    game: Annotated[str, typer.Option(help="Judge by this game, whatever the log says.")] = "",
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Judge a recorded game without any program, even in part: the first line that cannot be, and the clause.

    \b
    game banka             which game, and the choices that are not its default
    set slap_tie=undefined
    deal J9/5K/74+5        the hands, ? for an unknown card; + what was left over
    A lays J               B slaps; C, A slap (C undermost); A collects
    A takes 5J5            A takes 3 cards; B burns 7; B owes 2 to A; A is next
    refused: C slaps       table 9/5K/.+J; B wins; # comments
    \b
    As JSON, one object a line (fairdeal export --schema has all fields):
    {"log": "fairdeal-log/1", "game": "banka", "deal": {"hands": ["J9", "5"]}}
    {"do": [{"seat": 0, "act": "lay"}], "card": "J", "events": [], "state": {...}}
    """
    from reports.screen import logs

    raise typer.Exit(logs.checked(file, game, _choices(set_), as_json))


@app.command()
def check_sheet(
    file: Annotated[Path, typer.Argument(help="The score sheet, as TOML.")],
    as_json: Json = False,
) -> None:
    """Hold a score sheet of Bank against the rules: scores, totals, and who has won.

    \b
    winner = "A"                     who has won, if anybody has
    choices = { scoring = "fixed" }  what was agreed on
    [[round]]
    captured = ["AcTcKd", "7h"]      the cards that each seat captured
    hands = ["", "9d8c"]             and those left in its hand
    out = ["A Kc"]                   who went out, in order, with the last lay
    scores = [77, -31]
    totals = [77, -31]
    """
    from reports.screen.bank_sheet import checked

    raise typer.Exit(checked(file, as_json))


@app.command()
def explore(
    deck: Annotated[
        str,
        typer.Argument(
            metavar="DECK",
            help="JJ---- or 4-2J (begin with a number, not with -); ranks for games with slaps: 2233JJ.",
        ),
    ],
    game: Annotated[str, typer.Option(help="beggar, camicia, banka or ratscrew; not bank.")] = "beggar",
    seats: Annotated[int, typer.Option(help="How many seats, for games with slaps.")] = 2,
    set_: Set = None,
    slapping: Annotated[
        str,
        typer.Option(metavar="WHO", help="Who slaps: free (anybody), never, always (no right slap missed), A, B ..."),
    ] = "",
    balanced: Annotated[bool, typer.Option("--balanced", help="Only equal halves, for games without slaps.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw what goes round for ever.")] = None,
    around: Annotated[int, typer.Option(metavar="NUMBER", min=0, help="Draw only the cycle with this number.")] = 0,
    graphml: Annotated[Path | None, typer.Option(help="Write the graph as GraphML.")] = None,
    dot: Annotated[Path | None, typer.Option(help="Write the graph for Graphviz, as DOT.")] = None,
    graph: Annotated[Path | None, typer.Option(help="Write the graph as JSON: node_link_graph of networkx.")] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Every deal of a small deck: where games lead, their cycles, and what runs into them.

    --slapping never, or the name of the one seat that slaps, leaves nobody a choice: the graph is then one of tricks,
    as for games without slaps. Otherwise it is one of moves: which games never end, or cannot be ended by any slap.

    A graph may have 100,000 positions. Bigger decks are counted instead: see count, and sweep.
    """
    from reports.screen import games

    asked = games.Asked(
        _book(game, set_),
        deck,
        seats,
        balanced,
        slapping,
        around,
        graphml,
        dot,
        graph,
        svg,
        evidence,
        VERSION,
        as_json,
    )
    raise typer.Exit(games.explore(asked))


@app.command()
def cycle(
    game: Annotated[str, typer.Argument(help="beggar, camicia, banka or ratscrew; nobody slaps.")],
    deal: Annotated[str, typer.Option("--deal", metavar="HAND/HAND[/...]", help="The hands; the first one leads.")],
    set_: Set = None,
    cards: Cards = "auto",
    budget: Annotated[int, typer.Option(min=1, help="Give up after so many cards.")] = 1_000_000,
    basin: Annotated[
        bool, typer.Option("--basin", help="Search backwards as well, for every position and deal that runs into it.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw how many cards each hand has, trick by trick.")] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Play one deal until it ends, or for ever: how long before the cycle, and how long the cycle is."""
    from reports.screen import cycles

    asked = cycles.Asked(_book(game, set_), deal, cards, budget, basin, svg, evidence, VERSION, as_json)
    raise typer.Exit(cycles.cycle(asked))


@app.command()
def count(
    deck: Annotated[
        str, typer.Argument(metavar="DECK", help="JJQQ---------- or 10-2J2Q (begin with a number, not with -).")
    ],
    game: Annotated[str, typer.Option(help="beggar or camicia.")] = "beggar",
    set_: Set = None,
    cycles: Annotated[
        bool, typer.Option("--cycles", help="Visit every position instead, all cuts: its cycles, and what never ends.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=0, help="So many threads; 0 for one on each core.")] = 0,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Play every deal of a deck in halves: how many end, how many never do, how long they are, who wins.

    A leads, and has the odd card of an odd deck.
    """
    from reports.screen import counts

    asked = counts.Asked(_book(game, set_), deck, cycles, jobs, evidence, VERSION, as_json)
    raise typer.Exit(counts.count(asked))


@app.command()
def census(
    cards: Annotated[int, typer.Argument(metavar="N", help="The number of cards.")],
    jobs: Annotated[int, typer.Option(min=0, help="So many threads; 0 for one on each core.")] = 0,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Visit every position of every deck of N cards: which decks have a game that never ends.

    On two cores 10 cards take about ten seconds, 11 half a minute, and each card more five to six times as long.
    """
    from reports.screen import census as shown

    raise typer.Exit(shown.census(shown.Asked(cards, jobs, evidence, VERSION, as_json)))


@app.command()
def sweep(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="beggar or camicia.")] = "beggar",
    set_: Set = None,
    deck: Annotated[str, typer.Option(help="Instead of the game's own deck: JJQQ---------- or 10-2J2Q.")] = "",
    deals: Annotated[
        str, typer.Option(metavar="N|all", help="How many random deals: 500k, 100m; or all, in their order.")
    ] = "1m",
    first: Annotated[
        int | None, typer.Option("--from", min=0, help="Not at random but in their order, from this number on.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed deals the same cards.")] = 1,
    chunk: Annotated[str, typer.Option(metavar="N", help="So many deals are one piece of work.")] = "250k",
    jobs: Annotated[int, typer.Option(min=0, help="So many processes side by side; 0 for one on each core.")] = 0,
    scheduler: Annotated[str, typer.Option(metavar="ADDRESS", help="Work on this dask cluster instead.")] = "",
    out: Annotated[Path | None, typer.Option(help="Keep what is counted in this file; must not exist yet.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a sweep that was cut off.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw how long games last.")] = None,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Play millions of deals: how long games last, who wins, the longest of them, and those that never end."""
    from reports.screen import sweeps

    if resume is not None:
        _refuse_settings(context, frozenset({"jobs", "scheduler", "svg"}))
    asked = sweeps.Asked(
        _book(game, set_),
        deck,
        deals,
        first,
        seed,
        chunk,
        jobs,
        scheduler,
        out,
        resume,
        svg,
        evidence,
        VERSION,
        as_json,
    )
    raise typer.Exit(sweeps.sweep(asked))


@app.command()
def prove(
    game: Annotated[str, typer.Argument(help="A game or profile; without it, all games that can be proved.")] = "",
    id: Annotated[str, typer.Argument(metavar="[ID]", help="One obligation, or all that begin so: G1.lay, G5.")] = "",
    seats: NamedSeats = None,
    set_: Set = None,
    misread: Annotated[str | None, typer.Option(metavar="NAME", help="Put a misreading into the book first.")] = None,
    out: Annotated[Path, typer.Option(help="Folder for the queries, as SMT-LIB 2.")] = Path("evidence/smt2"),
    solver: Annotated[list[str] | None, typer.Option(help="Only these solvers: z3, cvc5, yices.")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="So many processes side by side; 0 for one on each core.")] = 0,
    kept: Annotated[
        Path, typer.Option(envvar="FAIRDEAL_KEPT", help="Folder of what is proved already and need not be again.")
    ] = Path("evidence/kept"),
    fresh: Annotated[bool, typer.Option("--fresh", help="Prove everything again.")] = False,
    export: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write all queries, and a program that checks them, to a folder.")
    ] = None,
    clauses: Annotated[
        bool, typer.Option("--clauses", help="Show every rule clause with what is proved for it.")
    ] = False,
    audit: Annotated[
        bool, typer.Option("--audit", help="Look for what the invariants could do without, as well.")
    ] = False,
    misreadings: Annotated[
        bool, typer.Option("--misreadings", help="Instead, show which statement each misreading of the game breaks.")
    ] = False,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """Prove what holds for decks and hands of any size, from the source of the rules.

    What is unchanged since an earlier run is not proved again. Of each rule clause it is said what is proved for it.
    On two cores one statement takes seconds, all of beggar a few minutes, and all games a quarter of an hour.
    """
    from reports.screen import proofs

    if misread is not None and not misread.strip():
        raise typer.BadParameter("--misread names no misreading: leave it out, or name one")
    numbers = _numbers(seats or "")
    if seats is not None and not numbers:
        raise typer.BadParameter(f"--seats '{seats}' names no number of seats: write for example 2,3")
    names, choices = tuple(dict.fromkeys(solver or ())), _choices(set_)
    if misreadings:
        from reports.screen import fates

        if id or choices or misread or names:
            raise typer.BadParameter("--misreadings takes a game, --seats and --json, and nothing else")
        raise typer.Exit(fates.misreadings(game, numbers, as_json))
    asked = proofs.Asked(
        game, id, choices, misread or "", numbers, names, jobs, out, kept, fresh, export, clauses, audit, evidence,
        as_json, VERSION,
    )  # fmt: skip
    raise typer.Exit(proofs.prove(asked))


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
def strength(
    game: Annotated[str, typer.Argument(help="Only this game.")] = "",
    clause: Annotated[str, typer.Argument(help="Only this clause, with all that notices a misreading of it.")] = "",
    jobs: Annotated[int, typer.Option(min=1, max=64, help="So many processes side by side.")] = 1,
    core: Annotated[bool, typer.Option("--core", help="Ask only the core of the suite, a few telling cases.")] = False,
    choose_core: Annotated[bool, typer.Option("--choose-core", help="Choose the core anew, and print it.")] = False,
    mutants: Annotated[bool, typer.Option("--mutants", help="Change the model's rules, place by place.")] = False,
    evidence: Evidence = Path("evidence"),
    as_json: Json = False,
) -> None:
    """How strong is the suite: every misreading held against every case and check, clause by clause."""
    if mutants:
        raise typer.Exit(_mutants(game, clause, jobs, core or choose_core, as_json))
    from reports.screen import strength as shown

    if (core or choose_core) and (clause or core == choose_core):
        raise typer.BadParameter("say --core, --choose-core, or a clause: only one of them")
    if choose_core:
        raise typer.Exit(shown.choose_core(game, jobs))
    wanted = shown.Wanted(game, clause, core, jobs, evidence, as_json, VERSION)
    raise typer.Exit(shown.by_core(wanted) if core else shown.strength(wanted))


def _mutants(game: str, clause: str, jobs: int, besides: bool, as_json: bool) -> int:
    from reports.screen import mutants

    if besides:
        raise typer.BadParameter("say --mutants or something about the core: only one of them")
    return mutants.mutants(mutants.Wanted(game, clause, jobs, as_json, VERSION))


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="The folder of evidence files.")] = Path("evidence"),
    out: Annotated[Path | None, typer.Option(help="Write the page to this file.")] = None,
) -> None:
    """Write one page in Markdown from the evidence that exists: what is known, how strongly, and what is missing."""
    from reports.screen import games

    games.report(folder, out)


def _command(command: list[str] | None) -> list[str]:
    if not command:
        raise typer.BadParameter("say which program: its command comes last, behind --")
    return command


def _refuse_settings(context: typer.Context, besides: frozenset[str] = frozenset()) -> None:
    """A run is gone on with as it was begun: settings beside --resume would be passed over in silence."""
    allowed = {"resume", "command", "expectations", "lenient", "write_expectations", "markdown", "junit", "evidence"}
    for name in context.params:
        source = context.get_parameter_source(name)
        if name not in {*allowed, *besides, "as_json"} and source is not None and source.name == "COMMANDLINE":
            option = "--" + {"first": "from"}.get(name, name).rstrip("_").replace("_", "-")
            raise typer.BadParameter(f"a run is gone on with as it was begun: leave out {option}")


def _book(game: str, chosen: Iterable[str] | None) -> Book:
    from model.piles.points import choose
    from model.piles.profiles import NAMED, profile
    from model.points import RuleChoiceError

    if game == "bank":
        raise RuleChoiceError(f"this command knows the pile games only, so far: {', '.join(NAMED)}; not bank")
    return choose(profile(game), _choices(chosen))


def _deal(book: Book, text: str, cards: str) -> HandsDealt:
    from model.deal import parse_deal
    from model.piles.points import check_seats

    deal = parse_deal(text, cards)
    check_seats(book, len(deal.hands))
    return deal


def _named(game: str, chosen: Iterable[str] | None) -> tuple[str, dict[str, str]]:
    """The game of a profile by its name, with what the profile chooses, and what the user chooses on top of it."""
    from model.piles.profiles import NAMED, choices_of

    if game not in NAMED:
        return game, _choices(chosen)
    name, choices = choices_of(game)
    return name, {**choices, **_choices(chosen)}


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


INTERRUPTED = 130
"""What typer makes of an interrupt that no command has taken."""
AGAIN = 0.02
"""Seconds until an interrupt that was dropped comes again."""


def _interrupt(_signal: int, _frame: object) -> None:
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)  # once is enough: what was begun is being closed
    raise KeyboardInterrupt


def _dropped(fault: sys.UnraisableHookArgs) -> None:
    """What is raised in a callback Python drops, be it an interrupt, which then comes again a moment later.

    Hypothesis has such a callback, at every collection of garbage.
    """
    if not issubclass(fault.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(fault)
        return
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, AGAIN)


def main() -> None:
    """Run a command; end with the exit code that says how it went."""
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _interrupt)
    sys.unraisablehook = _dropped
    make_fit()
    try:
        code = app(standalone_mode=False)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
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
