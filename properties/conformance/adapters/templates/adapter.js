/*
An adapter for fairdeal: a card game that answers questions, one JSON object a line.

It works as it stands, with a small game of its own at the bottom. To connect a game that exists already, change the
lines between "your game" and "end", and throw the stand-in away. Nothing else needs to change.

    fairdeal smoke -- node adapter.js       is it wired rightly?
    fairdeal verify -- node adapter.js      does the game keep the rules?

What GAMES says of each game, so that it is asked no more than it can do:

    game          "beggar" or "camicia"
    seats         how many can play: [2], [2, 3, 4] or { min: 2, max: 6 }
                  (4 and more play with two packs, 104 cards, unless packs is 1 in variant)
    loop          does it notice a game that goes round for ever? "none": no, it plays on until the budget;
                  "eventually": at some time; "first_repeat": as soon as hands and leader come again at an empty middle
    count_cards   "laid", or "laid_and_failed_draw": a card that somebody should lay and does not have counts too
    count_tricks  "with_last_pile", or "collected_only": a last pile that nobody could answer does not count
    variant       what it plays differently on purpose: { payer_out: ["claimant_takes"] }

Leave out the two ways of counting if you are not sure: they are found out. `fairdeal rules beggar` lists all that
variant can say; name one way if the game always plays so, and several if it can be told which (by variant.payer_out).
*/
"use strict";

// ---- your game: what it can do, and one call of it ----
const NAME = { name: "stand-in", version: "1", language: "javascript" };
const GAMES = [
  {
    game: "beggar",
    seats: [2],
    loop: "none",
    count_cards: "laid",
    count_tricks: "with_last_pile",
    variant: {},
  },
];

function outcome(game, hands, variant, budget) {
  if (game !== "beggar" || hands.length !== 2 || Object.keys(variant).length > 0) return null; // it cannot play this
  const { winner, cards, tricks } = standIn(hands, budget);
  if (winner === null) return { status: "budget", cards: budget };
  return { status: "won", winner, cards, tricks };
}
// ---- end ----
//
// hands    one text for each seat, such as ["J-A--", "--QK-"]: the first seat leads, the first card of a hand is played
//          first; - asks for nothing, J Q K A ask for one to four cards. No hand is empty.
// variant  the way chosen for each rule that GAMES lists under variant, where it is not the usual one
// budget   give up when so many cards are laid and the game is not over: it may never end
// winner   the seat that wins, counted from 0. Leave out cards or tricks if the game does not count them.
// A loop is { status: "loop", stem_cards: 4, period_cards: 6 }: cards before it, and cards once round.

// ---- the wire: one line in, one line out ----

/** What is answered, still without the id of the question. */
function replyTo(ask) {
  if (ask.op === "hello") return { ok: { protocol: 1, adapter: NAME, games: GAMES } };
  if (ask.op === "bye") return { ok: {} };
  if (ask.op === "play" && ask.deal.cards === "class") {
    const found = outcome(ask.game, ask.deal.hands, ask.variant, ask.budget.cards);
    if (found) return { ok: { outcome: found } };
  }
  return { no: { why: "unsupported" } };
}

function answer(line) {
  const ask = JSON.parse(line);
  let reply;
  try {
    reply = replyTo(ask);
  } catch (error) {
    reply = { err: String(error) };
  }
  process.stdout.write(JSON.stringify({ id: ask.id, ...reply }) + "\n");
  if (ask.op === "bye") process.stdin.destroy(); // nothing is left to wait for: the program ends
}

console.log = console.error; // standard output is the wire, so whatever the game prints goes to standard error

let unfinished = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (unfinished + text).split("\n");
  unfinished = lines.pop();
  lines.forEach(answer);
});

// ---- the stand-in: Beggar My Neighbour for two. Throw it away when your game is connected ----

/** The winner (null after `budget` cards), and the numbers of cards laid and of piles taken. */
function standIn(hands, budget) {
  const asks = { "-": 0, J: 1, Q: 2, K: 3, A: 4 };
  const piles = hands.map((hand) => [...hand]);
  let middle = [];
  let [turn, taker, cards, tricks, debt] = [0, 0, 0, 0, 0];
  while (middle.length > 0 || (piles[0].length > 0 && piles[1].length > 0)) {
    if (cards === budget) return { winner: null, cards, tricks };
    const card = piles[turn].shift();
    middle.push(card);
    cards += 1;
    const paid = debt === 1 && card === "-";
    if (debt > 0 && card === "-") {
      debt -= 1;
    } else {
      debt = asks[card];
      taker = turn;
      turn = 1 - turn;
    }
    if (paid || piles[turn].length === 0) {
      piles[taker].push(...middle);
      middle = [];
      debt = 0;
      turn = taker;
      tricks += 1;
    }
  }
  return { winner: taker, cards, tricks };
}
