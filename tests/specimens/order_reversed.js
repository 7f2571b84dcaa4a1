// Specimen with a planted fault: Beggar My Neighbour for two, in JavaScript (node).
//
// The fault is of the kind ORDER: the taken pile is picked up card by card from its top, so that it lies under the
// hand in reverse and the card laid last comes back first. It breaks BMN-42 (the pile is turned over as one block,
// first laid first); everything else in here is right.
"use strict";

const readline = require("readline");

const DEMANDS = { J: 1, Q: 2, K: 3, A: 4 };

class Game {
  constructor(hands) {
    this.hands = hands.map((hand) => [...hand]);
    this.pile = [];
    this.turn = 0;
    this.cards = 0;
    this.tricks = 0;
  }

  position() {
    return this.turn + ":" + this.hands.map((hand) => hand.join("")).join("/");
  }

  collect(taker) {
    while (this.pile.length > 0) this.hands[taker].push(this.pile.pop());
    this.tricks += 1;
    this.turn = taker;
  }

  // Lay cards until somebody takes the pile.
  playTrick() {
    let debt = 0;
    for (;;) {
      const other = 1 - this.turn;
      const hand = this.hands[this.turn];
      if (hand.length === 0) return this.collect(other);
      const card = hand.shift();
      this.pile.push(card);
      this.cards += 1;
      if (card in DEMANDS) {
        debt = DEMANDS[card];
        this.turn = other;
      } else if (debt === 0) {
        this.turn = other;
      } else {
        debt -= 1;
        if (debt === 0) return this.collect(other);
      }
    }
  }

  play(budget) {
    const seen = new Map();
    for (;;) {
      const loser = this.hands.findIndex((hand) => hand.length === 0);
      if (loser >= 0) return { status: "won", winner: 1 - loser, cards: this.cards, tricks: this.tricks };
      const position = this.position();
      const before = seen.get(position);
      if (before) {
        return {
          status: "loop",
          stem_cards: before.cards,
          period_cards: this.cards - before.cards,
          stem_tricks: before.tricks,
          period_tricks: this.tricks - before.tricks,
        };
      }
      if (this.cards >= budget) return { status: "budget", cards: this.cards };
      seen.set(position, { cards: this.cards, tricks: this.tricks });
      this.playTrick();
    }
  }
}

function answer(request) {
  const adapter = { name: "order-reversed", version: "1", language: "javascript", source: "specimen" };
  const game = { game: "beggar", levels: ["outcome"], seats: [2], cards: ["class"], loop: "first_repeat" };
  if (request.op === "hello") return { ok: { protocol: 1, adapter, games: [game] } };
  if (request.op === "bye") return { ok: {} };
  if (request.op !== "play" || request.game !== "beggar" || request.deal.hands.length !== 2) {
    return { no: { why: "unsupported" } };
  }
  return { ok: { outcome: new Game(request.deal.hands).play(request.budget.cards) } };
}

const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
  if (request.op === "bye") process.stdin.destroy();
});
