"""A state machine that plays at a table of the model, right and wrong, and has a program play what it has played.

Its rules look at the table as it has become. What they did is a script; in the end the program is asked to play it,
and is judged action by action. So hypothesis shrinks on what the program does.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from model.cards import SUITS, Labelling, Zone, card, face_of, parse_zone
from model.deal import Deal
from model.game import Act, Seat
from model.piles.play import apply_tick, initial, refusal, unslapped
from model.piles.points import check_seats, choices, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.slaps import any_neighbour, may_slap, slappable
from model.piles.state import Phase as Stage
from model.piles.state import Table
from model.points import RuleChoiceError
from properties.conformance.fuzz_shrink import Beside, Shape, looks_alike
from properties.conformance.planner import Scope, decides_play, leaves_cards_over
from properties.conformance.protocol import GameClaim
from properties.conformance.script import Token

MOST_CARDS: Final = 6
"""Cards in one hand, at most."""
MOST_LEFT: Final = 3
"""Cards left over, at most."""
MOST_SEATS: Final = 6
"""Seats at a table, if the program knows so few and its user has not said more."""
AFTER_THE_END: Final = 2
"""Actions that are tried when a game is over."""
SEVERAL: Final = 4
"""So many cards are laid in a row at most, before something else is thought of."""

PAY_OR_NOT: Final = "2J3QKA456789T"
"""Ranks, those first that small tables need most."""


@dataclass(frozen=True, slots=True)
class Room:
    """What may be played: as far as the program claims it and its user wants it."""

    claim: GameClaim
    scope: Scope
    steps: int
    """The most actions at one table."""
    wanted_seats: tuple[int, ...] = ()
    """The numbers of seats that the user has named, if any."""
    wanted_rules: Mapping[str, str] = field(default_factory=dict)
    """The rules that the user has named."""

    left_overs: bool = True
    """Whether cards may be left over, as far as the program claims that."""

    @property
    def game(self) -> str:
        """The game that is played."""
        return self.scope.game

    @property
    def slapping(self) -> bool:
        """Whether it has slaps."""
        return PROFILES[self.game].slapping

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats at which is played."""
        few = tuple(number for number in self.scope.seats if self.wanted_seats or number <= MOST_SEATS)
        return few or self.scope.seats[:1]

    @property
    def labellings(self) -> tuple[Labelling, ...]:
        """How cards may be written; where a class says all there is, classes alone."""
        if not self.slapping:
            return (Labelling.CLASS,)
        return tuple(Labelling(each) for each in self.claim.cards if each != "class")


