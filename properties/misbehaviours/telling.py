"""Programs whose answer depends on the game alone: they play it rightly and tell something else, or they break."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from properties.misbehaviours import answers as told
from properties.misbehaviours.core import Misbehaviour, Question, Tells
from properties.misbehaviours.programs import telling
from properties.misreadings import Fault

Shown = tuple[tuple[str, ...], tuple[Question, ...]]
"""The clauses of a game that are broken, and the example that shows it there."""

NESSLER: Final = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
RECORD: Final = (Question(NESSLER),)
COUNTING: Final[Mapping[str, Any]] = {"count_cards": None, "count_tricks": None}
"""Claims of a program that does not say how it counts."""
NO_LOOPS: Final[Mapping[str, Any]] = {"loop": "none"}
SOME_LOOPS: Final[Mapping[str, Any]] = {"loop": "eventually"}


def asked(*deals: str, cards: str = "class") -> tuple[Question, ...]:
    """Whole games without a slap."""
    return tuple(Question(deal, cards=cards) for deal in deals)


def in_games(
    name: str,
    kind: Fault,
    belief: str,
    source: str,
    tells: Tells,
    claims: Mapping[str, Any] | None = None,
    smallest: bool = True,
    **games: Shown,
) -> tuple[Misbehaviour, ...]:
    """The same misbehaviour in several games."""
    make = telling(tells, **(claims or {}))
    return tuple(
        Misbehaviour(name, game, kind, clauses, belief, source, example, make, tells, smallest)
        for game, (clauses, example) in games.items()
    )


VERDICTS: Final = (
    *in_games(
        "names_the_first_seat",
        Fault.REPORT,
        "Who has won is asked of a list of players, and the first one that comes is it.",
        "A public program reads the winner from a second iterator that it never advances: always the first player.",
        told.first_seat,
        beggar=(("BMN-45",), asked("-/-")),
        camicia=(("BMN-56",), asked("-/-")),
        banka=(("BB-44",), asked("2/2", cards="rank")),
    ),
    *in_games(
        "names_who_laid_last",
        Fault.REPORT,
        "The game ends in somebody's turn, and whose turn it is has won.",
        "A public program prints the player without cards where a game ends inside a payment.",
        told.last_layer,
        beggar=(("BMN-24",), asked("J/-")),
        camicia=(("BMN-56",), asked("J/-")),
        banka=(("BB-19",), asked("J/2", cards="rank")),
    ),
    *in_games(
        "names_seats_from_one",
        Fault.REPORT,
        "The first player is number 1.",
        "Programs number players as people do: a public one calls the first of them player one.",
        told.counted_from_one,
        beggar=(("BMN-45",), asked("-/-")),
    ),
    *in_games(
        "names_who_was_out_first",
        Fault.REPORT,
        "Players are put on a list as they are done, and the first on the list has won.",
        "In most card games who is rid of all cards first has won; a public program names a player without cards.",
        told.first_out,
        beggar=(("BMN-45", "BMN-64"), asked("-/-")),
    ),
    *in_games(
        "names_who_has_most_when_it_goes_round",
        Fault.LOOP,
        "A game that goes round has been won by the player who then has most cards.",
        "BMN-A11 asks what counts when the time is up; a game without end has no winner.",
        told.most_cards,
        beggar=(("BMN-42", "BMN-43"), asked("--J-/J-")),
    ),
)

COUNTS: Final = (
    *in_games(
        "counts_a_failed_draw_in_a_payment",
        Fault.REPORT,
        "Every draw counts as a card; on a plain turn the program looks first whether there is one.",
        "Two conventions found in older and newer lists of records, mixed: a payment counts as it draws.",
        told.draw_counted_in_a_payment,
        COUNTING,
        smallest=False,
        beggar=(("BMN-44",), asked("--/-", "Q-/-")),
    ),
    *in_games(
        "counts_the_last_pile_after_a_payment",
        Fault.REPORT,
        "A pile is counted where a payment ends, and on a plain turn where somebody takes it.",
        "Two conventions found in public programs, mixed: piles collected, and those and the last one.",
        told.last_pile_counted_in_a_payment,
        COUNTING,
        smallest=False,
        beggar=(("BMN-44",), asked("--/-", "Q-/-")),
    ),
    *in_games(
        "counts_turns_for_tricks",
        Fault.REPORT,
        "A trick is what one player does until it is another one's turn.",
        "A public program counts turns as well as tricks, and a word for one is soon taken for the other.",
        told.turns_for_tricks,
        COUNTING,
        beggar=(("BMN-15", "BMN-42"), asked("-/-")),
    ),
    *in_games(
        "counts_cards_as_piles_are_taken",
        Fault.REPORT,
        "Cards are counted when a pile is taken.",
        "Public programs differ in whether a last pile is collected; who counts there forgets its cards.",
        told.cards_of_taken_piles,
        COUNTING,
        beggar=(("BMN-44",), asked("-/-")),
    ),
)

LOOPS: Final = (
    *in_games(
        "period_from_the_first_card",
        Fault.LOOP,
        "A game that comes back to a position after so many cards has a period of so many.",
        "Programs that find a position again and tell how far they have come; public ones tell start and length.",
        told.period_from_the_start,
        beggar=(("BMN-42", "BMN-43"), asked("-J/--J-")),
    ),
    *in_games(
        "compares_hands_in_mid_trick",
        Fault.LOOP,
        "The same hands are the same position, at any moment.",
        "A known source of false loops: hands compared in mid-trick.",
        told.hands_in_mid_trick,
        beggar=(("BMN-42", "BMN-43"), asked("-/J-/-J-")),
    ),
    *in_games(
        "compares_hands_as_one_text",
        Fault.LOOP,
        "The hands, written one after the other, are the position.",
        "Positions are often kept as texts; where no mark stands between the hands they run together.",
        told.hands_run_together,
        beggar=(("BMN-42", "BMN-43"), asked("J/--")),
    ),
    *in_games(
        "finds_a_loop_some_time_later",
        Fault.LOOP,
        "Where a loop is noticed it begins.",
        "Some public programs notice a loop only some time after the first position that comes again.",
        told.late_loop,
        beggar=(("BMN-42", "BMN-43"), asked("--J-/J-")),
    ),
    *in_games(
        "calls_a_thousand_cards_a_loop",
        Fault.LOOP,
        "A game that is not over after a thousand cards never ends.",
        "Programs that give up after a number of cards; how long a game can last is not known.",
        told.many_cards,
        SOME_LOOPS,
        smallest=False,
        beggar=(("BMN-02",), RECORD),
    ),
    *in_games(
        "never_answers_on_a_loop",
        Fault.HANG,
        "Every game ends.",
        "Ten public programs never return from a deal that goes round.",
        told.silent_on_loops,
        NO_LOOPS,
        beggar=(("BMN-42", "BMN-43"), asked("--J-/J-")),
    ),
    *in_games(
        "looks_for_nothing_but_the_deal",
        Fault.HANG,
        "A game that goes round comes back to its first position.",
        "A public program never returns where the first position is not part of the cycle.",
        told.silent_behind_a_stem,
        NO_LOOPS,
        beggar=(("BMN-42", "BMN-43"), asked("-J/--J-")),
    ),
)

BREAKING: Final = (
    *in_games(
        "breaks_where_a_payer_has_no_card",
        Fault.CRASH,
        "Who owes cards has them.",
        "Two public programs break when a payer runs out while paying: the first card of an empty list.",
        told.breaks_in_a_payment,
        beggar=(("BMN-44",), asked("-/J")),
        camicia=(("BMN-56",), asked("-/J")),
        banka=(("BB-44",), asked("2/J", cards="rank")),
    ),
    *in_games(
        "breaks_on_a_plain_turn_without_a_card",
        Fault.CRASH,
        "Whose turn it is has a card.",
        "A public program breaks on an empty hand on a plain turn as well.",
        told.breaks_on_a_plain_turn,
        beggar=(("BMN-44",), asked("-/-")),
        camicia=(("BMN-56",), asked("-/-")),
    ),
    *in_games(
        "waits_for_a_card_on_a_plain_turn",
        Fault.HANG,
        "A game ends in a payment; between ordinary cards the turns go on.",
        "A public program goes on and on between ordinary cards, and never ends.",
        told.silent_on_a_plain_turn,
        beggar=(("BMN-16", "BMN-44"), asked("-/-")),
    ),
    *in_games(
        "breaks_with_three_seats",
        Fault.CRASH,
        "There are two hands: this one and the other one.",
        "Public programs know two players only, or break with three where a payer runs out.",
        told.breaks_with_three,
        beggar=(("BMN-62", "BMN-64"), asked("-/-/-")),
        camicia=(("BMN-62", "BMN-64"), asked("-/-/-")),
    ),
    *in_games(
        "breaks_after_a_thousand_calls",
        Fault.CRASH,
        "Each turn calls the next one.",
        "A public program recurses from card to card, and breaks as its calls get too many.",
        told.breaks_on_long_games,
        smallest=False,
        beggar=(("BMN-02",), RECORD),
    ),
    *in_games(
        "ends_with_52_cards_in_a_hand",
        Fault.HANG,
        "A game is over when somebody holds 52 cards.",
        "A public program waits for all 52 cards, of which one has been lost, and never ends.",
        told.silent_without_52,
        beggar=(("BMN-02", "BMN-65"), asked("-/-")),
    ),
    *in_games(
        "reads_a_share_of_52",
        Fault.CRASH,
        "A hand has as many cards as one pack gives.",
        "A public program is right for its own pack only: sizes are written into it, and a surplus card is lost.",
        told.a_share_of_52,
        beggar=(("BMN-60",), asked("-/-")),
    ),
    *in_games(
        "breaks_on_a_ten",
        Fault.CRASH,
        "Cards are digits and J, Q, K, A; a ten is 10.",
        "A ten is T to some and 10 to others, and programs know the one or the other.",
        told.breaks_on_a_ten,
        beggar=(("BMN-14",), asked("2/T", cards="rank")),
        banka=(("BB-31",), asked("2/T", cards="rank")),
    ),
)

READING: Final = (
    *in_games(
        "plays_hands_from_the_other_end",
        Fault.DEAL,
        "The last card of a list is the top card.",
        "Public programs disagree on which end of a hand is its top; one keeps a flag for it.",
        told.mirrored,
        beggar=(("BMN-15",), asked("-J/-")),
        camicia=(("BMN-56",), asked("-J/-")),
    ),
    *in_games(
        "keeps_equal_cards_once",
        Fault.LOSS,
        "A hand is a set of cards.",
        "Public programs lose cards on the way to a pile; in a set equal cards are one.",
        told.without_equals,
        beggar=(("BMN-15",), asked("--/-")),
    ),
    *in_games(
        "does_not_read_the_slaps",
        Fault.SLAP,
        "A game is played by its cards alone.",
        "A public program drops all that stands in a line after the key that plays a card, slaps among it.",
        told.unslapped,
        smallest=False,
        banka=(("BB-28", "BB-32"), (Question("2/2", slaps="2:A", cards="rank"),)),
        ratscrew=(("BMN-53", "BMN-54"), (Question("2/2", slaps="2:A", cards="rank"),)),
    ),
)

TELLING: Final[tuple[Misbehaviour, ...]] = (*VERDICTS, *COUNTS, *LOOPS, *BREAKING, *READING)
