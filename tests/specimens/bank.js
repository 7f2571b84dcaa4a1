'use strict';
// The card game Bank, written from the rules text alone (clauses BANK-nn, open questions BANK-Ann).
// It speaks a step-by-step protocol: one JSON request a line on stdin, one JSON reply a line on stdout.
// A card is two letters, rank and suit ('Tc'). A table is plain data: a whole match in its present state.

// ---------------------------------------------------------------- the rule points, each with its default first
const POINTS = readPoints(`
  rank_order: literal, header_up | cover_step: exactly_one, any_lower | six: own_suit, any
  trumps: own, none, one, two, senior_junior | trump_covers: any_rank_outside_trumps, normal_forms_only
  trump_vs_trump: normal_forms, any | trump_scope: match, round
  seven: skip, draw_and_move, draw_and_skip, nothing | seven_trigger: any_laid, top_at_end
  eight_follow: optional, required | eight_follow_kind: single_card, any_move
  four_follow: required_if_possible, optional
  run_suit: any, same | run_attach: must_cover, free | run_extra_move: no, yes
  capture: next_fails, all_fail | captor: layer_of_top, seat_before | deck_card_owner: seat_before, nobody, dealer
  own_single: stays, taken | drawn_single: stays, taken | mover_after_capture: after_failer, captor, failer
  ghost: after_capture, after_any_taking, none | captured_to: score_pile, hand | out_may_capture: yes, no
  first_mover: nearest_rank, first_clockwise, lowest | stuck_after_forced_draw: draws_again, fails
  round_end: one_left_or_blocked, stock_gone | bank_left: nobody, layer_of_top, last_finisher
  scoring: no_penalty, points_in_hand, fixed, per_card | fixed_mode: plus, alone, when_no_points
  per_card_mode: plus, alone | per_card_counts: all, zero_only | losers: all_with_cards, most_points, last_only
  trump_king_single: taken, stays | four_kings: anyone, opponents
  match_check: after_round, at_capture | match_target: at_least, more_than | tie: extra_round_all, extra_round_tied
  dealer: loser, last_out, first_mover, most_points, fewest_points | last_out_means: last_to_go_out, left_over`);
const SUITS_WANTED = { own: 'cdhs', none: '', one: 's', two: 'sd', senior_junior: 'sd' };
const SUMS = { fixed: [31, 15, 23, 40, 48, 56], per_card: [3, 6] };                       // BANK-74, 75, 76

function readPoints(text) {
  return Object.fromEntries(text.trim().split(/\s*[|\n]\s*/).map((entry) => entry.split(': '))
    .map(([point, choices]) => [point, choices.split(', ')]));
}

class Refusal extends Error {
  constructor(why, more) { super(why); this.no = { why, ...more }; }
}
const refuse = (why, more) => { throw new Refusal(why, more); };

// The choices made, from the names given; every point that is not named has its default.
function readVariant(given, seats) {
  const rules = {};
  for (const point of Object.keys(POINTS)) rules[point] = POINTS[point][0];
  for (const [point, choice] of Object.entries(given)) {
    const unsupported = () => refuse('unsupported', { feature: `${point}=${choice}`.slice(0, 100) });
    if (!Object.hasOwn(POINTS, point) || typeof choice !== 'string') unsupported();
    const [name, argument, surplus] = choice.split(':');
    if (!POINTS[point].includes(name) || surplus !== undefined) unsupported();
    rules[point] = name;
    if (argument === undefined) continue;
    if (point === 'trumps' && trumpSuitsFit(name, argument, seats)) rules.suits = argument;
    else if (point === 'scoring' && (SUMS[name] || []).map(String).includes(argument)) rules.sum = Number(argument);
    else unsupported();
  }
  if (rules.suits === undefined) rules.suits = SUITS_WANTED[rules.trumps];
  if (rules.sum === undefined && SUMS[rules.scoring]) rules.sum = SUMS[rules.scoring][0];
  return rules;
}

