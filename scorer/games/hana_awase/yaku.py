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
    mask_of,
)
from scorer.families.captures.reasons import describe_worth
from scorer.families.captures.yaku import SHARED_MAKES, PileYaku, dearest_key, find_yaku
from scorer.games.hana_awase.texts import ORDER, YAKU_NAMES, name, text, worth_in_list
from scorer.rules.hand_class import HandClass
from scorer.rules.options import Amounts, OptionValue, amounts_of
from scorer.texts import Text

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
DESCRIPTIONS: Mapping[str, Text] = {key: SHARED_MAKES.get(key) or text(f"descriptions.{key}") for key in ORDER}
VIEWING = frozenset({"nomi", "hanami", "tsukimi"})
_NEEDED = {"nanatan": 7, "rokutan": 6}
"""How many of its cards a yaku needs, where not all."""
_GROUPS = (
    frozenset({"goko", "shiko", "sugawara", "matsukiribozu"}),
    frozenset({"nanatan", "rokutan"}),
    frozenset({"nomi", "hanami", "tsukimi"}),
)
"""The yaku of which only the dearest counts (hana-awase 3.1)."""


@cache
def yaku_table(worth: Amounts, bright_group: str) -> tuple[PileYaku, ...]:
    """The yaku that are worth something. `bright_group`: with "lights" sugawara counts beside five or four brights."""
    ranked = sorted(ORDER, key=lambda key: -worth[key])
    replaces: dict[str, frozenset[str]] = {}
    for group in _GROUPS:
        members = [key for key in ranked if key in group and (bright_group == "all" or key != "sugawara")]
        replaces |= {key: frozenset(members[at + 1 :]) for at, key in enumerate(members)}
    return tuple(
        PileYaku(
            key,
            YAKU_NAMES[key],
            _CARDS[key],
            worth[key],
            "hana-awase 3",
            DESCRIPTIONS[key],
            needed=_NEEDED.get(key, 0),
            replaces=replaces.get(key, frozenset()),
        )
        for key in ORDER
        if worth[key]
    )


def table_under(options: Mapping[str, OptionValue]) -> tuple[PileYaku, ...]:
    """The yaku under the house rules, none where it is played without."""
    if options["yaku"] == "none":
        return ()
    return yaku_table(worth_in_list(str(options["values"]), amounts_of(options)), str(options["bright_group"]))


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
    return HandClass(
        key,
        YAKU_NAMES[key],
        DESCRIPTIONS[key],
        lambda counted: key in counted,
        len(ORDER) - ORDER.index(key),
        example=_EXAMPLES.get(key, _CARDS[key]),
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
    # Of a group only the dearest counts, so that one whose cards make a dearer one can be nobody's class.
    left_out = {
        each.key
        for each in CLASSES
        if each.special and dearest_key(find_yaku(tuple(table.values()), mask_of(each.example)), ORDER) != each.key
    }
    ranked = sorted(CLASSES, key=lambda each: -table[each.key].worth if each.key in table else 0)
    return tuple(
        replace(
            each,
            description=describe_worth(table[each.key], POINTS) if each.key in table else each.description,
            example=() if each.key == "ameshima" and options["ameshima"] == "cancels" else each.example,
        )
        for each in ranked
        if each.key not in left_out
    )
