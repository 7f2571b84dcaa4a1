/*
An adapter for fairdeal: a game with slaps, played step by step, one JSON object a line.

It works as it stands, with a small game of its own at the bottom. To connect a game that exists already, change the
lines between "your game" and "end", and throw the stand-in away. Nothing else needs to change.

    fairdeal verify -- node step.js      does the game keep the rules?

GAMES says what the game can do, so that it is asked no more: "banka" or "ratscrew"; ties is "ruled" if of several
hands the undermost wins, "never" if hands come one by one. `fairdeal rules banka` lists what a variant can say.
*/
"use strict";

// ---- your game: what it can do, and one call for each thing ----
const NAME = { name: "stand-in", version: "1", language: "javascript" };
const GAMES = [{ game: "banka", levels: ["step"], seats: [2], cards: ["rank"], ties: "ruled", observe: ["state"] }];

/** A table with this deal: the first card of a hand is played first, and middle was left over. */
function newTable(game, hands, middle, variant) {
  if (game !== "banka" || hands.length !== 2 || Object.keys(variant).length > 0) throw new Refused("unsupported");
  return new StandIn(hands, middle);
}

/** One seat lays or collects, or the hands of several come down at one instant, the undermost first. */
function tick(table, act, seats) {
  if (table.phase === "over") throw new Refused("game-over");
  if (act === "slap" && seats.every((seat) => seat === 0 || seat === 1)) return table.slap(seats);
  if (act !== { laying: "lay", won: "collect" }[table.phase]) throw new Refused("illegal-action");
  if (seats.length !== 1 || seats[0] !== table.turn) throw new Refused("not-your-turn");
  return act === "lay" ? table.lay() : table.take(table.turn);
}

/** Hands next card first, the middle lowest card first. Leave out what you lack; in phase won, turn and claimant are
 *  the winner and owed is 0; in phase laying, claimant is null where nothing is owed. */
function state({ hands, middle, turn, owed, claimant, phase }) {
  return { hands: hands.map((hand) => hand.join("")), middle: middle.join(""), turn, owed, claimant, phase };
}
// ---- end ----

const tables = new Map(); // by the id of the question that asked for it: the game, and how many ticks it has seen

/** Why something is refused: one of the words that `fairdeal export --schema` lists under "why". */
class Refused extends Error {}

/** What is answered in ok. */
function replyTo(ask) {
  const laid = tables.get(ask.table);
  if (ask.op === "hello") return { protocol: 1, adapter: NAME, games: GAMES };
  if (ask.op === "new" && ask.deal.cards === "rank") {
    tables.set(ask.id, { game: newTable(ask.game, ask.deal.hands, ask.deal.middle || "", ask.variant), at: 0 });
    return { table: ask.id, at: 0 };
  }
  if (ask.op === "tick" && laid) {
    if (ask.at !== laid.at) throw new Refused("stale");
    const [acts, seats] = [ask.do.map((one) => one.act), ask.do.map((one) => one.seat)];
    const isTick = new Set(acts).size === 1 && new Set(seats).size === seats.length;
    tick(laid.game, isTick ? acts[0] : "", seats);
    return { at: ++laid.at };
  }
  if (ask.op === "look" && laid) return { state: state(laid.game) };
  if (ask.op !== "bye" && !(ask.op === "drop" && tables.delete(ask.table))) throw new Refused("unsupported");
  return {};
}

function answer(line) {
  const ask = JSON.parse(line);
  let reply;
  try {
    reply = { ok: replyTo(ask) };
  } catch (error) {
    reply = error instanceof Refused ? { no: { why: error.message } } : { err: String(error) };
  }
  process.stdout.write(JSON.stringify({ id: ask.id, ...reply }) + "\n");
  if (ask.op === "bye") process.stdin.destroy(); // nothing is left to wait for: the program ends
}

console.log = console.error; // standard output is the wire, so whatever the game prints goes to standard error
require("readline").createInterface({ input: process.stdin }).on("line", answer);

// ---- the stand-in: Banka bever for two. Throw it away when your game is connected ----

/** One game, by all five table rules. A pile that was won lies there, and may be slapped, until it is collected. */
class StandIn {
  constructor(hands, middle) {
    this.hands = hands.map((hand) => [...hand]);
    this.middle = [...middle];
    this.left = middle.length;
    this.turn = 0;
    this.owed = 0;
    this.claimant = null;
    this.phase = "laying";
  }

  /** The seat to act lays its top card, and what is owed or won follows from it. */
  lay() {
    const [layer, other] = [this.turn, 1 - this.turn];
    const card = this.hands[layer].shift();
    this.middle.push(card);
    const asks = { J: 1, Q: 2, K: 3, A: 4 }[card] || 0;
    if (asks) {
      [this.owed, this.claimant, this.turn] = [asks, layer, other];
    } else if (this.claimant !== null) {
      this.owed -= 1;
    } else if (this.hands[other].length > 0) {
      this.turn = other;
    }
    const paid = this.claimant !== null && this.owed === 0;
    if (paid || this.hands[this.turn].length === 0) {
      const winner = this.claimant === null ? layer : this.claimant;
      [this.turn, this.claimant, this.owed, this.phase] = [winner, winner, 0, "won"];
    }
  }

  /** The undermost hand takes the pile if it may be slapped; otherwise nothing happens. */
  slap(seats) {
    if (this.mayBeSlapped()) this.take(seats[0]);
  }

  /** The top card has the rank of the card below it or of the lowest; other left-over cards lie face down. */
  mayBeSlapped() {
    const below = this.middle.length - 2;
    if (below < 0 || this.middle.length === this.left) return false;
    const top = this.middle[below + 1];
    const hidden = below > 0 && below < this.left;
    return top === this.middle[0] || (top === this.middle[below] && !hidden);
  }

  /** The pile goes under the hand of a seat, which leads. */
  take(seat) {
    this.hands[seat].push(...this.middle);
    [this.middle, this.left, this.owed, this.turn, this.claimant] = [[], 0, 0, seat, null];
    this.phase = this.hands[1 - seat].length > 0 ? "laying" : "over";
  }
}