// BANK-18: with own trumps every seat has another suit; otherwise no trump, one or two for all.
function trumpSuitsFit(name, suits, seats) {
  if (typeof suits !== 'string' || !/^[cdhs]*$/.test(suits) || new Set(suits).size !== suits.length) return false;
  return name === 'own' ? suits.length >= seats : suits.length === SUITS_WANTED[name].length;
}

// ---------------------------------------------------------------- cards
const GAME_ORDER = '6789JQKTA';                                                          // BANK-05
const POINTS_OF = { A: 12, T: 10, K: 5, Q: 3, J: 1, 9: 0, 8: 0, 7: 0, 6: 0 };            // BANK-78..83
const rank = (card) => card[0];
const suit = (card) => card[1];
const place = (card) => GAME_ORDER.indexOf(card[0]);
const points = (cards) => cards.reduce((sum, card) => sum + POINTS_OF[rank(card)], 0);
const last = (list) => list[list.length - 1];
const isObject = (thing) => thing !== null && typeof thing === 'object';
const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));

function readCards(text) {
  if (typeof text !== 'string' || text.length > 72 || !/^([6789TJQKA][cdhs])*$/.test(text)) return null;
  return text.match(/../g) || [];
}

const oneSuit = (cards) => cards.every((card) => suit(card) === suit(cards[0]));

// BANK-39: literally the ace is the lowest and the six the highest; header_up turns this round (BANK-A01).
const value = (rules, card) => (rules.rank_order === 'literal' ? 8 - place(card) : place(card));

// ---------------------------------------------------------------- covering one card
// The group of a suit for the seat that moves: 0 ordinary, 1 trump, 2 senior trump (BANK-18..31).
function group(table, seat, theSuit) {
  switch (table.rules.trumps) {
    case 'none': return 0;
    case 'own': return table.suits[seat] === theSuit ? 1 : 0;                            // BANK-A22: the mover's own
    case 'senior_junior': return [2, 1][table.suits.indexOf(theSuit)] || 0;              // BANK-25..28
    default: return table.suits.includes(theSuit) ? 1 : 0;                               // BANK-21, 23
  }
}

// May this seat lay this card on that one?
function covers(table, seat, card, top) {
  const { rules } = table;
  if (top === '') return true;
  if (rank(card) === '8') return true;                                                   // BANK-43
  if (rank(card) === rank(top)) return card !== top;                                     // BANK-42, 32
  const mine = group(table, seat, suit(card));
  const theirs = group(table, seat, suit(top));
  if (rules.trumps !== 'own' && mine < theirs) return false;                             // BANK-22, 24, 30, 31
  if (rank(card) === '6' && rules.six === 'any') return true;                            // BANK-A03
  if (suit(card) === suit(top)) {
    const step = value(rules, top) - value(rules, card);
    if (rules.cover_step === 'any_lower' ? step > 0 : step === 1) return true;           // BANK-41
    if (rank(card) === '6') return true;                                                 // BANK-58
  }
  if (mine > theirs) return rules.trumps === 'senior_junior' || rules.trump_covers === 'any_rank_outside_trumps';
  return rules.trumps !== 'own' && mine > 0 && mine === theirs && rules.trump_vs_trump === 'any'; // BANK-A22, A23
}

// ---------------------------------------------------------------- what may be laid
// One card, four of a kind (BANK-45) or four that go up or down by one each (BANK-47); null if neither.
function kindOf(cards) {
  if (cards.length === 1) return 'single';
  if (cards.length !== 4) return null;
  if (cards.every((card) => rank(card) === rank(cards[0]))) return 'set';
  const step = place(cards[1]) - place(cards[0]);
  const even = cards.every((card, i) => place(card) === place(cards[0]) + i * step);
  return even && Math.abs(step) === 1 ? 'run' : null;
}

