"""Values of house rules of every kind, one by one and at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from scorer.rules.game import Game
from scorer.rules.options import Option
from tests.support.judged_rounds import decks_for

_TYPICAL = 1000
"""Ends of ranges from here on are absurd."""
_AGREED = 0.3
"""Share of the keys of amounts that have another one than the usual."""


def values_of(option: Option) -> Iterator[Any]:
    """Each value that can be chosen, and both ends of a range, except absurd ones."""
    yield from choices_of(option)
    if not option.amount_keys:
        yield from (end for end in (option.minimum, option.maximum) if end is not None and end < _TYPICAL)


def choices_of(option: Option) -> Sequence[Any]:
    """Each listed value; of amounts none, the second at zero, all at zero, each another one."""
    if not option.amount_keys:
        return option.values
    keys = [key for key, _ in option.amount_keys]
    each_another = {key: number % ((option.maximum or 0) + 1) for number, key in enumerate(keys, 1)}
    return {}, {keys[1]: 0}, dict.fromkeys(keys, 0), each_another


def random_value(option: Option, rng: random.Random) -> Any:
    """Some value: a listed one, else a number near the beginning of the range, or amounts for some of the keys."""
    if option.amount_keys:
        most = option.maximum or 0
        return {
            key: rng.choice((0, 0, 1, rng.randint(2, 12), rng.randint(0, most)))
            for key, _ in option.amount_keys
            if rng.random() < _AGREED
        }
    least = option.minimum or 0
    return rng.choice(option.values) if option.values else rng.randint(least, least + 6)


def random_house_rules(rules: Game, rng: random.Random, share: float = 1) -> dict[str, Any]:
    """Some value for that `share` of the house rules that list values or are amounts, none that exclude each other."""
    choosable = [option for option in rules.options if option.values or option.amount_keys]
    while True:
        drawn = {option.key: random_value(option, rng) for option in choosable if share == 1 or rng.random() < share}
        if decks_for(rules, drawn):
            return drawn
