"""Koi-Koi: in how many turns a pile can have formed or improved a yaku (koikoi 2.9)."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from scorer.families.captures.cards import (
    ANIMALS,
    BRIGHTS,
    CARDS,
    CHAFF,
    DRY_BRIGHTS,
    RAIN_MAN,
    RIBBONS,
    SAKE_CUP,
    mask_of,
)
from scorer.games import game
from scorer.games.koikoi.odds import most_raises
from scorer.games.koikoi.yaku import yaku_rules
from tests.support.house_rules import random_house_rules

KOIKOI = game("koikoi")
OTHER_ANIMALS = "h02-1 h04-1 h05-1 h08-2 h11-2"
OTHER_RIBBONS = "h04-2 h05-2 h07-2 h11-3"
TEN_CHAFF = " ".join(CHAFF[:10])


@pytest.mark.parametrize(
    ("pile", "turns"),
    [
        ("", 0),
        ("h01-1 h03-1 h11-1", 0),
        ("h01-1 h03-1 h08-1", 1),
        ("h01-1 h03-1 h08-1 h12-1", 2),
        ("h01-1 h03-1 h08-1 h11-1", 2),
        (" ".join(BRIGHTS), 3),
        (OTHER_RIBBONS, 0),
        (OTHER_RIBBONS + " h01-2", 1),
        (OTHER_RIBBONS + " h01-2 h02-2", 2),
        ("h01-2 h02-2 h03-2", 1),
        ("h06-2 h09-2 h10-2 h01-2", 2),
        (" ".join(RIBBONS), 8),
        (OTHER_ANIMALS, 1),
        ("h06-1 h07-1 h10-1", 1),
        ("h06-1 h07-1 h10-1 h02-1", 2),
        (" ".join(ANIMALS), 7),
        (" ".join(CHAFF[:9]), 0),
        (TEN_CHAFF, 1),
        (" ".join(CHAFF), 15),
        (" ".join([*CHAFF[:9], SAKE_CUP]), 1),
        ("h03-1 h09-1", 1),
        ("h03-1 h08-1 h09-1", 2),
        ("h04-1 h04-2 h04-3 h04-4", 0),
        (f"h01-1 h03-1 h08-1 {OTHER_ANIMALS} {TEN_CHAFF}", 3),
    ],
)
def test_turns_by_the_cards_that_count(pile: str, turns: int) -> None:
    assert most_raises(mask_of(pile.split()), KOIKOI.resolve_options({}), 4) == turns


@pytest.mark.parametrize(
    ("options", "pile", "turns"),
    [
        ({"extras": "stack"}, "h01-2 h02-2 h03-2", 1),
        ({"extras": "stack"}, "h01-2 h02-2 h03-2 h04-2", 1),
        ({"extras": "stack"}, "h01-2 h02-2 h03-2 h06-2 h09-2 h10-2", 3),
        ({"extras": "stack"}, "h06-1 h07-1 h10-1 h02-1", 1),
        ({"extras": "stack"}, "h06-1 h07-1 h10-1 h02-1 h04-1", 2),
        ({"sake_cup": "animal"}, " ".join([*CHAFF[:9], SAKE_CUP]), 0),
        ({"sake_cup": "either"}, " ".join([*CHAFF[:9], SAKE_CUP]), 1),
        ({"sake_cup": "either"}, "h09-1 h02-1 h04-1 h05-1 h08-2", 1),
        ({"viewing": "off"}, "h03-1 h08-1 h09-1", 0),
        ({"viewing": "needs_other"}, "h03-1 h08-1 h09-1 " + TEN_CHAFF, 4),
        ({"tsukifuda": True}, "h04-1 h04-2 h04-3 h04-4", 1),
        ({"tsukifuda": True}, "h05-1 h05-2 h05-3 h05-4", 0),
        ({"tsukifuda": "any"}, "h04-1 h04-2 h04-3 h04-4 h05-1 h05-2 h05-3 h05-4", 2),
        ({"worth": {"sanko": 0}}, " ".join(BRIGHTS), 2),
        ({"worth": {"shiko": 0, "ameshiko": 0}}, " ".join(BRIGHTS), 2),
        ({"worth": {"goko": 0}}, " ".join(BRIGHTS), 3),
        ({"worth": {"goko": 0, "shiko": 0}}, " ".join(BRIGHTS), 2),
        ({"worth": {"ameshiko": 0}}, "h01-1 h03-1 h08-1 h11-1", 1),
        ({"worth": {"akatan": 0}}, "h01-2 h02-2 h03-2 h04-2", 0),
        ({"worth": {"akatan": 0}}, "h01-2 h02-2 h03-2 h04-2 h05-2", 1),
        ({"worth": {"tan": 0}}, OTHER_RIBBONS + " h01-2", 0),
        ({"worth": {"tan": 0}, "extras": "stack"}, "h01-2 h02-2 h03-2 h06-2 h09-2 h10-2 h04-2", 2),
        ({"worth": {"tane": 0, "inoshikacho": 0, "hanami": 0, "tsukimi": 0}}, " ".join(ANIMALS), 0),
        ({"worth": {"kasu": 0}}, " ".join(CHAFF), 0),
    ],
)
def test_turns_by_the_house_rules(options: dict[str, Any], pile: str, turns: int) -> None:
    assert most_raises(mask_of(pile.split()), KOIKOI.resolve_options(options), 4) == turns


@pytest.mark.parametrize("seed", range(3))
def test_no_order_of_captures_improves_a_pile_more_often(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        listed = random_house_rules(KOIKOI, chance)
        options, month = KOIKOI.resolve_options(listed | {"viewing_weather": "off"}), chance.randrange(1, 13)
        rules, pile, best, raises = yaku_rules(options, month), 0, 0, 0
        for card in chance.sample(CARDS, chance.randrange(5, 49)):
            pile |= mask_of([card])
            raises += rules.base(pile) > best
            best = max(best, rules.base(pile))
            assert raises <= most_raises(pile, options, month)


@pytest.mark.parametrize("cards", [(*DRY_BRIGHTS, RAIN_MAN), CHAFF, RIBBONS])
def test_the_turns_are_reached_card_by_card(cards: tuple[str, ...]) -> None:
    options = KOIKOI.resolve_options({})
    bases = [yaku_rules(options).base(mask_of(cards[:size])) for size in range(len(cards) + 1)]
    raises = sum(later > former for former, later in pairwise(bases))
    assert raises == most_raises(mask_of(cards), options)