function mayLay(table, seat, cards) {
  const { rules, phase } = table;
  const kind = kindOf(cards);
  if (kind === 'single') return covers(table, seat, cards[0], table.top);                // BANK-40
  if (phase === 'further_card' && rules.eight_follow_kind === 'single_card') return false; // BANK-44, A41
  if (kind === 'set') return true;                                                       // BANK-45
  if (kind !== 'run' || (rules.run_suit === 'same' && !oneSuit(cards))) return false;
  return rules.run_attach === 'free' || covers(table, seat, cards[0], table.top);        // BANK-48
}

function* orders(cards) {
  if (cards.length === 0) yield [];
  for (const card of cards) for (const rest of orders(cards.filter((c) => c !== card))) yield [card, ...rest];
}

function* choices(lists) {
  if (lists.length === 0) yield [];
  else for (const card of lists[0]) for (const rest of choices(lists.slice(1))) yield [card, ...rest];
}

// What the hand in turn holds that has the form of a lay (a run that must attach: with a first card that does).
function* forms(table) {
  const hand = table.hands[table.turn];
  const attaches = (card) => table.rules.run_attach === 'free' || covers(table, table.turn, card, table.top);
  for (const card of hand) yield [card];
  if (hand.length < 4) return;
  const byRank = times(9, (i) => hand.filter((card) => rank(card) === GAME_ORDER[i]));
  for (const same of byRank) if (same.length === 4) yield* orders(same);
  for (let low = 0; low <= 5; low++) {                                                   // BANK-A08: six runs, no wrap
    const lists = byRank.slice(low, low + 4);
    if (lists.some((list) => list.length === 0)) continue;
    for (const way of [lists, [...lists].reverse()]) yield* choices([way[0].filter(attaches), ...way.slice(1)]);
  }
}

const lays = (table) => [...forms(table)].filter((cards) => mayLay(table, table.turn, cards));

// ---------------------------------------------------------------- what may be done
const inPlay = (table) => ['move', 'seven', 'further_card', 'further_move'].includes(table.phase);

// BANK-59, A17: one card in a turn; a forced draw under a seven may have been the only one (BANK-A21).
const mayDraw = (table) => table.stock.length > 0 && !table.drawn
  && !(table.forced && table.rules.stuck_after_forced_draw === 'fails');

// The one thing, other than laying, that the seat in turn may do; null if it must lay.
function otherAct(table, canLay) {
  const { rules, phase } = table;
  if (phase === 'seven') return rules.seven !== 'skip' && table.stock.length > 0 && !table.forced ? 'draw' : 'skip';
  const mustGoOn = phase === 'move' || (phase === 'further_card'
    ? rules.eight_follow === 'required'                                                  // BANK-44, A05
    : rules.four_follow === 'required_if_possible');                                     // BANK-46, A07
  if (!mustGoOn) return 'stop';
  if (canLay) return null;
  if (mayDraw(table)) return 'draw';
  return phase === 'move' ? 'pass' : 'stop';
}

function legalActs(table) {
  if (table.phase === 'over') return [];
  if (table.phase === 'deal') return [{ seat: 'chance', act: 'deal' }];
  if (table.phase === 'lot') return table.candidates.map((dealer) => ({ seat: 'chance', act: 'lot', dealer }));
  const seat = table.turn;
  const list = table.phase === 'seven' ? [] : lays(table);
  const other = otherAct(table, list.length > 0);
  const acts = list.map((cards) => ({ seat, act: 'lay', cards: cards.join('') }));
  return other ? [...acts, { seat, act: other }] : acts;
}

// ---------------------------------------------------------------- a round begins
function readDeal(deal, seats) {
  if (!isObject(deal) || !Array.isArray(deal.hands) || deal.hands.length !== seats) return null;
  if (deal.cards !== undefined && deal.cards !== 'full') return null;
  const hands = deal.hands.map(readCards);
  const middle = readCards(deal.middle);
  const stock = deal.stock === undefined ? [] : readCards(deal.stock);
  if (hands.includes(null) || !middle || middle.length !== 1 || !stock) return null;
  const all = [...hands.flat(), ...middle, ...stock];
  return new Set(all).size === all.length ? { hands, middle: middle[0], stock, pack: all.sort().join('') } : null;
}

