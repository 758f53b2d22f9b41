"""The rows that hwatu make in a captured pile, and pi by value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from scorer.families.captures import cards, name, text
from scorer.families.captures.cards import BIT, BONUS_CARDS, BRIGHTS, CHAFF, DRY_BRIGHTS, RIBBONS, SAKE_CUP, mask_of
from scorer.families.captures.reasons import near_reasons
from scorer.families.captures.yaku import PileYaku, YakuStatus, cards_of_yaku, find_yaku, yaku_status
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason

CUP, GWANG, DRY_GWANG = BIT[SAKE_CUP], mask_of(BRIGHTS), mask_of(DRY_BRIGHTS)
ANIMAL, PI, BOTH, CHOICE = "animal", "pi", "both", "choice"
"""What the sake cup counts as: one of both, both at once, or what its holder likes."""
GWANG_ROWS = frozenset({"ogwang", "sagwang", "samgwang", "bisamgwang"})
_MOST_BASES = 50_000
"""Piles of which the points are remembered: a thousand rounds played on from one position have fewer."""


@cache
def rows_of(cup: str = ANIMAL, rain_four: int = 4) -> tuple[PileYaku, ...]:
    """Every row of a pile in which the cup is that. `rain_four`: what four gwang are worth with the rain."""
    animals = tuple(code for code in cards.ANIMALS if cup != PI or code != SAKE_CUP)
    cup_pi = () if cup == ANIMAL else (SAKE_CUP,)
    pi, doubles = (*CHAFF, *BONUS_CARDS, *cup_pi), (cards.LIGHTNING, cards.YELLOW_PAULOWNIA, *BONUS_CARDS, *cup_pi)
    fewer = frozenset({"samgwang", "bisamgwang"})

    def row(key: str, of: tuple[str, ...], worth: int, needed: int = 0, **rest: object) -> PileYaku:
        return PileYaku(
            key,
            name(f"hwatu.{key}"),
            of,
            worth,
            "go-stop 3",
            text(f"hwatu.{key}"),
            needed,
            **rest,  # type: ignore[arg-type]
        )

    dry, rain = (BRIGHTS, ()) if rain_four == 4 else (DRY_BRIGHTS, (cards.RAIN_MAN,))
    rainy = [row("sagwang", BRIGHTS, rain_four, 4, required=rain, replaces=fewer)] if rain else []
    return (
        row("ogwang", BRIGHTS, 15, replaces=fewer | {"sagwang"}),
        row("sagwang", dry, 4, 4, replaces=fewer),
        *rainy,
        row("samgwang", DRY_BRIGHTS, 3, 3),
        row("bisamgwang", BRIGHTS, 2, 3, required=(cards.RAIN_MAN,)),
        row("godori", ("h02-1", "h04-1", "h08-2"), 5),
        row("hongdan", cards.POETRY_RIBBONS, 3),
        row("cheongdan", cards.BLUE_RIBBONS, 3),
        row("chodan", cards.GRASS_RIBBONS, 3),
        row("yeol", animals, 1, 5, grows_with=animals),
        row("tti", RIBBONS, 1, 5, grows_with=RIBBONS),
        row(PI, pi, 1, 10, grows_with=pi, heavier=(doubles, BONUS_CARDS[3:]), returns=True),
    )


ORDER = tuple(row.key for row in rows_of())
"""Every row in the order by which equal ones are ranked."""


def pi_count(pile: int, cup: str = ANIMAL) -> int:
    """The pi of a pile by value: plain ones 1, ssangpi 2, bonus cards 2 or 3, the cup 2 where it is pi.

    >>> pi_count(mask_of(("h01-3", "h12-2", "h09-1")), "pi"), pi_count(mask_of(("h01-3", "hj4")))
    (5, 4)
    """
    return rows_of(cup)[-1].count_in(pile)


def animal_count(pile: int, cup: str) -> int:
    """The animals of a pile, the cup among them where it is one."""
    return rows_of(cup)[-3].count_in(pile)


@dataclass(frozen=True, slots=True)
class PileRules:
    """What counts in a pile. `ways`: what the cup may be, the first where that makes no difference."""

    rain_four: int
    ways: tuple[str, ...]
    _bases: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def count(self, pile: int, cup: str) -> dict[str, int]:
        """The points of every row that counts, with the cup as that."""
        return find_yaku(rows_of(cup, self.rain_four), pile)

    def points(self, pile: int, cup: str) -> int:
        """Their sum."""
        return sum(self.count(pile, cup).values())

    def ways_of(self, pile: int) -> tuple[str, ...]:
        """What the cup may be in this pile: one way where it lies elsewhere."""
        return self.ways if pile & CUP else self.ways[:1]

    def best_way(self, pile: int) -> str:
        """The cup as what is worth more, of equals the first way."""
        return max(self.ways_of(pile), key=lambda cup: self.points(pile, cup))

    def base(self, pile: int) -> int:
        """The points of a pile with the cup as what is worth more."""
        found = self._bases.get(pile)
        if found is None:
            if len(self._bases) > _MOST_BASES:
                self._bases.clear()
            found = self._bases[pile] = self.points(pile, self.best_way(pile))
        return found

    def statuses(self, pile: int, elsewhere: int) -> tuple[YakuStatus, ...]:
        """How far a pile is from every row when the cards `elsewhere` lie in other piles; pi come back from there."""
        return tuple(yaku_status(row, pile, elsewhere) for row in rows_of(self.best_way(pile)))


def pile_rules(options: Mapping[str, OptionValue], gukjin: str | None = None) -> PileRules:
    """What counts under `rain_four` and `gukjin`. `gukjin`: what the cup was in play, where that is told."""
    return _rules(int(options["rain_four"]), gukjin or str(options["gukjin"]))


@cache
def _rules(rain_four: int, gukjin: str) -> PileRules:
    return PileRules(rain_four, (ANIMAL, PI) if gukjin == CHOICE else (gukjin,))


def cards_of_rows(keys: Sequence[str], pile: Sequence[str]) -> frozenset[str]:
    """The cards of a pile that make these rows."""
    return cards_of_yaku(rows_of(BOTH), keys, pile)


def pack_of(options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """The pack with so many bonus cards of each worth as `bonus_two` and `bonus_three` say."""
    two, three = int(options["bonus_two"]), int(options["bonus_three"])
    return (*cards.CARDS, *BONUS_CARDS[:3][:two], *BONUS_CARDS[3:][:three])


def notes_of(
    table: Table, answers: Mapping[str, Any], value: Callable[[int, int, PileRules], HandValue]
) -> Mapping[int, tuple[Reason, ...]]:
    """What every pile holds by the answers so far, and what is one card away. `value`: a pile's, of seat and set."""
    piles = [cards.known_mask(answers.get(f"piles.{seat}") or ()) for seat in range(len(table.seats))]
    rules, notes = pile_rules(table.options), {}
    for seat, pile in enumerate(piles):
        if pile:
            near = near_reasons(rules.statuses(pile, sum(piles) & ~pile), rules.count(pile, rules.best_way(pile)))
            notes[seat] = (*value(seat, pile, rules).reasons, *near)
    return notes
