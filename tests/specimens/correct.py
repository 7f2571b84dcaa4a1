"""A specimen without a fault: Beggar My Neighbour for 2 to 6 seats and a minimal adapter of protocol v1.

It attests that a green verdict is possible, and how fast. It owes nothing to the reference: a hand is a string, and a
whole payment is one slice of it. A payer who runs out hands the rest of the debt to the next seat with cards.
"""

import json
import sys

OWED = {"J": 1, "Q": 2, "K": 3, "A": 4}


def play(hands, budget):
    """Play one deal, hands as strings with the next card first. Seat 0 leads. Returns the outcome."""
    hands, total = list(hands), sum(map(len, hands))
    leader = cards = tricks = 0
    while not hands[leader]:
        leader += 1
    seen = {}
    while len(hands[leader]) < total:
        position = (leader, *hands)
        if position in seen:
            stem, stem_tricks = seen[position]
            return {"status": "loop", "stem_cards": stem, "period_cards": cards - stem,
                    "stem_tricks": stem_tricks, "period_tricks": tricks - stem_tricks}  # fmt: skip
        seen[position] = cards, tricks
        leader, pile = play_trick(hands, leader)
        hands[leader] += pile
        cards += len(pile)
        tricks += 1
        if cards > budget:
            return {"status": "budget", "cards": budget}
    return {"status": "won", "winner": leader, "cards": cards, "tricks": tricks}


def play_trick(hands, seat):
    """Lay cards until somebody takes the pile. Shortens `hands`; returns the taker and the pile, first laid first."""
    seats, pile, debt = len(hands), "", 0
    owner = seat  # who takes the pile if nobody else can lay
    while True:
        hand = hands[seat]
        due = hand[: debt or 1]
        pay_card_on = due.lstrip("-")
        if pay_card_on:
            laid = due[: len(due) - len(pay_card_on) + 1]
            debt, owner = OWED[pay_card_on[0]], seat
        elif debt:
            laid = due
            debt -= len(due)
        else:
            laid, owner = due, seat
        hands[seat] = hand[len(laid) :]
        pile += laid
        if debt == 0 and owner != seat:  # paid in full
            return owner, pile
        if debt == 0 or pay_card_on or not hands[seat]:
            seat = (seat + 1) % seats
            while seat != owner and not hands[seat]:
                seat = (seat + 1) % seats
            if seat == owner:
                return owner, pile


HELLO = {"protocol": 1, "adapter": {"name": "correct", "version": "1", "language": "python", "source": "specimen"},
         "games": [{"game": "beggar", "levels": ["outcome"], "seats": {"min": 2, "max": 6}, "cards": ["class"],
                    "loop": "first_repeat", "count_cards": "laid", "count_tricks": "with_last_pile"}]}  # fmt: skip

for line in sys.stdin:
    ask = json.loads(line)
    reply = {"no": {"why": "unsupported"}}
    if ask["op"] == "hello":
        reply = {"ok": HELLO}
    elif ask["op"] == "play" and ask["game"] == "beggar" and ask["deal"]["cards"] == "class":
        reply = {"ok": {"outcome": play(ask["deal"]["hands"], ask["budget"]["cards"])}}
    elif ask["op"] == "bye":
        reply = {"ok": {}}
    sys.stdout.write(json.dumps({"id": ask["id"], **reply}) + "\n")
    sys.stdout.flush()
    if ask["op"] == "bye":
        break
