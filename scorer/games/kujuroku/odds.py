"""九十六の見込み: which dekiyaku a pile may still complete, and how far it is to par and to the next chip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorer.games.kujuroku.packs import Pack
from scorer.games.kujuroku.payments import STEPS, chips_of
from scorer.games.kujuroku.reasons import needed
from scorer.games.kujuroku.yaku import CONFIGS, Yaku, name_of
from scorer.rules.odds import Chance, Chances, Odds
from scorer.texts import Text


def count_odds(pack: Pack, pile: Sequence[str], gone: Sequence[str], config: str) -> Odds:
    """What `pile` may still become when the cards `gone` lie in the other piles (or left the game).

    A dekiyaku's chance is that of the next unseen card being one it lacks: 1 when it is made, 0 when it cannot be had
    any more. A step's chance is that the next unseen card, captured with a partner, reaches it.
    """
    left = dict(pack.copies)
    for code in (*pile, *gone):
        left[code] -= 1
    unseen = {code: copies for code, copies in left.items() if copies}
    return Odds(
        sum(unseen.values()),
        (
            Chances(
                "dekiyaku",
                Text(f"Dekiyaku of configuration {config}", f"{config}の出来役"),
                tuple(_may_come(pack, yaku, config, pile, unseen) for yaku in CONFIGS[config]),
            ),
            Chances("points", Text("Card points", "札の点"), _steps(pack, pack.points(pile), unseen)),
        ),
    )


def _may_come(pack: Pack, yaku: Yaku, config: str, pile: Sequence[str], unseen: Mapping[str, int]) -> Chance:
    name = name_of(yaku.key, config)
    lacking = yaku.missing(pack.count(pile))
    if not lacking:
        return Chance(yaku.key, Text(f"{name.en}: made", f"{name.ja}：できています"), Fraction(1))
    helps = {code: copies for code, copies in unseen.items() if any(mark in lacking for mark in pack.marks[code])}
    out = pack.count(code for code, copies in helps.items() for _ in range(copies))
    if any(out[mark] < least for mark, least in lacking.items()):
        lost = needed(pack.kind, yaku.needs)
        return Chance(
            yaku.key,
            Text(f"{name.en} ({lost.en}): can no longer be had", f"{name.ja}（{lost.ja}）：もうできません"),
            Fraction(0),
        )
    still = needed(pack.kind, lacking)
    return Chance(
        yaku.key,
        Text(f"{name.en}: still needs {still.en}", f"{name.ja}：あと{still.ja}"),
        Fraction(sum(helps.values()), sum(unseen.values())),
        helps,
    )


def _steps(pack: Pack, points: int, unseen: Mapping[str, int]) -> tuple[Chance, ...]:
    """Par where it is not reached yet, and the next chip step above it."""
    above = [least for least, _ in reversed(STEPS) if least > points]
    aims = sorted({96, *above[:1]} if points < 96 else set(above[:1]))
    lines = []
    for aim in aims:
        short = aim - points
        helps = {code: copies for code, copies in unseen.items() if _pair(pack, code, unseen) >= short}
        chips = chips_of(aim)
        lines.append(
            Chance(
                "par" if aim == 96 else f"step_{aim}",
                Text(f"{short} points to {aim}, score {chips:+}", f"{aim}点（{chips:+}）まであと{short}点"),
                Fraction(sum(helps.values()), sum(unseen.values())) if unseen else Fraction(0),
                helps,
            )
        )
    return tuple(lines)


def _pair(pack: Pack, code: str, unseen: Mapping[str, int]) -> int:
    """What an unseen card brings with an unseen partner of its number; Oni and Jizo bring their own points."""
    number = pack.number(code)
    if not number:
        return pack.worth[code]
    partners = sum(copies for other, copies in unseen.items() if pack.number(other) == number)
    return 2 * pack.worth[code] if partners > 1 else 0
