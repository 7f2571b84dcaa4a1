"""Egyptian Ratscrew as gonzo really plays it, tick by tick: the step level of `gonzo.py`, which lies beside it.

Each table is a game of gonzo's own, in a thread of its own, that waits for keys between two ticks. Of gonzo three
things are replaced and no more, as at the other level: the deal, the input, and the fixed number of cards. To lay is
the play key of the seat; slaps at one instant are slap keys in one line, the undermost hand first, for gonzo takes the
keys of a line from the left; to collect is the play key at the prompt that asks for it. Nothing is mended: what a
table shows is read from gonzo's own objects, and what gonzo raises ends its table.

One key both lays and collects, so an act that gonzo does not ask for is refused without a key. Every other key is
pressed, also one that gonzo may not heed: if it changed nothing the turn is refused. A slap that changed nothing was
allowed and cost nothing. gonzo takes either key of the winner for collecting, so there his slap takes the pile.

Of what a table shows, two things are no more than names for what gonzo keeps: the claimant is the seat that was to act
before this one, who by gonzo gets the pile, and the middle is its penalty stack with the played stack on it, in the
order in which gonzo puts both under a hand.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any, Final, Protocol

SEATS: Final = (2, 3, 4, 5, 6)
RANKS: Final = {sign: sign for sign in "23456789"} | {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SIGNS: Final = {rank: sign for sign, rank in RANKS.items()}
CLAIMED: Final = {
    "deal": "equal_rest_to_middle", "payer_out": "claimant_takes", "sole_holder": "takes_when_turn_returns",
    "burned_order": "onto_burned",
}  # fmt: skip
"""Where gonzo plays other than what the game's default is."""
PLAYED: Final = CLAIMED | {
    "packs": "1", "pay_map": "j1q2k3a4", "nobody_can_lay": "last_layer_takes", "pile_order": "first_laid_first",
    "leader": "taker", "end": "all_cards", "time_rule": "off", "slaps": "double,sandwich",
    "slap_window": "until_next_card", "slap_in_debt": "voids_debt", "slap_priority": "before_collection",
    "slap_tie": "undermost", "wrong_slap": "burn_under", "payer_burned_out": "next_pays",
    "burned_count_for_slaps": "no", "empty_hand": "skipped_may_slap", "leftover_challenges": "no",
}  # fmt: skip
ACTS: Final = {"lay": "laying", "collect": "won"}
"""In which phase gonzo asks for an act."""


class RefusedError(Exception):
    """What gonzo, or this adapter for it, cannot do. Carries the body of a typed `no`."""

    def __init__(self, why: str, detail: str, feature: str = "") -> None:
        super().__init__(detail)
        self.body = {"why": why, "detail": detail} | ({"feature": feature} if feature else {})


class DroppedError(BaseException):
    """Nobody will press a key at this table any more. No fault of gonzo's, so nothing of gonzo's may catch it."""


class GonzoCard(Protocol):
    """What is touched of gonzo's Card."""

    value: str


class GonzoPile(Protocol):
    """What is touched of gonzo's CardDeck, the top card last; setting `cards` lays them on top one by one."""

    cards: list[GonzoCard]


class GonzoPlayer(Protocol):
    """What is looked at of gonzo's Player."""

    card_stack: GonzoPile
    play_key: str
    slap_key: str


class GonzoStack(Protocol):
    """What is looked at of gonzo's RoundCardStack; one number of it is set to break it on purpose."""

    penalty_card_stack: GonzoPile
    played_card_stack: GonzoPile
    need_face_card: bool
    _face_card_countdown: int


class GonzoGame(Protocol):
    """What is touched of gonzo's Game: the calls that are made or counted, the number that wins, and what is shown."""

    _MAX_CARDS: int
    _players: list[GonzoPlayer]
    _round_stack: GonzoStack
    _round_winner: int | None
    game_winner: int | None
    play_game: Callable[[], None]
    _play_round: Callable[[int], None]
    _process_mid_round_playing_card: Callable[[int, int | None], None]


