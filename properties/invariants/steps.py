"""What must hold of every card that is laid: whose turn it is then, and what is owed."""

from __future__ import annotations

from model.cards import ACE, JACK, KING, OWES, QUEEN, TWO, Face, face_of
from model.game import NOBODY
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT
from properties.invariants.core import Invariant, Kind, Step, agrees

STOPS_LATE = ("must_play", "lead_on", "all_cards")
"""Ways to end that take notice of nothing but who has to lay and cannot."""
PAYS_ON = (*STOPS_LATE, "early_stop")
"""Ways to end that let a debt be paid, whoever has run out of cards."""


def _laid(book: Book, step: Step) -> bool:
    return step.laid


def _moves_the_top_card(book: Book, step: Step) -> bool:
    """Whatever else happens, the top card of one hand goes to the middle and no other hand loses or gains by it."""
    if not step.collected:
        return step.after.hands == step.rest and step.after.middle == step.pile
    same = [after == rest for after, rest in zip(step.after.hands, step.rest, strict=True)]
    return step.after.middle == () and same.count(False) == 1


# --- nothing owed ---


def _plain_and_answerable(book: Book, step: Step) -> bool:
    return (
        step.plain
        and step.before.debt == NO_DEBT
        and step.others_hold_cards()
        and agrees(book, "end", *STOPS_LATE)
        and agrees(book, "sole_holder", "takes_when_turn_returns", "goes_on_turning")
    )


def _turn_goes_clockwise(book: Book, step: Step) -> bool:
    return step.winner == NOBODY and step.after.turn == step.next_holder() and step.after.debt == NO_DEBT


def _plain_and_unanswerable(book: Book, step: Step) -> bool:
    return (
        step.plain
        and step.before.debt == NO_DEBT
        and not step.others_hold_cards()
        and (not step.rest[step.layer] or agrees(book, "sole_holder", "takes_when_turn_returns", "wins_at_once"))
    )


def _layer_wins(book: Book, step: Step) -> bool:
    return step.winner == step.layer


# --- pay cards ---


def _challenged(book: Book, step: Step) -> bool:
    return step.demanded > 0 and step.winner == NOBODY


def _debt_is_the_demand(book: Book, step: Step) -> bool:
    return step.after.debt == step.demanded and step.after.claimant == step.layer


def _countered(book: Book, step: Step) -> bool:
    return _challenged(book, step) and step.before.debt != NO_DEBT


def _challenged_and_answerable(book: Book, step: Step) -> bool:
    return step.demanded > 0 and step.others_hold_cards() and agrees(book, "end", *PAYS_ON)


def _next_seat_pays(book: Book, step: Step) -> bool:
    return step.winner == NOBODY and step.after.turn == step.next_holder()


def _countered_by_two(book: Book, step: Step) -> bool:
    return step.seats == 2 and step.before.debt != NO_DEBT and _challenged_and_answerable(book, step)


def _first_layer_pays(book: Book, step: Step) -> bool:
    return step.after.turn == step.before.claimant


def _asks(rank: Face, owes: int) -> Invariant[Step]:
    names = {JACK: "jack", QUEEN: "queen", KING: "king", ACE: "ace"}
    clauses = {
        JACK: ("BMN-22", "BB-15"),
        QUEEN: ("BMN-21", "BB-16"),
        KING: ("BMN-20", "BB-17"),
        ACE: ("BMN-19", "BB-18"),
    }[rank]
    words = ("one card", "two cards", "three cards", "four cards")[owes - 1]

    def laid(book: Book, step: Step) -> bool:
        lies_open = step.laid and step.winner == NOBODY and face_of(step.card) in (rank, OWES[owes])
        return lies_open and agrees(book, "pay_map", "j1q2k3a4")

    def asks(book: Book, step: Step) -> bool:
        return step.after.debt == owes

    article = "an" if rank == ACE else "a"
    return Invariant(
        f"{article} {names[rank]} asks {words}",
        f"After {article} {names[rank]} the next seat owes {words}.",
        (*clauses, "BMN-12"),
        Kind.STEP,
        asks,
        laid,
    )


def _ordinary_by_rank(book: Book, step: Step) -> bool:
    return step.laid and (face_of(step.card) == OWES[0] or (TWO <= face_of(step.card) < JACK and _of_beggar(book)))


def _of_beggar(book: Book) -> bool:
    return agrees(book, "pay_map", "j1q2k3a4", "j1q2k3")


def _demands_nothing(book: Book, step: Step) -> bool:
    return step.after.debt <= max(step.before.debt - 1, 0)


# --- payments ---


def _pays_on(book: Book, step: Step) -> bool:
    owes_more = step.plain and step.before.debt > 1
    return owes_more and bool(step.rest[step.layer]) and agrees(book, "end", *PAYS_ON)


def _same_seat_owes_one_less(book: Book, step: Step) -> bool:
    before, after = step.before, step.after
    expected = (NOBODY, step.layer, before.debt - 1, before.claimant)
    return (step.winner, after.turn, after.debt, after.claimant) == expected


