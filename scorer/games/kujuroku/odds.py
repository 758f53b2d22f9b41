"""九十六の見込み: which dekiyaku a pile may still complete, and how far it is to par and to the next chip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorer.games.kujuroku.packs import Pack
from scorer.games.kujuroku.payments import CHIP_STEPS, chip_score
from scorer.games.kujuroku.reasons import required_text
from scorer.games.kujuroku.yaku import CONFIGS, Yaku, yaku_name
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.texts import Text


def pile_odds(pack: Pack, pile: Sequence[str], gone: Sequence[str], config: str) -> Odds:
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
            OddsSection(
                "dekiyaku",
                Text(f"Dekiyaku of configuration {config}", f"{config}の出来役"),
                tuple(_yaku_chance(pack, yaku, config, pile, unseen) for yaku in CONFIGS[config]),
            ),
            OddsSection("points", Text("Card points", "札の点"), _step_chances(pack, pack.total_points(pile), unseen)),
        ),
    )


def _yaku_chance(pack: Pack, yaku: Yaku, config: str, pile: Sequence[str], unseen: Mapping[str, int]) -> Chance:
    name = yaku_name(yaku.key, config)
    lacking = yaku.missing_marks(pack.count_marks(pile))
    if not lacking:
        return Chance(yaku.key, Text(f"{name.en}: made", f"{name.ja}：できています"), Fraction(1))
    helps = {code: copies for code, copies in unseen.items() if any(mark in lacking for mark in pack.marks[code])}
    out = pack.count_marks(code for code, copies in helps.items() for _ in range(copies))
    if any(out[mark] < least for mark, least in lacking.items()):
        lost = required_text(pack.kind, yaku.required_marks)
        return Chance(
            yaku.key,
            Text(f"{name.en} ({lost.en}): can no longer be had", f"{name.ja}（{lost.ja}）：もうできません"),
            Fraction(0),
        )
    still = required_text(pack.kind, lacking)
    return Chance(
        yaku.key,
        Text(f"{name.en}: still needs {still.en}", f"{name.ja}：あと{still.ja}"),
        Fraction(sum(helps.values()), sum(unseen.values())),
        helps,
    )


def _step_chances(pack: Pack, points: int, unseen: Mapping[str, int]) -> tuple[Chance, ...]:
    """Par where it is not reached yet, and the next chip step above it."""
    above = [least for least, _ in reversed(CHIP_STEPS) if least > points]
    aims = sorted({96, *above[:1]} if points < 96 else set(above[:1]))
    lines = []
    for aim in aims:
        short = aim - points
        helps = {code: copies for code, copies in unseen.items() if _pair_points(pack, code, unseen) >= short}
        chips = chip_score(aim)
        lines.append(
            Chance(
                "par" if aim == 96 else f"step_{aim}",
                Text(f"{short} points to {aim}, score {chips:+}", f"{aim}点（{chips:+}）まであと{short}点"),
                Fraction(sum(helps.values()), sum(unseen.values())) if unseen else Fraction(0),
                helps,
            )
        )
    return tuple(lines)


def _pair_points(pack: Pack, code: str, unseen: Mapping[str, int]) -> int:
    """What an unseen card brings with an unseen partner of its number; Oni and Jizo bring their own points."""
    number = pack.number_of(code)
    if not number:
        return pack.card_points[code]
    partners = sum(copies for other, copies in unseen.items() if pack.number_of(other) == number)
    return 2 * pack.card_points[code] if partners > 1 else 0