class Seating(Protocol):
    """Who deals gonzo's cards, and lets it hear a keyboard."""

    def seat(self, hands: list[str], middle: str) -> GonzoGame:
        """A game with this deal that has not begun."""

    def hear(self, keyboard: Callable[[str], str]) -> None:
        """From now on gonzo's prompts are answered by this."""


class Keyboard:
    """Keys for so many seats, and what gonzo's menu is told of them."""

    play, slap = "abcdef", "ABCDEF"

    def __init__(self, seats: int) -> None:
        pairs = zip(self.play[:seats], self.slap, strict=False)
        self.menu: Iterator[str] = iter([str(seats), *(key for pair in pairs for key in pair)])


class Table:
    """One game of gonzo's. It runs only while a key is pressed, so that no two tables ever run at once."""

    def __init__(self, gonzo: Seating, hands: list[str], middle: str) -> None:
        self.at = 0
        self.broke: BaseException | None = None
        self._deal = gonzo, hands, middle
        self._pressed: list[str] = []
        self._over = False
        self._turn = 0
        self._before: int | None = None
        self._menu = Keyboard(len(hands)).menu
        self._keys: SimpleQueue[str | None] = SimpleQueue()
        self._waits: SimpleQueue[None] = SimpleQueue()
        self._game = gonzo.seat(hands, middle)
        gonzo.hear(self._ask)
        threading.Thread(target=self._play, daemon=True).start()
        self._waits.get()

    def fork(self) -> Table:
        """Another table at which the same keys were pressed."""
        other = Table(*self._deal)
        for keys in self._pressed:
            other._press(keys)
        other.at = self.at
        return other

    def drop(self) -> None:
        """End the game's thread."""
        if not self._over and self.broke is None:
            self._keys.put(None)
            self._waits.get()

    def tick(self, do: list[dict[str, Any]]) -> None:
        """Press the keys of one tick. Raises RefusedError, and what gonzo has raised."""
        before = self.show()
        self._press(self._keys_of(do, before["phase"]))
        if self.broke is not None:
            raise self.broke
        if do[0]["act"] != "slap" and self.show() == before:
            raise RefusedError("not-your-turn", f"gonzo ignores that key: it asks seat {self._turn}")
        self.at += 1

    def show(self) -> dict[str, Any]:
        """The whole table. Raises what gonzo has raised: there is no table any more."""
        if self.broke is not None:
            raise self.broke
        game = self._game
        stack = game._round_stack
        shown: dict[str, Any] = {
            "hands": [_signs(player.card_stack) for player in game._players],
            "middle": _signs(stack.penalty_card_stack) + _signs(stack.played_card_stack),
        }
        if self._over:
            return shown | {"phase": "over", "owed": 0, "claimant": None}
        if game._round_winner is not None:
            return shown | {"phase": "won", "turn": self._turn, "owed": 0, "claimant": game._round_winner}
        owed = stack._face_card_countdown if stack.need_face_card else 0
        claimant = self._before if owed else None
        return shown | {"phase": "laying", "turn": self._turn, "owed": owed, "claimant": claimant}

    def _keys_of(self, do: list[dict[str, Any]], phase: str) -> str:
        """The line of keys that means this tick to gonzo."""
        if phase == "over":
            raise RefusedError("game-over", "gonzo's game has ended")
        seats: list[int] = [intent["seat"] for intent in do]
        acts = {intent["act"] for intent in do}
        if len(acts) != 1 or not set(seats) <= set(range(len(self._game._players))) or len(set(seats)) < len(seats):
            raise RefusedError("illegal-action", "one act, or one slap each of several seats of this table")
        if acts == {"slap"}:
            return "".join(self._game._players[seat].slap_key for seat in seats)
        if len(seats) > 1 or ACTS.get(do[0]["act"]) != phase:
            raise RefusedError("illegal-action", f"gonzo does not ask for that in phase {phase}")
        return self._game._players[seats[0]].play_key

    def _press(self, keys: str) -> None:
        self._pressed.append(keys)
        self._deal[0].hear(self._ask)
        self._keys.put(keys)
        self._waits.get()

    def _play(self) -> None:
        """gonzo's whole game, in its own thread."""
        try:
            self._game.play_game()
            self._over = True
        except DroppedError:
            self._over = True
        except Exception as broke:
            self.broke = broke
        self._waits.put(None)

    def _ask(self, prompt: str) -> str:
        """gonzo's input(): "P#2> " asks seat 1, and every other prompt belongs to its menu."""
        if not prompt.startswith("P#"):
            return next(self._menu)
        self._turn = int(prompt[2:-2]) - 1
        self._before = sys._getframe(1).f_locals["previous_player"]
        self._waits.put(None)
        keys = self._keys.get()
        if keys is None:
            raise DroppedError
        return keys


