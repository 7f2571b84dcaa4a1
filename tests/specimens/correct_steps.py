"""A program that plays Banka bever step by step, and rightly: for two to six seats, with ranks or with named cards."""

import copy
import hashlib
import json
import sys

OWED = {"J": 1, "Q": 2, "K": 3, "A": 4}


class No(Exception):
    """A refusal."""


class Table:
    """One table: hands next card first, the middle lowest card first."""

    def __init__(self, hands, middle, named):
        self.at = 0
        self.size = 2 if named else 1
        self.hands = [self.cards(hand) for hand in hands]
        self.middle = self.cards(middle)
        self.left = len(self.middle)
        self.turn, self.owed, self.claimant, self.last, self.phase = 0, 0, None, None, "laying"

    def cards(self, text):
        return [text[place : place + self.size] for place in range(0, len(text), self.size)]

    def next(self, seat):
        """The next seat with cards, the seat itself last; None if there is none."""
        seats = len(self.hands)
        return next((other % seats for other in range(seat + 1, seat + seats + 1) if self.hands[other % seats]), None)

    def expected(self):
        return {"seat": self.turn, "act": {"laying": "lay", "won": "collect"}[self.phase]}

    def legal(self):
        if self.phase == "over":
            return []
        return [self.expected(), *({"seat": seat, "act": "slap"} for seat in range(len(self.hands)))]

    def check(self, do):
        """Refuse what is not allowed, before anything is done."""
        if self.phase == "over":
            raise No("game-over")
        seats = [intent["seat"] for intent in do]
        if do and all(intent["act"] == "slap" for intent in do):
            if len(set(seats)) < len(seats) or not set(seats) <= set(range(len(self.hands))):
                raise No("illegal-action")
        elif len(do) != 1 or do[0]["act"] != self.expected()["act"]:
            raise No("illegal-action")
        elif do[0]["seat"] != self.turn:
            raise No("not-your-turn")

    def tick(self, do):
        """Apply one tick. Returns its events."""
        self.check(do)
        self.at += 1
        if do[0]["act"] == "slap":
            return self.slap([intent["seat"] for intent in do])
        return self.lay() if do[0]["act"] == "lay" else self.take(self.turn)

    def lay(self):
        seat = self.last = self.turn
        card = self.hands[seat].pop(0)
        self.middle.append(card)
        events = [{"e": "laid", "seat": seat, "card": card}]
        demand = OWED.get(card[0], 0)
        if demand:
            self.owed, self.claimant = demand, seat
            return events + self.owes(self.next(seat))
        if not self.owed:
            following = self.next(seat)
            return events + (self.win(seat, True) if following is None else self.goes_on(following))
        self.owed -= 1
        if not self.owed:
            return events + self.win(self.claimant, False)
        return events + self.owes(seat if self.hands[seat] else self.next(seat))

    def owes(self, payer):
        if payer in (self.claimant, None):
            return self.win(self.claimant, True)
        self.turn = payer
        return [{"e": "owes", "seat": payer, "cards": self.owed, "to": self.claimant}]

    def goes_on(self, seat):
        self.turn = seat
        return [{"e": "turn", "seat": seat}]

    def win(self, seat, unanswered):
        self.turn, self.owed, self.claimant, self.phase = seat, 0, seat, "won"
        return [{"e": "won", "seat": seat, "unanswered": unanswered}]

    def take(self, seat):
        taken, self.middle = self.middle, []
        self.hands[seat] += taken
        over = sum(map(bool, self.hands)) == 1
        self.left, self.owed, self.claimant, self.last = 0, 0, None, None
        self.phase = "over" if over else "laying"
        took = {"e": "took", "seat": seat, "cards": "".join(taken)}
        return [took, *self.goes_on(seat), *([{"e": "over"}] if over else [])]

    def slap(self, seats):
        right = self.slappable()
        events = [{"e": "slapped", "seat": seat, "right": right} for seat in seats]
        return events + self.take(seats[0]) if right else events

    def slappable(self):
        seen = self.seen()
        return len(seen) > max(1, self.left) and seen[-1][0] in (seen[-2][0], seen[0][0])

    def seen(self):
        """The middle as it looks: of the cards left over only the lowest is shown."""
        return [card if not 0 < place < self.left else "?" for place, card in enumerate(self.middle)]

    def state(self):
        hands = ["".join(hand) for hand in self.hands]
        return {"hands": hands, "middle": "".join(self.middle), **self.course()}

    def course(self):
        return {"turn": self.turn, "owed": self.owed, "claimant": self.claimant, "phase": self.phase}

    def view(self, seat):
        return {"hands": [len(hand) for hand in self.hands], "middle": "".join(self.seen()), **self.course()}

    def digest(self):
        return hashlib.sha256(json.dumps(self.state(), sort_keys=True, separators=(",", ":")).encode()).hexdigest()


TABLES = {}
SIGHTS = ["events", "digest", "state", "legal", "view"]
GAME = {"game": "banka", "levels": ["step"], "seats": {"min": 2, "max": 6}, "cards": ["rank", "full"], "ties": "ruled"}
HELLO = {"protocol": 1, "adapter": {"name": "correct steps"}, "games": [GAME | {"observe": SIGHTS, "fork": True}]}


def keep(table):
    TABLES[f"t{len(TABLES)}"] = table
    return {"table": f"t{len(TABLES) - 1}", "at": table.at, "digest": table.digest()}


def answer(ask):
    op = ask["op"]
    if op == "hello":
        return HELLO
    if op == "bye":
        return {}
    if op == "new":
        deal = ask["deal"]
        if ask["game"] != "banka" or deal["cards"] not in ("rank", "full") or not 2 <= len(deal["hands"]) <= 6:
            raise No("unsupported")
        return keep(Table(deal["hands"], deal.get("middle", ""), deal["cards"] == "full"))
    table = TABLES.get(ask.get("table"))
    if table is None:
        raise No("unsupported")
    return at_table(op, table, ask)


def at_table(op, table, ask):
    if op == "tick":
        if ask["at"] != table.at:
            raise No("stale")
        return {"events": table.tick(ask["do"]), "at": table.at, "digest": table.digest()}
    if op == "look":
        shows = {"state": table.state, "legal": table.legal, "view": lambda: table.view(ask["seat"])}
        return {what: shows[what]() for what in ask["what"]}
    if op == "fork":
        return keep(copy.deepcopy(table))
    TABLES[ask["table"]] = None
    return {}


if __name__ == "__main__":
    for line in sys.stdin:
        ask = json.loads(line)
        try:
            reply = {"ok": answer(ask)}
        except No as refusal:
            reply = {"no": {"why": str(refusal)}}
        sys.stdout.write(json.dumps({"id": ask["id"], **reply}) + "\n")
        sys.stdout.flush()
        if ask["op"] == "bye":
            break
