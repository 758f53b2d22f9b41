"""Odds of a pile: dekiyaku still possible, distance to par and next chip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorer.games.kujuroku.packs import Pack
from scorer.games.kujuroku.reasons import required_text
from scorer.games.kujuroku.settlement import CHIP_STEPS, chip_score
from scorer.games.kujuroku.texts import text
from scorer.games.kujuroku.yaku import CONFIGS, Yaku, yaku_name
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.texts import signed


def pile_odds(pack: Pack, pile: Sequence[str], cards_elsewhere: Sequence[str], config: str) -> Odds:
    """Odds of `pile` when `cards_elsewhere` are in the other piles or have left the game.

    The chance of a dekiyaku is that the next unseen card is one it lacks: 1 when it is complete, 0 when it has become
    impossible. The chance of a step is that the next unseen card, captured with a partner, reaches it.
    """
    copies_left = dict(pack.copies)
    for code in (*pile, *cards_elsewhere):
        copies_left[code] -= 1
    unseen = {code: copies for code, copies in copies_left.items() if copies}
    return Odds(
        sum(unseen.values()),
        (
            OddsSection(
                "dekiyaku",
                text("odds.dekiyaku", config=config),
                tuple(_yaku_chance(pack, yaku, config, pile, unseen) for yaku in CONFIGS[config]),
            ),
            OddsSection("points", text("odds.points"), _step_chances(pack, pack.total_points(pile), unseen)),
        ),
    )


def _yaku_chance(pack: Pack, yaku: Yaku, config: str, pile: Sequence[str], unseen: Mapping[str, int]) -> Chance:
    name = yaku_name(yaku.key, config)
    missing_marks = yaku.missing_marks(pack.count_marks(pile))
    if not missing_marks:
        return Chance(yaku.key, text("odds.made", name=name), Fraction(1))
    helpful = {
        code: copies for code, copies in unseen.items() if any(mark in missing_marks for mark in pack.marks[code])
    }
    unseen_marks = pack.count_marks(code for code, copies in helpful.items() for _ in range(copies))
    if any(unseen_marks[mark] < required for mark, required in missing_marks.items()):
        required_cards = required_text(pack.kind, yaku.required_marks)
        return Chance(
            yaku.key,
            text("odds.impossible", name=name, required_cards=required_cards),
            Fraction(0),
        )
    missing_cards = required_text(pack.kind, missing_marks)
    return Chance(
        yaku.key,
        text("odds.still_needs", name=name, missing_cards=missing_cards),
        Fraction(sum(helpful.values()), sum(unseen.values())),
        helpful,
    )


def _step_chances(pack: Pack, points: int, unseen: Mapping[str, int]) -> tuple[Chance, ...]:
    """Par where it is not reached yet, and the next chip step above it."""
    higher_steps = [minimum for minimum, _ in reversed(CHIP_STEPS) if minimum > points]
    aims = sorted({96, *higher_steps[:1]} if points < 96 else set(higher_steps[:1]))
    chances = []
    for aim in aims:
        missing_points = aim - points
        helpful = {
            code: copies for code, copies in unseen.items() if _pair_points(pack, code, unseen) >= missing_points
        }
        chips = chip_score(aim)
        chances.append(
            Chance(
                "par" if aim == 96 else f"step_{aim}",
                text("odds.more_points", missing_points=missing_points, chips=signed(chips), aim=aim),
                Fraction(sum(helpful.values()), sum(unseen.values())) if unseen else Fraction(0),
                helpful,
            )
        )
    return tuple(chances)


def _pair_points(pack: Pack, code: str, unseen: Mapping[str, int]) -> int:
    """The points that an unseen card brings with an unseen partner of its number; Oni and Jizo bring their own."""
    number = pack.number_of(code)
    if not number:
        return pack.card_points[code]
    partners = sum(copies for partner, copies in unseen.items() if pack.number_of(partner) == number)
    return 2 * pack.card_points[code] if partners > 1 else 0
