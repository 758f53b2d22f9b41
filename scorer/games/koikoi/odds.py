"""Odds of a captured pile of Koi-Koi, and the moment of a question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from scorer.families.captures.cards import CARDS, mask_of
from scorer.families.captures.next_card import NextCard, next_captures, next_cards
from scorer.families.captures.odds import status_chance
from scorer.games.koikoi.texts import because, text
from scorer.games.koikoi.yaku import YakuRules
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.results import Reason

_PACK = mask_of(CARDS)


@dataclass(frozen=True, slots=True)
class PileSituation:
    """A pile and what one player may see: the other pile, the field (None: not told), the own hand, as sets.

    `factor` is what multiplies the points beside the seven, `has_seven` whether seven and more are doubled.
    """

    pile: int
    other_pile: int = 0
    field: int | None = None
    hand: int = 0
    factor: int = 1
    has_seven: bool = True

    @property
    def unseen(self) -> int:
        """The cards that have not been seen."""
        return _PACK & ~(self.pile | self.other_pile | (self.field or 0) | self.hand)

    def points(self, base: int) -> int:
        """What the round would pay with this base."""
        return base * self.factor * (2 if self.has_seven and base >= 7 else 1)

    def steps(self, rules: YakuRules) -> Iterable[NextCard]:
        """Every unseen card as the next one: turned up on the field where that is known, else captured somehow."""
        if self.field is not None:
            return next_cards(self.pile, self.field, self.unseen, rules.base)
        return next_captures(self.pile, _PACK & ~self.pile & ~self.unseen, rules.base)


def pile_odds(situation: PileSituation, rules: YakuRules) -> Odds:
    """The odds of one pile, every chance exactly as cards of the unseen ones."""
    unseen = situation.unseen.bit_count()
    statuses = rules.statuses(situation.pile, situation.other_pile)
    return Odds(
        unseen,
        (
            OddsSection("yaku", text("odds.yaku"), tuple(status_chance(each, situation.unseen) for each in statuses)),
            OddsSection(
                "next_card",
                text("odds.next_card") if situation.field is not None else text("odds.next_card_if_captured"),
                tuple(_step_chances(situation, rules)),
            ),
            OddsSection("points", text("odds.points"), tuple(_points_lines(situation, rules))),
        ),
    )


def rising_faces(situation: PileSituation, rules: YakuRules) -> dict[int, dict[str, int]]:
    """The unseen cards that raise the base, by how much: gain to code to 1."""
    faces: dict[int, dict[str, int]] = defaultdict(dict)
    for step in situation.steps(rules):
        if step.gain > 0:
            faces[step.gain][step.card] = 1
    return dict(sorted(faces.items(), reverse=True))


def _step_chances(situation: PileSituation, rules: YakuRules) -> Iterator[Chance]:
    """That the next card raises the base at all, then by how much."""
    by_gain, unseen = rising_faces(situation, rules), situation.unseen.bit_count()
    together = {card: 1 for faces in by_gain.values() for card in faces}
    yield Chance(
        "rise",
        text("chances.rise", count=len(together), unseen=unseen),
        _share(len(together), unseen),
        together,
    )
    for gain, faces in by_gain.items():
        yield Chance(f"plus_{gain}", text("chances.plus", gain=gain), _share(len(faces), unseen), faces)


def _points_lines(situation: PileSituation, rules: YakuRules) -> Iterator[Chance]:
    """The points now, and with each step that the next card may bring."""
    base, unseen = rules.base(situation.pile), situation.unseen.bit_count()
    if base:
        now = situation.points(base)
        yield Chance("now", text("chances.now", now=now), Fraction(1))
    for gain, faces in rising_faces(situation, rules).items():
        then = situation.points(base + gain)
        yield Chance(
            f"then_{gain}",
            text("chances.then", gain=gain, then=then),
            _share(len(faces), unseen),
            faces,
        )


def counted_note(situation: PileSituation, rules: YakuRules) -> Reason:
    """How many of the cards that nobody has captured would raise the base, as a line beside the pile."""
    raising = sum(map(len, rising_faces(situation, rules).values()))
    return because("counted", "koikoi 8", raising=raising, unseen=situation.unseen.bit_count())


def _share(count: int, unseen: int) -> Fraction:
    return Fraction(count, unseen) if unseen else Fraction(0)
