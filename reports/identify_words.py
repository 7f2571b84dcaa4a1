"""Which rules a program plays, in words: one sentence first, then what shows it, and what remains open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from model.piles.rulebook import CountCards, CountTricks
from model.register import load
from properties.conformance.books import is_bank
from properties.conformance.runner import COMPLETE, INTERRUPTED
from properties.identify.findings import Identified, Undetermined, Unsure
from properties.identify.hypotheses import ANSWERS, Hypothesis, Option
from reports.card import Card, case_words, own_clauses
from reports.identify_cases import Example, How, broken, example, missed
from reports.verdict_words import answer_words, where_lines
from reports.words import number, one_line, seats_words

MOST_ALIKE: Final = 6
"""So many things that cannot be told apart are named one by one."""
LONGEST_LIST: Final = 3
"""So many numbers are listed one by one."""
ANSWERED: Final = "the program answers"
CARDS: Final = {
    CountCards.LAID: "every card that is laid",
    CountCards.LAID_AND_FAILED_DRAW: "every card that is laid, and one more when a seat that must lay has none",
}
TRICKS: Final = {
    CountTricks.WITH_LAST_PILE: "every pile that is taken, and the last one where nobody could answer it",
    CountTricks.COLLECTED_ONLY: "only the piles that are collected",
}
ENDLESS: Final = {
    "first_repeat": "says so, and rightly where they begin to go round and how long that takes",
    "eventually": "says so, but not from which card on",
    "none": "does not notice them: it gives up",
}
PLAINEST: Final = {"first_repeat": 0, "eventually": 1, "up_to_swap": 1, "none": 2}
"""How little is told of games that never end."""

Row = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the report: its title, lines with a name in front of each, and a game card by card if there is one."""

    title: str
    rows: tuple[Row, ...]
    card: Card | None = None


# --- the sentence that comes first


def verdict(found: Identified) -> str:
    """Which rules the program plays, in one sentence."""
    name, game = _name(found), found.claim.game
    if not found.judged and not found.broken:
        return f"{name} was asked nothing, so nothing is known of it"
    if not found.explains:
        return f"nothing of what was tried explains everything that {name} answers" + _breaks(found) + _so_far(found)
    beliefs = " ".join(map(sentence, found.hypothesis.options))
    if beliefs:
        also = " Some of its answers change." if found.unsure else ""
        also += f" It breaks on {_of_all(found)}." if found.broken else ""
        return f"{name} plays {game}, but: {beliefs}{also}{_so_far(found)}"
    also = ", but tells of it otherwise than it claims" if _tells_otherwise(found) else ""
    also += "; but some of its answers change" if found.unsure else ""
    return f"{name} plays {game} as it claims{_chosen(found)}{also}{_breaks(found)}{_so_far(found)}"


def _chosen(found: Identified) -> str:
    """What is claimed beside the defaults of the game."""
    ways = ", ".join(f"{point}={way}" for point, way in sorted(found.choices.items()))
    return f" ({one_line(ways)})" if ways else ""


def _breaks(found: Identified) -> str:
    return f", and it breaks on {_of_all(found)}" if found.broken else ""


def _of_all(found: Identified) -> str:
    """On how many cases the program broke."""
    return f"{len(found.broken):,} of {number(len(found.judged) + len(found.broken), 'case')}"


def _name(found: Identified) -> str:
    return one_line(found.hello.adapter.name, 80) or "a program without a name"


def _so_far(found: Identified) -> str:
    return "" if found.reason == COMPLETE else f" (so far: {one_line(found.reason, 120)})"


def sentence(option: Option) -> str:
    """What the author of a program believes that does so."""
    return option.belief[:1].upper() + option.belief[1:]


def _tells_otherwise(found: Identified) -> bool:
    claim, telling = found.claim, found.telling
    pairs = ((claim.count_cards, telling.count_cards), (claim.count_tricks, telling.count_tricks))
    counts = any(said is not None and shown is not None and said != shown for said, shown in pairs)
    return counts or (telling.loop is not None and PLAINEST[telling.loop] > PLAINEST[claim.loop])


# --- what follows