class Steps:
    """All tables, and the requests about them."""

    def __init__(self, gonzo: Seating) -> None:
        self._gonzo = gonzo
        self._tables: dict[int, Table] = {}
        self._named = 0

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """What is answered in `ok`. Raises RefusedError, and whatever gonzo raises."""
        if request["op"] == "new":
            return self._lay(Table(self._gonzo, *read_deal(request)))
        table = self._tables.get(request.get("table", -1))
        if table is None:
            raise RefusedError("unsupported", f"there is no table {request.get('table')!r}", "table")
        match request["op"]:
            case "tick":
                if request.get("at") != table.at:
                    raise RefusedError("stale", f"{table.at} ticks have been applied")
                table.tick(request["do"])
                return {"at": table.at}
            case "look":
                if request.get("what") != ["state"]:
                    raise RefusedError("unsupported", f"look {request.get('what')}: only state here", "look")
                return {"state": table.show()}
            case "fork":
                return self._lay(table.fork())
            case _:
                del self._tables[request["table"]]
                table.drop()
                return {}

    def _lay(self, table: Table) -> dict[str, Any]:
        self._named += 1
        self._tables[self._named] = table
        return {"table": self._named, "at": table.at}


def read_deal(request: dict[str, Any]) -> tuple[list[str], str]:
    """The hands and the left-over cards of a `new` request. Raises RefusedError for what gonzo does not play."""
    if request.get("game") != "ratscrew":
        raise RefusedError("unsupported", f"game {request.get('game')!r}: only 'ratscrew' step by step", "game")
    deal = request.get("deal", {})
    hands, middle, cards = deal.get("hands"), deal.get("middle", ""), deal.get("cards", "class")
    if cards != "rank":
        raise RefusedError("unsupported", f"cards {cards!r}: only 'rank' here", "cards")
    if not isinstance(hands, list) or not all(map(_is_zone, hands)) or not (middle == "" or _is_zone(middle)):
        raise RefusedError("bad-deal", f"hands must be strings of {''.join(RANKS)}, not {hands!r} and {middle!r}")
    if len(hands) not in SEATS:
        raise RefusedError("unsupported", f"{len(hands)} seats: only 2 to 6 here", "seats")
    for point, asked in request.get("variant", {}).items():
        if PLAYED.get(point, asked) != asked:
            raise RefusedError("unsupported", f"{point}={asked}: gonzo plays {PLAYED[point]}", point)
    return hands, middle


def _is_zone(text: object) -> bool:
    return isinstance(text, str) and text != "" and set(text) <= RANKS.keys()


def claim() -> dict[str, Any]:
    """What hello says of this game."""
    return {
        "game": "ratscrew", "levels": ["step"], "seats": list(SEATS), "cards": ["rank"],
        "variant": {point: [value] for point, value in CLAIMED.items()},
        "ties": "ruled", "observe": ["state"], "fork": True, "gaps": [],
    }  # fmt: skip


def _signs(pile: GonzoPile) -> str:
    """A pile as a text, its top card first."""
    return "".join(SIGNS[card.value] for card in reversed(pile.cards))
