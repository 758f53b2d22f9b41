"""Odds of a captured pile of Koi-Koi, and how often it was raised."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

from scorer.errors import Refusal
from scorer.families.captures.cards import ANIMALS, BIT, BRIGHTS, CARDS, CHAFF, RIBBONS, SAKE_CUP, cards_in, mask_of
from scorer.families.captures.moves.position import HAND, CapturePosition
from scorer.families.captures.next_card import NextCard, next_captures, next_cards
from scorer.families.captures.odds import status_chance
from scorer.families.captures.round_cards import codes_in
from scorer.families.captures.yaku import PileYaku, find_yaku
from scorer.games.koikoi.texts import VIEWING, because, text
from scorer.games.koikoi.yaku import YakuRules, yaku_rules
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
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


_BRIGHTS, _RIBBONS, _ANIMALS, _CHAFF = map(mask_of, (BRIGHTS, RIBBONS, ANIMALS, CHAFF))


def most_raises(pile: int, options: Mapping[str, OptionValue], month: int | None = None) -> int:
    """The most turns in which the cards of a pile can have formed or improved a yaku, without weather (koikoi 2.9).

    One card a turn, in the order that gives most turns. A cup that is either animal or chaff is both here.
    """
    tables = yaku_rules(options, month).tables
    played = {yaku.key for yaku in chain.from_iterable(tables)}
    held = [yaku.key for yaku in tables[0] if yaku.is_in(pile)]
    held += [yaku.key for table in tables[1:] for yaku in table if yaku.key not in held and yaku.is_in(pile)]
    grows = options["extras"] == "grow"
    ribbons, animals = (pile & _RIBBONS).bit_count(), (pile & _ANIMALS).bit_count()
    sets = len({"akatan", "aotan", "akatan_aotan"}.intersection(held))
    chaff = pile & (_CHAFF if options["sake_cup"] == "animal" else _CHAFF | BIT[SAKE_CUP])
    return (
        _bright_raises(tables[0], pile & _BRIGHTS)
        + _set_raises(ribbons, sets, grows=grows, alone="tan" in played)
        + _set_raises(animals, held.count("inoshikacho"), grows=grows, alone="tane" in played)
        + (max(chaff.bit_count() - 9, 0) if "kasu" in played else 0)
        + sum(key in VIEWING or key == "tsukifuda" for key in held)
    )


@cache
def _bright_raises(table: tuple[PileYaku, ...], brights: int) -> int:
    """The most turns in which these brights, captured one by one, can have made another yaku than before."""
    made = find_yaku(table, brights).keys()
    before = [brights & ~BIT[card] for card in cards_in(brights)]
    return max(
        (_bright_raises(table, fewer) + (not made <= find_yaku(table, fewer).keys()) for fewer in before), default=0
    )


def _set_raises(cards: int, sets: int, *, grows: bool, alone: bool) -> int:
    """The turns that so many ribbons or animals can give; a set of three comes first, and may grow at once.

    `sets` are those that the cards make, `alone` says whether five and more count beside them.
    """
    beyond_four = max(cards - 4, 0) if alone else 0
    if not sets:
        return beyond_four
    if grows:
        return cards - 2
    return 1 + beyond_four if alone else sets
