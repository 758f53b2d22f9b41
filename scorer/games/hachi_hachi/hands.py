"""Hand classes of Hachi-Hachi: dekiyaku of a pile, teyaku of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import methodcaller

from scorer.families.captures.cards import card_points, mask_of
from scorer.families.captures.reasons import points_reasons, yaku_reasons
from scorer.families.captures.yaku import PileYaku, dearest_key, find_yaku
from scorer.games.hachi_hachi import reasons, texts
from scorer.games.hachi_hachi.texts import name, text
from scorer.games.hachi_hachi.teyaku import TEYAKU, Teyaku, read_hand, teyaku_kan
from scorer.games.hachi_hachi.yaku import YAKU_KEYS, yaku_table
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue

PILE, HAND = "pile", "hand"
_EXAMPLES = {"nanatan": ("h01-2", "h02-2", "h04-2", "h05-2", "h06-2", "h07-2", "h09-2")}
"""Piles that show a dekiyaku, where its own cards do not: no other set lies among these."""
_ALL_YAKU = {"nanatan_plus": False, "inoshikacho": True}


def _pile_class(yaku: PileYaku) -> HandClass:
    return HandClass(
        yaku.key,
        yaku.name,
        yaku.makes,
        methodcaller("__contains__", yaku.key),
        yaku.worth,
        roles=(PILE,),
        example=_EXAMPLES.get(yaku.key, yaku.cards),
        section=yaku.section,
        options={"inoshikacho": True} if yaku.key == "inoshikacho" else {},
        special=True,
    )


def _hand_class(teyaku: Teyaku) -> HandClass:
    return HandClass(
        teyaku.key,
        teyaku.name,
        teyaku.makes,
        methodcaller("__contains__", teyaku.key),
        teyaku.kan,
        roles=(HAND,),
        example=teyaku.example,
        section="hachi-hachi 3",
        special=True,
    )


CLASSES = (
    *(_pile_class(yaku) for yaku in yaku_table(_ALL_YAKU)),
    *(_hand_class(teyaku) for teyaku in TEYAKU),
    HandClass(
        "none",
        name("classes.none"),
        text("classes.none"),
        lambda _: True,
        section="hachi-hachi 1.1",
    ),
)


def classes_in_force(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes possible under `options`, each with what it is worth there."""
    worth = {yaku.key: yaku.worth for yaku in yaku_table(options)}
    worth |= {teyaku.key: teyaku_kan(teyaku.key, options) for teyaku in TEYAKU}
    return tuple(
        _with_kan(each, worth[each.key]) if each.special else each for each in CLASSES if each.key in (*worth, "none")
    )


@lru_cache(maxsize=128)
def _with_kan(hand_class: HandClass, kan: int) -> HandClass:
    return replace(hand_class, description=text("described_with_kan", kan=kan, description=hand_class.description))


def pile_value(seat: int, pile: Sequence[str], options: Mapping[str, OptionValue]) -> HandValue:
    """The dekiyaku and card points of a captured pile."""
    mask, table = mask_of(pile), yaku_table(options)
    yaku, points = find_yaku(table, mask), card_points(mask)
    lines = (
        *yaku_reasons(table, yaku, texts.KAN_UNIT, counts=False),
        *points_reasons(mask, "hachi-hachi 1.1"),
        reasons.points_above_par(points),
    )
    return HandValue(seat, dearest_key(yaku, YAKU_KEYS), points, lines, {"yaku": yaku})


def dealt_value(seat: int, hand: Sequence[str], options: Mapping[str, OptionValue]) -> HandValue:
    """The teyaku of seven dealt cards, in kan; the class is the dearest, group A first."""
    kan = {key: teyaku_kan(key, options) for key in read_hand(hand).keys}
    lines = tuple(reasons.teyaku_line(key, worth) for key, worth in kan.items()) or (reasons.NO_TEYAKU,)
    order = tuple(teyaku.key for teyaku in TEYAKU)
    return HandValue(seat, dearest_key(kan, order), sum(kan.values()), lines, {"teyaku": kan})
