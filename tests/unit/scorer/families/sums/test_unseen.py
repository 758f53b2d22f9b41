"""What a player of a game of sums has not seen, dealt at random."""

import random
from collections.abc import Sequence

import pytest

from scorer.families.sums.position import OPEN, SumCard, SumPosition
from scorer.families.sums.unseen import hide
from scorer.rules.play.moves import NOWHERE, Move, Place
from scorer.rules.prompts import Table

PACK = ["k01", "k02", "k03", "k04", "k05", "k06", "k06"]


def position_of(*calls: Move, **hands: tuple[SumCard, ...]) -> SumPosition:
    piles = {(OPEN, int(seat[-1])): cards for seat, cards in hands.items()}
    return SumPosition(Table(("Aki", "Emi"), {}), "kabufuda", {}, piles, calls=calls)


def any_cards(_place: Place, _codes: Sequence[str]) -> bool:
    return True


BACK, HELD = SumCard(None, 4, face_up=False), SumCard(None, 5, face_up=False, holder=0)


@pytest.mark.parametrize("seed", range(5))
def test_every_card_of_the_pack_is_somewhere_and_what_was_seen_stays(seed: int) -> None:
    position = position_of(seat0=(SumCard("k06", 2), HELD), seat1=(BACK,))
    deal = hide(PACK, position, 1, (), random.Random(seed), any_cards)
    assert [len(hand) for hand in deal.hands] == [1, 0]
    assert deal.lying[2] == "k06"
    assert sorted([*deal.hands[0], *deal.stock, deal.lying[2], deal.lying[4]]) == PACK


def test_the_own_hand_is_kept_and_a_back_that_nobody_looked_at_is_any_card() -> None:
    position = position_of(seat0=(HELD,), seat1=(BACK,))
    deals = [hide(PACK, position, 0, ("k03",), random.Random(seed), any_cards) for seed in range(60)]
    assert {deal.hands[0] for deal in deals} == {("k03",)}
    assert {deal.lying[4] for deal in deals} == {*PACK} - {"k03"}


def test_a_card_that_somebody_named_is_in_that_hand() -> None:
    position = position_of(Move("called", 0, "k05", NOWHERE, NOWHERE), seat0=(HELD,))
    assert {hide(PACK, position, 1, (), random.Random(seed), any_cards).hands[0] for seed in range(9)} == {("k05",)}


def test_cards_thrown_out_unseen_are_out_of_the_pile() -> None:
    out = SumCard(None, 7, face_up=False, is_out=True)
    deal = hide(PACK, position_of(seat0=(out, SumCard("k01", 8))), 1, (), random.Random(1), any_cards)
    assert len(deal.stock) == len(PACK) - 2
    assert deal.hands == ((), ())


def test_only_cards_that_could_be_there_are_dealt() -> None:
    position = position_of(seat0=(HELD, SumCard(None, 6, face_up=False)), seat1=(BACK,))
    for seed in range(20):
        deal = hide(PACK, position, 1, (), random.Random(seed), lambda place, codes: place[1] == 1 or codes[0] == "k04")
        assert deal.hands[0] == ("k04",)
