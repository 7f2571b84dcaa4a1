"""The strategies draw only what is right, without throwing anything away."""

from __future__ import annotations

import inspect

from hypothesis import given
from hypothesis import strategies as st

from model.cards import Labelling
from model.deal import parse_deal
from model.piles.play import full_pack, initial
from model.piles.points import check_seats, choices, choose
from model.piles.profiles import BANKA, BEGGAR, PROFILES
from properties import machines, strategies


def test_nothing_is_filtered() -> None:
    for module in (strategies, machines):
        source = inspect.getsource(module)
        assert ".filter(" not in source
        assert "assume(" not in source
        assert "unique" not in source


@given(st.data())
def test_a_deal_can_be_written_and_read(data: st.DataObject) -> None:
    seats = data.draw(strategies.seats(BEGGAR))
    deal = data.draw(strategies.deals(seats))
    assert len(deal.hands) == seats
    assert parse_deal(str(deal), deal.labelling) == deal
    assert all(initial(BEGGAR, deal).hands)


@given(st.data())
def test_a_deal_for_slaps_has_ranks_and_may_have_left_over_cards(data: st.DataObject) -> None:
    seats = data.draw(strategies.seats(BANKA))
    assert 2 <= seats <= strategies.MOST_SEATS
    deal = data.draw(strategies.slapped_deals(seats))
    assert len(deal.hands) == seats
    assert deal.labelling is not Labelling.CLASS
    assert len(deal.middle) <= strategies.SOME_LEFT
    assert parse_deal(str(deal), deal.labelling) == deal
    assert initial(BANKA, deal).left == len(deal.middle)


@given(st.data())
def test_a_book_is_one_that_its_seats_may_agree_on(data: st.DataObject) -> None:
    for base in PROFILES.values():
        seats = data.draw(strategies.seats(base))
        chosen = data.draw(strategies.choices(base.game, seats))
        book = choose(base, chosen)
        check_seats(book, seats)
        assert choose(base, choices(book)) == book
        assert choices(book)["pile_order"] != "shuffled"


@given(st.data())
def test_packs_and_decks(data: st.DataObject) -> None:
    seats = data.draw(strategies.seats(BEGGAR))
    assert sorted(data.draw(strategies.packs(BEGGAR, seats))) == sorted(full_pack(BEGGAR, seats))
    named = data.draw(strategies.small_decks(Labelling.FULL, 3, 9))
    assert 3 <= len(set(named)) == len(named) <= 9
    numbered = data.draw(strategies.numbered_packs(seats))
    assert len(set(numbered)) == len(numbered) >= seats
    for base in (BEGGAR, BANKA):
        real = data.draw(strategies.dealt(base, seats))
        assert sum(map(len, (*real.hands, real.middle))) == len(full_pack(base, seats))
