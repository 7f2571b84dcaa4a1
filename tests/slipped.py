"""Programs with a slip: small edits of a right one, as somebody would make them. They owe nothing to the model."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from properties.conformance.slips import Aspect
from properties.conformance.smoke import ENDLESS_GAME, GOODBYE, SECOND_HELLO, STATE, UNKNOWN_GAME
from properties.conformance.talk import ANSWERED, IDS, ONLY_REPLIES, SHAPE
from tests.command import SPECIMENS

CALL = 'play(ask["deal"]["hands"], ask["budget"]["cards"])'
SENT = 'sys.stdout.write(json.dumps({"id": ask["id"], **reply}) + "\\n")'
REFUSED = 'ask["op"] == "play" and ask["game"] == "beggar" and'
BYE = 'elif ask["op"] == "bye":'
Edit = tuple[str, str]


def slip(*lines: str) -> tuple[Edit, Edit]:
    """The game is called by `slip(hands, budget)`: in its lines `out` is the outcome, `n` the number of seats."""
    body = "\n".join(f"    {line}" for line in lines)
    function = f"def slip(hands, budget):\n    n = len(hands)\n{body}\n    return out\n\n\nHELLO = "
    return ("\nHELLO = ", "\n" + function), (CALL, CALL.replace("play(", "slip("))


def reads(hands: str, *then: str) -> tuple[Edit, Edit]:
    return slip(f"out = play({hands}, budget)", *then)


def tells(*lines: str) -> tuple[Edit, Edit]:
    """Another outcome, where somebody has won."""
    return slip("out = play(hands, budget)", 'if out["status"] == "won":', *(f"    {line}" for line in lines))


def letters(meaning: str) -> tuple[Edit, Edit]:
    return reads(f'[hand.translate(str.maketrans("JQKA", "{meaning}")) for hand in hands]')


def says(old: str, new: str) -> tuple[Edit]:
    return ((old, new),)


MADE: Mapping[str, tuple[Edit, ...]] = {
    "mirrored_hands": reads("[hand[::-1] for hand in hands]"),
    "second_hand_leads": reads("hands[1:] + hands[:1]", 'if "winner" in out: out["winner"] = (out["winner"] + 1) % n'),
    "last_hand_leads": reads("hands[-1:] + hands[:-1]", 'if "winner" in out: out["winner"] = (out["winner"] - 1) % n'),
    "hands_to_the_wrong_seats": reads("hands[::-1]"),
    "turn_goes_backwards": reads("hands[:1] + hands[:0:-1]", 'if "winner" in out: out["winner"] = -out["winner"] % n'),
    "letters_are_ranks_a1_two2_three3": letters("---J"),
    "letters_are_ranks_j1q2k3": letters("JQK-"),
    "letters_are_ranks_a1j2q3k4": letters("QKAJ"),
    "letters_are_unknown": letters("----"),
    "letters_ask_their_rank": says('{"J": 1, "Q": 2, "K": 3, "A": 4}', '{"J": 11, "Q": 12, "K": 13, "A": 14}'),
    "one_more": says('{"J": 1, "Q": 2, "K": 3, "A": 4}', '{"J": 2, "Q": 3, "K": 4, "A": 5}'),
    "one_less": letters("-JQK"),
    "names_a_loser": tells('out["winner"] = (out["winner"] + 1) % n'),
    "seats_from_1": tells('out["winner"] += 1'),
    "cards_in_the_other_way": says('"count_cards": "laid"', '"count_cards": "laid_and_failed_draw"'),
    "tricks_in_the_other_way": says('"count_tricks": "with_last_pile"', '"count_tricks": "collected_only"'),
    "cards_one_too_many": tells('out["cards"] += 1'),
    "cards_one_too_few": tells('out["cards"] -= 1'),
    "cards_of_the_deal": tells('out["cards"] = len("".join(hands))'),
    "counts_swapped": tells('out["cards"], out["tricks"] = out["tricks"], out["cards"]'),
    "tricks_one_too_many": tells('out["tricks"] += 1'),
    "tricks_one_too_few": tells('out["tricks"] -= 1'),
}
"""Each slip as somebody would make it, in a program that owes nothing to the model."""


def edited(folder: Path, *edits: Edit) -> list[str]:
    """The command of a right program with some lines changed."""
    text = (SPECIMENS / "correct.py").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "edited.py"
    path.write_text(text, encoding="utf-8")
    return [sys.executable, str(path)]


WIRED: Mapping[str, tuple[str, str, tuple[Edit, ...]]] = {
    "prints its games": (ONLY_REPLIES, "standard error", reads("hands", 'print("game over")')),
    "prints numbers": (ONLY_REPLIES, "standard error", reads("hands", 'print(out.get("winner"))')),
    "writes a Python dict": (
        ONLY_REPLIES,
        "json.dumps",
        slip("out = play(hands, budget)", 'print({"id": 1, "ok": out})'),
    ),
    "counts requests itself": (
        IDS,
        "copy the id",
        (("for line in", "count = -1\nfor line in"), (SENT, "count += 1\n    " + SENT.replace('ask["id"]', "count"))),
    ),
    "counts on by itself": (
        IDS,
        "copy the id",
        (
            ("for line in", "count = 0\nfor line in"),
            (SENT, 'count = count + 1 if count else ask["id"]\n    ' + SENT.replace('ask["id"]', "count")),
        ),
    ),
    "leaves the id out": (
        IDS,
        "copy the id",
        says(SENT, SENT.replace('"id": ask["id"], ', '**({"id": 0} if ask["op"] == "hello" else {}), ')),
    ),
    "answers twice": (
        ANSWERED,
        "once",
        says("    sys.stdout.flush()", '    if ask["op"] == "play":\n        ' + SENT + "\n    sys.stdout.flush()"),
    ),
    "names its winner A": (SHAPE, "an outcome looks like", tells('out["winner"] = "ABCDEF"[out["winner"]]')),
    "leaves the winner out": (SHAPE, "an outcome looks like", tells('del out["winner"]')),
    "puts the outcome one level too high": (SHAPE, "an outcome looks like", says('{"outcome": ' + CALL + "}", CALL)),
    "answers with ok and no": (
        SHAPE,
        'a reply is {"id"',
        says('reply = {"ok": {"outcome"', 'reply = {"no": {"why": "unsupported"}, "ok": {"outcome"'),
    ),
    "does not know the dash": (
        Aspect.CARDS,
        "ordinary card",
        slip('[OWED[card] for card in "".join(hands)]', "out = play(hands, budget)"),
    ),
    "refuses the dash": (
        Aspect.CARDS,
        "ordinary card",
        says('and ask["deal"]["cards"] == "class"', 'and "-" not in str(ask["deal"])'),
    ),
    "refuses more than two": (
        ANSWERED,
        "or claim less",
        says(REFUSED, REFUSED + ' len(ask["deal"]["hands"]) == 2 and'),
    ),
    "reports a fault of its own": (
        ANSWERED,
        "or claim less",
        says('reply = {"ok": {"outcome": ' + CALL + "}}", 'reply = {"err": "no idea"}'),
    ),
    "ends after a game": (
        ANSWERED,
        "in a loop",
        says('if ask["op"] == "bye":\n        break', 'if ask["op"] in ("bye", "play"):\n        break'),
    ),
    "ends after two games": (
        ANSWERED,
        "in a loop",
        (
            ("for line in", "games = 0\nfor line in"),
            (
                '    if ask["op"] == "bye":',
                '    games += ask["op"] == "play"\n    if ask["op"] == "bye" or games == 2:',
            ),
        ),
    ),
    "never answers": (ANSWERED, "answer each line", slip("while True: pass")),
    "goes on counting": (
        STATE,
        "fresh",
        (
            ("\ndef play(", "\nsum_of = [0]\n\n\ndef play("),
            *tells('sum_of[0] += out["cards"]', 'out["cards"] = sum_of[0]'),
        ),
    ),
    "keeps the leader": (
        STATE,
        "fresh",
        (
            ("\ndef play(", "\nlast = [0]\n\n\ndef play("),
            *reads("hands[last[0] % n:] + hands[:last[0] % n]", 'last[0] = out.get("winner", 0)'),
        ),
    ),
    "throws dice": (
        STATE,
        "chance",
        (("import sys\n", "import random\nimport sys\n"), *tells('out["winner"] = random.randrange(n)')),
    ),
    "plays any game": (UNKNOWN_GAME, "unsupported", says('and ask["game"] == "beggar" ', "")),
    "breaks at an unknown game": (
        UNKNOWN_GAME,
        "unsupported",
        says('reply = {"no": {"why": "unsupported"}}', 'reply = {"err": "which game?"}'),
    ),
    "greets once": (
        SECOND_HELLO,
        "same way",
        (('    reply = {"ok": HELLO}', '    reply = {"ok": HELLO} if ask["id"] == 0 else reply'),),
    ),
    "claims something else later": (
        SECOND_HELLO,
        "same way",
        (
            (
                '    reply = {"ok": HELLO}',
                '    reply = {"ok": HELLO}\n        HELLO = HELLO | {"games": []} if ask["id"] == 0 else HELLO',
            ),
        ),
    ),
    "ignores the budget": (
        ENDLESS_GAME,
        "budget",
        says("if position in seen:", "if False:") + says("if cards > budget:", "if False:"),
    ),
    "claims to notice loops": (ENDLESS_GAME, '"loop": "none"', says("if position in seen:", "if False:")),
    "exits with another code": (
        GOODBYE,
        "code 0",
        says('if ask["op"] == "bye":\n        break', 'if ask["op"] == "bye":\n        sys.exit(3)'),
    ),
    "does not say goodbye": (GOODBYE, "code 0", says(BYE, BYE + "\n        break\n    elif False:")),
    "stays": (
        GOODBYE,
        "code 0",
        says('if ask["op"] == "bye":\n        break', 'if ask["op"] == "bye":\n        import time; time.sleep(60)'),
    ),
}
"""What else goes wrong in wiring: the check that says so, some words of its hint, and how it is done."""

SHAKE: Mapping[str, tuple[str, tuple[Edit, ...]]] = {
    "flushes nothing": (
        "flush after every line",
        (("for line in", 'sys.stdout = open(1, "w")\nfor line in'), ("    sys.stdout.flush()\n", "")),
    ),
    "prints a welcome": ("goes to standard error", says("for line in", 'print("Welcome to my game!")\nfor line in')),
    "writes a Python dict": ("json.dumps", says(SENT, 'sys.stdout.write(str({"id": ask["id"], **reply}) + "\\n")')),
    "has ids as text": ("copy the id", says('"id": ask["id"]', '"id": str(ask["id"])')),
    "never answers": ("answer each line", says("for line in sys.stdin:", "for line in sys.stdin:\n    continue")),
    "breaks at once": ("standard error may say why", says("for line in", "raise KeyError('game')\nfor line in")),
}
"""What goes wrong before hello is answered: some words of the hint, and how it is done."""
