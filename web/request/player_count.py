"""Numbers of players that names choose, or that they do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.pairs import PAIR_SIZE
from scorer.texts import Text

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True, slots=True)
class OtherCount:
    """Another number of players, for which there are names: the house rules it needs, the question, the button."""

    options: Mapping[str, object]
    question: Text
    label: Text


def options_by_names(rules: Game) -> frozenset[str]:
    """Keys of the house rules that names choose where the host does not: how many play. Pairs say that first."""
    implied = rules.options_for_players({}, rules.seats[0]) if rules.people_per_seat == 1 else {}
    return frozenset(implied)


def seats_by_names(rules: Game, options: Mapping[str, object]) -> range:
    """The numbers of seats that names can fill under the house rules the host has chosen. Raises `bad_option`."""
    by_names = options_by_names(rules)
    is_open = bool(by_names) and not by_names & options.keys()
    return rules.seats if is_open else rules.seats_for(rules.resolve_options(options))


def options_for_names(rules: Game, options: Mapping[str, object], names: int) -> dict[str, object]:
    """The house rules the host has chosen, with the number of players that so many names choose where none was."""
    return {**(rules.options_for_players({}, names) if options_by_names(rules) else {}), **options}


def other_count(rules: Game, options: Mapping[str, object], names: int) -> OtherCount | None:
    """What may be played by so many names (of pairs: pairs) where the house rules say another number.

    None where the number fits, and where the game is not played by so many.
    """
    implied = rules.options_for_players({}, names)
    try:
        seats = rules.seats_for(rules.resolve_options(options))
        is_played = names in rules.seats_for(rules.resolve_options({**options, **implied}))
    except Refusal:
        return None
    if names in seats or not implied or not is_played:
        return None
    wanted, there = seats[0] * rules.people_per_seat, names * rules.people_per_seat
    thing = Text("pair", "組目") if rules.people_per_seat == PAIR_SIZE else Text("name", "人目")
    game_en, game_ja = f"{rules.name.en} with {_NUMBERS[wanted]}", f"{rules.name.ja}を{wanted}人で遊ぶ"
    missing = names + 1 if names < seats[0] else seats[-1] + 1
    needs = (
        Text(
            f"{game_en} needs a {_ORDINALS[missing]} {thing.en}", f"{game_ja}には、{missing}{thing.ja}の名前が要ります"
        )
        if names < seats[0]
        else Text(
            f"{game_en} has no place for a {_ORDINALS[missing]} {thing.en}",
            f"{game_ja}と、{missing}{thing.ja}の席がありません",
        )
    )
    return OtherCount(
        implied,
        Text(f"{needs.en}. Play with {_NUMBERS[there]} instead?", f"{needs.ja}。{there}人で遊びますか。"),
        Text(f"Play with {_NUMBERS[there]}", f"{there}人で遊ぶ"),
    )
