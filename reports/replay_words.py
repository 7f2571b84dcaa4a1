"""The command that asks a program one case again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from properties.conformance.books import is_bank
from properties.conformance.judge import Judged
from properties.conformance.protocol import GameClaim
from properties.conformance.script import format_timeline
from reports.script_course import asked_of


def replay_words(judged: Judged, claim: GameClaim, wire: str, command: Sequence[str]) -> str:
    """A command that asks a program this very deal again, and judges it by the rules of the case."""
    case = judged.case
    words = ["fairdeal", "replay", "--game", case.game, "--deal", case.text, *_chosen(judged)]
    words += _acts(judged, claim)
    if wire != "json":
        words += ["--wire", wire]
    return shlex.join([*words, "--", *command])


def play_words(judged: Judged, claim: GameClaim) -> str:
    """A command that shows how the rules of a case play it."""
    case = judged.case
    words = ["fairdeal", "play", case.game, "--deal", case.text, *_chosen(judged)]
    if case.script is not None:
        words += ["--script", " ".join(needed(judged, claim))]
    else:
        words += [word for at in _moments(judged) for word in ("--slap", at)]
        words += ["--trace"]
    return shlex.join(words)


def _chosen(judged: Judged) -> list[str]:
    """How cards are written, and the rules that are chosen, as options."""
    case = judged.case
    words = ["--cards", case.cards] if case.cards != "class" and not is_bank(case.game) else []
    for point, way in sorted(case.choices.items()):
        words += ["--set", f"{point}={way}"]
    return words


def _moments(judged: Judged) -> list[str]:
    return format_timeline(judged.case.timeline).split()


def _acts(judged: Judged, claim: GameClaim) -> list[str]:
    """What is done at the table, as options."""
    case = judged.case
    if case.script is None:
        return ["--slaps", format_timeline(case.timeline)] if case.timeline else []
    return ["--script", " ".join(needed(judged, claim)), *(["--twin", case.twin] if case.twin else [])]


def needed(judged: Judged, claim: GameClaim) -> tuple[str, ...]:
    """A script up to where the program leaves the rules, or breaks; all of it, where neither is known."""
    script, verdict = judged.case.script or (), judged.verdict
    if verdict.parting is not None:
        return script[: verdict.parting.action]
    if not script or verdict.fault is None:
        return script
    return script[: asked_of(judged, claim)[0]]