// The suits of this round: those agreed on, or others where each round may choose (BANK-33, A25).
function readTrumps(rules, deal, seats) {
  if (deal.trumps === undefined) return rules.suits;
  const fits = trumpSuitsFit(rules.trumps, deal.trumps, seats) && deal.trumps.length === rules.suits.length;
  return rules.trump_scope === 'round' && fits ? deal.trumps : null;                    // BANK-A25
}

function newTable(variant, deal) {
  const seats = isObject(deal) && Array.isArray(deal.hands) ? deal.hands.length : 0;
  if (seats < 2 || seats > 4) refuse('bad-deal');                                        // BANK-04
  const rules = readVariant(variant, seats);
  const cards = readDeal(deal, seats);
  const suits = readTrumps(rules, deal, seats);
  const dealer = deal.dealer === undefined ? seats - 1 : deal.dealer;
  if (!cards || suits === null || !(Number.isInteger(dealer) && dealer >= 0 && dealer < seats)) refuse('bad-deal');
  if (cards.hands.filter((hand) => hand.length > 0).length < 2) refuse('bad-deal');
  const table = { at: 0, rules, seats, pack: cards.pack, dealer, totals: times(seats, () => 0) };
  return startRound(table, cards, suits);
}

function startRound(table, cards, suits) {
  const { seats } = table;
  Object.assign(table, {
    suits, hands: cards.hands, stock: cards.stock,
    bank: [{ card: cards.middle, owner: null, drawn: false }],                           // BANK-35
    top: cards.middle, kings: null,
    captured: times(seats, () => []), out: [], bonus: times(seats, () => 0), failed: times(seats, () => false),
    stuck: times(seats, () => false),
    scores: [], winners: [], candidates: [],
  });
  table.first = firstMover(table, cards.middle);
  table.before = nextSeat(table, table.first, -1);
  beginTurn(table, table.first, 'move');                                                 // BANK-A37
  return table;
}

const everybody = (table) => times(table.seats, (seat) => seat);
const active = (table) => everybody(table).filter((seat) => table.hands[seat].length > 0);

// The next seat with cards, clockwise or the other way round.
function nextSeat(table, seat, step = 1) {
  let next = seat;
  do next = (next + step + table.seats) % table.seats; while (table.hands[next].length === 0 && next !== seat);
  return next;
}

// BANK-36, 37, 38: who has a lower card of the suit, else a higher one, else the seat at the dealer's left.
function firstMover(table, middle) {
  const { rules } = table;
  const worth = (card) => value(rules, card);
  const left = times(table.seats, (i) => (table.dealer + 1 + i) % table.seats);
  const held = left.flatMap((seat) => table.hands[seat].filter((card) => suit(card) === suit(middle))
    .map((card) => ({ seat, worth: worth(card) })));
  const lower = held.filter((h) => h.worth < worth(middle));
  const found = lower.length > 0 ? lower : held;
  if (found.length === 0) return nextSeat(table, table.dealer);
  if (rules.first_mover === 'first_clockwise') return found[0].seat;                     // BANK-A15
  const distance = (h) => (rules.first_mover === 'lowest' ? h.worth : Math.abs(h.worth - worth(middle)));
  return found.reduce((first, h) => (distance(h) < distance(first) ? h : first)).seat;
}

// ---------------------------------------------------------------- turns
function beginTurn(table, seat, phase) {
  const nothingToDraw = table.rules.seven === 'draw_and_move' && table.stock.length === 0; // BANK-A21
  Object.assign(table, {
    turn: seat, phase: phase === 'seven' && nothingToDraw ? 'move' : phase,
    drawn: false, forced: false, fresh: [], sevens: [],
  });
}

