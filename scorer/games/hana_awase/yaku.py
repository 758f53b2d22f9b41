"""Yaku of Hana-Awase under each set of house rules, and hand classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from scorer.families.captures.cards import (
    BIT,
    BLUE_RIBBONS,
    BOAR_DEER_BUTTERFLIES,
    BRIGHTS,
    CRANE,
    CURTAIN,
    DRY_BRIGHTS,
    DRY_RIBBONS,
    GRASS_RIBBONS,
    MOON,
    PAULOWNIA,
    PHOENIX,
    POETRY_RIBBONS,
    RAIN_MAN,
    SAKE_CUP,
    WARBLER,
    WILLOW,
    WISTERIA,
    cards_of_month,
)
from scorer.families.captures.reasons import describe_worth
from scorer.families.captures.yaku import SHARED_MAKES, SHARED_NAMES, PileYaku, find_yaku
from scorer.games.hana_awase.texts import name, text
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.texts import Name, Text

_CARDS: Mapping[str, tuple[str, ...]] = {
    "goko": BRIGHTS,
    "shiko": DRY_BRIGHTS,
    "sugawara": (CRANE, WARBLER, CURTAIN),
    "matsukiribozu": (CRANE, MOON, PHOENIX),
    "nanatan": DRY_RIBBONS,
    "rokutan": DRY_RIBBONS,
    "akatan": POETRY_RIBBONS,
    "aotan": BLUE_RIBBONS,
    "kusatan": GRASS_RIBBONS,
    "inoshikacho": BOAR_DEER_BUTTERFLIES,
    "nomi": (CURTAIN, MOON, SAKE_CUP),
    "hanami": (CURTAIN, SAKE_CUP),
    "tsukimi": (MOON, SAKE_CUP),
    "ameshima": cards_of_month(WILLOW),
    "fujishima": cards_of_month(WISTERIA),
    "kirishima": cards_of_month(PAULOWNIA),
}
ORDER = tuple(_CARDS)
"""Every yaku in the order of the rule book's table, by which equal ones are ranked."""
YAKU_NAMES: Mapping[str, Name] = {key: SHARED_NAMES.get(key) or name(f"yaku.{key}") for key in ORDER}
DESCRIPTIONS: Mapping[str, Text] = {key: SHARED_MAKES.get(key) or text(f"descriptions.{key}") for key in ORDER}
VIEWING = frozenset({"nomi", "hanami", "tsukimi"})
_NEEDED = {"nanatan": 7, "rokutan": 6}
"""How many of its cards a yaku needs, where not all."""
_JAPANESE = {
    "goko": 200,
    "shiko": 60,
    "sugawara": 30,
    "matsukiribozu": 20,
    "nanatan": 40,
    "rokutan": 30,
    "akatan": 40,
    "aotan": 40,
    "kusatan": 20,
    "inoshikacho": 20,
    "nomi": 30,
    "hanami": 20,
    "tsukimi": 20,
    "ameshima": 20,
    "fujishima": 20,
    "kirishima": 20,
}
_WORTH: Mapping[str, Mapping[str, int]] = {
    "japanese": _JAPANESE,
    "fudawiki": {**_JAPANESE, "goko": 100, "nomi": 40, "ameshima": 10, "fujishima": 10, "kirishima": 10},
}
_LIGHTS = ("goko", "shiko", "sugawara", "matsukiribozu")


@cache
def yaku_table(values: str, bright_group: str) -> tuple[PileYaku, ...]:
    """The yaku of one list. `bright_group`: with "lights" sugawara counts beside five or four brights."""
    group = [key for key in _LIGHTS if bright_group == "all" or key != "sugawara"]
    replaces: dict[str, frozenset[str]] = {key: frozenset(group[at + 1 :]) for at, key in enumerate(group)}
    replaces |= {"nanatan": frozenset({"rokutan"}), "nomi": frozenset({"hanami", "tsukimi"})}
    return tuple(
        PileYaku(
            key,
            YAKU_NAMES[key],
            _CARDS[key],
            worth,
            "hana-awase 3",
            DESCRIPTIONS[key],
            needed=_NEEDED.get(key, 0),
            replaces=replaces.get(key, frozenset()),
        )
        for key, worth in _WORTH[values].items()
    )


def table_under(options: Mapping[str, OptionValue]) -> tuple[PileYaku, ...]:
    """The yaku under the house rules."""
    return yaku_table(str(options["values"]), str(options["bright_group"]))


def count_pile(pile: int, options: Mapping[str, OptionValue]) -> dict[str, int]:
    """What a pile is worth by itself: the rain man may spoil the viewing, the willows cancel nothing yet."""
    rained_off = options["viewing_weather"] == "own_rain" and pile & BIT[RAIN_MAN]
    return find_yaku(table_under(options), pile, VIEWING if rained_off else ())


def count_piles(piles: Sequence[int], options: Mapping[str, OptionValue]) -> tuple[dict[str, int], ...]:
    """What counts of every pile of a round, once somebody's four willows are heeded (hana-awase 3.4)."""
    counted = tuple(count_pile(pile, options) for pile in piles)
    if options["ameshima"] == "plain" or not any("ameshima" in found for found in counted):
        return counted
    return tuple(found if "ameshima" in found and options["ameshima"] == "owner_only" else {} for found in counted)


POINTS = text("unit")


_RIBBONS = ("h04-2", "h05-2", "h01-2", "h02-2", "h06-2", "h09-2")
_EXAMPLES: Mapping[str, tuple[str, ...]] = {"rokutan": _RIBBONS, "nanatan": (*_RIBBONS, "h07-2")}
"""Examples where a yaku does not need all of its cards."""


def _yaku_class(key: str) -> HandClass:
    table = {yaku.key: yaku for yaku in yaku_table("japanese", "all")}
    return HandClass(
        key,
        YAKU_NAMES[key],
        DESCRIPTIONS[key],
        lambda counted: key in counted,
        len(ORDER) - ORDER.index(key),
        example=_EXAMPLES.get(key, table[key].cards),
        section="hana-awase 3",
        special=True,
    )


CLASSES = (
    *map(_yaku_class, ORDER),
    HandClass(
        "none",
        name("classes.none"),
        text("classes.none"),
        lambda _: True,
        example=("h05-3", "h05-4"),
        section="hana-awase 1.1",
    ),
)
"""Every class; a yaku's predicate takes what counts in a pile."""


def classes_under(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes possible under `options`, dearest first; willows that cancel all yaku show no yaku themselves."""
    table = {yaku.key: yaku for yaku in table_under(options)}
    ranked = sorted(CLASSES, key=lambda each: -table[each.key].worth if each.key in table else 0)
    return tuple(
        replace(
            each,
            description=describe_worth(table[each.key], POINTS) if each.key in table else each.description,
            example=() if each.key == "ameshima" and options["ameshima"] == "cancels" else each.example,
        )
        for each in ranked
    )
