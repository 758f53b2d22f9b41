"""早見 hayami: what a cheat sheet says of one configuration: its dekiyaku with a hand each, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorer.games.kujuroku import reasons
from scorer.games.kujuroku.packs import BAKATSUN, ISHI, ITSUN, ONI, SPECIAL3
from scorer.games.kujuroku.payments import CHIP_STEPS
from scorer.games.kujuroku.yaku import CONFIGS, yaku_name
from scorer.rules.game import HandClass, PayTableRow
from scorer.texts import Text

_CODE_BY_MARK = {ITSUN: "d01s", BAKATSUN: "d01", SPECIAL3: "d03s", ISHI: "d04s", ONI: "doni"}


def config_classes(config: str, classes: Sequence[HandClass]) -> tuple[HandClass, ...]:
    """The classes of one configuration, each worded and shown as it is there."""
    found = {yaku.key: yaku for yaku in CONFIGS[config]}
    told = [each for each in classes if each.key in found or each.key == "points"]
    return tuple(
        replace(
            each,
            name=yaku_name(each.key, config),
            description=reasons.required_text("daini", found[each.key].required_marks),
            example=_example_hand(found[each.key].required_marks),
            options={"config": config},
        )
        if each.key in found
        else each
        for each in told
    )


def config_pay_table(config: str) -> tuple[PayTableRow, ...]:
    """Dekiyaku, dearest first, then the steps of card points."""
    yakus = sorted(CONFIGS[config], key=lambda yaku: -yaku.stones_each)
    made = [
        PayTableRow(
            Text(yaku_name(yaku.key, config).en, yaku_name(yaku.key, config).ja),
            Text(f"{yaku.stones_each} from each of the other two", f"ほかの二人から{yaku.stones_each}枚ずつ"),
        )
        for yaku in yakus
    ]
    steps = [
        PayTableRow(
            Text(f"{least} points or more", f"{least}点以上") if least else Text("75 points or fewer", "75点以下"),
            Text(f"{chips:+}", f"{chips:+}枚"),
        )
        for least, chips in CHIP_STEPS
    ]
    return (*made, *steps)


def _example_hand(needs: Mapping[int, int]) -> tuple[str, ...]:
    """A pile that has just what is needed; a whole set of a number holds its special card."""
    sets = [
        code
        for mark, count in needs.items()
        if mark < ITSUN
        for code in (f"d{mark:02d}s", *[f"d{mark:02d}"] * (count - 1))
    ]
    singles = [_CODE_BY_MARK[mark] for mark in needs if mark >= ITSUN]
    return (*sets, *(code for code in singles if code not in sets))
