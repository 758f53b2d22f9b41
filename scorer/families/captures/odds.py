"""Odds of captured piles: the chance of a yaku by the next unseen card."""

from __future__ import annotations

from fractions import Fraction

from scorer.families.captures.cards import BIT
from scorer.families.captures.reasons import MOST_CARDS_NAMED, name_cards
from scorer.families.captures.yaku import YakuStatus
from scorer.rules.odds import Chance
from scorer.texts import Text


def status_chance(status: YakuStatus, unseen: int) -> Chance:
    """A yaku of a pile as a line of odds.

    Its chance is that the next card of `unseen` is one that it lacks: 1 when the pile holds it, 0 when it cannot come
    any more.
    """
    yaku = status.yaku
    if not status.lacking:
        return Chance(yaku.key, Text(f"{yaku.name.en}: made", f"{yaku.name.ja}：できています"), Fraction(1))
    if status.is_dead:
        return Chance(
            yaku.key, Text(f"{yaku.name.en}: can no longer be made", f"{yaku.name.ja}：もうできません"), Fraction(0)
        )
    if status.lacking == len(status.helpful) <= MOST_CARDS_NAMED:
        names = name_cards(status.helpful, all_of_them=True)
        label = Text(f"{yaku.name.en}: still needs {names.en}", f"{yaku.name.ja}：あと{names.ja}")
    else:
        label = Text(
            f"{yaku.name.en}: still needs {status.lacking} of {len(status.helpful)} cards",
            f"{yaku.name.ja}：あと{status.lacking}枚（{len(status.helpful)}枚のうち）",
        )
    faces = {code: 1 for code in status.helpful if unseen & BIT[code]}
    return Chance(yaku.key, label, Fraction(len(faces), unseen.bit_count()) if faces else Fraction(0), faces)
