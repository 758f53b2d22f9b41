"""Number cards with their pips set out anew, for training."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.train import dataset, styles
from scanner.train.pips import MOST, pip, places, set_out
from scanner.train.sets import CardSet

SUITS = ("spades", "hearts", "diamonds", "clubs")
PAPER = np.full((204, 144, 3), 250, np.uint8)


@pytest.mark.parametrize("number", range(1, MOST + 1))
def test_so_many_pips_stand_apart_and_alike_on_both_sides_never_always_in_one_way(number: int) -> None:
    seen = set()
    for seed in range(60):
        at = places(number, np.random.default_rng(seed))
        assert at.shape == (number, 2)
        assert len({tuple(one) for one in at.round(6).tolist()}) == number
        assert np.abs(at).max() <= 1
        assert sorted(at[at[:, 0] < 0, 1]) == sorted(at[at[:, 0] > 0, 1])
        seen.add(tuple(sorted(map(tuple, at.round(6).tolist()))))
    assert (len(seen) > 1) == (number > 1)


@pytest.mark.parametrize("suit", SUITS)
def test_a_card_has_its_count_of_pips_in_its_suit_s_colour_and_keeps_its_index(suit: str) -> None:
    face = PAPER.copy()
    face[10:30, 5:25] = 90
    for seed in range(20):
        made = set_out(face, suit, 4, np.random.default_rng(seed))
        assert (made[:, :28] == face[:, :28]).all()
        inked = (made[:, 31:].max(axis=2).astype(int) - made[:, 31:].min(axis=2) > 60) | (made[:, 31:, 2] < 90)
        spots = cv2.connectedComponentsWithStats(inked.astype(np.uint8))[2][1:]
        assert (spots[:, cv2.CC_STAT_AREA] > 20).sum() == 4
        red = bool(np.median(made[:, 31:][inked], axis=0)[2] > 120)
        assert red == (suit in {"hearts", "diamonds"})


def test_the_four_pips_are_unlike_each_other() -> None:
    for one in SUITS:
        for two in SUITS:
            apart = float((pip(one) != pip(two)).mean())
            assert (apart > 0.08) == (one != two)


def test_aces_and_numbers_are_set_out_anew_courts_and_other_decks_are_not() -> None:
    drawn = tuple((code, PAPER) for code in ("AS", "10H", "JS", "joker"))
    sheets = dataset._sheets("western", [CardSet("w", "w", "", "", drawn, ())])
    assert [sheets[code].pips for code, _ in drawn] == [("spades", 1), ("hearts", 10), None, None]
    flowers = CardSet("h", "h", "", "", (("h01-1", PAPER),), ())
    assert dataset._sheets("hanafuda", [flowers])["h01-1"].pips is None
    made = [
        styles._composed(PAPER, np.random.default_rng(seed), styles.Sheets((), (), False, (), False, (), ("clubs", 9)))
        for seed in range(40)
    ]
    assert 5 < sum((one != 250).any() for one in made) < 30
