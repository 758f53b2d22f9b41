"""Roppyakken's card points, yaku under house rules, and hand classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorer.families.captures import cards as pack
from scorer.families.captures.cards import cards_of_month, count_worths, mask_of, worths_of
from scorer.families.captures.reasons import describe_worth
from scorer.families.captures.yaku import SHARED_MAKES, SHARED_NAMES, PileYaku, dearest_key, find_yaku
from scorer.games.roppyakken.texts import WORDING, name, text
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue, amounts_of
from scorer.texts import Name, Text

_FIFTY = (*pack.BRIGHTS, pack.WARBLER)
WORTHS = worths_of({50: _FIFTY, 10: {*pack.ANIMALS, *pack.RIBBONS, pack.YELLOW_PAULOWNIA} - {*_FIFTY}})
"""Card points: the pack has 490 (roppyakken 1.1)."""
_ISLANDS = "matsushima umeshima sakurashima fujishima ayameshima botanshima hagishima bozushima kikushima momijishima"
_SHIMA: Mapping[str, int] = {key: month for month, key in enumerate(_ISLANDS.split(), 1)} | {"kirishima": 12}
"""The month of each shima but that of the willows, which is dearer (roppyakken 3)."""
_PLAYED_MONTHS: Mapping[str, frozenset[int]] = {
    "eight": frozenset({1, 2, 3, 4, 8, 10, 12}),
    "all": frozenset(_SHIMA.values()),
    "rain": frozenset(),
}
"""The months of which there is a shima, beside that of the willows (roppyakken 3.2)."""
_CARDS: Mapping[str, tuple[str, ...]] = {
    "shiko": pack.DRY_BRIGHTS,
    "nanatan": pack.DRY_RIBBONS,
    "inoshikacho": pack.BOAR_DEER_BUTTERFLIES,
    "teppo": (pack.CURTAIN, pack.MOON, pack.SAKE_CUP),
    "ameshima": cards_of_month(pack.WILLOW),
    "matsukiribozu": (pack.CRANE, pack.MOON, pack.PHOENIX),
    "ozan": (pack.CRANE, pack.WARBLER, pack.CURTAIN),
    "kozan": pack.POETRY_RIBBONS,
    "aotan": pack.BLUE_RIBBONS,
    "kusatan": pack.GRASS_RIBBONS,
    "hanami": (pack.CURTAIN, pack.SAKE_CUP),
    "tsukimi": (pack.MOON, pack.SAKE_CUP),
    **{key: cards_of_month(month) for key, month in _SHIMA.items()},
}
ORDER = tuple(_CARDS)
"""Every yaku in the order of the rule book's table, by which equal ones are ranked."""
_FEW_HUNDREDS = {"matsukiribozu": 150, "ozan": 150, "kozan": 100, "aotan": 100, "kusatan": 100}
_COMMON = {"shiko": 600, "nanatan": 600, "inoshikacho": 300, "teppo": 300, "ameshima": 200} | _FEW_HUNDREDS
_COMMON |= {"hanami": 100, "tsukimi": 100} | dict.fromkeys(_SHIMA, 50)
_KOREAN = {"inoshikacho": 400, "teppo": 400, "ameshima": 300, "momijishima": 200, "hanami": 200, "tsukimi": 200}
_KOREAN |= dict.fromkeys(_FEW_HUNDREDS, 200)
_WORTH: Mapping[str, Mapping[str, int]] = {
    "common": _COMMON,
    "west": _COMMON | {"ozan": 100, "kozan": 150},
    "korean": _COMMON | _KOREAN,
}
"""What each yaku is worth, by list (roppyakken 3)."""
VIEWING = frozenset({"teppo", "hanami", "tsukimi"})
_RIBBONS_NEEDED = 7
"""Ribbons of nanatan (roppyakken 3)."""
_WILLOWS = pack.month_mask(pack.WILLOW)
POINTS = text("unit")


def _makes(key: str) -> Text:
    if key in _SHIMA:
        return text("four_of_month", month=_SHIMA[key])
    return SHARED_MAKES.get(key) or text(f"makes.{key}")


YAKU_NAMES: Mapping[str, Name] = {key: SHARED_NAMES.get(key) or name(f"yaku.{key}") for key in ORDER}


def usual_worth(options: Mapping[str, Any]) -> Mapping[str, int]:
    """What every yaku that is played is worth where nothing else is agreed on it (roppyakken 3, 3.2)."""
    months = _PLAYED_MONTHS[options["shima"]] | {0}
    return {key: worth for key, worth in _WORTH[options["values"]].items() if _SHIMA.get(key, 0) in months}


