"""The words of a picture of a graph of tricks: its title, what it shows, and what it leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.graphs.contents import Part
from reports.words import number
from solver.graphs.agreed import dealt_words
from solver.graphs.found import Cycle, Exploration, deal_text
from solver.graphs.slapping import Slapping

if TYPE_CHECKING:
    import networkx as nx


def title(found: Exploration) -> str:
    """The deck, and whether its games end."""
    what = f"{number(len(found.endless), 'deal')} of {found.deals:,} never end" if found.endless else ""
    if len(found.endless) == 1:
        what += "s"
    return f"{found.deck_name}: {what or ('play can go round for ever' if found.cycles else 'every game ends')}"


def subtitle(found: Exploration) -> tuple[str, ...]:
    """The rules, the deals, and how much there was to see."""
    rules = "".join(f", {point}={name}" for point, name in found.choices)
    agreed = f" · {Slapping(found.slapping)}" if found.slapping else ""
    dealt = dealt_words(found.balanced, found.slapping, found.game)
    return (
        f"{found.game}{rules} · {number(found.seats, 'seat')} · {len(found.deck)} cards, {dealt}{agreed}",
        f"{number(found.deals, 'deal')}, {number(found.positions, 'position')}, {number(len(found.cycles), 'cycle')}",
    )


def captions(graph: nx.DiGraph[str], found: Exploration, parts: list[Part]) -> list[str]:
    """What is drawn, what is not, and what is worth knowing of it."""
    names = [name for part in parts for name in part.before]
    drawn = sum(graph.nodes[name]["kind"] != "end" for name in names)
    lines = _of_cycles(found, parts, drawn) if found.cycles else _of_ends(found, drawn)
    if any(part.left_out[name] for part in parts for name in part.before):
        lines.append("+ with a number at a box: so many more positions lead there in one trick.")
    return lines


def _of_cycles(found: Exploration, parts: list[Part], drawn: int) -> list[str]:
    shown = [cycle for cycle in found.cycles if any(part.roots == cycle.positions for part in parts)]
    attracted = sum(len(cycle.attracts) for cycle in shown)
    cycles = "the cycle" if len(shown) == 1 else "the cycles"
    if drawn == attracted:
        lines = [f"Drawn: {cycles} and everything that leads there ({number(drawn, 'position')})."]
    else:
        lines = [f"Drawn: {cycles} and the nearest of what leads there: {drawn} of {attracted:,} positions."]
    missing = [str(cycle) for cycle in found.cycles if cycle not in shown]
    lines += [f"Not drawn: {line}." for line in missing[:6]]
    if len(missing) > 6:
        lines.append(f"Not drawn: {number(len(missing) - 6, 'cycle')} more; --around NUMBER draws one.")
    ends = sum(each.attracts for each in found.attractors if each.kind == "end")
    lines.append(f"Not drawn: {number(ends, 'position')} from which somebody wins.")
    return lines + mirrors(shown) + _deals(found)


def _deals(found: Exploration) -> list[str]:
    lines = []
    if found.shortest is not None:
        each = found.shortest
        after = f"{number(each.repeats_after, 'card')}, {number(each.repeats_after_tricks, 'trick')}"
        lines.append(f"The deal that repeats soonest: {each.deal}, after {after}{_others(len(found.soonest))}.")
    if found.longest_stem is not None and found.longest_stem.stem_cards:
        each = found.longest_stem
        stem = f"{number(each.stem_cards, 'card')}, {number(each.stem_tricks, 'trick')}"
        lines.append(f"The longest stem: {each.deal}, {stem} before {each.cycle}{_others(len(found.longest_stems))}.")
    return lines


def _others(equal: int) -> str:
    return f" ({number(equal - 1, 'other deal')} as well)" if equal > 1 else ""


def _of_ends(found: Exploration, drawn: int) -> list[str]:
    longest = found.finished
    return [
        f"No deal is endless. The longest game is {longest.longest}: {number(longest.longest_cards, 'card')},"
        f" {number(longest.longest_tricks, 'trick')}.",
        f"Drawn: {drawn} of {number(found.positions, 'position')}.",
    ]


def mirrors(cycles: Sequence[Cycle]) -> list[str]:
    """What becomes of cycles when the players change seats, one line for each pair."""
    lines = []
    for cycle in cycles:
        if cycle.twin == cycle.name:
            lines.append(f"{cycle.name} is its own mirror image: somewhere in it the seats have changed places.")
        elif cycle.twin and (cycle.name < cycle.twin or cycle.twin not in {each.name for each in cycles}):
            lines.append(f"{cycle.name} is {cycle.twin} with the seats changed.")
    return lines


def described(graph: nx.DiGraph[str], found: Exploration, name: str, part: Part) -> str:
    """One position in words, for those who point at it or have it read to them."""
    attributes = graph.nodes[name]
    if attributes["kind"] == "end":
        return name
    kind = f"the deal {deal_text(name)}" if attributes["kind"] == "deal" else "reached only in play"
    where = ", goes round for ever" if part.loops and name in part.roots else ""
    return f"{name}: {attributes['leader']} leads; {kind}{where}"