def parts(found: Identified, how: How) -> Iterator[Part]:
    """Everything else, part by part."""
    if not found.judged and not found.broken:
        return
    shown = {each.option: example(found, each, how) for each in found.shown}
    if not found.explains:
        yield nearest(found)
    for option in found.hypothesis.options:
        yield option_part(option, shown.get(option), found.claim.game)
    first = missed(found, how)
    if first is not None:
        yield Part("the first answer that it does not explain", tuple(_sides(first, ANSWERED)), first.card)
    breaks = broken(found, how)
    if breaks is not None:
        title = f"where it breaks: on {_of_all(found)}, and nothing of what was tried explains that"
        yield Part(title, tuple(_sides(breaks, ANSWERED)), breaks.card)
    yield Part("what was asked", tuple(asked(found)))
    if found.undetermined:
        yield Part("what cannot be told apart", tuple(alike(found)))
    if found.unsure:
        yield Part("where it is unsure of itself", tuple(row for one in found.unsure for row in unsure(one)))
    if found.explains:
        yield Part("in hello", tuple(declared(found)))


def nearest(found: Identified) -> Part:
    """What explains most, where nothing explains everything."""
    options = found.hypothesis.options
    title = "nearest of what was tried: " + (" ".join(map(sentence, options)) or f"{found.claim.game} as it is claimed")
    wrong = len(found.judged) - found.agreeing
    return Part(title, (("explains", f"{found.agreeing:,} of {number(len(found.judged), 'answer')}, {wrong:,} not"),))


def option_part(option: Option, shown: Example | None, game: str) -> Part:
    """One thing that the program does otherwise: what it is, which clause it is about, and the case that shows it."""
    rows = [(kind(option), option.name)]
    rows += [(id, load().clause(id).statement) for id in own_clauses(option.clauses, game)]
    if shown is None:
        return Part(sentence(option), (*rows, ("shown", "by no single case")))
    return Part(sentence(option), (*rows, *_sides(shown, ANSWERED)), shown.card)


def kind(option: Option) -> str:
    """What sort of thing an option is."""
    if option.place == ANSWERS:
        return "how it answers"
    return "misreading" if option.misreading else "alternative"


def _sides(shown: Example, got: str) -> Iterator[Row]:
    """The deal, both sides of it, and what to run to see it."""
    card = shown.card
    for name, said, _ in where_lines(card):
        yield name.replace("smallest", "easiest"), said
    if card.difference:
        yield "first difference", card.difference
    if card.expected:
        yield shown.by, one_line(card.expected)
    yield got, one_line(card.got)
    if card.hashed:
        yield "what is hashed", card.hashed
    if card.stderr.strip():
        yield "standard error", one_line(card.stderr.strip()[-400:])
    if shown.play:
        yield "see the rules", shown.play
    yield "ask again", one_line(card.replay, 4_000)


def asked(found: Identified) -> Iterator[Row]:
    """How much was asked, what the answers tell, and what they leave open."""
    cases = number(len(found.judged) + len(found.broken), "case")
    agree = "all answers agree" if found.agreeing == len(found.judged) else f"{found.agreeing:,} of the answers agree"
    yield "asked", f"{cases}, {_seats(found)}, {LEVELS[found.level]}; {agree}"
    yield "tried", f"{number(found.searched, 'explanation')} in {found.seconds:.1f} s"
    if found.level != "step" and not is_bank(found.claim.game):
        yield from telling(found)
    missing = not_shown(found)
    if missing:
        yield "not shown", missing
    if found.reason != COMPLETE:
        yield "not finished", INTERRUPTED if found.reason == INTERRUPTED else one_line(found.reason)


LEVELS: Final = {
    "outcome": "by the end of each game",
    "trace": "by every step of each game",
    "step": "table by table, action by action",
}
SIGHTS: Final = {"state": "its tables", "legal": "what is allowed", "view": "what a seat may see"}
"""What can be shown of a table that is played step by step."""


def _seats(found: Identified) -> str:
    """Numbers of seats, a long run of them in short."""
    first, last = found.seats[0], found.seats[-1]
    in_a_row = found.seats == tuple(range(first, last + 1)) and len(found.seats) > LONGEST_LIST
    return f"{first} to {last} seats" if in_a_row else seats_words(found.seats)


def telling(found: Identified) -> Iterator[Row]:
    """How the program counts, and what it says of games that never end."""
    told = found.telling
    if told.count_cards is not None and "cards" in found.told:
        yield "counts as cards", CARDS[told.count_cards]
    if told.count_tricks is not None and "tricks" in found.told:
        yield "counts as tricks", TRICKS[told.count_tricks]
    yield "endless games", ENDLESS[told.loop] if told.loop is not None else "its answers do not show it"