// BANK-50, A21: after a turn in which a seven was laid the next seat stands under it.
function endTurn(table, next = nextSeat(table, table.turn)) {
  const { rules, sevens } = table;
  if (rules.round_end === 'stock_gone' && table.stock.length === 0) {                    // BANK-65, A16
    endRound(table, true);
    return;
  }
  const onTop = last(sevens) === true && table.bank.length > 0;                          // BANK-A21
  const counts = rules.seven_trigger === 'any_laid' ? sevens.includes(true) : onTop;
  table.before = table.turn;
  beginTurn(table, next, counts && rules.seven !== 'nothing' ? 'seven' : 'move');
}

function lay(table, cards) {
  const { rules, turn: seat } = table;
  const kind = kindOf(cards);
  const final = last(cards);
  const onKings = table.kings !== null && (rules.four_kings === 'anyone' || table.kings !== seat);
  table.hands[seat] = table.hands[seat].filter((card) => !cards.includes(card));
  for (const card of cards) {
    table.bank.push({ card, owner: seat, drawn: table.fresh.includes(card) });
    table.sevens.push(rank(card) === '7');
  }
  table.top = final;
  table.kings = kind === 'set' && rank(final) === 'K' ? seat : null;
  table.failed.fill(false);
  table.stuck.fill(false);

  const finished = table.hands[seat].length === 0;                                       // BANK-A20
  if (finished) {
    table.out.push(seat);
    table.bonus[seat] = finishingBonus(table.out.length, kind, cards);
  }
  const trumpKing = rank(final) === 'K' && group(table, seat, suit(final)) > 0;
  const kingAlone = table.bank.length === 1 && rules.trump_king_single === 'stays';
  const takes = onKings || (finished && trumpKing && !kingAlone);                        // BANK-92; BANK-90, A31
  if (takes) take(table, seat, false);
  const further = furtherPhase(rules, kind, final, finished);
  if (endRoundIfOver(table, takes ? seat : null, further === null)) return;
  if (further === null) endTurn(table);
  else table.phase = further;
}

// BANK-44, 46, A08: what a seat that has cards left may or must go on with.
function furtherPhase(rules, kind, final, finished) {
  if (finished) return null;
  if (kind === 'single') return rank(final) === '8' ? 'further_card' : null;
  return kind === 'set' || rules.run_extra_move === 'yes' ? 'further_move' : null;
}

function draw(table) {
  const card = table.stock.shift();
  table.hands[table.turn].push(card);
  table.fresh.push(card);
  if (table.phase === 'seven') table.forced = true;
  else table.drawn = true;
  if (table.phase === 'seven' && table.rules.seven === 'draw_and_move') table.phase = 'move'; // BANK-53
}

// BANK-60, 61: the seat fails; somebody may take the bank, and the turn goes on.
function pass(table) {
  const { rules, turn: failer } = table;
  table.failed[failer] = true;
  if (table.stock.length === 0) table.stuck[failer] = true;                              // BANK-66, 67
  const captor = captorAfter(table, failer);
  if (captor !== null) take(table, captor, true);
  if (endRoundIfOver(table, captor)) return;
  if (captor !== null && rules.mover_after_capture === 'failer') endTurn(table, failer); // BANK-A13
  else if (captor !== null && rules.mover_after_capture === 'captor' && table.hands[captor].length > 0) {
    endTurn(table, captor);
  } else endTurn(table);
}

// ---------------------------------------------------------------- taking the bank
// Who takes the bank now that this seat has failed? null: nobody.
function captorAfter(table, failer) {
  const { rules, bank } = table;
  if (bank.length === 0) return null;
  const { owner } = last(bank);
  const captor = owner === null
    ? { seat_before: table.before, dealer: table.dealer, nobody: null }[rules.deck_card_owner] // BANK-A11
    : { layer_of_top: owner, seat_before: table.before }[rules.captor];                  // BANK-A10
  if (captor === null || captor === failer) return null;
  const mayTake = table.hands[captor].length > 0 || (table.out.includes(captor) && rules.out_may_capture === 'yes');
  if (!mayTake) return null;                                                             // BANK-A19
  if (rules.capture === 'all_fail' && !active(table).every((seat) => seat === owner || table.failed[seat])) return null;
  if (bank.length > 1 || owner !== captor || rules.own_single === 'taken') return captor;
  return rules.drawn_single === 'taken' && bank[0].drawn ? captor : null;                // BANK-64, A12
}

