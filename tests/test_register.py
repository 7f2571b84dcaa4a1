"""The register of clauses: complete, contiguous, consistent with itself, and clear about what it does not know."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from model.clause import clause, clauses_of, tagged_functions
from model.piles.points import choices, choose, points_of
from model.piles.profiles import NAMED, PROFILES
from model.points import Takes
from model.register import (
    EMPTY_SET,
    Ambiguity,
    Clause,
    Kind,
    PointType,
    Reading,
    RegisterError,
    Status,
    UnknownClause,
    UnknownPoint,
    load,
    read,
    register_texts,
    statement_hash,
    tagged,
)

CLAUSES = {"BB": 44, "BMN": 66, "BANK": 99}
AMBIGUITIES = {"BB": 23, "BMN": 21, "BANK": 42}
RESTATED = {"BB-23": "BB-15", "BB-24": "BB-16", "BB-25": "BB-17", "BB-26": "BB-18", "BMN-61": "BMN-60"}
NO_RULE_KINDS = {Kind.HEADING, Kind.ADVICE, Kind.RELATION}
COMBINATIONS_OF_BANK = 1000

REGISTER = load()
ENTRIES: list[Clause | Ambiguity] = [*REGISTER.clauses.values(), *REGISTER.ambiguities.values()]


def numbered(series: dict[str, int], middle: str) -> list[str]:
    return [f"{prefix}-{middle}{n:02}" for prefix, count in series.items() for n in range(1, count + 1)]


def points_of_wire(reading: Reading) -> set[str]:
    return {wire.partition("=")[0] for wire in reading.wire}


# --- completeness


def test_all_209_clauses_are_there_in_order_and_no_other() -> None:
    assert list(REGISTER.clauses) == numbered(CLAUSES, "")
    assert len(REGISTER.clauses) == 209


def test_all_86_ambiguities_are_there_in_order_and_no_other() -> None:
    assert list(REGISTER.ambiguities) == numbered(AMBIGUITIES, "A")
    assert len(REGISTER.ambiguities) == 86


def test_every_document_counts_its_own_entries() -> None:
    assert [d.id for d in REGISTER.documents] == ["D0", "D2", "D3"]
    for document in REGISTER.documents:
        assert document.clauses == CLAUSES[document.prefix]
        assert document.ambiguities == AMBIGUITIES[document.prefix]
        assert all(e.document == document.id for e in ENTRIES if e.id.startswith(f"{document.prefix}-"))


def test_the_clauses_of_a_document_follow_its_lines() -> None:
    for document in REGISTER.documents:
        lines = [c.line for c in REGISTER.clauses.values() if c.document == document.id]
        assert lines == sorted(lines)


def test_the_seven_notes_between_the_documents_are_there() -> None:
    assert [note.id for note in REGISTER.notes] == [f"X-{n}" for n in range(1, 8)]


# --- clauses


def test_every_statement_has_its_hash() -> None:
    assert REGISTER.verify_hashes() == ()


def test_a_changed_statement_is_noticed_by_its_hash() -> None:
    texts = register_texts()
    texts["beggar.toml"] = texts["beggar.toml"].replace("A jack demands one card.", "A jack demands two cards.")
    assert read(texts).verify_hashes() == ("BMN-22",)


def test_every_statement_is_one_or_more_full_sentences() -> None:
    for each in REGISTER.clauses.values():
        assert re.fullmatch(r"[A-Z\"].*\.", each.statement), each.id


def test_no_two_clauses_of_a_document_say_the_same() -> None:
    for document in REGISTER.documents:
        said = Counter(c.statement for c in REGISTER.clauses.values() if c.document == document.id)
        assert [statement for statement, times in said.items() if times > 1] == []


def test_restatements_name_their_originals() -> None:
    assert {c.id: c.restates for c in REGISTER.clauses.values() if c.restates} == RESTATED


def test_a_restatement_decides_what_its_original_decides() -> None:
    for id, original in RESTATED.items():
        assert REGISTER.clause(id).rule_points == REGISTER.clause(original).rule_points


def test_the_source_has_14_worked_examples() -> None:
    examples = [c.id for c in REGISTER.clauses.values() if c.is_example]
    assert examples == [f"BMN-{n}" for n in range(27, 41)]


def test_only_headings_history_relations_and_table_heads_carry_no_rule() -> None:
    without = {c.id for c in REGISTER.clauses.values() if not c.carries_rule}
    by_kind = {c.id for c in REGISTER.clauses.values() if c.kind in NO_RULE_KINDS}
    rules_of_relatives = {"BMN-53", "BMN-54", "BMN-56", "BMN-58"}
    heads_of_tables = {"BB-22", "BMN-18"}
    assert without == (by_kind - rules_of_relatives) | heads_of_tables
    assert len(without) == 26


def test_a_clause_without_a_rule_decides_no_rule_point() -> None:
    assert [c.id for c in REGISTER.clauses.values() if not c.carries_rule and c.rule_points] == []


def test_a_clause_without_a_status_carries_a_rule_only_for_a_relative() -> None:
    carrying = [c.id for c in REGISTER.clauses.values() if c.status is Status.NONE and c.carries_rule]
    assert carrying == ["BMN-53", "BMN-54", "BMN-56", "BMN-58"]


@pytest.mark.parametrize(
    ("game", "own"),
    [
        ("beggar", [*numbered({"BMN": 52}, ""), *(f"BMN-{n}" for n in range(59, 67))]),
        ("camicia", ["BMN-55", "BMN-56"]),
        ("banka", [*numbered({"BB": 44}, ""), "BMN-57", "BMN-58"]),
        ("ratscrew", ["BMN-53", "BMN-54"]),
        ("bank", numbered({"BANK": 99}, "")),
    ],
)
def test_every_game_has_its_clauses(game: str, own: list[str]) -> None:
    assert [c.id for c in REGISTER.of_game(game)] == own


def test_the_relatives_build_on_beggar() -> None:
    assert {game: REGISTER.base_of(game) for game in REGISTER.games()} == {
        "beggar": "",
        "camicia": "beggar",
        "banka": "",
        "ratscrew": "beggar",
        "bank": "",
    }


# --- ambiguities


def test_every_ambiguity_has_its_default_among_distinct_readings() -> None:
    for ambiguity in REGISTER.ambiguities.values():
        names = [reading.name for reading in ambiguity.readings]
        assert ambiguity.default in names, ambiguity.id
        assert len(names) == len(set(names)) >= 2, ambiguity.id


def test_a_default_that_is_no_reading_is_refused() -> None:
    texts = register_texts()
    texts["bank.toml"] = texts["bank.toml"].replace('default = "literal"', 'default = "litteral"')
    with pytest.raises(RegisterError, match="BANK-A01: the default 'litteral' is not one of its readings"):
        read(texts)


def test_every_ambiguity_has_rule_points_or_a_reason_for_none() -> None:
    for ambiguity in REGISTER.ambiguities.values():
        assert bool(ambiguity.rule_points) != bool(ambiguity.no_point), ambiguity.id
        assert not ambiguity.no_point or ambiguity.no_point.endswith("."), ambiguity.id


def test_every_reading_is_played_by_a_rule_point_or_has_a_reason_for_none() -> None:
    for ambiguity in REGISTER.ambiguities.values():
        for reading in ambiguity.readings:
            reasons = [bool(reading.wire), bool(reading.no_point), bool(ambiguity.no_point)]
            assert reasons.count(True) == 1, f"{ambiguity.id} {reading.name}"
            assert not reading.no_point or reading.no_point.endswith("."), ambiguity.id


def test_the_wire_names_of_readings_belong_to_the_points_of_their_ambiguity() -> None:
    for ambiguity in REGISTER.ambiguities.values():
        for reading in ambiguity.readings:
            assert points_of_wire(reading) <= set(ambiguity.rule_points), ambiguity.id
            for wire in reading.wire:
                point, _, value = wire.partition("=")
                assert REGISTER.point(point).accepts(value), f"{ambiguity.id}: {wire}"


def test_a_reading_is_named_by_a_letter_or_by_its_alternative() -> None:
    for ambiguity in REGISTER.ambiguities.values():
        for reading in ambiguity.readings:
            lone = len(reading.wire) == 1 and len(ambiguity.rule_points) == 1
            expected = reading.wire[0].partition("=")[2] if lone else "abcdefg"[ambiguity.readings.index(reading)]
            assert reading.name == expected, ambiguity.id


def test_the_chosen_reading_is_the_default_of_a_profile_of_its_game() -> None:
    for ambiguity in REGISTER.ambiguities.values():
        game = next(d.game for d in REGISTER.documents if d.id == ambiguity.document)
        relatives = [p.name for p in REGISTER.profiles.values() if game in (p.game, p.base)]
        for wire in ambiguity.default_reading.wire:
            point, _, value = wire.partition("=")
            defaults = [REGISTER.point(point).default.get(profile) for profile in relatives]
            assert value in defaults, f"{ambiguity.id}: {wire}"


def test_ambiguities_and_notes_concern_clauses_that_exist() -> None:
    concerned = {a.id: a.clauses for a in REGISTER.ambiguities.values()} | {n.id: n.clauses for n in REGISTER.notes}
    for entry, clauses in concerned.items():
        assert clauses, entry
        assert [id for id in clauses if id not in REGISTER.clauses] == [], entry


def test_every_id_that_a_text_mentions_exists() -> None:
    known = {*REGISTER.clauses, *REGISTER.ambiguities}
    for text in register_texts().values():
        assert {id for id in re.findall(r"\b(?:BB|BMN|BANK)-A?\d+\b", text) if id not in known} == set()


def test_sources_are_addresses_given_once() -> None:
    for ambiguity in REGISTER.ambiguities.values():
        assert all(re.fullmatch(r"https?://\S+", source) for source in ambiguity.sources), ambiguity.id
        assert len(set(ambiguity.sources)) == len(ambiguity.sources), ambiguity.id


# --- rule points


def test_every_rule_point_named_by_an_entry_exists() -> None:
    assert {p for e in ENTRIES for p in e.rule_points} - set(REGISTER.points) == set()


def test_every_rule_point_is_reached_from_an_entry_or_is_a_choice_of_the_wild() -> None:
    reached = {p for e in ENTRIES for p in e.rule_points}
    wild = {"count_cards", "count_tricks", "burned_count_for_slaps", "burned_order", "payer_burned_out"}
    assert set(REGISTER.points) - reached == wild


def test_every_rule_point_has_a_default_that_its_alternatives_allow() -> None:
    for point in REGISTER.points.values():
        assert point.default, point.name
        for profile, value in point.default.items():
            game = REGISTER.profiles[profile].game
            assert point.accepts(value), f"{point.name}: {value}"
            allowed = [a for a in point.alternatives if not a.games or game in a.games]
            assert value == EMPTY_SET or {*value.split(",")} <= {a.name for a in allowed}, f"{point.name}: {profile}"


def test_the_entries_that_a_point_refers_to_speak_of_it() -> None:
    for point in REGISTER.points.values():
        assert [id for id in point.see if point.name not in REGISTER.entry(id).rule_points] == [], point.name


WITHOUT_SLAPS = {"beggar", "camicia"}
INSIDE = {"deal_one", "pay_card", "owed_card", "paid", "plain_card", "position"}
"""Rule points of the books that no source leaves open: they are there for misreadings only."""
NAMED_IN_THE_REGISTER = {"banka_core", "banka_table", "banka_baver", "ratscrew", "slapjack", "beggar", "camicia"}


@pytest.mark.parametrize("game", PROFILES)
def test_the_register_and_the_rule_books_have_the_same_points(game: str) -> None:
    modelled = set(points_of(game)) - INSIDE
    told = {point.name for point in REGISTER.points_of(game)}
    assert told - modelled == ({"slaps"} if game in WITHOUT_SLAPS else set())
    assert modelled - told == set()


@pytest.mark.parametrize("game", PROFILES)
def test_the_register_and_the_rule_books_know_the_same_alternatives(game: str) -> None:
    for name, point in points_of(game).items():
        if name in INSIDE:
            assert len(point.alternatives) == 1, name
            continue
        told = REGISTER.point(name)
        assert (told.type is PointType.SET) is point.is_set, name
        assert [a.name for a in told.alternatives if not a.games or game in a.games] == list(point.ways(game)), name
        takes = {a.name: {"k": Takes.NUMBER, "ranks": Takes.RANKS}[a.takes] for a in told.alternatives if a.takes}
        assert takes == dict(point.takes), name


@pytest.mark.parametrize("name", sorted(NAMED_IN_THE_REGISTER))
def test_the_defaults_of_the_register_are_those_of_the_profiles(name: str) -> None:
    book = NAMED[name]
    assert REGISTER.profiles[name].game == book.game
    own = {point.name: point.default[name] for point in REGISTER.points.values() if name in point.default}
    if book.game in WITHOUT_SLAPS:
        assert own.pop("slaps") == EMPTY_SET
    assert choose(book, own) == book
    chosen = {point: re.sub(r":\w+", "", way) for point, way in choices(book).items() if point not in INSIDE}
    assert own == chosen


def test_every_profile_has_a_name_in_the_register() -> None:
    modelled = {name for name, point in REGISTER.profiles.items() if point.game in PROFILES}
    assert modelled == NAMED_IN_THE_REGISTER
    assert set(NAMED) - modelled == {"banka"}
    assert NAMED["banka"] == NAMED["banka_table"]


def test_the_alternatives_of_a_point_have_distinct_names() -> None:
    for point in REGISTER.points.values():
        assert len(set(point.names())) == len(point.names()) >= 1, point.name
        assert point.type is PointType.SET or "," not in "".join(point.names())


def test_the_pile_games_have_26_points_and_bank_40() -> None:
    assert len(REGISTER.points_of("bank")) == 40
    assert len({p.name for game in ("beggar", "camicia", "banka", "ratscrew") for p in REGISTER.points_of(game)}) == 26
    assert len(REGISTER.points) == 66


def test_the_options_of_bank_make_a_thousand_combinations() -> None:
    scoring = REGISTER.point("scoring").alternatives
    ways = sum(len(each.values) or 1 for each in scoring)
    options = [len(REGISTER.point(name).alternatives) for name in ("trumps", "seven", "dealer")]
    assert options[0] * options[1] * options[2] * ways == COMBINATIONS_OF_BANK


def test_a_set_takes_any_members_and_a_choice_exactly_one() -> None:
    slaps, leader = REGISTER.point("slaps"), REGISTER.point("leader")
    assert [v for v in ("none", "double", "double,bottom_match") if not slaps.accepts(v)] == []
    assert [v for v in ("", "pair", "double,pair") if slaps.accepts(v)] == []
    assert [v for v in ("taker", "none", "taker,after_taker") if leader.accepts(v)] == ["taker"]


# --- lookup


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("bmn-25", "no entry 'bmn-25': did you mean BMN-25?"),
        ("BMN-5", "no entry 'BMN-5': did you mean BMN-05?"),
        ("BMN-67", "BMN-01 to BMN-66 and BMN-A01 to BMN-A21; near matches: BMN-66"),
        ("BMM-25", "near matches: BMN-25"),
        ("nonsense", "BB-01 to BB-44"),
    ],
)
def test_an_unknown_id_is_answered_with_what_would_be_right(id: str, message: str) -> None:
    with pytest.raises(UnknownClause) as caught:
        REGISTER.entry(id)
    assert message in str(caught.value)


def test_entries_are_found_by_id() -> None:
    assert REGISTER.entry("BMN-25") is REGISTER.clause("BMN-25")
    assert REGISTER.entry("BANK-A13") is REGISTER.ambiguity("BANK-A13")
    assert REGISTER.clause("BMN-25").where == "D2 line 16, sentence 3"
    with pytest.raises(UnknownClause):
        REGISTER.clause("BMN-A03")
    with pytest.raises(UnknownClause):
        REGISTER.ambiguity("BMN-25")


def test_the_ambiguities_about_a_clause_are_found() -> None:
    assert [a.id for a in REGISTER.about("BMN-62")] == ["BMN-A03", "BMN-A07"]
    assert REGISTER.about("BMN-04") == ()


def test_unknown_points_and_games_are_answered_with_what_would_be_right() -> None:
    with pytest.raises(UnknownPoint, match="near matches: payer_out"):
        REGISTER.point("payerout")
    with pytest.raises(UnknownPoint, match="the games are beggar, camicia, banka, ratscrew, bank"):
        REGISTER.of_game("begar")


# --- malformed data


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("beggar.toml", "line = 16\n", "lime = 16\n", "BMN-23: line is missing"),
        ("beggar.toml", "line = 16\n", 'line = 16\ncolour = "red"\n', "BMN-23: unknown key colour"),
        ("beggar.toml", "line = 16\n", 'line = "16"\n', "BMN-23: line must be int"),
        ("banka.toml", 'kind = "slap"', 'kind = "clap"', "kind 'clap' is none of setup, turn"),
        ("bank.toml", 'id = "BANK-02"', 'id = "BANK-01"', "BANK-01 is there twice"),
        ("points.toml", 'type = "set"', 'type = "bag"', "slaps: type 'bag' is none of choice, set, parameter"),
        ("points.toml", "values = [3, 6]", "values = [3, true]", "values must list int only"),
        ("notes.toml", "[[note]]", "[[note]", "notes.toml is not TOML"),
    ],
)
def test_malformed_data_are_refused_with_their_place(file: str, old: str, new: str, message: str) -> None:
    texts = register_texts()
    assert old in texts[file]
    texts[file] = texts[file].replace(old, new, 1)
    with pytest.raises(RegisterError, match=re.escape(message)):
        read(texts)


def test_the_register_is_read_once_and_frozen() -> None:
    assert load() is REGISTER
    with pytest.raises(AttributeError):
        REGISTER.clause("BMN-25").line = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        REGISTER.clauses["BMN-25"] = REGISTER.clause("BMN-24")  # type: ignore[index]


# --- tags


def test_a_tag_leaves_the_function_itself_and_is_found_both_ways() -> None:
    def rule() -> int:
        return 1

    same = clause("BMN-25", "BB-20")(rule)
    assert same is rule
    assert clauses_of(rule) == ("BMN-25", "BB-20")
    assert rule in tagged_functions()
    assert rule in tagged()["BMN-25"]
    assert rule in tagged()["BB-20"]
    assert clauses_of(test_a_tag_leaves_the_function_itself_and_is_found_both_ways) == ()


@pytest.mark.parametrize("ids", [(), ("BB-01", "BB-02", "BB-03", "BB-04")])
def test_a_tag_names_one_to_three_clauses(ids: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="one to 3 clauses"):
        clause(*ids)


def test_the_hash_is_the_start_of_sha256() -> None:
    assert statement_hash("abc") == "ba7816bf8f01cfea"