def not_shown(found: Identified) -> str:
    """What the answers leave open, and how much less is known for it."""
    if found.level == "step":
        unseen = [what for sight, what in SIGHTS.items() if sight not in found.told]
        return f"it does not tell {', '.join(unseen)}" if unseen else ""
    told, ways = set(found.told), []
    if "winner" in told and not {"cards", "tricks"} & told:
        ways.append(
            "it tells who wins and nothing else: much that is played otherwise has the same winner, "
            "so much less is known; with the number of cards, more would be"
        )
    else:
        ways += [f"it does not tell the number of {count}" for count in ("cards", "tricks") if count not in told]
        if found.level == "outcome":
            ways.append("it tells how games end, and not what happens on the way")
    open_counts = [
        name
        for name, told_so in (("cards", found.telling.count_cards), ("tricks", found.telling.count_tricks))
        if told_so is None and name in told
    ]
    ways += [
        f"how it counts {name} at the end of a game makes no difference to what it answered" for name in open_counts
    ]
    return "; ".join(ways)


# --- what remains open


def alike(found: Identified) -> Iterator[Row]:
    """What else would give the same answers, and why that does not matter; and what was not asked."""
    same = [each for each in found.undetermined if not each.apart]
    if same:
        whole = f", among them {same[0].space}" if same[0].space else ""
        result = "shows the same tables" if found.level == "step" else "has the same result"
        yield (
            "no difference",
            f"each of these explains every answer, and {result} in each of {number(same[0].cases, 'case')} "
            f"({_seats(found)}){whole}: as far as these go, it makes no difference",
        )
        yield from _one_by_one(same, found.hypothesis)
    left = [each for each in found.undetermined if each.apart]
    if left:
        yield "not asked", "these explain every answer as well; what tells them apart was not asked"
        yield from _one_by_one(left, found.hypothesis)


def _one_by_one(undetermined: Sequence[Undetermined], hypothesis: Hypothesis) -> Iterator[Row]:
    yield from (other(each, hypothesis) for each in undetermined[:MOST_ALIKE])
    more = undetermined[MOST_ALIKE:]
    if more:
        yield "and", f"{len(more):,} more: {', '.join(names(each) for each in more)}"


def names(each: Undetermined) -> str:
    """What is done otherwise there, by name."""
    return " with ".join(option.name for option in each.instead) or "the rules claimed"


def other(each: Undetermined, hypothesis: Hypothesis) -> Row:
    """Something that cannot be told from what was found: an option more, or one in the place of another."""
    gone = [option.name for option in hypothesis.options if option not in each.hypothesis.options]
    what = " ".join(f"{option.name}: {sentence(option)}" for option in each.instead) or "the rules claimed"
    return ("instead", f"of {' and '.join(gone)}, {what}") if gone else ("also", what)


def unsure(one: Unsure) -> Iterator[Row]:
    """The same case, answered differently."""
    yield "case", one_line(case_words(one.first.case))
    yield "asked first", answer_words(one.first.verdict) or "as the rules claimed have it"
    yield "asked again", answer_words(one.again.verdict) or "as the rules claimed have it"


# --- what to declare


def declared(found: Identified) -> Iterator[Row]:
    """What to say in hello so that the program conforms to what it is, and what would happen then."""
    game = found.claim.game
    if not _new(found):
        yield "nothing to add", f"fairdeal verify --game {game} holds it to the rules that it claims"
        return
    yield "of this game", f"write this in the entry of {game}; what stands there besides stays"
    yield "write", msgspec.json.encode(found.declaration).decode()
    yield "then", what_happens(found)


def _new(found: Identified) -> bool:
    """Whether the program does not say of itself already all that was found."""
    claimed, shown = _plainly(found.claim), _plainly(found.declaration)
    return any(claimed.get(name) != said for name, said in shown.items())


def _plainly(value: object) -> dict[str, object]:
    """The same as it stands on the wire."""
    return msgspec.json.decode(msgspec.json.encode(value), type=dict[str, object])


def what_happens(found: Identified) -> str:
    """What a verification would say of a program that declares what it plays."""
    if found.broken:
        return "fairdeal verify fails all the same, until the program does not break any more"
    if found.unsure:
        return "fairdeal verify is inconclusive all the same, until its answers do not change any more"
    misread = [option for option in found.hypothesis.options if option.misreading]
    chosen = len(misread) < len(found.hypothesis.options)
    if not misread:
        asks = "asks for the rules that it plays" if chosen else "judges it by the way it tells of games"
        return f"fairdeal verify {asks}, and holds it to these"
    also = "asks for the rules that may be chosen, and " if chosen else ""
    return f"fairdeal verify {also}counts what goes against these clauses as known failures"