function take(table, seat, byCapture) {
  const { rules } = table;
  const toHand = rules.captured_to === 'hand' && table.hands[seat].length > 0;           // BANK-A14
  (toHand ? table.hands : table.captured)[seat].push(...table.bank.map((laid) => laid.card));
  table.bank = [];
  table.kings = null;
  const keepsTop = rules.ghost === 'after_any_taking' || (rules.ghost === 'after_capture' && byCapture);
  if (toHand) {
    table.failed[seat] = false;
    table.stuck[seat] = false;
  }
  if (keepsTop) return;                                                                  // BANK-63
  table.top = '';
  table.failed.fill(false);
  table.stuck.fill(false);
}

// ---------------------------------------------------------------- the end of a round and of the match
// BANK-65, 66, 67, A16: what is looked at when a turn is over. A capture may then end the match (BANK-A35): as soon as
// one seat alone leads with enough.
function endRoundIfOver(table, taker = null, turnIsOver = true) {
  const { rules } = table;
  const left = active(table);
  const blocked = table.stock.length === 0 && left.every((seat) => table.stuck[seat]);
  const ended = rules.round_end === 'stock_gone' ? table.stock.length === 0 : blocked;
  if (left.length <= 1 || (turnIsOver && ended)) return endRound(table, true);
  if (taker === null || rules.match_check !== 'at_capture') return false;
  const soFar = table.totals.map((total, seat) => total + points(table.captured[seat]) + table.bonus[seat]);
  const leaders = best(soFar, everybody(table).filter((seat) => reached(rules, soFar[seat])), 1);
  return leaders.length === 1 ? endRound(table, false) : false;
}

function endRound(table, finished) {
  const { rules, seats } = table;
  if (finished && table.bank.length > 0) {                                               // BANK-A18
    const { owner } = last(table.bank);
    const heir = { nobody: null, layer_of_top: owner, last_finisher: last(table.out) }[rules.bank_left];
    if (heir !== null && heir !== undefined) {
      table.captured[heir].push(...table.bank.map((laid) => laid.card));
      table.bank = [];
    }
  }
  table.scores = times(seats, (seat) => points(table.captured[seat]) + table.bonus[seat]
    - (finished ? penalty(table, seat) : 0));                                            // BANK-69, 70
  table.totals = table.totals.map((total, seat) => total + table.scores[seat]);
  Object.assign(table, { turn: 0, drawn: false });
  const winners = best(table.totals, everybody(table).filter((seat) => reached(rules, table.totals[seat])), 1);
  if (winners.length === 1) {                                                            // BANK-96, 97
    Object.assign(table, { phase: 'over', winners });
    return true;
  }
  table.players = winners.length > 1 && rules.tie === 'extra_round_tied' ? winners : everybody(table); // BANK-98, 99
  table.candidates = nextDealers(table);
  if (table.candidates.length === 1) castLot(table, table.candidates[0]);
  else table.phase = 'lot';
  return true;
}

const reached = (rules, total) => (rules.match_target === 'at_least' ? total >= 248 : total > 248); // BANK-96, A35

// Those of the seats whose number is the highest (sign 1) or the lowest (sign -1).
function best(numbers, seats, sign) {
  const top = Math.max(...seats.map((seat) => sign * numbers[seat]));
  return seats.filter((seat) => sign * numbers[seat] === top);
}

// BANK-84..89 for the place and a king, BANK-91 for four of a kind, BANK-93..95 for a run of one suit.
function finishingBonus(nth, kind, cards) {
  const by = (sums) => sums[nth - 1] || 0;
  const king = rank(last(cards)) === 'K';
  return by([20, 10, 10]) + (king ? by([30, 20, 10]) : 0)
    + (kind === 'set' && !king ? 75 : 0) + (kind === 'run' && oneSuit(cards) ? by([30, 25, 20]) : 0);
}

