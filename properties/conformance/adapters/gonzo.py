"""gonzo-card-games 0.0.2 (PyPI, MIT: Egyptian Ratscrew) as an adapter of protocol v1.

Plain play is asked for its outcome, as game `beggar`; the game with its slaps step by step, as game `ratscrew`, which
is the room of `gonzo_steps.py`.

Nobody here wrote gonzo; this script only lets it speak. Of gonzo it replaces three things and no more: the deal
(the hands of the case instead of a shuffle), the input (the seat that gonzo asks always presses its play key,
nobody ever slaps) and the fixed number of cards (52 becomes the number dealt). Whatever gonzo prints goes to the
null device, since standard output is the wire. Cards and tricks are the calls that gonzo itself makes to lay a
card and to play a round; a round always ends with the pile in somebody's hand, the last one too.

    python gonzo.py [--undeclared] [--plant king-asks-two]

--undeclared keeps silent about `payer_out`, so that gonzo is judged by the default, which it does not play.
--plant king-asks-two puts a fault into gonzo's own class: a king asks for two cards.

Stand-alone on purpose: both files need the standard library and gonzo, run in an environment of their own, and know
nothing of the tool that judges them.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from properties.conformance.adapters import gonzo_steps as steps
else:  # as a program it finds what lies beside it
    import gonzo_steps as steps

PACKAGE = "gonzo-card-games"
SEATS = (2, 3, 4)
CLASSES = "-JQKA"
DECLARED = {"payer_out": "claimant_takes", "packs": "1"}
# The other points of plain play, as gonzo plays them: asked for anything else it refuses rather than misleads.
PLAYED = {
    "pay_map": "j1q2k3a4", "nobody_can_lay": "last_layer_takes", "pile_order": "first_laid_first",
    "leader": "taker", "end": "must_play", "sole_holder": "takes_when_turn_returns", "time_rule": "off",
    "count_cards": "laid", "count_tricks": "with_last_pile",
}  # fmt: skip


class OutOfBudgetError(Exception):
    """gonzo is about to lay one card more than the case allows."""


class KeyPresses(dict[str, str]):
    """Answers to gonzo's prompts. "P#2> " asks seat 1 to act; every other prompt belongs to its menu."""

    def __init__(self, seats: int) -> None:
        super().__init__({f"P#{seat + 1}> ": steps.Keyboard.play[seat] for seat in range(seats)})
        self._menu = steps.Keyboard(seats).menu

    def __missing__(self, prompt: str) -> str:
        return next(self._menu)


class DealtDeck:
    """Stands in for gonzo's shuffled deck: deals the piles it was given, and then the cards left over, one by one."""

    def __init__(self, piles: list[steps.GonzoPile], left_over: list[steps.GonzoCard]) -> None:
        self._piles = piles
        self._left_over = left_over

    @property
    def nCards(self) -> int:
        """How many cards are left over after the deal."""
        return len(self._left_over)

    def deal_card(self) -> steps.GonzoCard:
        """The next card left over."""
        return self._left_over.pop(0)

    def deal_deck(self, nPiles: int) -> list[steps.GonzoPile]:
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
        self._new_pile: Callable[..., steps.GonzoPile] = deck_module.CardDeck
        # gonzo never changes a card, and asks it only for its rank: one of each will do.
        ranks = {"-": "2"} | steps.RANKS
        self._cards: dict[str, steps.GonzoCard] = {
            sign: card_module.Card(rank, "Hearts") for sign, rank in ranks.items()
        }

    def plant_king_asks_two(self) -> None:
        """Break gonzo on purpose, in the class that knows what a pay card asks."""
        stack_class = self._game_module.RoundCardStack
        asks_as_written = stack_class._process_face_card

        def asks(stack: steps.GonzoStack, card: steps.GonzoCard) -> None:
            asks_as_written(stack, card)
            if card.value == "king":
                stack._face_card_countdown = 2

        stack_class._process_face_card = asks

    def play(self, hands: list[str], budget: int) -> dict[str, Any]:
        """Play one deal (class notation) and say how it ended. What gonzo raises goes through."""
        game = self.seat(hands)
        self.hear(KeyPresses(len(hands)).__getitem__)
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

    def seat(self, hands: list[str], middle: str = "") -> steps.GonzoGame:
        """A fresh game of gonzo's, whose deck will deal these cards."""
        deck = DealtDeck([self._pile(hand) for hand in hands], [self._cards[sign] for sign in middle])
        self._game_module.CardDeck = lambda nDecks: deck
        game: steps.GonzoGame = self._game_module.Game()
        game._MAX_CARDS = sum(map(len, [*hands, middle]))
        return game

    def hear(self, keyboard: Callable[[str], str]) -> None:
        """From now on gonzo's prompts are answered by this."""
        self._game_module.input = self._player_module.input = keyboard

    def _pile(self, hand: str) -> steps.GonzoPile:
        """A pile of gonzo's with the first card of the hand on top."""
        pile = self._new_pile(nDecks=0)
        pile.cards = [self._cards[sign] for sign in reversed(hand)]
        return pile


