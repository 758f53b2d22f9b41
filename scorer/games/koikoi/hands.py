"""Hand classes of Koi-Koi: every yaku, none, and the lucky hands as dealt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorer.families.captures.cards import CHAFF
from scorer.families.captures.reasons import describe_worth
from scorer.games.koikoi.deal import LUCKY_DESCRIPTIONS
from scorer.games.koikoi.reasons import POINTS
from scorer.games.koikoi.texts import name, text
from scorer.games.koikoi.yaku import DESCRIPTIONS, ORDER, VIEWING, YAKU_NAMES, yaku_rules
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue

_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "goko": ("h01-1", "h03-1", "h08-1", "h11-1", "h12-1"),
    "shiko": ("h01-1", "h03-1", "h08-1", "h12-1"),
    "ameshiko": ("h01-1", "h03-1", "h12-1", "h11-1"),
    "sanko": ("h01-1", "h03-1", "h08-1"),
    "akatan_aotan": ("h01-2", "h02-2", "h03-2", "h06-2", "h09-2", "h10-2"),
    "inoshikacho": ("h07-1", "h10-1", "h06-1"),
    "akatan": ("h01-2", "h02-2", "h03-2"),
    "aotan": ("h06-2", "h09-2", "h10-2"),
    "hanami": ("h03-1", "h09-1"),
    "tsukimi": ("h08-1", "h09-1"),
    "tane": ("h02-1", "h04-1", "h05-1", "h08-2", "h11-2"),
    "tan": ("h04-2", "h05-2", "h07-2", "h11-3", "h01-2"),
    "kasu": CHAFF[:10],
}
"""A pile for every yaku; the month cards depend on the month, so no single pile shows them."""


def _yaku_class(key: str) -> HandClass:
    return HandClass(
        key,
        YAKU_NAMES[key],
        DESCRIPTIONS[key],
        lambda counted: key in counted,
        len(ORDER) - ORDER.index(key),
        example=_EXAMPLES.get(key, ()),
        section="koikoi 3",
        special=True,
    )


_LUCKY_NAMES = {"teshi": name("lucky.teshi"), "kuttsuki": name("lucky.kuttsuki")}
CLASSES = (
    *map(_yaku_class, ORDER),
    *(
        HandClass(key, name, LUCKY_DESCRIPTIONS[key], lambda found, key=key: key in found, section="koikoi 2.4")
        for key, name in _LUCKY_NAMES.items()
    ),
    HandClass(
        "none",
        name("classes.none"),
        text("classes.none"),
        lambda _: True,
        example=("h05-3", "h05-4"),
        section="koikoi 3",
    ),
)
"""Every class; a yaku's predicate takes what counts in a pile."""


def classes_under(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes possible under `options`, each with an example that is one there."""
    left_out: set[str] = set()
    if options["viewing"] == "off":
        left_out |= VIEWING
    if options["extras"] != "grow":
        left_out.add("akatan_aotan")
    if not options["tsukifuda"]:
        left_out.add("tsukifuda")
    if options["dealt_hands"] == "off":
        left_out |= set(_LUCKY_NAMES)
    beside = CHAFF[:10] if options["viewing"] == "needs_other" else ()
    worth_texts = {yaku.key: describe_worth(yaku, POINTS) for yaku in yaku_rules(options, 1).tables[0]}
    return tuple(
        replace(
            each,
            description=worth_texts.get(each.key, each.description),
            example=(*beside, *each.example) if each.key in VIEWING else each.example,
        )
        for each in CLASSES
        if each.key not in left_out
    )
