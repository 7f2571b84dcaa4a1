"""A match: rounds, totals, the next dealer, and who has won."""

from __future__ import annotations

from dataclasses import replace

from model.bank.actions import RoundDeal, Suits
from model.bank.dealing import opened, whole_deal_error
from model.bank.ranks import Points, points_of
from model.bank.rulebook import Book
from model.bank.scoring import collected, scores
from model.bank.state import Match, Phase, Round, Stage, all_cards, holders
from model.clause import clause
from model.game import NOBODY, Seat


def begin(book: Book, deal: RoundDeal, totals: tuple[Points, ...] = ()) -> Match:
    """A match before the first move of its first round; all totals are nought unless they are given."""
    table = opened(book, deal)
    nought = (Points(0),) * len(deal.hands)
    return Match(table, totals or nought)


def went_on(book: Book, match: Match, table: Round) -> Match:
    """The match after something was done in its round, which may be over by that."""
    played = replace(match, round=table)
    if table.phase is Phase.OVER:
        return settled(book, played, scores(book, table))
    if table.captured != match.round.captured and book.match_check(book, played):
        return settled(book, played, collected(book, table))
    return played


@clause("BANK-06", "BANK-96")
def settled(book: Book, match: Match, scored: tuple[Points, ...]) -> Match:
    """The match after a round: the scores are added, and somebody has won, or the next round is to be dealt."""
    totals = added(match.totals, scored)
    counted = replace(match, totals=totals, scores=scored)
    leaders = book.winner(book, totals)
    if len(leaders) == 1:
        return replace(counted, stage=Stage.OVER, winners=leaders)
    everybody = tuple([Seat(seat) for seat in range(len(totals))])
    playing = book.tie(counted, leaders) if leaders else everybody
    dealers = book.dealer(book, counted)
    return replace(counted, stage=Stage.DEAL if len(dealers) == 1 else Stage.LOT, dealers=dealers, playing=playing)


def added(totals: tuple[Points, ...], scored: tuple[Points, ...]) -> tuple[Points, ...]:
    """The totals with what was scored."""
    return tuple([Points(total + score) for total, score in zip(totals, scored, strict=True)])


@clause("BANK-08")
def lot_fell(match: Match, dealer: Seat) -> Match:
    """The lot has named the next dealer, as it names the first one before a match begins (BANK-A36)."""
    return replace(match, stage=Stage.DEAL, dealers=(dealer,))


@clause("BANK-08", "BANK-09", "BANK-15")
def dealt(book: Book, match: Match, deal: RoundDeal) -> Match:
    """The next round was dealt, by the seat that was due."""
    table = opened(book, replace(deal, dealer=match.dealers[0]))
    return replace(match, round=table, stage=Stage.ROUND, scores=(), dealers=(), playing=(), rounds=match.rounds + 1)


@clause("BANK-33", "BANK-99", "BANK-16")
def deal_error(book: Book, match: Match, deal: RoundDeal) -> str:
    """What is wrong with a deal of the next round; empty if nothing is.

    It deals the cards of the round before, to those that take part, by the dealer that is due, and under trumps that
    were agreed on. In which order they come is for chance to say.
    """
    if len(deal.hands) != len(match.totals):
        return f"{len(match.totals)} hands are needed, and this deal has {len(deal.hands)}"
    wrong = whole_deal_error(deal, all_cards(match.round))
    if wrong:
        return wrong
    served = tuple([Seat(seat) for seat, hand in enumerate(deal.hands) if hand])
    if served != match.playing:
        return f"the seats {list(match.playing)} take part in this round, and the seats {list(served)} have cards"
    if deal.dealer not in (NOBODY, match.dealers[0]):
        return f"seat {match.dealers[0]} is to deal, not seat {deal.dealer}"
    return trumps_error(book, deal.trumps)


def trumps_error(book: Book, named: Suits) -> str:
    """What is wrong with trumps that a deal names; empty if nothing is."""
    if named and not book.trump_scope(book.trump_suits, named):
        return "other trumps than those agreed on"
    return ""


# --- winner, match_target, match_check ---


@clause("BANK-97", "BANK-98")
def highest_of_those(book: Book, totals: tuple[Points, ...]) -> tuple[Seat, ...]:
    """Of the seats that have reached the target those with the highest total; one of them alone has won."""
    there = [total for total in totals if book.match_target(total, book.target)]
    return tuple([Seat(seat) for seat, total in enumerate(totals) if there and total == max(there)])


@clause("BANK-06")
def at_least(total: Points, target: Points) -> bool:
    """The target itself is enough (BANK-A35)."""
    return total >= target


def more_than(total: Points, target: Points) -> bool:
    """The target must be passed (BANK-A35)."""
    return total > target


@clause("BANK-96")
def after_round(book: Book, match: Match) -> bool:
    """Nobody has won before the round is over (BANK-A35)."""
    return False


def at_capture(book: Book, match: Match) -> bool:
    """A match is over as soon as, by a capture, one seat alone leads with enough: cards and bonuses (BANK-A35)."""
    so_far = added(match.totals, collected(book, match.round))
    return len(book.winner(book, so_far)) == 1


# --- tie: who takes part in the extra round ---


@clause("BANK-98", "BANK-99")
def extra_round_all(match: Match, tied: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Everybody may, also those that have lost already (BANK-A35)."""
    return tuple([Seat(seat) for seat in range(len(match.totals))])


def extra_round_tied(match: Match, tied: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Only those that are level at the top (BANK-A35)."""
    return tied


# --- dealer: who could deal the next round; of several, one is drawn by lot ---


@clause("BANK-10")
def loser(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever has lost the round: of those that still hold cards the one with most points in hand (BANK-A36)."""
    left = holders(match.round)
    most = max([points_of(match.round.hands[seat]) for seat in left], default=Points(0))
    found = tuple([seat for seat in left if points_of(match.round.hands[seat]) == most])
    return found or first_mover(book, match)


@clause("BANK-11")
def last_out(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever finished the round last; the loser where nobody did (BANK-A36)."""
    return book.last_out_means(match.round) or loser(book, match)


@clause("BANK-12")
def first_mover(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever moved first in the round."""
    return (match.round.first,)


@clause("BANK-13")
def most_points(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever has the highest total."""
    return tuple([Seat(seat) for seat, total in enumerate(match.totals) if total == max(match.totals)])


@clause("BANK-14")
def fewest_points(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever has the lowest total."""
    return tuple([Seat(seat) for seat, total in enumerate(match.totals) if total == min(match.totals)])


# --- last_out_means ---


def last_to_go_out(table: Round) -> tuple[Seat, ...]:
    """The last seat that went out (BANK-A36)."""
    return (table.out[-1].seat,) if table.out else ()


def left_over(table: Round) -> tuple[Seat, ...]:
    """The seat that is left over alone (BANK-A36)."""
    left = holders(table)
    return left if len(left) == 1 else ()
