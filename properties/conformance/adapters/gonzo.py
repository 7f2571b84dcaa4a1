"""gonzo-card-games 0.0.2 (PyPI, MIT: Egyptian Ratscrew) as an adapter of protocol v1: outcome level, plain play.

Nobody here wrote gonzo; this script only lets it speak. Of gonzo it replaces three things and no more: the deal
(the hands of the case instead of a shuffle), the input (the seat that gonzo asks always presses its play key,
nobody ever slaps) and the fixed number of cards (52 becomes the number dealt). Whatever gonzo prints goes to the
null device, since standard output is the wire. Cards and tricks are the calls that gonzo itself makes to lay a
card and to play a round; a round always ends with the pile in somebody's hand, the last one too.

    python gonzo.py [--undeclared] [--plant king-asks-two]

--undeclared keeps silent about `payer_out`, so that gonzo is judged by the default, which it does not play.
--plant king-asks-two puts a fault into gonzo's own class: a king asks for two cards.

Stand-alone on purpose: it needs the standard library and gonzo, runs in an environment of its own, and knows
nothing of the tool that judges it.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import os
import sys
from collections.abc import Callable
from typing import Any, Protocol, TextIO

PACKAGE = "gonzo-card-games"
SEATS = (2, 3, 4)
PLAY_KEYS, SLAP_KEYS = "abcd", "ABCD"
RANK_OF = {"-": "2", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
CLASSES = frozenset(RANK_OF)
DECLARED = {"payer_out": "claimant_takes", "packs": "1"}
# The other points of plain play, as gonzo plays them: asked for anything else it refuses rather than misleads.
PLAYED = {
    "pay_map": "j1q2k3a4", "nobody_can_lay": "last_layer_takes", "pile_order": "first_laid_first",
    "leader": "taker", "end": "must_play", "sole_holder": "takes_when_turn_returns", "time_rule": "off",
    "count_cards": "laid", "count_tricks": "with_last_pile",
}  # fmt: skip


class OutOfBudgetError(Exception):
    """gonzo is about to lay one card more than the case allows."""


class RefusedError(Exception):
    """What gonzo, or this adapter for it, cannot do. Carries the body of a typed `no`."""

    def __init__(self, why: str, detail: str, feature: str = "") -> None:
        super().__init__(detail)
        self.body = {"why": why, "detail": detail} | ({"feature": feature} if feature else {})


class GonzoCard(Protocol):
    """What this adapter touches of gonzo's Card."""

    value: str


class GonzoPile(Protocol):
    """What it touches of gonzo's CardDeck; setting `cards` lays them on top one by one."""

    cards: list[GonzoCard]


class GonzoStack(Protocol):
    """What it touches of gonzo's RoundCardStack, to break it on purpose."""

    _face_card_countdown: int


class GonzoGame(Protocol):
    """What it touches of gonzo's Game: the two calls that are counted, and the number of cards that wins."""

    _MAX_CARDS: int
    game_winner: int | None
    play_game: Callable[[], None]
    _play_round: Callable[[int], None]
    _process_mid_round_playing_card: Callable[[int, int | None], None]


class KeyPresses(dict[str, str]):
    """Answers to gonzo's prompts. "P#2> " asks seat 1 to act; every other prompt belongs to its menu."""

    def __init__(self, seats: int) -> None:
        super().__init__({f"P#{seat + 1}> ": PLAY_KEYS[seat] for seat in range(seats)})
        keys = zip(PLAY_KEYS[:seats], SLAP_KEYS, strict=False)
        self._menu = iter([str(seats), *(key for pair in keys for key in pair)])

    def __missing__(self, prompt: str) -> str:
        return next(self._menu)


class DealtDeck:
    """Stands in for gonzo's shuffled deck: deals the piles it was given and keeps none back."""

    nCards = 0  # gonzo's name: cards left over after the deal

    def __init__(self, piles: list[GonzoPile]) -> None:
        self._piles = piles

    def deal_deck(self, nPiles: int) -> list[GonzoPile]:
        """The piles of the case, as many as gonzo asks for."""
        assert nPiles == len(self._piles)
        return self._piles


class Gonzo:
    """gonzo's own game, one deal at a time."""

    def __init__(self) -> None:
        self._game_module: Any = importlib.import_module("gonzo_card_games.RatScrew.Game")
        self._player_module: Any = importlib.import_module("gonzo_card_games.RatScrew.Player")
        deck_module: Any = importlib.import_module("gonzo_card_games.CardDeck.CardDeck")
        card_module: Any = importlib.import_module("gonzo_card_games.CardDeck.Card")
        self._new_pile: Callable[..., GonzoPile] = deck_module.CardDeck
        # gonzo never changes a card, and without slaps asks it only for its class: one of each will do.
        self._cards: dict[str, GonzoCard] = {sign: card_module.Card(rank, "Hearts") for sign, rank in RANK_OF.items()}

    def plant_king_asks_two(self) -> None:
        """Break gonzo on purpose, in the class that knows what a pay card asks."""
        stack_class = self._game_module.RoundCardStack
        asks_as_written = stack_class._process_face_card

        def asks(stack: GonzoStack, card: GonzoCard) -> None:
            asks_as_written(stack, card)
            if card.value == "king":
                stack._face_card_countdown = 2

        stack_class._process_face_card = asks

    def play(self, hands: list[str], budget: int) -> dict[str, Any]:
        """Play one deal (class notation) and say how it ended. What gonzo raises goes through."""
        game = self._seat(hands)
        laid = rounds = 0
        lay, play_round = game._process_mid_round_playing_card, game._play_round

        def count_card(current: int, previous: int | None) -> None:
            nonlocal laid
            if laid >= budget:
                raise OutOfBudgetError
            laid += 1
            lay(current, previous)

        def count_round(starting_player: int) -> None:
            nonlocal rounds
            play_round(starting_player)
            rounds += 1

        game._process_mid_round_playing_card, game._play_round = count_card, count_round
        try:
            game.play_game()
        except OutOfBudgetError:
            return {"status": "budget", "cards": laid}
        return {"status": "won", "winner": game.game_winner, "cards": laid, "tricks": rounds}

    def _seat(self, hands: list[str]) -> GonzoGame:
        """A fresh game of gonzo's, whose menu and deck will answer with this deal."""
        deck = DealtDeck([self._pile(hand) for hand in hands])
        self._game_module.CardDeck = lambda nDecks: deck
        self._game_module.input = self._player_module.input = KeyPresses(len(hands)).__getitem__
        game: GonzoGame = self._game_module.Game()
        game._MAX_CARDS = sum(map(len, hands))
        return game

    def _pile(self, hand: str) -> GonzoPile:
        """A pile of gonzo's with the first card of the hand on top."""
        pile = self._new_pile(nDecks=0)
        pile.cards = [self._cards[sign] for sign in reversed(hand)]
        return pile


