"""Hand classes of Hana-Awase: every yaku, and none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorer.families.captures.reasons import describe_worth
from scorer.games.hana_awase.reasons import POINTS
from scorer.games.hana_awase.texts import name, text
from scorer.games.hana_awase.yaku import DESCRIPTIONS, ORDER, YAKU_NAMES, table_under, yaku_table
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue

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
