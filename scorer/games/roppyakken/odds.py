"""Odds of a pile in Roppyakken: its yaku, the next card, the target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scorer.families.captures.drills import AwayDrill, misdeal_practice
from scorer.families.captures.months import captures_of
from scorer.families.captures.next_card import NextCard
from scorer.families.captures.odds import PileView, made_by, next_card_section, yaku_section
from scorer.families.captures.reasons import near_reasons
from scorer.families.captures.yaku import yaku_status
from scorer.games.roppyakken.deal import field_size
from scorer.games.roppyakken.moves import wild_card
from scorer.games.roppyakken.texts import text
from scorer.games.roppyakken.yaku import YAKU_NAMES, count_pile, score_of, table_under
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason


def pile_odds(view: PileView, options: Mapping[str, OptionValue], balance: int) -> Odds:
    """The odds of one pile, every chance exactly as cards of the unseen ones (roppyakken 9).

    `balance`: the points before this round.
    """
    steps = _steps(view, options)

    def gain_of(step: NextCard) -> int:
        return step.gain

    def count(pile: int) -> dict[str, int]:
        return count_pile(pile, options)

    return Odds(
        view.unseen.bit_count(),
        (
            yaku_section(view, table_under(options)),
            next_card_section(view, steps, gain_of, count, YAKU_NAMES),
            OddsSection("points", text("points"), tuple(_target_chances(view, steps, options, balance))),
        ),
    )


def _steps(view: PileView, options: Mapping[str, OptionValue]) -> Sequence[NextCard]:
    """Every unseen card as the next one; of several matches on the field the one that scores most is taken."""
    wild = wild_card(options)
    return view.steps(lambda pile: score_of(pile, options), captures_of if wild is None else wild.captures)


def _target_chances(
    view: PileView, steps: Sequence[NextCard], options: Mapping[str, OptionValue], balance: int
) -> Iterator[Chance]:
    """The score now, what is missing to the target, and the next cards that reach it."""
    score, target = score_of(view.pile, options), int(options["target"])
    missing = target - balance - score
    yield Chance("now", text("chances.now", score=score), Fraction(1))
    if missing <= 0:
        yield Chance("reached", text("chances.reached", target=target), Fraction(1))
        return
    yield Chance("missing", text("chances.missing", missing=missing, target=target), Fraction(1))
    faces = {step.card: 1 for step in steps if step.gain >= missing}
    label = text("chances.reaches", count=len(faces), unseen=view.unseen.bit_count(), target=target)
    yield Chance("reaches", label, view.share(len(faces)), faces)


def near_of(pile: int, others: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """What is one card away from a pile when the cards of `others` lie in other piles."""
    statuses = [yaku_status(yaku, pile, others) for yaku in table_under(options)]
    return tuple(near_reasons(statuses, count_pile(pile, options)))


def _raising(pile: int, options: Mapping[str, OptionValue]) -> set[str]:
    steps = _steps(PileView(pile), options)
    return {code for faces in made_by(steps, pile, lambda each: count_pile(each, options)).values() for code in faces}


AWAY_PRACTICE = AwayDrill(_raising, lambda pile, options: near_of(pile, 0, options)).practice()
FIELD_PRACTICE = misdeal_practice(lambda table: field_size(len(table.seats)))