@st.composite
def laid(draw: st.DrawFn, room: Room) -> Shape:
    """A small table: uneven hands of few ranks, perhaps cards left over, and any rules that go together."""
    seats = draw(st.sampled_from((*room.seats[:2], *room.seats)))
    labelling = draw(st.sampled_from(room.labellings))
    chosen = draw(_choices(room, seats))
    most = draw(st.sampled_from((MOST_CARDS // 3, MOST_CARDS // 2, MOST_CARDS)))
    sizes = draw(st.lists(st.integers(1, most), min_size=seats, max_size=seats))
    some = room.slapping and room.left_overs and leaves_cards_over(room.claim, chosen)
    left = draw(st.integers(0, MOST_LEFT)) if some else 0
    deck = draw(_decks(labelling, sum(sizes) + left))
    cuts = [0, *itertools.accumulate(sizes)]
    hands = tuple(deck[start:stop] for start, stop in itertools.pairwise(cuts))
    deal = Deal(hands, labelling, deck[cuts[-1] :])
    tables: tuple[Beside, ...] = ("", "", "new", "fork" if room.claim.fork else "new")
    beside = draw(st.sampled_from(tables))
    return Shape(room.game, deal, chosen, (), draw(st.integers(0, 3)) == 3, beside=beside)


def _decks(labelling: Labelling, size: int) -> st.SearchStrategy[Zone]:
    if labelling is Labelling.CLASS:
        return _lists(parse_zone("-JQKA", labelling), size)
    ranks = parse_zone(PAY_OR_NOT, Labelling.RANK)
    if labelling is Labelling.RANK:
        palettes = st.lists(st.sampled_from(ranks), min_size=1, max_size=4, unique=True)
        return palettes.flatmap(lambda palette: _lists(tuple(palette), size))
    few = (size + len(SUITS) - 1) // len(SUITS) + 1
    named = [card(face_of(rank), suit, pack) for pack in range(-(-few // 13)) for rank in ranks[:few] for suit in SUITS]
    return st.permutations(named).map(lambda drawn: tuple(drawn[:size]))


def _lists(cards: Zone, size: int) -> st.SearchStrategy[Zone]:
    return st.lists(st.sampled_from(cards), min_size=size, max_size=size).map(tuple)


def _choices(room: Room, seats: int) -> st.SearchStrategy[dict[str, str]]:
    """The rules that were agreed on, or others that the program claims as well; as far as so many seats allow."""
    free = {
        point: ways
        for point, ways in room.claim.variant.items()
        if len(ways) > 1 and decides_play(point) and point not in room.wanted_rules
    }
    base = dict(room.scope.choices)
    if not free:
        return st.just(base)
    drawn = st.fixed_dictionaries({point: st.sampled_from(ways) for point, ways in free.items()})
    mixed = drawn.map(lambda chosen: _together(room.game, base, chosen, seats))
    return st.one_of(st.just(base), mixed)


def _together(game: str, base: dict[str, str], chosen: dict[str, str], seats: int) -> dict[str, str]:
    """The choices drawn, as many of them as go together."""
    found, default = base, choices(PROFILES[game])
    for point, way in chosen.items():
        try:
            check_seats(choose(PROFILES[game], {**found, point: way}), seats)
        except RuleChoiceError:
            continue
        found = {**found, point: way}
    return {point: way for point, way in found.items() if way != default[point]}


def together_allowed(room: Room) -> bool:
    """Whether several hands may come down at one instant."""
    return room.claim.ties != "never"


def machine_for(room: Room, ask: Callable[[Shape], None], check: Callable[[], None]) -> type[RuleBasedStateMachine]:
    """A machine that plays in this room, and has `ask` see to it that the program plays the same.

    `check` is called before each table, and raises where no more are to be played.
    """

    class AtTheTable(_AtTheTable):
        def __init__(self) -> None:
            super().__init__(room, ask, check)

    return AtTheTable


class _AtTheTable(RuleBasedStateMachine):
    """One table of the model, and what has been done at it."""

    book: Book
    table: Table
    shape: Shape

    def __init__(self, room: Room, ask: Callable[[Shape], None], check: Callable[[], None]) -> None:
        super().__init__()
        self.room = room
        self.ask = ask
        self.check = check
        self.script: list[Token] = []
        self.after_the_end = 0
        self.pairs = False

    @initialize(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        """The cards are dealt."""
        self.check()
        self.shape = data.draw(laid(self.room))
        self.pairs = "view" in self.room.claim.observe and data.draw(st.integers(0, 4)) == 4
        self.book = self.shape.book
        self.table = initial(self.book, self.shape.deal)

    # --- what may be done when

    def _goes_on(self) -> bool:
        return len(self.script) < self.room.steps and self.table.phase != Stage.OVER

    def _slaps(self) -> bool:
        return self._goes_on() and self.room.slapping

    def _can_be_slapped(self) -> bool:
        return self._slaps() and slappable(self.book, self.table) and bool(self._who_may_slap())

    def _several_may_slap(self) -> bool:
        return self._slaps() and together_allowed(self.room) and len(self._who_may_slap()) > 1

    def _pile_is_won(self) -> bool:
        return self._slaps() and self.table.phase == Stage.WON

    def _somebody_is_low(self) -> bool:
        return self._slaps() and bool(self._who_is_low())

    def _is_over(self) -> bool:
        unfinished = len(self.script) < self.room.steps and self.after_the_end < AFTER_THE_END
        return self.table.phase == Stage.OVER and unfinished

    def _rests(self) -> bool:
        return not self._goes_on() and not self._is_over()

    def _who_may_slap(self) -> list[Seat]:
        return [Seat(seat) for seat in range(self.shape.seats) if may_slap(self.book, self.table, Seat(seat))]

    def _who_is_low(self) -> list[Seat]:
        """The seats with one card or none, the one that is to act first."""
        low = [Seat(seat) for seat, hand in enumerate(self.table.hands) if len(hand) < 2]
        return sorted(low, key=lambda seat: seat != self.table.turn)

    def _do(self, token: Token) -> None:
        """Do something, or try to."""
        self.script.append(token)
        tick = token.tick(self.book, self.table)
        if not token.stale and refusal(self.book, self.table, tick) is None:
            self.table = apply_tick(self.book, self.table, tick)

    def _act_on(self) -> None:
        expected = unslapped(self.book, self.table)
        order = expected.order if expected.act is Act.SHUFFLE else ()
        self._do(Token(expected.act, order=order))

    # --- rules

    @precondition(_goes_on)
    @rule(times=st.integers(1, SEVERAL))
    def go_on(self, times: int) -> None:
        """What the rules expect, a few times in a row."""
        for _ in range(times):
            if self._goes_on():
                self._act_on()

    @precondition(_goes_on)
    @rule()
    def go_on_once(self) -> None:
        """What the rules expect."""
        self._act_on()

    @precondition(_goes_on)
    @rule()
    def go_on_to_the_pile(self) -> None:
        """What the rules expect, until the pile may be slapped, or has been won or taken."""
        for _ in range(2 * SEVERAL):
            if self._goes_on():
                self._act_on()
            if self.table.phase != Stage.LAYING or not self.table.middle or self._can_be_slapped():
                return

    @precondition(_can_be_slapped)
    @rule(who=st.integers(0, MOST_SEATS - 1))
    def slap_rightly(self, who: int) -> None:
        """A hand on a middle that may be slapped."""
        able = self._who_may_slap()
        self._do(Token(Act.SLAP, (able[who % len(able)],)))

    @precondition(_slaps)
    @rule(who=st.integers(0, MOST_SEATS - 1))
    def slap(self, who: int) -> None:
        """A hand on the middle, rightly, wrongly, or where the seat may not slap at all."""
        self._do(Token(Act.SLAP, (Seat(who % self.shape.seats),)))

    @precondition(_several_may_slap)
    @rule(who=st.lists(st.integers(0, MOST_SEATS - 1), min_size=2, max_size=3, unique=True))
    def slap_together(self, who: list[int]) -> None:
        """Several hands at one instant, the undermost first."""
        able = self._who_may_slap()
        hands = dict.fromkeys(able[number % len(able)] for number in who)
        self._do(Token(Act.SLAP, tuple(hands)))

    @precondition(_pile_is_won)
    @rule(who=st.integers(0, MOST_SEATS - 1))
    def slap_a_won_pile(self, who: int) -> None:
        """A hand on a pile that was won and is not collected yet."""
        self._do(Token(Act.SLAP, (Seat(who % self.shape.seats),)))

    @precondition(_somebody_is_low)
    @rule(who=st.integers(0, MOST_SEATS - 1))
    def slap_with_nothing_to_lose(self, who: int) -> None:
        """The hand of somebody who has one card left, or none."""
        low = self._who_is_low()
        self._do(Token(Act.SLAP, (low[who % len(low)],)))

    @precondition(_goes_on)
    @rule(who=st.integers(0, MOST_SEATS - 1), act=st.sampled_from((Act.LAY, Act.COLLECT)), late=st.booleans())
    def act_out_of_turn(self, who: int, act: Act, late: bool) -> None:
        """Somebody lays or collects, be it his turn or not; or a message comes that has missed the last action."""
        applied = any(not token.stale for token in self.script)
        named = () if late and applied else (Seat(who % self.shape.seats),)
        self._do(Token(act, named, late=not named))

    @precondition(_is_over)
    @rule(who=st.integers(0, MOST_SEATS - 1), act=st.sampled_from((Act.LAY, Act.COLLECT, Act.SLAP)))
    def act_after_the_end(self, who: int, act: Act) -> None:
        """The game is over, and somebody has not noticed."""
        self.after_the_end += 1
        slaps = act is Act.SLAP and self.room.slapping
        self._do(Token(Act.SLAP if slaps else Act.LAY, (Seat(who % self.shape.seats),)))

    @precondition(_rests)
    @rule()
    def rest(self) -> None:
        """Nothing more is done."""

    # --- in the end

    def teardown(self) -> None:
        """The program plays what was played here. It is not asked where hypothesis has given up half-way."""
        if sys.exc_info()[0] is not None:
            return
        whole = replace(self.shape, script=tuple(self.script))
        self.ask(whole)
        pair = paired(whole) if self.pairs else None
        if pair is not None:
            self.ask(pair)


def paired(shape: Shape) -> Shape | None:
    """The same script, as long as that is possible, for two deals that nobody can tell apart; None where it is not."""
    book, deal = shape.book, shape.deal
    table = initial(book, deal)
    gone, script = [0] * shape.seats, list[Token]()
    for token in shape.script:
        tick = token.tick(book, table)
        if token.stale or refusal(book, table, tick) is not None:
            break
        after = apply_tick(book, table, tick)
        now = [seen + _left(before, left) for seen, before, left in zip(gone, table.hands, after.hands, strict=True)]
        if any(seen >= len(hand) for seen, hand in zip(now, deal.hands, strict=True)):
            break
        gone, table = now, after
        script.append(token)
    twin = _moved_round(book, deal, gone)
    made = replace(shape, script=tuple(script), twin=twin, looks_last=False, beside="")
    return made if looks_alike(made) else None


def _left(before: Zone, after: Zone) -> int:
    """How many cards have gone from the top of a hand, whatever came under it."""
    return next(gone for gone in range(len(before) + 1) if before[gone:] == after[: len(before) - gone])


def _moved_round(book: Book, deal: Deal, gone: list[int]) -> Deal:
    """The deal with the cards that nobody has seen moved on by one place each."""
    shown = len(deal.middle) if book.slapping and book.hidden_cards_match is any_neighbour else 1
    zones = [hand[seen:] for hand, seen in zip(deal.hands, gone, strict=True)] + [deal.middle[shown:]]
    unseen = [each for zone in zones for each in zone]
    moved = iter(unseen[1:] + unseen[:1])
    tails = [tuple(itertools.islice(moved, len(zone))) for zone in zones]
    hands = tuple(hand[:seen] + tail for hand, seen, tail in zip(deal.hands, gone, tails, strict=False))
    return Deal(hands, deal.labelling, deal.middle[:shown] + tails[-1])


def play_many(machine: type[RuleBasedStateMachine], examples: int, steps: int, number: int) -> None:
    """Let a machine play so many tables, the same ones for the same number. Raises what its failures raise."""
    quiet = settings(
        max_examples=examples,
        stateful_step_count=max(2, steps // 2),
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=True,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        print_blob=False,
    )
    run_state_machine_as_test(seed(number)(machine), settings=quiet)
