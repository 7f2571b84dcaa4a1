"""What is no log of a game: refused with one line that names the file, the line, what is wrong and what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from properties.conformance.log_entries import LogError, Wanted
from properties.conformance.logs import check

HEAD = '{"log": "fairdeal-log/1", "game": "banka", "deal": {"hands": ["J9", "58"], "cards": "rank"}}\n'
UNDER_WAY = "game banka\ntable J9/5+7\n"
MIDDLE = "game banka\ntable 9/5+7\nturn A\n"


def table_header(**changes: object) -> str:
    table = {"hands": ["9", "5"], "middle": "7J", "cards": "rank", "turn": 0} | changes
    return json.dumps({"log": "fairdeal-log/1", "game": "banka", "table": table})


BAD = [
    (b"", "is empty"),
    (b" \n\n\t\n", "is empty"),
    (b"\xef\xbb\xbf", "is empty"),
    (b"game banka\ndeal J9/\xff58", "line 2: is no text in UTF-8"),
    ("game banka".encode("utf-16"), "line 1: is no text in UTF-8"),
    ("game banka\ndeal J9/58\nA lays\x00 J", "line 3: the character U+0000 at place 7"),
    ("game banka\ndeal J9/58\n\x1b[31mA lays J", "line 3: the character U+001B"),
    ("# nothing\n# here", "line 1: holds only comments"),
    ("hello", "line 1: nothing says where the log begins"),
    ("deal J9/58\nA lays J", "line 1: no game is named: write 'game banka' into the log, or give --game banka"),
    ("game bridge\ndeal J9/58", "line 1: no game is called 'bridge'"),
    ("game banka\nset slap_ti=x\ndeal J9/58", "did you mean 'slap_tie'?"),
    ("game banka\nset slap_tie\ndeal J9/58", "line 2: 'slap_tie' is no choice"),
    ("game banka\nset slap_tie=undermost slap_tie=undefined\ndeal J9/58", "line 2: 'slap_tie=undefined' is no choice"),
    ("game banka\ngame beggar\ndeal J9/58", "line 2: 'game' for a second time"),
    ("game banka\ndeal J9/58\ndeal J9/58", "line 3: 'deal' for a second time"),
    ("game banka\ncards names\ndeal J9/58", "'names' is no way to write cards"),
    ("game banka\ncards class\ndeal J-/--", "the slaps of banka are about ranks"),
    ("game banka\ntells lies\ndeal J9/58", "line 2: no event is called 'lies'"),
    ("game banka\ndeal Jx/58", "line 2: 'x' at place 2 of 'Jx' is no card"),
    ("game banka\ndeal J9", "2 to 52 seats, not by 1"),
    ("game banka\ndeal J9//58", "the hand of B is empty"),
    ("game banka\ndeal Jc/Jc", "the card Jc is named 2 times"),
    ("game banka\ndeal J9/58\nturn A\nA lays J", "line 3: 'turn' goes with 'table'"),
    (
        "game banka\ndeal J9/58\nA lays J\nset slap_tie=undefined",
        "line 4: 'set slap_tie=undefined' is no line",
    ),
    ("game banka\ndeal J9/58\nD lays J", "line 3: there is no seat D: the seats of this table are A to B"),
    ("game banka\ndeal J9/58\nA lays J9", "line 3: one card is laid at a time, not 'J9'"),
    ("game banka\ndeal J9/58\nA jumps", "line 3: 'A jumps' is no line of a log: write A lays J"),
    ("game banka\ndeal J9/58\nrefused: A jumps", "line 3: 'refused: A jumps' is no line of a log"),
    ("game banka\ndeal J9/58\nA lays J\ntable J9", "line 4: this table has 1 hands, and there are 2 seats"),
    ("game banka\ndeal ??/58\nA lays", "line 3: nobody knows which card A lays here: name it, as in 'A lays J'"),
    ("game banka\ndeal 7/5+?\nA lays 7\nB slaps", "line 4: whether a slap is right here depends on a card"),
    ("game banka\nset leftover_challenges=yes\ndeal 7/5+?", "the lowest card that was left over may ask for cards"),
    ("game banka\nset end=must_play\ndeal 7/5", "end has no alternative 'must_play'"),
    (UNDER_WAY + "A lays J", "line 2: nothing says who is to act"),
    (UNDER_WAY + "turn AB", "line 3: 'AB' is no seat"),
    (UNDER_WAY + "turn C", "line 3: there is no seat C"),
    (UNDER_WAY + "turn A\nowed 2", "line 4: 'owed 2' is not how a debt is written"),
    (UNDER_WAY + "turn A\nowed 9 to B", "nobody can owe 9 cards: 4 is the most"),
    (UNDER_WAY + "turn A\nburned x", "line 4: 'x' is no number of cards"),
    (UNDER_WAY + "turn A\nburned 2", "2 burned and 0 left-over cards cannot lie in a middle of 1"),
    ("game banka\ntable ./5+7\nturn A", "A is to act and has no card"),
    ("game banka\ntable ./.\nturn A", "there are no cards on this table"),
    ("game banka\ntable 9/5\nwon by A", "a pile that was won has cards"),
    (table_header(owed=2), "what is owed is owed to a seat"),
    (table_header(barred=[0]), "'barred' says for each seat"),
    (table_header(turn=7), "there is no seat 7: the seats of this table are 0 to 1"),
    (table_header(turn=10**30), "line 1: there is no seat 1000000000"),
    (table_header(phase="sleeping"), "Invalid enum value 'sleeping'"),
    ('{"log": "fairdeal-log/2"}', "is a log of the kind 'fairdeal-log/2', and this version reads fairdeal-log/1"),
    ('{"log": "fairdeal-log/1"}', 'either "deal" or "table" says where the log begins'),
    ('{"deal": 1}', "line 1: is no header of a log"),
    ("{" * 50_000, "line 1: is no header of a log"),
    ('{"log": "fairdeal-log/1", "x":' + "[" * 50_000, "line 1: is no header of a log (nested too deeply)"),
    (HEAD + "[]", "line 2: is no line of a log"),
    (HEAD + "{}", "line 2: tells nothing that a log tells"),
    (HEAD + '{"do": []}', 'line 2: "do" is empty'),
    (HEAD + '{"do": [{"seat": 0, "act": "flip"}]}', "Invalid enum value 'flip'"),
    (HEAD + '{"do": [{"seat": "chance", "act": "lay"}]}', "line 2: chance shuffles, and seats do everything else"),
    (HEAD + '{"do": [{"seat": -2, "act": "lay"}]}', "line 2: there is no seat -2"),
    (HEAD + '{"do": [{"seat": 0, "act": "lay"}], "card": "J9"}', 'line 2: "card" is the one card that a seat lays'),
    (HEAD + '{"do": [{"seat": 0, "act": "lay"}], "card": "\\u001b"}', "'\\u001b' at place 1"),
    (HEAD + '{"do": [{"seat": 0, "act": "lay"}], "events": [{"e": "sang"}]}', "Invalid value 'sang'"),
    (
        HEAD + '{"do": [{"seat": 0, "act": "lay"}], "events": [{"e": "laid", "seat": 0, "card": ""}]}',
        "one card is laid",
    ),
    (HEAD + '{"do": [{"seat": 0, "act": "lay"}], "state": {"hands": ["9"], "middle": ""}}', "has 1 hands"),
    (HEAD + '{"do": [{"seat": 0, "act": "lay"}]\n', "line 2: is no line of a log (Input data was truncated)"),
    (HEAD + '{"winner": ' + "9" * 5_000 + "}", "line 2: "),
]


@pytest.mark.parametrize(("content", "words"), BAD)
def test_what_is_no_log_is_refused_with_a_word(content: str | bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(LogError) as refused:
        check(path, Wanted())
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert words in message
    assert message.isprintable()
    assert len(message) < 600


def test_files_that_are_none(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path, "is no file"),
        (tmp_path / "none", "cannot be read"),
        (Path("a\0b"), "cannot be read"),
    ):
        with pytest.raises(LogError, match=words):
            check(path, Wanted())
