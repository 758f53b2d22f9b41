"""Yaku as data: when a pile has one, its worth, its distance."""

from __future__ import annotations

from itertools import combinations

import pytest

from scorer.families.captures.cards import ANIMALS, BRIGHTS, CARDS, DRY_BRIGHTS, RAIN_MAN, SAKE_CUP, mask_of
from scorer.families.captures.yaku import PileYaku, dearest_key, find_yaku, yaku_status
from scorer.texts import Name, Text


def build_yaku(key: str, cards: tuple[str, ...], worth: int, **more: object) -> PileYaku:
    return PileYaku(key, Name(key, key), cards, worth, "test 1", Text("", ""), **more)  # type: ignore[arg-type]


GOKO = build_yaku("goko", BRIGHTS, 10, replaces=frozenset({"ameshiko"}))
AMESHIKO = build_yaku("ameshiko", BRIGHTS, 7, needed=4, required=(RAIN_MAN,))
SANKO = build_yaku("sanko", DRY_BRIGHTS, 5, needed=3)
TANE = build_yaku("tane", ANIMALS, 1, needed=5, grows_with=ANIMALS)
BOARS = build_yaku("boars", ("h06-1", "h07-1", "h10-1"), 5, grows_with=ANIMALS, replaces=frozenset({"tane"}))
TABLE = (GOKO, AMESHIKO, SANKO, BOARS, TANE)


def find_in_table(*cards: str, void: tuple[str, ...] = ()) -> dict[str, int]:
    return find_yaku(TABLE, mask_of(cards), void)


def test_a_required_card_cannot_be_stood_in_for() -> None:
    assert "ameshiko" in find_in_table(RAIN_MAN, *DRY_BRIGHTS[:3])
    assert "ameshiko" not in find_in_table(*DRY_BRIGHTS)


def test_further_cards_raise_it() -> None:
    assert [find_in_table(*(ANIMALS[i] for i in (0, 1, 2, 5, 6, 8)[:n])) for n in (5, 6)] == [{"tane": 1}, {"tane": 2}]


def test_what_is_held_replaces_and_what_is_void_does_not() -> None:
    everything = ("h06-1", "h07-1", "h10-1", "h02-1", "h04-1")
    assert find_in_table(*everything) == {"boars": 7}
    assert find_in_table(*everything, void=("boars",)) == {"tane": 1}
    assert find_in_table(*BRIGHTS) == {"goko": 10, "sanko": 5}


@pytest.mark.parametrize("held", [each for size in range(6) for each in combinations(BRIGHTS, size)])
@pytest.mark.parametrize("gone", [(), (RAIN_MAN,), BRIGHTS[:1], BRIGHTS[1:3]])
def test_the_distance_agrees_with_trying_every_set_of_cards(held: tuple[str, ...], gone: tuple[str, ...]) -> None:
    """By brute force: the fewest free cards that make the yaku, and the cards of all such fewest sets."""
    if set(held) & set(gone):
        return
    free = [code for code in BRIGHTS if code not in (*held, *gone)]
    for each in (GOKO, AMESHIKO, SANKO):
        status = yaku_status(each, mask_of(held), mask_of(gone))
        ways = [
            extra
            for size in range(len(free) + 1)
            for extra in combinations(free, size)
            if each.is_in(mask_of((*held, *extra)))
        ]
        if not ways:
            assert status.is_dead
            continue
        fewest = min(map(len, ways))
        assert (status.lacking, status.is_dead) == (fewest, False)
        assert set(status.helpful) == {code for way in ways if len(way) == fewest for code in way}


def test_every_card_but_the_last_is_one_away() -> None:
    status = yaku_status(TANE, mask_of(ANIMALS[:4]), mask_of((SAKE_CUP,)))
    assert status.lacking == 1
    assert status.helpful == tuple(code for code in CARDS if code in ANIMALS[4:] and code != SAKE_CUP)


def test_the_dearest_is_the_first_of_equals() -> None:
    order = ("goko", "sanko", "tane")
    assert dearest_key({"tane": 5, "sanko": 5}, order) == "sanko"
    assert dearest_key({"tane": 6, "sanko": 5}, order) == "tane"
    assert dearest_key({}, order) == "none"