def read_case(request: dict[str, Any], undeclared: bool) -> tuple[list[str], int]:
    """The hands and the budget of a `play` request. Raises RefusedError for what gonzo does not play."""
    if request.get("game") != "beggar":
        raise steps.RefusedError("unsupported", f"game {request.get('game')!r}: only 'beggar' here", "game")
    deal = request.get("deal")
    if not isinstance(deal, dict):
        raise steps.RefusedError("bad-deal", f"a deal is an object with hands, not {deal!r}")
    if deal.get("cards", "class") != "class":
        raise steps.RefusedError("unsupported", f"cards {deal['cards']!r}: only 'class' here", "cards")
    hands = deal.get("hands")
    if not isinstance(hands, list) or not all(isinstance(hand, str) and set(hand) <= set(CLASSES) for hand in hands):
        raise steps.RefusedError("bad-deal", f"hands must be strings of {CLASSES}, not {hands!r}")
    if len(hands) not in SEATS:
        raise steps.RefusedError("unsupported", f"{len(hands)} seats: only 2, 3 or 4 here", "seats")
    plays = PLAYED | DECLARED
    if undeclared:  # a point not declared is not looked at either: that is what leads to a verdict
        del plays["payer_out"]
    for point, asked in request.get("variant", {}).items():
        if plays.get(point, asked) != asked:
            raise steps.RefusedError("unsupported", f"{point}={asked}: gonzo plays {plays[point]}", point)
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
    return {"protocol": 1, "adapter": adapter, "games": [game, steps.claim()]}


def answer(gonzo: Gonzo, tables: steps.Steps, request: object, undeclared: bool) -> dict[str, Any]:
    """The one reply to a request: `ok`, a typed `no`, or `err` when gonzo itself broke."""
    if not isinstance(request, dict):
        return {"id": None, "err": "a request is a JSON object"}
    reply: dict[str, Any] = {"id": request.get("id")}
    try:
        return reply | {"ok": done(gonzo, tables, request, undeclared)}
    except steps.RefusedError as refusal:
        return reply | {"no": refusal.body}
    except Exception as broke:  # whatever gonzo raises is its answer to this case, not the end of the adapter
        return reply | {"err": {"type": type(broke).__name__, "message": str(broke)}}


def done(gonzo: Gonzo, tables: steps.Steps, request: dict[str, Any], undeclared: bool) -> dict[str, Any]:
    """What is answered in `ok`. Raises RefusedError, and whatever gonzo raises."""
    match request.get("op"):
        case "hello":
            return hello(undeclared)
        case "play":
            hands, budget = read_case(request, undeclared)
            return {"outcome": gonzo.play(hands, budget)}
        case "new" | "tick" | "look" | "fork" | "drop":
            return tables.answer(request)
        case "bye":
            return {}
        case op:
            raise steps.RefusedError("unsupported", f"op {op!r}", "op")


def serve(gonzo: Gonzo, wire: TextIO, undeclared: bool) -> None:
    """Answer each line of standard input on the wire, until `bye` or the end of input."""
    tables = steps.Steps(gonzo)
    for line in sys.stdin:
        try:
            request = json.loads(line)
        except ValueError as wrong:
            request, reply = None, {"id": None, "err": f"not JSON: {wrong}"}
        else:
            reply = answer(gonzo, tables, request, undeclared)
        wire.write(json.dumps(reply) + "\n")
        wire.flush()
        if isinstance(request, dict) and request.get("op") == "bye":
            return


def main() -> None:
    """Read the options, load gonzo, answer on the wire."""
    parser = argparse.ArgumentParser(description="gonzo-card-games as an adapter")
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