def _pays_in_full(book: Book, step: Step) -> bool:
    return step.plain and step.before.debt == 1 and agrees(book, "end", *PAYS_ON)


def _claimant_wins(book: Book, step: Step) -> bool:
    return step.winner == step.before.claimant


def _payer_is_out(book: Book, step: Step) -> bool:
    return (
        step.plain
        and step.before.debt > 1
        and not step.rest[step.layer]
        and agrees(book, "payer_out", "pass_remainder")
        and agrees(book, "end", *PAYS_ON)
    )


def _rest_can_pass(book: Book, step: Step) -> bool:
    return _payer_is_out(book, step) and step.next_holder() not in (NOBODY, step.before.claimant)


def _rest_passes(book: Book, step: Step) -> bool:
    before, after = step.before, step.after
    expected = (NOBODY, step.next_holder(), before.debt - 1, before.claimant)
    return (step.winner, after.turn, after.debt, after.claimant) == expected


def _rest_cannot_pass(book: Book, step: Step) -> bool:
    return _payer_is_out(book, step) and step.next_holder() in (NOBODY, step.before.claimant)


def _leaves_and_others_go_on(book: Book, step: Step) -> bool:
    return step.plain and not step.rest[step.layer] and _plain_and_answerable(book, step)


STEPS: tuple[Invariant[Step], ...] = (
    Invariant(
        "the top card goes to the middle",
        "The seat to act lays its top card on the one middle pile, and no other hand changes unless it takes the pile.",
        ("BMN-03", "BMN-15", "BB-09", "BB-29"),
        Kind.STEP,
        _moves_the_top_card,
        _laid,
    ),
    Invariant(
        "ordinary cards alternate",
        "While nothing is owed an ordinary card passes the turn to the next seat clockwise that has cards.",
        ("BMN-15", "BMN-16", "BMN-64", "BB-09", "BB-40"),
        Kind.STEP,
        _turn_goes_clockwise,
        _plain_and_answerable,
    ),
    Invariant(
        "nobody to answer",
        "Whoever lays an ordinary card that no other seat could answer wins the pile.",
        ("BMN-44", "BMN-64", "BB-44"),
        Kind.STEP,
        _layer_wins,
        _plain_and_unanswerable,
    ),
    Invariant(
        "a pay card is owed to its layer",
        "After a pay card exactly its demand is owed, and its layer is the claimant.",
        ("BMN-13", "BMN-23", "BB-14"),
        Kind.STEP,
        _debt_is_the_demand,
        _challenged,
    ),
    Invariant(
        "a new pay card cancels the debt",
        "A pay card laid in payment replaces the old debt; the demands are not added.",
        ("BMN-25", "BB-21"),
        Kind.STEP,
        _debt_is_the_demand,
        _countered,
    ),
    Invariant(
        "the next seat pays",
        "The next seat clockwise with cards pays for a pay card, whoever laid the one before.",
        ("BMN-13", "BMN-62", "BMN-63", "BB-14", "BB-20"),
        Kind.STEP,
        _next_seat_pays,
        _challenged_and_answerable,
    ),
    Invariant(
        "the first challenger pays for the second pay card",
        "With two seats the layer of the first pay card pays for the new one.",
        ("BMN-26",),
        Kind.STEP,
        _first_layer_pays,
        _countered_by_two,
    ),
    _asks(JACK, 1),
    _asks(QUEEN, 2),
    _asks(KING, 3),
    _asks(ACE, 4),
    Invariant(
        "ordinary cards demand nothing",
        "A card from two to ten makes nobody owe anything.",
        ("BMN-12", "BMN-14"),
        Kind.STEP,
        _demands_nothing,
        _ordinary_by_rank,
    ),
    Invariant(
        "one seat pays card after card",
        "While more is owed the same seat goes on paying, and each ordinary card pays one.",
        ("BMN-17", "BMN-23", "BB-14"),
        Kind.STEP,
        _same_seat_owes_one_less,
        _pays_on,
    ),
    Invariant(
        "a paid pile goes to the claimant",
        "When the last card owed is an ordinary card the layer of the pay card wins the pile.",
        ("BMN-24", "BB-19"),
        Kind.STEP,
        _claimant_wins,
        _pays_in_full,
    ),
    Invariant(
        "the rest of a debt passes on",
        "A payer without cards leaves exactly the rest of the debt to the next seat that has some.",
        ("BMN-62", "BB-14"),
        Kind.STEP,
        _rest_passes,
        _rest_can_pass,
    ),
    Invariant(
        "nobody left to pay",
        "When a payer has no card and no other seat can pay for him the claimant wins the pile.",
        ("BMN-44", "BB-19"),
        Kind.STEP,
        _claimant_wins,
        _rest_cannot_pass,
    ),
    Invariant(
        "the others go on",
        "When a seat lays its last card and it is ordinary, the others go on with the same pile.",
        ("BMN-64",),
        Kind.STEP,
        _turn_goes_clockwise,
        _leaves_and_others_go_on,
    ),
)
