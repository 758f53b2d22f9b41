"""早見 hayami: what a cheat sheet says of one configuration: its dekiyaku with a hand each, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorer.games.kujuroku import reasons
from scorer.games.kujuroku.packs import BAKATSUN, ISHI, ITSUN, ONI, SPECIAL3
from scorer.games.kujuroku.payments import STEPS
from scorer.games.kujuroku.yaku import CONFIGS, name_of
from scorer.rules.game import HandClass, Payment
from scorer.texts import Text

_CARDS = {ITSUN: "d01s", BAKATSUN: "d01", SPECIAL3: "d03s", ISHI: "d04s", ONI: "doni"}


def classes_of(config: str, classes: Sequence[HandClass]) -> tuple[HandClass, ...]:
    """The classes of one configuration, each worded and shown as it is there."""
    found = {yaku.key: yaku for yaku in CONFIGS[config]}
    told = [each for each in classes if each.key in found or each.key == "points"]
    return tuple(
        replace(
            each,
            name=name_of(each.key, config),
            says=reasons.needed("daini", found[each.key].needs),
            witness=_hand(found[each.key].needs),
            under={"config": config},
        )
        if each.key in found
        else each
        for each in told
    )


def payments_of(config: str) -> tuple[Payment, ...]:
    """Dekiyaku, dearest first, then the steps of card points."""
    yakus = sorted(CONFIGS[config], key=lambda yaku: -yaku.worth)
    made = [
        Payment(
            Text(name_of(yaku.key, config).en, name_of(yaku.key, config).ja),
            Text(f"{yaku.worth} from each of the other two", f"ほかの二人から{yaku.worth}枚ずつ"),
        )
        for yaku in yakus
    ]
    steps = [
        Payment(
            Text(f"{least} points or more", f"{least}点以上") if least else Text("75 points or fewer", "75点以下"),
            Text(f"{chips:+}", f"{chips:+}枚"),
        )
        for least, chips in STEPS
    ]
    return (*made, *steps)


def _hand(needs: Mapping[int, int]) -> tuple[str, ...]:
    """A pile that has just what is needed; a whole set of a number holds its special card."""
    sets = [
        code
        for mark, count in needs.items()
        if mark < ITSUN
        for code in (f"d{mark:02d}s", *[f"d{mark:02d}"] * (count - 1))
    ]
    singles = [_CARDS[mark] for mark in needs if mark >= ITSUN]
    return (*sets, *(code for code in singles if code not in sets))
