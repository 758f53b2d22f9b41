"""Odds of a captured pile of Koi-Koi, and the moment of a question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS, mask_of
from scorer.families.captures.moves.position import HAND, CapturePosition
from scorer.families.captures.next_card import NextCard, next_captures, next_cards
from scorer.families.captures.odds import status_chance
from scorer.families.captures.round_cards import codes_in
from scorer.games.koikoi.texts import because, text
from scorer.games.koikoi.yaku import YakuRules
from scorer.rules.hand_question import HandQuestion
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


CARDS_IN_HAND = 8
"""Cards that each of the two players is dealt."""
CARDS_IN_PACK = 48
"""Cards of the pack."""


def moment_of(begun: CapturePosition, question: HandQuestion, seat: int, *, says: bool) -> CapturePosition:
    """The position of a question: own pile and other pile, the own "hand", the "field"; `seat` is that of the pile.

    With `says` the turn of that seat is over and it has something to say; else it lays a card. When each card was
    captured is not known: in the first turn of its player, but what pays now in the last.
    """
    hand, field, opening = (codes_in(question.data, name) for name in ("hand", "field", "opening"))
    if not hand and not field:
        raise Refusal("bad_count", text("tell_hand_and_field"))
    other_hand = len(hand) + (seat == 0) if says else len(hand) - (seat == 1)
    hands = (len(hand), other_hand) if seat == 0 else (other_hand, len(hand))
    turns = 2 * CARDS_IN_HAND - sum(hands)
    lying = len(field) + len(question.cards) + len(question.seen)
    if not 0 <= min(hands) <= max(hands) <= CARDS_IN_HAND or lying != CARDS_IN_HAND + 2 * turns:
        expected = CARDS_IN_HAND + 2 * turns
        raise Refusal("bad_count", text("cards_do_not_fit", hand=len(hand), expected=expected, lying=lying))
    piles: list[Any] = [(), ()]
    piles[seat] = tuple((card, turns - 1 if says else seat) for card in question.cards)
    piles[1 - seat] = tuple((card, 1 - seat) for card in question.seen)
    return begun.changed(
        hands=hands,
        stock=CARDS_IN_PACK - lying - sum(hands),
        piles=tuple(piles),
        phase=HAND if hands[turns % 2] else begun.phase,
        seat=turns % 2,
        turn=turns,
        field=field,
        opening=opening or field,
        turns=tuple((number % 2, field) for number in range(turns)),
    )
