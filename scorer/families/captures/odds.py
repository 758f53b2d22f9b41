"""Odds of captured piles: the chance of a yaku by the next unseen card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorer.families.captures import text
from scorer.families.captures.cards import BIT, CARDS, mask_of
from scorer.families.captures.months import captures_of
from scorer.families.captures.next_card import NextCard, next_captures, next_cards
from scorer.families.captures.reasons import MOST_CARDS_NAMED, name_cards
from scorer.families.captures.yaku import PileYaku, YakuStatus, yaku_status
from scorer.rules.odds import Chance, OddsSection
from scorer.texts import Name

_PACK = mask_of(CARDS)


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile and what one player may see: the other piles, the field (None: not told), the own hand, as sets."""

    pile: int
    others: int = 0
    field: int | None = None
    hand: int = 0

    @property
    def unseen(self) -> int:
        """The cards that have not been seen."""
        return _PACK & ~(self.pile | self.others | (self.field or 0) | self.hand)

    def share(self, count: int) -> Fraction:
        """So many of the unseen cards as a chance."""
        return Fraction(count, self.unseen.bit_count()) if count else Fraction(0)

    def steps(
        self, worth_of: Callable[[int], int], captures: Callable[[str, int], tuple[int, ...]] = captures_of
    ) -> tuple[NextCard, ...]:
        """Every unseen card as the next one: turned up on the field where that is known, else captured somehow."""
        if self.field is None:
            return tuple(next_captures(self.pile, _PACK & ~self.pile & ~self.unseen, worth_of))
        return tuple(next_cards(self.pile, self.field, self.unseen, worth_of, captures))


def yaku_section(view: PileView, table: Sequence[PileYaku]) -> OddsSection:
    """How far the pile is from every yaku, and the chance that the next card makes it."""
    statuses = (yaku_status(yaku, view.pile, view.others) for yaku in table)
    return OddsSection("yaku", text("odds.yaku"), tuple(status_chance(each, view.unseen) for each in statuses))


def made_by(
    steps: Sequence[NextCard], before: int, count: Callable[[int], Mapping[str, int]]
) -> dict[str, dict[str, int]]:
    """The next cards that make a yaku of a pile: key of the yaku to code to 1. `count` gives what counts in a pile."""
    held, faces = count(before).keys(), defaultdict[str, dict[str, int]](dict)
    for step in steps:
        for key in count(step.pile).keys() - held:
            faces[key][step.card] = 1
    return faces


def next_card_section(
    view: PileView,
    steps: Sequence[NextCard],
    gain_of: Callable[[NextCard], int],
    count: Callable[[int], Mapping[str, int]],
    names: Mapping[str, Name],
) -> OddsSection:
    """What the next card may bring in points, then the yaku that it may make, as `count` finds them in a pile."""
    title = text("odds.next_card") if view.field is not None else text("odds.next_card_if_captured")
    return OddsSection(
        "next_card", title, tuple(_next_chances(view, steps, gain_of, made_by(steps, view.pile, count), names))
    )


def _next_chances(
    view: PileView,
    steps: Sequence[NextCard],
    gain_of: Callable[[NextCard], int],
    made: Mapping[str, Mapping[str, int]],
    names: Mapping[str, Name],
) -> Iterator[Chance]:
    by_gain: dict[int, dict[str, int]] = defaultdict(dict)
    for step in steps:
        by_gain[gain_of(step)][step.card] = 1
    for gain, faces in sorted(by_gain.items(), reverse=True):
        if gain:
            key, label = (
                ("plus", text("odds.gain", gain=gain)) if gain > 0 else ("minus", text("odds.loss", loss=-gain))
            )
            yield Chance(f"{key}_{abs(gain)}", label, view.share(len(faces)), faces)
    for key, name in names.items():
        if key in made:
            yield Chance(key, text("odds.makes", name=name), view.share(len(made[key])), made[key])


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
