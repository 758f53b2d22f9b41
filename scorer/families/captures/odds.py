"""Odds of captured piles: the chance of a yaku by the next unseen card."""

from __future__ import annotations

from fractions import Fraction

from scorer.families.captures import text
from scorer.families.captures.cards import BIT
from scorer.families.captures.reasons import MOST_CARDS_NAMED, name_cards
from scorer.families.captures.yaku import YakuStatus
from scorer.rules.odds import Chance


def status_chance(status: YakuStatus, unseen: int) -> Chance:
    """A yaku of a pile as a line of odds.

    Its chance is that the next card of `unseen` is one that it lacks: 1 when the pile holds it, 0 when it cannot come
    any more.
    """
    yaku = status.yaku
    if not status.lacking:
        return Chance(yaku.key, text("odds.made", yaku=yaku.name), Fraction(1))
    if status.is_dead:
        return Chance(yaku.key, text("odds.impossible", yaku=yaku.name), Fraction(0))
    if status.lacking == len(status.helpful) <= MOST_CARDS_NAMED:
        names = name_cards(status.helpful, all_of_them=True)
        label = text("odds.still_needs", yaku=yaku.name, names=names)
    else:
        label = text("odds.still_needs_some", yaku=yaku.name, lacking=status.lacking, count=len(status.helpful))
    faces = {code: 1 for code in status.helpful if unseen & BIT[code]}
    return Chance(yaku.key, label, Fraction(len(faces), unseen.bit_count()) if faces else Fraction(0), faces)
