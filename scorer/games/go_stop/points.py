"""The value and the classes of a captured pile of Go-Stop (go-stop 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorer.families.captures.cards import DRY_BRIGHTS, RAIN_MAN
from scorer.families.captures.hwatu.rows import CUP, ORDER, PileRules, rows_of
from scorer.families.captures.reasons import describe_worth, yaku_reasons
from scorer.families.captures.yaku import PileYaku, dearest_key
from scorer.games.go_stop.texts import because, name, text
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue

_EXAMPLES = {
    "bisamgwang": (*DRY_BRIGHTS[:2], RAIN_MAN),
    "samgwang": DRY_BRIGHTS[1:],
    "tti": ("h11-3", "h01-2", "h02-2", "h04-2", "h06-2"),
}


def pile_value(seat: int, pile: int, rules: PileRules, cup: str = "") -> HandValue:
    """The value of a captured pile: its class, its points and every row, with reasons. `cup`: what the cup is."""
    way = cup or rules.best_way(pile)
    counted = rules.count(pile, way)
    lines = yaku_reasons(rows_of(), counted, text("points"), counts=True) or (because("none.no_row", "go-stop 3", 0),)
    told = (because(f"cup.{way}", "go-stop 4.6"),) if pile & CUP else ()
    return HandValue(seat, dearest_key(counted, ORDER), sum(counted.values()), (*lines, *told), {"yaku": counted})


def _row_class(row: PileYaku) -> HandClass:
    key, example = row.key, _EXAMPLES.get(row.key, row.cards)[: row.needed]
    worth, rank = describe_worth(row, text("points")), len(ORDER) - ORDER.index(key)
    return HandClass(key, row.name, worth, lambda counted: key in counted, rank, (), example, "go-stop 3", special=True)


_CHONGTONG = HandClass("chongtong", name("chongtong"), text("makes.chongtong"), lambda found: "chongtong" in found)
_NONE = HandClass(
    "none", name("none"), text("makes.none"), lambda _: True, example=("h05-3", "h05-4"), section="go-stop 3"
)
CLASSES = (*map(_row_class, rows_of()), replace(_CHONGTONG, section="go-stop 2.3"), _NONE)
"""Every class; a row's predicate takes what counts in a pile."""


def classes_under(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes possible under the house rules."""
    return tuple(each for each in CLASSES if each.key != "chongtong" or options["chongtong"] != "off")