// BANK-A28: who lost, when it comes to penalties.
function losers(table) {
  const holders = active(table);
  if (table.rules.losers === 'all_with_cards') return holders;
  if (table.rules.losers === 'last_only') return holders.length === 1 ? holders : [];
  return best(table.hands.map(points), holders, 1);
}

function penalty(table, seat) {
  const { rules } = table;
  if (rules.scoring === 'no_penalty' || !losers(table).includes(seat)) return 0;         // BANK-69
  const hand = table.hands[seat];
  const inHand = points(hand);
  if (rules.scoring === 'points_in_hand') return inHand;                                 // BANK-72
  if (rules.scoring === 'fixed') {                                                       // BANK-74, A27
    return { plus: inHand + rules.sum, alone: rules.sum, when_no_points: inHand || rules.sum }[rules.fixed_mode];
  }
  const counted = rules.per_card_counts === 'all' ? hand : hand.filter((card) => POINTS_OF[rank(card)] === 0);
  return (rules.per_card_mode === 'plus' ? inHand : 0) + rules.sum * counted.length;     // BANK-76
}

// BANK-10..14, A36: the seats that come into question as the next dealer.
function nextDealers(table) {
  const { rules, totals, out } = table;
  if (rules.dealer === 'first_mover') return [table.first];
  if (rules.dealer === 'most_points') return best(totals, everybody(table), 1);
  if (rules.dealer === 'fewest_points') return best(totals, everybody(table), -1);
  if (rules.dealer === 'last_out' && rules.last_out_means === 'last_to_go_out' && out.length > 0) return [last(out)];
  return best(table.hands.map(points), active(table), 1);
}

// Chance, or the rules alone, have named the next dealer.
const castLot = (table, dealer) => Object.assign(table, { dealer, phase: 'deal' });

// The next round must be dealt with the same cards, to those who take part.
function dealNext(table, deal) {
  const cards = readDeal(deal, table.seats);
  const suits = cards && readTrumps(table.rules, deal, table.seats);
  if (!cards || suits === null || cards.pack !== table.pack) return false;
  if (deal.dealer !== undefined && deal.dealer !== table.dealer) return false;
  if (cards.hands.some((hand, seat) => (hand.length > 0) !== table.players.includes(seat))) return false;
  startRound(table, cards, suits);
  return true;
}

// ---------------------------------------------------------------- one tick
function tick(table, at, acts) {
  if (at !== table.at) refuse('stale');
  if (table.phase === 'over') refuse('game-over');
  const act = Array.isArray(acts) && acts.length === 1 ? acts[0] : null;
  if (!isObject(act)) refuse('illegal-action');
  const seated = Number.isInteger(act.seat) && act.seat >= 0 && act.seat < table.seats;
  if (!seated && act.seat !== 'chance') refuse('illegal-action');
  if (act.seat !== (inPlay(table) ? table.turn : 'chance')) refuse('not-your-turn');
  if (!(act.seat === 'chance' ? chanceActs(table, act) : seatActs(table, act))) refuse('illegal-action');
  table.at += 1;
}

// These two answer whether the act was allowed, and have then carried it out.
function chanceActs(table, act) {
  if (act.act === 'deal' && table.phase === 'deal') return dealNext(table, act.deal);
  if (act.act !== 'lot' || table.phase !== 'lot' || !table.candidates.includes(act.dealer)) return false;
  castLot(table, act.dealer);
  return true;
}

function seatActs(table, act) {
  if (act.act === 'lay') {
    const cards = readCards(act.cards);
    const hand = table.hands[table.turn];
    const held = cards && cards.every((card, i) => hand.includes(card) && cards.indexOf(card) === i);
    if (!held || table.phase === 'seven' || !mayLay(table, table.turn, cards)) return false;
    lay(table, cards);
    return true;
  }
  if (!['draw', 'pass', 'skip', 'stop'].includes(act.act)) return false;
  if (act.act !== otherAct(table, lays(table).length > 0)) return false;
  if (act.act === 'draw') draw(table);
  else if (act.act === 'pass') pass(table);
  else endTurn(table);
  return true;
}

