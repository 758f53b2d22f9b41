"""Hand classes of Kujuroku: the dekiyaku by configuration, and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorer.games.kujuroku import texts
from scorer.games.kujuroku.packs import BAKATSUN, ISHI, ITSUN, ONI, SPECIAL3
from scorer.games.kujuroku.reasons import required_text
from scorer.games.kujuroku.texts import name
from scorer.games.kujuroku.yaku import CONFIGS, YAKU_NAMES, yaku_name
from scorer.rules.hand_class import HandClass


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile as the hand classes see it: its configuration and its number of cards of each mark."""

    config: str
    counts: Sequence[int]

    def has_yaku(self, key: str) -> bool:
        """Whether the configuration lists the dekiyaku and the pile holds it."""
        return any(yaku.key == key and yaku.is_complete(self.counts) for yaku in CONFIGS[self.config])


def _yaku_class(key: str, config: str, *example: str) -> HandClass:
    rank = max(yaku.stones_each for yakus in CONFIGS.values() for yaku in yakus if yaku.key == key)
    return HandClass(
        key,
        YAKU_NAMES[key],
        texts.describe_yaku(key),
        lambda pile: pile.has_yaku(key),
        rank,
        example=example,
        section="kujuroku 5",
        options={"config": config},
        special=True,
    )


_FOURS_EXAMPLE, _THREES_EXAMPLE = ("d04s", "d04", "d04", "d04"), ("d03s", "d03", "d03", "d03")
CLASSES = (
    _yaku_class("nejikomi", "D", *_THREES_EXAMPLE, "d01s", "d04s"),
    _yaku_class("shi_dan_san", "A", *_FOURS_EXAMPLE, *_THREES_EXAMPLE, "doni"),
    _yaku_class("dan_san", "C", *_THREES_EXAMPLE, "d01s", "d04s"),
    _yaku_class("shi_dan", "A", *_FOURS_EXAMPLE, "doni"),
    _yaku_class("shi_san", "C", *_FOURS_EXAMPLE, *_THREES_EXAMPLE),
    _yaku_class("danna", "D", "d01s", "d04s"),
    _yaku_class("danjoo", "A", "doni", "d01s", "d04s"),
    _yaku_class("san", "A", *_THREES_EXAMPLE),
    _yaku_class("shi", "A", *_FOURS_EXAMPLE),
    HandClass(
        "points",
        name("classes.points"),
        texts.POINTS_DESCRIPTION,
        lambda _: True,
        example=("d10", "d10"),
        section="kujuroku 1.3",
    ),
)
_CODE_BY_MARK = {ITSUN: "d01s", BAKATSUN: "d01", SPECIAL3: "d03s", ISHI: "d04s", ONI: "doni"}
"""A card of each mark that is no number, for examples."""


def config_classes(config: str) -> tuple[HandClass, ...]:
    """The classes of one configuration, best first, with the name, wording and example that they have there."""
    yaku_by_key = {yaku.key: yaku for yaku in CONFIGS[config]}
    classes = [each for each in CLASSES if each.key in yaku_by_key or each.key == "points"]
    return tuple(
        replace(
            hand_class,
            name=yaku_name(hand_class.key, config),
            description=required_text("daini", yaku_by_key[hand_class.key].required_marks),
            example=_example_hand(yaku_by_key[hand_class.key].required_marks),
            options={"config": config},
        )
        if hand_class.key in yaku_by_key
        else hand_class
        for hand_class in classes
    )


def _example_hand(required_marks: Mapping[int, int]) -> tuple[str, ...]:
    """A pile of just the cards required (mark to count); a whole set of a number includes its special card."""
    sets = [
        code
        for mark, count in required_marks.items()
        if mark < ITSUN
        for code in (f"d{mark:02d}s", *[f"d{mark:02d}"] * (count - 1))
    ]
    singles = [_CODE_BY_MARK[mark] for mark in required_marks if mark >= ITSUN]
    return (*sets, *(code for code in singles if code not in sets))
