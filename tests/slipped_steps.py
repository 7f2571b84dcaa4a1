"""Programs of the step level with a slip: small edits of a right one, as somebody would make them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from properties.conformance.step_checks import (
    COUNTED,
    DIGESTS,
    DROPPED,
    EVENTS,
    FIRST,
    FORKED,
    LAID,
    LEGAL,
    MIDDLE,
    NO_PAIR,
    NOT_NOW,
    OUT_OF_TURN,
    PAIR,
    SEVERAL,
    SHOWN,
    STALE,
    SUITS,
    TOGETHER,
    VIEWS,
)
from properties.conformance.talk import ANSWERED, SHAPE
from tests.command import SPECIMENS

Edit = tuple[str, str]
HANDS = 'hands = ["".join(hand) for hand in self.hands]'
STATE = 'return {"hands": hands, "middle": "".join(self.middle), **self.course()}'
COURSE = 'return {"turn": self.turn, "owed": self.owed, "claimant": self.claimant, "phase": self.phase}'
COUNT = "        self.at += 1\n"
CHECK = "        self.check(do)\n"
DIGEST = 'return hashlib.sha256(json.dumps(self.state(), sort_keys=True, separators=(",", ":")).encode()).hexdigest()'
TICK = 'return {"events": table.tick(ask["do"]), "at": table.at, "digest": table.digest()}'
LATE = 'if ask["at"] != table.at:\n            raise No("stale")\n        '
KEEP = 'TABLES[f"t{len(TABLES)}"] = table\n    return {"table": f"t{len(TABLES) - 1}"'
DEAL = 'Table(deal["hands"], deal.get("middle", ""), deal["cards"] == "full")'
FORK = "keep(copy.deepcopy(table))"
LAY = "card = self.hands[seat].pop(0)"


@dataclass(frozen=True)
class StepSlip:
    """Which check says so, what it says it has seen, some words of its hint, and how the slip is made."""

    check: str
    seen: str
    hint: str
    edits: tuple[Edit, ...]


def slip(check: str, seen: str, hint: str, *edits: Edit) -> StepSlip:
    return StepSlip(check, seen, hint, edits)


def edited_steps(folder: Path, *edits: Edit) -> list[str]:
    """The command of the right program with some lines changed."""
    text = (SPECIMENS / "correct_steps.py").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "edited_steps.py"
    path.write_text(text, encoding="utf-8")
    return [sys.executable, str(path)]


STEP_SLIPS: Mapping[str, StepSlip] = {
    # what is shown of a table
    "hands are shown mirrored": slip(
        SHOWN,
        "the hands are in the other order",
        "from the left",
        (HANDS, HANDS.replace("join(hand)", "join(hand[::-1])")),
    ),
    "hands are shown from the last seat on": slip(
        SHOWN,
        "from the last seat to the first",
        "hand number 0 belongs to seat 0",
        (HANDS, HANDS.replace("self.hands]", "self.hands[::-1]]")),
    ),
    "the middle is shown upside down": slip(
        MIDDLE,
        "the middle is upside down",
        "the lowest card",
        (STATE, STATE.replace("join(self.middle)", "join(self.middle[::-1])")),
    ),
    "seats are told from 1": slip(
        FIRST, "seats are counted from 1", "from 0", (COURSE, COURSE.replace("self.turn,", "self.turn + 1,"))
    ),
    "hands are numbers": slip(
        SHAPE, "`$.state.hands", '"look" is answered with', (HANDS, "hands = [len(hand) for hand in self.hands]")
    ),
    "the state is not wrapped": slip(
        SHOWN,
        "the answer has no state",
        "show it, or claim less",
        ('return {what: shows[what]() for what in ask["what"]}', 'return shows[ask["what"][0]]()'),
    ),
    "10 is told as X": slip(
        SEVERAL,
        "shows hands",
        "by its name",
        (HANDS, HANDS.replace('"".join(hand)', '"".join(hand).replace("T", "X")')),
    ),
    "suits are forgotten": slip(
        SUITS, "hands 456/789", "4c5c6c", (HANDS, HANDS.replace('"".join(hand)', '"".join(card[0] for card in hand)'))
    ),
    # what is read of a request
    "hands are read from the right": slip(
        FIRST, "the last card of hand A was laid", "from the left", (LAY, "card = self.hands[seat].pop()")
    ),
    "the second hand leads": slip(
        OUT_OF_TURN,
        "B lays first, and A may not",
        "seat 0",
        (
            "self.turn, self.owed, self.claimant, self.last, self.phase = 0,",
            "self.turn, self.owed, self.claimant, self.last, self.phase = 1,",
        ),
    ),
    "seats are read from 1": slip(
        OUT_OF_TURN,
        "seat 1 was to lay, and the card of the first hand was laid",
        "from 0",
        (CHECK, '        do = [{**intent, "seat": intent["seat"] - 1} for intent in do]\n' + CHECK),
    ),
    "anybody may lay": slip(
        OUT_OF_TURN,
        "and so may A",
        "not-your-turn",
        ('elif do[0]["seat"] != self.turn:', "elif False:"),
        (COUNT, COUNT + '        self.turn = do[0]["seat"]\n'),
    ),
    "anything is done at any time": slip(
        NOT_NOW,
        "A collects, and it is done",
        "illegal-action",
        ('elif len(do) != 1 or do[0]["act"] != self.expected()["act"]:', "elif False:"),
    ),
    "middle is not read": slip(
        "cards that were left over lie in the middle",
        "are not in the middle",
        "the game loses them",
        (DEAL, DEAL.replace('deal.get("middle", "")', '""')),
    ),
    # ticks, and how they are counted
    "at is the count before": slip(
        COUNTED, "at is 0", "one more for each", (TICK, TICK.replace("table.at,", 'ask["at"],'))
    ),
    "at begins with 1": slip(LAID, "at is 1", "0 when it is laid", ("self.at = 0", "self.at = 1")),
    "refusals are counted": slip(COUNTED, "stale", "not refused", (CHECK + COUNT, COUNT + CHECK)),
    "late messages are obeyed": slip(STALE, "was obeyed", "refuse with", (LATE, "")),
    "late messages are illegal": slip(
        STALE, "illegal-action", '"stale"', (LATE, LATE.replace('No("stale")', 'No("illegal-action")'))
    ),
    "late messages break it": slip(
        ANSWERED,
        "exit code 1",
        "standard error may say why",
        (LATE, LATE.replace('raise No("stale")', 'raise KeyError("at")')),
    ),
    "late messages are done and refused": slip(
        STALE,
        "and yet done",
        "before anything is done",
        (LATE, LATE.replace("raise", 'table.tick(ask["do"])\n            raise')),
    ),
    "acts out of turn are done and refused": slip(
        OUT_OF_TURN,
        "and yet done",
        "before anything is done",
        (
            'raise No("not-your-turn")',
            'self.middle.append(self.hands[1].pop(0))\n            raise No("not-your-turn")',
        ),
    ),
    "acts out of turn are unsupported": slip(
        OUT_OF_TURN, "unsupported", "not-your-turn", ('raise No("not-your-turn")', 'raise No("unsupported")')
    ),
    "the last card is told only": slip(
        FIRST,
        "hands 78/689, middle (none)",
        "one card goes",
        ("self.middle.append(card)", "self.middle.append(card) if self.middle else self.middle.extend([])"),
    ),
    # several tables
    "all tables are called alike": slip(
        SEVERAL, "both called 't0'", "a name of its own", (KEEP, 'TABLES["t0"] = table\n    return {"table": "t0"')
    ),
    "there is one table only": slip(
        SEVERAL,
        "shows the other table",
        "each table by its name",
        ('table = TABLES.get(ask.get("table"))', "table = list(TABLES.values())[-1]"),
    ),
    "ticks are counted together": slip(
        SEVERAL,
        "stale",
        "the count of its ticks",
        (COUNT, "        Table.count = self.at + 1\n"),
        ("self.at = 0\n", "Table.count = 0\n"),
        ("class Table:\n", "class Table:\n    count = 0\n    at = property(lambda self: Table.count)\n"),
    ),
    "one table at a time": slip(
        SEVERAL,
        "unsupported",
        "side by side",
        ('deal = ask["deal"]\n', 'deal = ask["deal"]\n        if TABLES:\n            raise No("unsupported")\n'),
    ),
    "the middle is shared": slip(
        SEVERAL,
        "shows hands",
        "each table by its name",
        ("self.middle = self.cards(middle)", "self.middle = Table.shared\n        self.middle += self.cards(middle)"),
        ("class Table:\n", "class Table:\n    shared = []\n"),
    ),
    # what else hello claims
    "digests with spaces": slip(
        DIGESTS, "spaces", "no spaces", (DIGEST, DIGEST.replace(', separators=(",", ":")', ""))
    ),
    "digests not sorted": slip(
        DIGESTS, "not sorted", "all keys sorted", (DIGEST, DIGEST.replace("sort_keys=True, ", ""))
    ),
    "digests plainly dumped": slip(
        DIGESTS,
        "not sorted, and there are spaces",
        "all keys sorted",
        (DIGEST, DIGEST.replace(', sort_keys=True, separators=(",", ":")', "")),
    ),
    "digests without the claimant": slip(
        DIGESTS,
        '"claimant" is missing',
        '"claimant":null',
        (DIGEST, DIGEST.replace("self.state()", '{k: v for k, v in self.state().items() if k != "claimant"}')),
    ),
    "digests by MD5": slip(DIGESTS, "MD5", "SHA-256", (DIGEST, DIGEST.replace("sha256", "md5"))),
    "digests with seats from 1": slip(
        DIGESTS,
        "seats are counted from 1",
        "no spaces",
        (DIGEST, DIGEST.replace("self.state()", '{**self.state(), "turn": self.turn + 1}')),
    ),
    "digests of something else": slip(
        DIGESTS, "that of another table", "no spaces", (DIGEST, DIGEST.replace("self.state()", "self.hands"))
    ),
    "no digests": slip(DIGESTS, "there is none", "claim less", (DIGEST, "return None")),
    "no events": slip(EVENTS, "there are none", "claim less", (TICK, TICK.replace('"events"', '"happened"'))),
    "events from 1": slip(
        EVENTS,
        "seats are counted from 1",
        "from 0",
        (
            TICK,
            TICK.replace(
                'table.tick(ask["do"])', '[{**event, "seat": event["seat"] + 1} for event in table.tick(ask["do"])]'
            ),
        ),
    ),
    "events of the wrong shape": slip(
        SHAPE,
        "`$.events",
        '"tick" is answered with',
        (TICK, TICK.replace('table.tick(ask["do"])', 'str(table.tick(ask["do"]))')),
    ),
    "no laid event": slip(
        EVENTS, "card: []", '"laid"', ('events = [{"e": "laid", "seat": seat, "card": card}]', "events = []")
    ),
    "legal acts from 1": slip(
        LEGAL,
        "seats are counted from 1",
        "from 0",
        ('"legal": table.legal', '"legal": lambda: [{**act, "seat": act["seat"] + 1} for act in table.legal()]'),
    ),
    "slaps are not legal": slip(
        LEGAL,
        "the slaps are left out",
        "not refused",
        ('*({"seat": seat, "act": "slap"} for seat in range(len(self.hands)))', ""),
    ),
    "no legal acts": slip(LEGAL, "no legal acts", "claim less", ('"legal": table.legal', '"legal": lambda: None')),
    "views show the hands": slip(
        VIEWS,
        "$.hands",
        "how many cards",
        (
            '{"hands": [len(hand) for hand in self.hands], "middle"',
            '{"hands": ["".join(hand) for hand in self.hands], "middle"',
        ),
    ),
    "views show the middle upside down": slip(
        VIEWS, "middle 65", '"middle":"56"', ('"".join(self.seen())', '"".join(self.seen()[::-1])')
    ),
    "a fork is the same table": slip(FORKED, "changed the other", "copy hands", (FORK, "keep(table)")),
    "a fork has the same name": slip(
        FORKED, "table 't0'", "copy hands", (FORK, '{"table": ask["table"], "at": table.at}')
    ),
    "a fork begins anew": slip(FORKED, "at 0", "the count of ticks", (FORK, 'keep(Table(["578", "689"], "", False))')),
    "a fork shares its hands": slip(FORKED, "changed the other", "copy hands", (FORK, "keep(copy.copy(table))")),
    "no fork": slip(
        FORKED,
        "unsupported",
        "claim less",
        ('if op == "fork":\n', 'if op == "fork":\n        raise No("unsupported")\n'),
    ),
    "a drop takes all tables": slip(
        DROPPED, "as well", "each table by its name", ('TABLES[ask["table"]] = None', "TABLES.clear()")
    ),
    "a drop is unknown": slip(
        DROPPED, "unsupported", "forget the table", ('TABLES[ask["table"]] = None', 'raise No("unsupported")')
    ),
    "a table that is gone breaks it": slip(
        ANSWERED, "exit code 1", "standard error may say why", ("if table is None:", "if False:")
    ),
    # slaps
    "slaps are illegal": slip(
        PAIR,
        "illegal-action",
        "an act of any seat",
        ('if do and all(intent["act"] == "slap"', 'if False and all(intent["act"] == "slap"'),
    ),
    "wrong slaps are illegal": slip(
        NO_PAIR,
        "illegal-action",
        "no illegal act",
        ("if len(set(seats)) < len(seats) or", "if not self.slappable() or len(set(seats)) < len(seats) or"),
    ),
    "one slap at a time": slip(
        TOGETHER, "illegal-action", "several seats", ("if len(set(seats)) < len(seats) or", "if len(seats) > 1 or")
    ),
}
"""Every slip that is told: the check, what it has seen, some words of the hint, and how it is made."""
NOTED = ("middle is not read",)
"""What may be no slip of the wiring but a fault of the game: it gets a remark."""
