"""Deals given as hands, and the packs that are dealt from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from model.cards import SUITS, Card, CardError, Face, Labelling, Zone, card, format_card, format_zone, parse_zone

SEAT_NAMES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class DealError(ValueError):
    """A deal that cannot be played. The message says what is wrong, where, and what would be right."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Explicit hands: the first hand leads, the first card of a hand is played first.

    `middle` are the cards that were left over and lie in the middle, the lowest first.
    """

    hands: tuple[Zone, ...]
    labelling: Labelling = Labelling.CLASS
    middle: Zone = ()

    def __str__(self) -> str:
        hands = "/".join(format_zone(hand) for hand in self.hands)
        return f"{hands}+{format_zone(self.middle)}" if self.middle else hands


def pack(ranks: tuple[Face, ...], packs: int) -> Zone:
    """The named cards of one or two packs: every rank in four suits; no jokers (BMN-05)."""
    return tuple(card(rank, suit, number) for number in range(packs) for suit in SUITS for rank in ranks)


def guess_labelling(text: str) -> Labelling:
    """Which notation a deal is written in.

    A suit letter means named cards; nothing but `J Q K A`, or a `-`, or digits 0 to 4 with a 0 or 1 among them, means
    classes; anything else means ranks. (`2`, `3` and `4` alone are ranks; say the labelling where this guesses wrong.)
    """
    letters = set(text) - set("/+ ")
    if letters & set("cdhs"):
        return Labelling.FULL
    digits_of_classes = letters <= set("01234") and letters & set("01")
    if letters <= set("JQKA") or "-" in letters or digits_of_classes:
        return Labelling.CLASS
    return Labelling.RANK


def parse_deal(text: str, labelling: str = "auto") -> Deal:
    """Read `HAND/HAND[/HAND...][+MIDDLE]`; with `auto` the labelling is guessed from the text. Raises DealError."""
    if labelling != "auto" and labelling not in set(Labelling):
        raise DealError(f"'{labelling}' is no way to write cards: use {', '.join(Labelling)} or auto")
    chosen = guess_labelling(text) if labelling == "auto" else Labelling(labelling)
    hands, plus, middle = text.partition("+")
    if plus and not middle.strip():
        raise DealError("after the '+' stand the cards that lie in the middle, and there is none: leave the '+' out")
    return deal_of(hands.split("/"), chosen, middle)


def deal_of(hands: list[str], labelling: Labelling, middle: str = "") -> Deal:
    """A deal from one text for each hand. Raises DealError for unknown cards, empty hands and cards named twice."""
    if len(hands) < 2:
        raise DealError("a deal has at least two hands, separated by '/', such as J-/--")
    zones: list[Zone] = []
    for name, hand in zip(_seat_names(len(hands)), hands, strict=True):
        try:
            zones.append(parse_zone(hand, labelling))
        except CardError as error:
            raise DealError(f"hand {name}: {error}") from error
        if not zones[-1]:
            raise DealError(f"hand {name} is empty: every hand needs at least one card")
    try:
        left_over = parse_zone(middle, labelling)
    except CardError as error:
        raise DealError(f"the middle: {error}") from error
    deal = Deal(tuple(zones), labelling, left_over)
    if labelling is Labelling.FULL:
        _refuse_twins(deal)
    return deal


def _seat_names(seats: int) -> list[str]:
    return [SEAT_NAMES[seat] if seat < len(SEAT_NAMES) else str(seat + 1) for seat in range(seats)]


def _refuse_twins(deal: Deal) -> None:
    counts: Counter[Card] = Counter(one for zone in (*deal.hands, deal.middle) for one in zone)
    for twin, times in counts.items():
        if times > 1:
            raise DealError(
                f"the card {format_card(twin)} is named {times} times: write ' behind the one of the second pack"
            )
