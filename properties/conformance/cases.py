"""Cases: one deal, one set of rules, one question. And where they come from."""

from __future__ import annotations

import hashlib
import itertools
import math
import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from model.bank.actions import RoundDeal
from model.bank.dealing import parse_suits, round_deal
from model.cards import Card, CardError, Labelling, format_card, format_zone, parse_zone
from model.deal import SEAT_NAMES, Deal, DealError, deal_of, guess_labelling, parse_deal
from model.game import NOBODY, Seat
from model.piles import dealing
from model.piles.play import full_pack, only_classes
from model.piles.points import check_seats, choose
from model.piles.profiles import PROFILES, profile
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from properties.conformance.books import is_bank
from properties.conformance.protocol import DealWire
from properties.conformance.script import ScriptError, check_script, format_timeline, parse_timeline

SUITE_NAME: Final = "fairdeal"
SMALL_BUDGET: Final = 2_000
"""Cards after which a game of a small deal is given up: no game of up to 12 cards that ends is nearly as long."""
SMALL_DEAL: Final = 12
BUDGET: Final = 100_000
CLASSES: Final = "-JQKA"
Phase = Literal["worked", "exhaustive", "directed", "random", "records", "asked for", "again"]
PHASES: Final[tuple[Phase, ...]] = ("asked for", "worked", "exhaustive", "directed", "random", "records", "again")
"""In the order in which a run asks them."""
SUITE_PHASES: Final[tuple[Phase, ...]] = ("worked", "directed", "records")
_SUITE_FIELDS: Final = frozenset(
    {"id", "game", "deal", "cards", "choices", "budget", "clauses", "phase", "why", "expected"}
    | {"script", "timeline", "twin", "beside"}
)


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal to be played under one set of choices (rule points that are not the game's default)."""

    id: str
    game: str
    hands: tuple[str, ...]
    cards: Literal["class", "rank", "full"] = "class"
    middle: str = ""
    """The cards that were left over and lie in the middle, the lowest first; in Bank the open card."""
    stock: str = ""
    """The stock of a deal of Bank, the card first that is drawn first."""
    dealer: int | None = None
    """Who has dealt, where that is not the last seat."""
    trumps: str = ""
    """The trumps of this deal, where others were chosen for it than those agreed on."""
    choices: dict[str, str] = {}
    budget: int = BUDGET
    clauses: tuple[str, ...] = ()
    phase: Phase = "directed"
    why: str = ""
    expected: dict[str, Any] | None = None
    script: tuple[str, ...] | None = None
    """What is done at the table, one action each: then it is played step by step, and not on to its end."""
    looks_from: int = 0
    """After which action of the script the table is first looked at: what comes before is looked at elsewhere."""
    timeline: tuple[tuple[int, int], ...] = ()
    """The slaps of a game that is played by itself: after so many cards laid, this seat's hand comes down."""
    twin: str = ""
    """A second deal that must look the same to everybody all the time."""
    beside: Literal["", "new", "fork"] = ""
    """A second table that nobody touches: laid before the script, or doubled from the first in the midst of it."""
    wholly: bool = False
    """The script is asked to its end, even where the program has left the rules on the way."""
    repeats: str = ""
    """The id of the case that is asked once more by this one."""
    fresh: bool = False
    """Ask it in a process that was asked nothing before."""

    @property
    def deal(self) -> Deal:
        """The hands as cards. Raises DealError."""
        return deal_of(list(self.hands), Labelling(self.cards), self.middle)

    @property
    def round_deal(self) -> RoundDeal:
        """A deal of Bank. Raises DealError."""
        dealer = NOBODY if self.dealer is None else Seat(self.dealer)
        return round_deal(self.hands, self.middle, self.stock, dealer, parse_suits(self.trumps))

    @property
    def text(self) -> str:
        """The deal as people write it."""
        if is_bank(self.game):
            return str(self.round_deal)
        return "/".join(self.hands) + (f"+{self.middle}" if self.middle else "")

    @property
    def deal_wire(self) -> DealWire:
        """The deal as it is written on the wire."""
        return DealWire(
            self.hands,
            self.cards,
            self.middle or msgspec.UNSET,
            self.stock or msgspec.UNSET,
            msgspec.UNSET if self.dealer is None else self.dealer,
            self.trumps or msgspec.UNSET,
        )

    @property
    def twin_wire(self) -> DealWire:
        """The deal that must look the same, as it is written on the wire."""
        hands, _, middle = self.twin.partition("+")
        return DealWire(tuple(hands.split("/")), self.cards, middle or msgspec.UNSET)

    @property
    def slaps(self) -> dict[int, tuple[Seat, ...]]:
        """The timeline as the model has it: after so many cards these hands, the undermost first."""
        found: dict[int, tuple[Seat, ...]] = {}
        for cards, seat in self.timeline:
            found[cards] = (*found.get(cards, ()), Seat(seat))
        return found

    def telling(self, clauses: tuple[str, ...], why: str) -> Case:
        """The same case with the clauses that it is about, and what it shows."""
        return msgspec.structs.replace(self, clauses=clauses, why=why)

    def once_more(self, how: str, fresh: bool) -> Case:
        """The same question under another id, to be held against the first answer."""
        return msgspec.structs.replace(self, id=f"{self.id} {how}", phase="again", repeats=self.id, fresh=fresh)

    def with_choices(self, choices: Mapping[str, str]) -> Case:
        """The same case under further choices; what the case itself chooses stays."""
        return msgspec.structs.replace(self, choices={**choices, **self.choices})


def reading_order(case: Case) -> tuple[int, int, int, str]:
    """The order of deals by how easy they are to read: cards, seats, pay cards (in Bank choices), text."""
    if is_bank(case.game):
        return len(case.round_deal.cards), len(case.hands), len(case.choices), case.text
    text = case.text.replace("/", "").replace("+", "")
    return len(text), len(case.hands), len(text) - text.count("-"), case.text


class SuiteError(ValueError):
    """A suite file that cannot be used. The message names the file, the case, and what is wrong."""


def one_deal(
    game: str,
    text: str,
    cards: str,
    choices: Mapping[str, str],
    script: str | None = None,
    timeline: str = "",
    twin: str = "",
) -> Case:
    """A case for one deal that somebody gives, with what is done there.

    Raises DealError, RuleChoiceError, ScriptError.
    """
    if is_bank(game):
        from properties.conformance.bank.cases import one_round  # it needs the types of this module

        return one_round(text, choices, script, timeline, twin)
    deal = parse_deal(text, cards)
    check_seats(choose(profile(game), choices), len(deal.hands))
    tokens = None if script is None else tuple(script.split())
    done = "" if tokens is None else f": {' '.join(tokens)}"
    slaps = parse_timeline(timeline)
    _check_acts(tokens, slaps, deal, twin)
    hands = tuple(format_zone(hand) for hand in deal.hands)
    small = sum(map(len, deal.hands)) <= SMALL_DEAL
    return Case(
        id=with_choices(f"{game}/deal/{deal}{done}{' slaps ' * bool(slaps)}{timeline}", choices),
        game=game,
        hands=hands,
        middle=format_zone(deal.middle),
        cards=deal.labelling.value,
        choices=dict(choices),
        budget=SMALL_BUDGET if small else BUDGET,
        phase="asked for",
        script=tokens,
        timeline=slaps,
        twin=twin,
    )


def _check_acts(script: tuple[str, ...] | None, slaps: tuple[tuple[int, int], ...], deal: Deal, twin: str) -> None:
    """Refuse acts, and a second deal, that cannot be at this table. Raises ScriptError, DealError."""
    if twin:
        _check_twin(deal, parse_deal(twin, deal.labelling))
    check_script(script or (), len(deal.hands))
    if script is not None and slaps:
        raise ScriptError("slaps stand in the script, where there is one: write B! there, and give no others")
    if twin and script is None:
        raise ScriptError("two deals are compared while a script is played: give one, if only with lay")
    for cards, seat in slaps:
        if not 0 <= seat < len(deal.hands) or cards < 0:
            name = SEAT_NAMES[seat] if 0 <= seat < len(SEAT_NAMES) else str(seat)
            last = SEAT_NAMES[len(deal.hands) - 1]
            raise ScriptError(f"there is no seat {name}, the seats are A to {last} (a slap after {cards} cards)")
    if deal.labelling is Labelling.CLASS and (slaps or any(token.endswith("!") for token in script or ())):
        raise ScriptError("slaps are about ranks, and the cards of this deal are classes: write ranks")


def _check_twin(deal: Deal, twin: Deal) -> None:
    """Refuse a second deal that anybody can tell from the first by its sizes. Raises DealError."""
    for one, other in zip((*deal.hands, deal.middle), (*twin.hands, twin.middle), strict=False):
        if len(one) != len(other) or len(deal.hands) != len(twin.hands):
            raise DealError(f"the deal {twin} cannot look like {deal}: every hand and the middle need the same size")


def load_suite(game: str, folder: Path | None = None) -> tuple[Case, ...]:
    """The suite's own cases for one game: worked examples first. Raises SuiteError."""
    if folder is None:
        source = resources.files("properties.conformance") / "suite" / f"{game}.toml"
        text, name = source.read_text(encoding="utf-8"), f"suite/{game}.toml"
        return _cases_of(text, name)
    files = sorted(path for path in folder.glob("*.toml") if path.is_file())
    if folder.is_file():
        raise SuiteError(f"{folder}: is a file: name the folder that it is in")
    if not files:
        raise SuiteError(f"{folder}: holds no suite: put files of cases there, named *.toml")
    found = tuple(itertools.chain.from_iterable(_cases_of(_text(path), str(path)) for path in files))
    _refuse_twins(found, str(folder))
    mine = tuple(case for case in found if case.game == game)
    if not mine:
        raise SuiteError(f"{folder}: holds no case of the game '{game}'")
    return mine


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SuiteError(f"{path}: cannot be read as text ({error})") from error


def _cases_of(text: str, name: str) -> tuple[Case, ...]:
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise SuiteError(f"{name}: is no TOML ({error})") from error
    strange = sorted(set(content) - {"case"})
    if strange:
        raise SuiteError(f"{name}: has '{strange[0]}' at the top, and there are only cases: write [[case]]")
    entries = content.get("case", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise SuiteError(f"{name}: cases are written as [[case]], one below the other")
    cases = tuple(_any_case(entry, f"{name}: case '{entry.get('id', '(without id)')}'") for entry in entries)
    _refuse_twins(cases, name)
    return cases


def _usual_cards(entry: dict[str, Any]) -> str:
    """How cards are written where a case does not say: as classes; in games with slaps, where ranks count, by sight."""
    book = PROFILES.get(str(entry.get("game")))
    return guess_labelling(entry["deal"]).value if book is not None and book.slapping else "class"


def _any_case(entry: dict[str, Any], label: str) -> Case:
    if is_bank(str(entry.get("game"))):
        from properties.conformance.bank.cases import suite_case  # it needs the types of this module

        return suite_case(entry, label)
    return _case_of(entry, label)


def _case_of(entry: dict[str, Any], label: str) -> Case:
    """One case of a suite. What states an outcome is a worked example; a small deal gets a small budget."""
    unknown = sorted(set(entry) - _SUITE_FIELDS)
    if unknown:
        raise SuiteError(
            f"{label}: has '{unknown[0]}', which no case has: there are {', '.join(sorted(_SUITE_FIELDS))}"
        )
    try:
        if not isinstance(entry["deal"], str):
            raise SuiteError(f'{label}: its deal is no text: write for example deal = "J-/--"')
        fields = {key: value for key, value in entry.items() if key != "deal"}
        hands, _, middle = entry["deal"].partition("+")
        fields.setdefault("cards", _usual_cards(entry))
        if isinstance(fields.get("script"), str):
            fields["script"] = fields["script"].split()
        if isinstance(fields.get("timeline"), str):
            fields["timeline"] = parse_timeline(fields["timeline"])
        case = msgspec.convert(fields | {"hands": hands.split("/"), "middle": middle}, Case, strict=True)
        deal = case.deal
        check_seats(choose(profile(case.game), case.choices), len(deal.hands))
        _check_acts(case.script, case.timeline, deal, case.twin)
    except KeyError as error:
        raise SuiteError(f"{label}: has no {error}") from error
    except (msgspec.ValidationError, DealError, CardError, RuleChoiceError, ScriptError) as error:
        raise SuiteError(f"{label}: {error}") from error
    if case.phase not in SUITE_PHASES:
        raise SuiteError(f"{label}: the phase '{case.phase}' is not for suites: use {', '.join(SUITE_PHASES)}")
    if case.id.startswith((f"{case.game}/deal/", f"{case.game}/random/")) or case.id.endswith(")"):
        raise SuiteError(f"{label}: ids like this are given to deals that are not in a suite: choose another")
    if case.budget < 1:
        raise SuiteError(f"{label}: a budget of {case.budget} cards is none")
    small = sum(map(len, deal.hands)) <= SMALL_DEAL
    phase: Phase = "worked" if case.expected is not None and case.phase == "directed" else case.phase
    return msgspec.structs.replace(case, budget=min(case.budget, SMALL_BUDGET) if small else case.budget, phase=phase)


def _refuse_twins(cases: tuple[Case, ...], name: str) -> None:
    counts = Counter(case.id for case in cases)
    repeated = sorted(case_id for case_id, times in counts.items() if times > 1)
    if repeated:
        raise SuiteError(f"{name}: the id {repeated[0]} is used twice")


def suite_hash(cases: tuple[Case, ...]) -> str:
    """A hash of the contents of a suite, for reports to name what was run."""
    return hashlib.sha256(msgspec.json.encode(cases)).hexdigest()[:16]


def deals_of_size(cards: int, seats: int, classes: str = CLASSES) -> Iterator[tuple[str, ...]]:
    """Every deal of so many cards with at least one a seat, fewest pay cards first, then by text."""
    cuts = list(itertools.combinations(range(1, cards), seats - 1))
    order = {letter: place for place, letter in enumerate(CLASSES)}
    decks = sorted(
        itertools.product(classes, repeat=cards),
        key=lambda deck: (cards - deck.count("-"), [order[letter] for letter in deck]),
    )
    for deck in decks:
        text = "".join(deck)
        for cut in cuts:
            yield tuple(text[start:stop] for start, stop in itertools.pairwise((0, *cut, cards)))


def count_of_size(cards: int, seats: int, classes: str = CLASSES) -> int:
    """How many deals `deals_of_size` yields."""
    return math.comb(cards - 1, seats - 1) * int(len(classes) ** cards)


def exhaustive_case(game: str, hands: tuple[str, ...], choices: Mapping[str, str]) -> Case:
    """The case for one deal of a space that is searched as a whole."""
    return Case(
        id=with_choices(f"{game}/deal/{'/'.join(hands)}", choices),
        game=game,
        hands=hands,
        choices=dict(choices),
        budget=SMALL_BUDGET,
        phase="exhaustive",
    )


def searched_id(case: Case) -> str:
    """The id of a case of a space that is searched as a whole: it says everything of the case."""
    if case.script is not None:
        return with_choices(f"{case.game}/script/{case.text}: {' '.join(case.script)}", case.choices)
    if not is_bank(case.game) and PROFILES[case.game].slapping:
        return with_choices(
            f"{case.game}/game/{case.text}: {format_timeline(case.timeline) or 'no slap'}", case.choices
        )
    return with_choices(f"{case.game}/deal/{case.text}", case.choices)


def hash_of(text: str) -> int:
    """A number that depends on the text alone: the same on every machine and in every run."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def case_seed(master: int, case_id: str) -> int:
    """The seed of one case: adding a case moves no other."""
    return hash_of(f"{master}:{case_id}")


def random_case(book: Book, seats: int, number: int, master: int, choices: Mapping[str, str]) -> Case:
    """A real deal: the game's own pack, shuffled by the case's seed, dealt by the book, and given as classes."""
    case_id = with_choices(f"{book.game}/random/{seats}/{number}", choices)
    layout = _layout(book, seats)
    deck = list(layout.classes)
    random.Random(case_seed(master, case_id)).shuffle(deck)
    hands, middle = layout.dealt(deck) if layout.places else _dealt(book, seats, deck)
    return Case(id=case_id, game=book.game, hands=hands, middle=middle, choices=dict(choices), phase="random")


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a pack is dealt where that asks for no card: the place in the pack of each card of each hand, and the rest.

    `classes` is the pack unshuffled, each card as the class of what it owes; `places` is empty where cards matter.
    """

    classes: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]

    def dealt(self, deck: Sequence[str]) -> tuple[tuple[str, ...], str]:
        """The hands, and what is left over for the middle."""
        *hands, middle = ["".join([deck[place] for place in places]) for places in self.places]
        return tuple(hands), middle


@lru_cache(maxsize=256)
def _layout(book: Book, seats: int) -> _Layout:
    """Dealing a pack card by card by the book takes ten times as long as shuffling it, and is the same each time."""
    classes = only_classes(book, Deal((full_pack(book, seats),), Labelling.FULL)).hands[0]
    if book.deal not in (dealing.singly_clockwise, dealing.equal_rest_to_middle):
        return _Layout(tuple(map(format_card, classes)), ())
    numbered = tuple(Card(place) for place in range(len(classes)))
    dealt = book.deal(book, numbered, seats, Seat(seats - 1))
    return _Layout(tuple(map(format_card, classes)), (*dealt.hands, dealt.middle))


def _dealt(book: Book, seats: int, deck: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The hands, and what is left over for the middle, where it depends on the cards who gets them."""
    dealt = book.deal(book, parse_zone("".join(deck), Labelling.CLASS), seats, Seat(seats - 1))
    return tuple(map(format_zone, dealt.hands)), format_zone(dealt.middle)


def with_choices(case_id: str, choices: Mapping[str, str]) -> str:
    """The id of a case under these choices."""
    return case_id + "".join(f" {point}={alternative}" for point, alternative in sorted(choices.items()))