def read_case(request: dict[str, Any], undeclared: bool) -> tuple[list[str], int]:
    """The hands and the budget of a `play` request. Raises RefusedError for what gonzo does not play."""
    if request.get("game") != "beggar":
        raise RefusedError("unsupported", f"game {request.get('game')!r}: only 'beggar' here", "game")
    deal = request.get("deal")
    if not isinstance(deal, dict):
        raise RefusedError("bad-deal", f"a deal is an object with hands, not {deal!r}")
    if deal.get("cards", "class") != "class":
        raise RefusedError("unsupported", f"cards {deal['cards']!r}: only 'class' here", "cards")
    hands = deal.get("hands")
    if not isinstance(hands, list) or not all(isinstance(hand, str) and set(hand) <= CLASSES for hand in hands):
        raise RefusedError("bad-deal", f"hands must be strings of {''.join(RANK_OF)}, not {hands!r}")
    if len(hands) not in SEATS:
        raise RefusedError("unsupported", f"{len(hands)} seats: only 2, 3 or 4 here", "seats")
    plays = PLAYED | DECLARED
    if undeclared:  # a point not declared is not looked at either: that is what leads to a verdict
        del plays["payer_out"]
    for point, asked in request.get("variant", {}).items():
        if plays.get(point, asked) != asked:
            raise RefusedError("unsupported", f"{point}={asked}: gonzo plays {plays[point]}", point)
    return hands, int(request.get("budget", {}).get("cards", 100_000))


def hello(undeclared: bool) -> dict[str, Any]:
    """What gonzo can play."""
    variant = {point: [value] for point, value in DECLARED.items() if point != "payer_out" or not undeclared}
    version = importlib.metadata.version(PACKAGE)
    game = {
        "game": "beggar", "levels": ["outcome"], "seats": list(SEATS), "cards": ["class"], "variant": variant,
        "loop": "none", "count_cards": "laid", "count_tricks": "with_last_pile", "gaps": [],
    }  # fmt: skip
    adapter = {"name": PACKAGE, "version": version, "language": "python", "source": "PyPI"}
    return {"protocol": 1, "adapter": adapter, "games": [game]}


def answer(gonzo: Gonzo, request: object, undeclared: bool) -> dict[str, Any]:
    """The one reply to a request: `ok`, a typed `no`, or `err` when gonzo itself broke."""
    if not isinstance(request, dict):
        return {"id": None, "err": "a request is a JSON object"}
    reply: dict[str, Any] = {"id": request.get("id")}
    try:
        match request.get("op"):
            case "hello":
                return reply | {"ok": hello(undeclared)}
            case "play":
                hands, budget = read_case(request, undeclared)
                return reply | {"ok": {"outcome": gonzo.play(hands, budget)}}
            case "bye":
                return reply | {"ok": {}}
            case op:
                raise RefusedError("unsupported", f"op {op!r}", "op")
    except RefusedError as refusal:
        return reply | {"no": refusal.body}
    except Exception as broke:  # whatever gonzo raises is its answer to this case, not the end of the adapter
        return reply | {"err": {"type": type(broke).__name__, "message": str(broke)}}


def serve(gonzo: Gonzo, wire: TextIO, undeclared: bool) -> None:
    """Answer each line of standard input on the wire, until `bye` or the end of input."""
    for line in sys.stdin:
        try:
            request = json.loads(line)
        except ValueError as wrong:
            request, reply = None, {"id": None, "err": f"not JSON: {wrong}"}
        else:
            reply = answer(gonzo, request, undeclared)
        wire.write(json.dumps(reply) + "\n")
        wire.flush()
        if isinstance(request, dict) and request.get("op") == "bye":
            return


def main() -> None:
    """Read the options, load gonzo, answer on the wire."""
    parser = argparse.ArgumentParser(description="gonzo-card-games as an adapter (plain play)")
    parser.add_argument("--undeclared", action="store_true", help="do not declare payer_out")
    parser.add_argument("--plant", choices=["king-asks-two"], help="put a fault into gonzo's own class")
    options = parser.parse_args()
    try:
        gonzo = Gonzo()
    except ImportError as missing:
        sys.exit(f"gonzo.py: {missing}; install {PACKAGE}==0.0.2 for this Python")
    if options.plant:
        gonzo.plant_king_asks_two()
    wire = sys.stdout
    with open(os.devnull, "w", encoding="utf-8") as sys.stdout:
        serve(gonzo, wire, options.undeclared)


if __name__ == "__main__":
    main()