// ---------------------------------------------------------------- what can be seen
const written = (cards) => cards.join('');
const sizes = (piles) => piles.map((pile) => pile.length);
const bankCards = (table) => table.bank.map((laid) => laid.card);

const stateOf = (table) => ({
  hands: table.hands.map(written), stock: written(table.stock), bank: written(bankCards(table)), top: table.top,
  captured: table.captured.map(written), turn: table.turn, phase: table.phase, drawn: table.drawn,
  owner: table.bank.length > 0 ? last(table.bank).owner : null, out: table.out, dealer: table.dealer,
  first: table.first, totals: table.totals, scores: table.scores, winners: table.winners,
});

const viewOf = (table, seat) => ({                                                       // BANK-A40
  hand: written(table.hands[seat]), hands: sizes(table.hands), stock: table.stock.length, top: table.top,
  bank: table.bank.length, captured: sizes(table.captured), turn: table.turn, phase: table.phase,
});

// ---------------------------------------------------------------- the protocol
const tables = new Map();
let tablesMade = 0;

function addTable(table) {
  const name = `t${++tablesMade}`;
  tables.set(name, table);
  return { table: name, at: table.at };
}

const tableOf = (request) => tables.get(request.table) || refuse('unsupported', { feature: 'table' });

const OPS = {
  hello: () => ({
    protocol: 1, adapter: { name: 'bank-js', version: '1.0.0', language: 'JavaScript' },
    games: [{ game: 'bank', levels: ['step'], seats: [2, 3, 4], cards: ['full'], observe: ['state', 'legal', 'view'],
      fork: true, variant: POINTS }],
  }),
  bye: () => ({}),
  new: ({ game, variant = {}, deal }) => {
    if (game !== 'bank') refuse('unsupported', { feature: 'game' });
    if (!isObject(variant)) refuse('unsupported', { feature: 'variant' });
    return addTable(newTable(variant, deal));
  },
  tick: (request) => {
    const table = tableOf(request);
    tick(table, request.at, request.do);
    return { at: table.at };
  },
  look: (request) => {
    const table = tableOf(request);
    const ok = {};
    if (!Array.isArray(request.what)) throw new TypeError('what must be a list');
    for (const what of request.what) {
      if (what === 'state') ok.state = stateOf(table);
      else if (what === 'legal') ok.legal = legalActs(table);
      else if (what !== 'view') refuse('unsupported', { feature: 'what' });
      else if (!(Number.isInteger(request.seat) && table.hands[request.seat])) throw new TypeError('no such seat');
      else ok.view = viewOf(table, request.seat);
    }
    return ok;
  },
  fork: (request) => addTable(structuredClone(tableOf(request))),
  drop: (request) => { tableOf(request); tables.delete(request.table); return {}; },
};

function answer(line) {
  let id = null;
  try {
    const request = JSON.parse(line);
    if (!isObject(request)) throw new TypeError('a request must be an object');
    if (request.id !== undefined) ({ id } = request);
    const { op } = request;
    if (typeof op !== 'string' || !Object.hasOwn(OPS, op)) refuse('unsupported', { feature: op });
    return { reply: { id, ok: OPS[op](request) }, done: op === 'bye' };
  } catch (error) {
    if (error instanceof Refusal) return { reply: { id, no: error.no } };
    return { reply: { id, err: { why: 'bad-request', text: error.message } } };
  }
}

function serve(input, output) {
  let rest = '';
  input.setEncoding('utf8');
  input.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line.trim() === '') continue;
      const { reply, done } = answer(line);
      output.write(`${JSON.stringify(reply)}\n`, done ? () => process.exit(0) : undefined);
      if (done) { input.pause(); return; }
    }
  });
}

if (require.main === module) serve(process.stdin, process.stdout);
else module.exports = { answer, POINTS };
