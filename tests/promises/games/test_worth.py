"""What a table agrees that a yaku is worth: nothing else changes, in every game that asks (more house rules 1)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scorer.decks import decks
from scorer.games import game, games
from scorer.rules.game import Game
from scorer.rules.options import Option
from scorer.session.samples import sample_session
from tests.support.house_rules import random_house_rules

GAMES = [key for key, rules in games().items() if any(option.key == "worth" for option in rules.options)]
with_worth = pytest.mark.parametrize("key", GAMES)
PILES = 150


def worth_of(rules: Game) -> Option:
    return next(option for option in rules.options if option.key == "worth")


def piles(rules: Game, seed: int) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """House rules at random, without any agreed worth, and a pile in which the dear cards come first or by chance."""
    rng = random.Random(f"{rules.key} {seed}")
    faces = decks()[rules.decks[0]].faces
    for _ in range(PILES):
        options = random_house_rules(rules, rng) | {"worth": {}}
        pack = list(rules.pack(decks()[rules.decks[0]], rules.resolve_options(options)))
        rng.shuffle(pack)
        if rng.random() < 0.7:
            pack.sort(key=lambda code: faces[code].kind == "chaff")
        yield options, tuple(pack[: rng.randrange(2, len(pack))])


def yaku_in(rules: Game, pile: tuple[str, ...], options: Mapping[str, Any]) -> dict[str, int]:
    return dict(rules.value(pile, "", options).extra["yaku"])


@with_worth
def test_the_usual_worth_agreed_in_words_changes_nothing(key: str) -> None:
    rules = game(key)
    option, seen = worth_of(rules), 0
    for options, pile in piles(rules, 1):
        usual = option.usual(rules.resolve_options(options))
        agreed = {yaku: worth for yaku, worth in usual.items() if worth <= (option.maximum or 0)}
        before = rules.value(pile, "", options)
        assert rules.value(pile, "", options | {"worth": agreed}) == before
        assert rules.value(pile, "", {name: value for name, value in options.items() if name != "worth"}) == before
        seen += len(yaku_in(rules, pile, options))
    assert seen > PILES


@with_worth
def test_a_yaku_worth_one_more_brings_one_more_and_still_counts(key: str) -> None:
    rules = game(key)
    most = worth_of(rules).maximum or 0
    for options, pile in piles(rules, 2):
        usual = worth_of(rules).usual(rules.resolve_options(options))
        before = yaku_in(rules, pile, options)
        for yaku in before:
            if usual[yaku] >= most or (options.get("tsukifuda") == "any" and yaku == "tsukifuda"):
                continue
            after = yaku_in(rules, pile, options | {"worth": {yaku: usual[yaku] + 1}})
            assert after == before | {yaku: before[yaku] + 1}, (options, pile)


@with_worth
def test_a_yaku_that_is_not_played_takes_no_other_away(key: str) -> None:
    rules, left = game(key), 0
    for options, pile in piles(rules, 3):
        if options.get("viewing") == "needs_other" or options.get("sake_cup") == "either" or "ameshima" in options:
            options |= {
                name: game(key).resolve_options({})[name]
                for name in ("viewing", "sake_cup", "ameshima")
                if name in options
            }
        before = yaku_in(rules, pile, options)
        for yaku in before:
            after = yaku_in(rules, pile, options | {"worth": {yaku: 0}})
            assert yaku not in after
            follows = {"akatan_aotan"} if yaku in ("akatan", "aotan") else set()
            kept = before.keys() - {yaku} - follows
            assert {name: after.get(name) for name in kept} == {name: before[name] for name in kept}, (options, pile)
            left += len(after.keys() - before.keys())
            classes = {each.key for each in rules.classes_for(rules.resolve_options(options | {"worth": {yaku: 0}}))}
            assert yaku not in classes
    assert left, "no pile held another yaku in its place"


@with_worth
def test_every_example_is_of_its_class_whatever_the_yaku_are_worth(key: str) -> None:
    rules, rng = game(key), random.Random(key)
    roles = [role for role, _ in rules.roles] or [""]
    for _ in range(60):
        options = random_house_rules(rules, rng)
        agreed = rules.resolve_options(options)
        for each in rules.classes_for(agreed):
            if each.example and each.special:
                role = (*each.roles, *roles)[0]
                assert rules.value(each.example, role, options).key == each.key, (options, each.key)


@with_worth
def test_rounds_by_any_worth_pay_what_they_take(key: str) -> None:
    rules, rng = game(key), random.Random(key)
    for _ in range(60):
        session = sample_session(rules, random_house_rules(rules, rng))
        pack = list(rules.pack(decks()[session.deck], session.options))
        settled = rules.settle(rules.simulate_round(rng.sample(pack, len(pack)), session.table()))
        assert sum(settled.net) + settled.house == 0
        assert settled.as_json()["hands"]
