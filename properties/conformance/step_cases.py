"""Cases for games with slaps: small tables with every single slap, random ones, and pairs that look alike."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from model.cards import Labelling, Zone, card, face_of, format_zone
from model.deal import Deal, deal_of
from model.game import Act, Action, Seat, Tick
from model.piles.play import apply_tick, full_pack, initial, only_classes, refusal, unslapped
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.slaps import may_slap, only_shown, slappable
from model.piles.state import Phase, Table
from properties.conformance.cases import Case, case_seed, searched_id, with_choices
from properties.conformance.planner import leaves_cards_over
from properties.conformance.protocol import GameClaim, Ties
from properties.conformance.script import format_tick, timeline_of, tokens_of

QUIET: Final = 12
"""Ticks for which a small deal is played without a slap."""
AFTER: Final = 5
"""Ticks that are played after a slap."""
SMALL_TICKS: Final = 24
LONG_TICKS: Final = 200
MOST_LEFT: Final = 3
"""Cards that are left over in the middle of small random deals."""
WRONG: Final = 0.08
"""How often chance slaps where nothing may be slapped, at any moment of a game."""
UNRULY: Final = 0.04
"""How often it does what is to be refused."""
RIGHT: Final = 0.6
"""How often it slaps where something may."""


def small_deals(cards: int, seats: int, letters: str, most_left: int) -> Iterator[Deal]:
    """Every deal of so many cards, at least one a seat, with up to so many left over; fewest pay cards first."""
    decks = sorted(
        (deck for deck in itertools.product(letters, repeat=cards) if _first_named(deck)),
        key=lambda deck: (sum(letter in "JQKA" for letter in deck), [letters.index(letter) for letter in deck]),
    )
    for left in range(min(most_left, cards - seats) + 1):
        cuts = list(itertools.combinations(range(1, cards - left), seats - 1))
        for deck in decks:
            text = "".join(deck)
            for cut in cuts:
                hands = [text[start:stop] for start, stop in itertools.pairwise((0, *cut, cards - left))]
                yield deal_of(hands, Labelling.CLASS if "-" in letters else Labelling.RANK, text[cards - left :])


def _first_named(deck: tuple[str, ...]) -> bool:
    """Whether the first ordinary card is a two: deals that differ only in the names of ordinary ranks are one."""
    return next((letter for letter in deck if letter in "23"), "2") == "2"


def quietly(book: Book, table: Table, most: int) -> Iterator[tuple[Table, Tick]]:
    """Up to so many ticks without a slap, each with the table before it; chance leaves every pile in its order."""
    for _ in range(most):
        if table.phase == Phase.OVER:
            return
        tick = (unslapped(book, table),)
        yield table, tick
        table = apply_tick(book, table, tick)


def scripts_of(book: Book, start: Table, ties: Ties) -> Iterator[tuple[str, ...]]:
    """The script without a slap, the same with all that is to be refused, then those with one slap, the earliest first.

    After its slap a script also has the slaps that are not allowed any more.
    """
    course = list(quietly(book, start, QUIET))
    ticks = [tick for _, tick in course]
    yield tokens_of(book, start, ticks)
    yield tuple(itertools.chain.from_iterable(_with_refused(book, table, tick, refused) for table, tick in course))
    for moment, (table, _) in enumerate(course):
        for hands in _hands(book, table, ties):
            tick = slap_tick(hands)
            after = quietly(book, apply_tick(book, table, tick), AFTER)
            done = tokens_of(book, start, [*ticks[:moment], tick])
            rest = (_with_refused(book, before, each, refused_slaps) for before, each in after)
            yield (*done, *itertools.chain.from_iterable(rest))


def _with_refused(
    book: Book, table: Table, tick: Tick, what: Callable[[Book, Table], Iterator[Action]]
) -> tuple[str, ...]:
    """A tick, and before it what is to be refused at its moment and changes nothing."""
    wrong = [format_tick(book, table, (action,)) for action in what(book, table)]
    return (*wrong, format_tick(book, table, tick))


def refused_slaps(book: Book, table: Table) -> Iterator[Action]:
    """The slaps of the seats that may not slap now."""
    for seat in map(Seat, range(len(table.hands))):
        if book.slapping and not may_slap(book, table, seat):
            yield Action(seat, Act.SLAP)


def refused(book: Book, table: Table) -> Iterator[Action]:
    """Single acts that the rules refuse now: of each seat what it may not do."""
    yield from refused_slaps(book, table)
    for seat in map(Seat, range(len(table.hands))):
        for act in (Act.LAY, Act.COLLECT):
            if refusal(book, table, (Action(seat, act),)) is not None:
                yield Action(seat, act)


def _hands(book: Book, table: Table, ties: Ties) -> Iterator[tuple[Seat, ...]]:
    """The hands that may come at this moment: one, or two at once, in both orders, where that decides something."""
    seats = [Seat(seat) for seat in range(len(table.hands)) if may_slap(book, table, Seat(seat))]
    yield from ((seat,) for seat in seats)
    if ties != "never" and slappable(book, table) and book.slap_tie((Seat(0), Seat(1))) >= 0:
        yield from itertools.permutations(seats[:3] if len(table.hands) <= 3 else seats[:2], 2)


def small_case(game: str, deal: Deal, script: tuple[str, ...], choices: Mapping[str, str]) -> Case:
    """The case of one script at one small table, looked at from its slap on: what comes before stands in others."""
    case = Case(
        id="",
        game=game,
        hands=tuple(map(format_zone, deal.hands)),
        middle=format_zone(deal.middle),
        cards=deal.labelling.value,
        choices=dict(choices),
        script=script,
        looks_from=next((place for place, token in enumerate(script, start=1) if token.endswith("!")), 0),
        phase="exhaustive",
    )
    return msgspec.structs.replace(case, id=searched_id(case))


def random_step_case(
    book: Book, claim: GameClaim, seats: int, number: int, master: int, choices: Mapping[str, str], small: bool
) -> Case:
    """A script that chance makes: slaps right and wrong, hands at once, and acts out of turn."""
    size = "small" if small else "pack"
    case_id = with_choices(f"{book.game}/{size} script/{seats}/{number}", choices)
    rng = random.Random(case_seed(master, case_id))
    most_left = MOST_LEFT if book.slapping and leaves_cards_over(claim, choices) else 0
    dealt = _small_deal(book, seats, most_left, rng) if small else _pack_deal(book, seats, rng)
    deal = as_claimed(book, claim, dealt)
    script = random_script(book, initial(book, deal), claim.ties, SMALL_TICKS if small else LONG_TICKS, rng)
    case = _case_of(case_id, book, deal, choices, script)
    return msgspec.structs.replace(case, beside=rng.choice(("", "new", "fork")) if small else "")


def as_claimed(book: Book, claim: GameClaim, deal: Deal) -> Deal:
    """A deal of named cards in a notation that the program claims."""
    if not book.slapping and "class" in claim.cards:
        return only_classes(book, deal)
    return only_ranks(deal) if "rank" in claim.cards else deal


def only_ranks(deal: Deal) -> Deal:
    """The same deal without suits."""
    return Deal(tuple(map(_ranks, deal.hands)), Labelling.RANK, _ranks(deal.middle))


def _ranks(zone: Zone) -> Zone:
    return tuple(card(face_of(each)) for each in zone)


def _pack_deal(book: Book, seats: int, rng: random.Random) -> Deal:
    deck = list(full_pack(book, seats))
    rng.shuffle(deck)
    dealt = book.deal(book, tuple(deck), seats, Seat(seats - 1))
    return Deal(dealt.hands, Labelling.FULL, dealt.middle)


def _small_deal(book: Book, seats: int, most_left: int, rng: random.Random) -> Deal:
    """A few cards of few ranks in hands of any size, and sometimes some that are left over."""
    ranks = rng.sample(book.ranks, 5)
    deck = [each for each in full_pack(book, seats) if face_of(each) in ranks]
    rng.shuffle(deck)
    left = rng.choice((0, 0, rng.randint(1, min(most_left, seats)))) if most_left else 0
    cards = rng.randint(seats, min(len(deck) - left, 3 * seats + 4))
    cut = (0, *sorted(rng.sample(range(1, cards), seats - 1)), cards)
    hands = tuple(tuple(deck[start:stop]) for start, stop in itertools.pairwise(cut))
    return Deal(hands, Labelling.FULL, tuple(deck[cards : cards + left]))


def random_script(book: Book, table: Table, ties: Ties, most: int, rng: random.Random) -> tuple[str, ...]:
    """Up to so many actions; a game that is over gets some more, which are to be refused."""
    script: list[str] = []
    applied = False
    for _ in range(most):
        if table.phase == Phase.OVER:
            return (*script, *_after_the_end(book, table, rng))
        token, tick = _random_action(book, table, ties, rng, late=applied)
        applied = applied or tick is not None
        script.append(token)
        if tick is not None:
            table = apply_tick(book, table, tick)
    return tuple(script)


def _after_the_end(book: Book, table: Table, rng: random.Random) -> tuple[str, ...]:
    """What is to be refused when the game is over, in any order."""
    seat = Seat(rng.randrange(len(table.hands)))
    acts = [Action(table.turn, Act.LAY), Action(table.turn, Act.COLLECT)]
    if book.slapping:
        acts.append(Action(seat, Act.SLAP))
    rng.shuffle(acts)
    return tuple(format_tick(book, table, (act,)) for act in acts)


def _random_action(
    book: Book, table: Table, ties: Ties, rng: random.Random, late: bool = False
) -> tuple[str, Tick | None]:
    """One action, and the tick if the rules allow it; now and then one that they do not.

    A message can come too `late` only when something has been applied.
    """
    if rng.random() < UNRULY:
        wrong = [format_tick(book, table, (action,)) for action in refused(book, table)]
        return rng.choice([*wrong, "+lay", *["~lay"] * late]), None
    able = [Seat(seat) for seat in range(len(table.hands)) if may_slap(book, table, Seat(seat))]
    right = slappable(book, table)
    if able and rng.random() < (RIGHT if right else WRONG):
        tied = book.slap_tie((Seat(0), Seat(1))) >= 0 or not right
        most = len(able) if ties != "never" and tied else 1
        hands = tuple(rng.sample(able, rng.randint(1, min(most, 3))))
        return tokens_of(book, table, [slap_tick(hands)])[0], slap_tick(hands)
    tick: Tick = (unslapped(book, table),)
    if tick[0].act is Act.SHUFFLE:
        order = tuple(rng.sample(tick[0].order, len(tick[0].order)))
        tick = (replace(tick[0], order=order),)
    return tokens_of(book, table, [tick])[0], tick


def twin_case(book: Book, claim: GameClaim, seats: int, number: int, master: int, choices: Mapping[str, str]) -> Case:
    """Two deals that differ only in cards that nobody gets to see while the script lasts."""
    case_id = with_choices(f"{book.game}/views/{seats}/{number}", choices)
    rng = random.Random(case_seed(master, case_id))
    deal = as_claimed(book, claim, _twin_deal(book, claim, seats, choices, rng))
    ties: Ties = "never" if claim.ties == "arbitrated" else claim.ties  # both tables must take hands in one order
    script, seen, shown_left = _while_hidden(book, initial(book, deal), ties, rng)
    tails = [each for hand, shown in zip(deal.hands, seen, strict=True) for each in hand[shown:]]
    tails += deal.middle[shown_left:]
    rng.shuffle(tails)
    hidden = iter(tails)
    hands = tuple(
        (*hand[:shown], *itertools.islice(hidden, len(hand) - shown))
        for hand, shown in zip(deal.hands, seen, strict=True)
    )
    middle = (*deal.middle[:shown_left], *hidden)
    case = _case_of(case_id, book, deal, choices, script)
    return msgspec.structs.replace(case, twin=str(Deal(hands, deal.labelling, middle)))


def _twin_deal(book: Book, claim: GameClaim, seats: int, choices: Mapping[str, str], rng: random.Random) -> Deal:
    """A whole pack or, where cards can be left over, sometimes a few cards with some that lie face down."""
    if not (book.slapping and leaves_cards_over(claim, choices)) or rng.random() < 0.5:
        return _pack_deal(book, seats, rng)
    deck = rng.sample(full_pack(book, seats), 7 * seats + MOST_LEFT)
    hands = tuple(tuple(deck[7 * seat : 7 * seat + 7]) for seat in range(seats))
    return Deal(hands, Labelling.FULL, tuple(deck[7 * seats :]))


def _while_hidden(book: Book, table: Table, ties: Ties, rng: random.Random) -> tuple[tuple[str, ...], list[int], int]:
    """A script during which every hand keeps some of the cards it was dealt, and the left-over ones stay face down.

    With it how many cards of each hand have been seen, and of those left over.
    """
    dealt = [len(hand) for hand in table.hands]
    gone = [0] * len(dealt)
    hides = book.slapping and book.hidden_cards_match is only_shown
    shown_left = min(table.left, 1) if hides else table.left
    script: list[str] = []
    for _ in range(QUIET):
        if table.phase == Phase.OVER:
            break
        token, tick = _random_action(book, table, ties, rng)
        if tick is None:
            continue
        after = apply_tick(book, table, tick)
        lost = [_left_the_top(before, now) for before, now in zip(table.hands, after.hands, strict=True)]
        taken = shown_left < table.left > after.left
        if taken or any(shown + more >= cards for shown, more, cards in zip(gone, lost, dealt, strict=True)):
            break
        gone = [shown + more for shown, more in zip(gone, lost, strict=True)]
        script.append(token)
        table = after
    return tuple(script), gone, shown_left


def _case_of(case_id: str, book: Book, deal: Deal, choices: Mapping[str, str], script: tuple[str, ...]) -> Case:
    """A random script at a table."""
    return Case(
        id=case_id,
        game=book.game,
        hands=tuple(map(format_zone, deal.hands)),
        middle=format_zone(deal.middle),
        cards=deal.labelling.value,
        choices=dict(choices),
        script=script,
        phase="random",
    )


def _left_the_top(before: Sequence[int], after: Sequence[int]) -> int:
    """How many cards have gone from the top of a hand in one tick, whatever came under it."""
    return next(gone for gone in range(len(before) + 1) if tuple(before[gone:]) == tuple(after[: len(before) - gone]))


def projected(book: Book, case: Case) -> Case | None:
    """The same game without steps: it plays itself, with the slaps of the script, to its end. None where it cannot."""
    if case.script is None or case.twin:
        return None
    timeline = timeline_of(book, initial(book, case.deal), case.script)
    if timeline is None:
        return None
    game = msgspec.structs.replace(case, script=None, timeline=timeline, looks_from=0)
    return msgspec.structs.replace(game, id=searched_id(game))
