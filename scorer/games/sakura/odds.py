"""Odds of a pile in Sakura: its yaku, the next card, points in reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from scorer.families.captures.cards import CARDS, count_worths, mask_of
from scorer.families.captures.drills import AwayDrill
from scorer.families.captures.next_card import NextCard
from scorer.families.captures.odds import PileView, made_by, next_card_section, yaku_section
from scorer.families.captures.reasons import near_reasons
from scorer.families.captures.yaku import yaku_status
from scorer.games.sakura.moves import GAJI
from scorer.games.sakura.settlement import score_of
from scorer.games.sakura.texts import text
from scorer.games.sakura.yaku import TABLE, WORTHS, YAKU_NAMES, YAKU_WORTH, count_pile
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason

_PACK = mask_of(CARDS)


def pile_odds(view: PileView, options: Mapping[str, OptionValue], others_yaku: int) -> Odds:
    """The odds of one pile, every chance exactly as cards of the unseen ones (sakura 9).

    `others_yaku`: the yaku that all others hold together.
    """
    steps, is_own = view.steps(_worth, GAJI.captures), options["yaku_count"] == "own"
    now = count_worths(view.pile, WORTHS)

    def gain_of(step: NextCard) -> int:
        return count_worths(step.pile, WORTHS) - now

    section = next_card_section(view, steps, gain_of, count_pile, YAKU_NAMES)
    lost = () if is_own else tuple(_losses(view, made_by(steps, view.pile, count_pile)))
    return Odds(
        view.unseen.bit_count(),
        (
            yaku_section(view, TABLE),
            replace(section, lines=(*section.lines, *lost)),
            OddsSection("points", text("points"), tuple(_reach(view, others_yaku, is_own=is_own))),
        ),
    )


def _worth(pile: int) -> int:
    """How good a pile is to who chooses of several cards: card points and yaku."""
    return count_worths(pile, WORTHS) + YAKU_WORTH * len(count_pile(pile))


def _losses(view: PileView, made: Mapping[str, Mapping[str, int]]) -> Iterator[Chance]:
    """What the others may lose by the yaku that the next card makes (sakura 5.1)."""
    counts = Counter(card for faces in made.values() for card in faces)
    for count in sorted(set(counts.values()), reverse=True):
        faces = {card: 1 for card, yaku in counts.items() if yaku == count}
        label = text("chances.others_lose", loss=YAKU_WORTH * count)
        yield Chance(f"others_lose_{YAKU_WORTH * count}", label, view.share(len(faces)), faces)


def _reach(view: PileView, others_yaku: int, *, is_own: bool) -> Iterator[Chance]:
    """The points and the score now, and the least and the most points that can still be reached."""
    now, most = count_worths(view.pile, WORTHS), count_worths(_PACK & ~view.others, WORTHS)
    score, _ = score_of(now, len(count_pile(view.pile)) if is_own else others_yaku, is_own=is_own)
    yield Chance("now", text("chances.now", now=now, score=score), Fraction(1))
    yield Chance("least", text("chances.least", now=now), Fraction(1))
    yield Chance("most", text("chances.most", most=most), Fraction(1))


def near_of(pile: int, others: int) -> tuple[Reason, ...]:
    """What is one card away from a pile when the cards of `others` lie in other piles."""
    return tuple(near_reasons([yaku_status(yaku, pile, others) for yaku in TABLE], count_pile(pile)))


def _raising(pile: int, options: Mapping[str, OptionValue]) -> set[str]:
    del options
    made = made_by(PileView(pile).steps(_worth), pile, count_pile)
    return {code for faces in made.values() for code in faces}


AWAY_PRACTICE = AwayDrill(_raising, lambda pile, _: near_of(pile, 0)).practice()