OPTIONS = (
    WORDING.option("values", "common", ("common", "west", "korean")),
    WORDING.option("shima", "eight", ("eight", "all", "rain")),
    WORDING.amounts("worth", YAKU_NAMES, usual_worth, maximum=9999),
    WORDING.option("viewing", "one", ("one", "stack")),
    WORDING.option("viewing_weather", "off", ("off", "own_willow")),
    WORDING.flag("nanatan_willow", default=False),
    WORDING.flag("lucky_hands", default=False),
    WORDING.option("four_in_hand", "misdeal", ("misdeal", "play")),
    WORDING.option("hand_size", 8, (8, 10)),
    WORDING.option("wild", "rain_man", ("rain_man", "lightning", "off")),
    WORDING.option("fuke", "off", ("off", 30)),
    WORDING.option("fuke_counts", "score", ("score", "cards", "dry_cards")),
    WORDING.flag("instant_win", default=True),
    WORDING.option("scoring", "additive", ("additive", "rounded", "difference")),
    WORDING.option("target", 600, minimum=1),
)


def table_under(options: Mapping[str, OptionValue]) -> tuple[PileYaku, ...]:
    """The yaku that are played under the house rules, in the order of the rule book's table."""
    return _table(tuple(options[key] for key in _ASKED))


_ASKED = ("values", "shima", "worth", "viewing", "nanatan_willow")


@lru_cache(maxsize=256)
def _table(asked: tuple[OptionValue, ...]) -> tuple[PileYaku, ...]:
    options = dict(zip(_ASKED, asked, strict=True))
    worth = {**usual_worth(options), **amounts_of(options)}
    return tuple(
        PileYaku(
            key,
            YAKU_NAMES[key],
            pack.RIBBONS if key == "nanatan" and options["nanatan_willow"] else cards,
            worth[key],
            "roppyakken 3",
            _makes(key),
            needed=_RIBBONS_NEEDED if key == "nanatan" else 0,
            replaces=VIEWING - {key} if key == "teppo" and options["viewing"] == "one" else frozenset(),
        )
        for key, cards in _CARDS.items()
        if worth.get(key)
    )


def is_rained_off(pile: int, options: Mapping[str, OptionValue]) -> bool:
    """Whether a willow spoils the viewing of a pile, which the crane saves (roppyakken 3.4)."""
    return options["viewing_weather"] != "off" and bool(pile & _WILLOWS) and not pile & pack.BIT[pack.CRANE]


def count_pile(pile: int, options: Mapping[str, OptionValue]) -> dict[str, int]:
    """The yaku that count in a pile, with their worth (roppyakken 3)."""
    return find_yaku(table_under(options), pile, VIEWING if is_rained_off(pile, options) else ())


def score_of(pile: int, options: Mapping[str, OptionValue]) -> int:
    """Card points and yaku of a pile (roppyakken 5.1, without lucky hands)."""
    return count_worths(pile, WORTHS) + sum(count_pile(pile, options).values())


LUCKY_NAMES = {key: name(f"lucky.{key}") for key in ("sogasu", "futatesan", "tesan")}
_NANATAN = ("h04-2", "h05-2", "h01-2", "h02-2", "h06-2", "h09-2", "h07-2")


def _yaku_class(key: str) -> HandClass:
    is_left_out = _SHIMA.get(key, 1) not in _PLAYED_MONTHS["eight"]
    return HandClass(
        key,
        YAKU_NAMES[key],
        _makes(key),
        lambda counted: key in counted,
        len(ORDER) - ORDER.index(key),
        example=_NANATAN if key == "nanatan" else _CARDS[key],
        section="roppyakken 3",
        options={"shima": "all"} if is_left_out else {},
        special=True,
    )


CLASSES = (
    *map(_yaku_class, ORDER),
    *(
        HandClass(
            key, label, text(f"lucky.{key}"), lambda got, key=key: key in got, section="roppyakken 4", special=True
        )
        for key, label in LUCKY_NAMES.items()
    ),
    HandClass(
        "none",
        name("classes.none"),
        text("classes.none"),
        lambda _: True,
        example=("h05-3", "h05-4"),
        section="roppyakken 1.1",
    ),
)
"""Every class; a yaku's predicate takes what counts in a pile, that of a lucky hand what counts in a dealt hand."""


def classes_under(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes possible under `options`, dearest first, each with an example that is one there, if there is any."""
    table = {yaku.key: yaku for yaku in table_under(options)}
    lucky = LUCKY_NAMES if options["lucky_hands"] else {}
    ranked = sorted(CLASSES, key=lambda each: -table[each.key].worth if each.key in table else 0)
    return tuple(
        replace(
            each,
            description=describe_worth(table[each.key], POINTS) if each.key in table else each.description,
            example=each.example if each.key == dearest_class(mask_of(each.example), options) else (),
        )
        for each in ranked
        if each.key in table or each.key in lucky or each.key == "none"
    )


def dearest_class(pile: int, options: Mapping[str, OptionValue]) -> str:
    """The key of the class of a pile."""
    return dearest_key(count_pile(pile, options), ORDER)
