"""Odds of a pile in Hana-Awase: yaku, the next card, points in reach.

Source: hana-awase 8.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scorer.families.captures.cards import CARDS, card_points, mask_of
from scorer.families.captures.next_card import NextCard, next_captures, next_cards
from scorer.families.captures.odds import status_chance
from scorer.families.captures.yaku import yaku_status
from scorer.games.hana_awase.settlement import par_of
from scorer.games.hana_awase.texts import YAKU_NAMES, text
from scorer.games.hana_awase.yaku import count_pile, table_under
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
from scorer.texts import signed

_PACK = mask_of(CARDS)


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile and what one player may see: the other piles, the field (None: not told), the own hand, as sets."""

    pile: int
    others: int = 0
    field: int | None = None
    hand: int = 0
    players: int = 3

    @property
    def unseen(self) -> int:
        """The cards that have not been seen."""
        return _PACK & ~(self.pile | self.others | (self.field or 0) | self.hand)


def pile_odds(view: PileView, options: Mapping[str, OptionValue]) -> Odds:
    """The odds of one pile, every chance exactly as cards of the unseen ones."""
    statuses = (yaku_status(yaku, view.pile, view.others) for yaku in table_under(options))
    return Odds(
        view.unseen.bit_count(),
        (
            OddsSection("yaku", text("odds.yaku"), tuple(status_chance(each, view.unseen) for each in statuses)),
            OddsSection(
                "next_card",
                text("odds.next_card") if view.field is not None else text("odds.next_card_if_captured"),
                tuple(_next_chances(view, options)),
            ),
            OddsSection("points", text("odds.points"), tuple(_reach(view, options))),
        ),
    )


def raising_cards(view: PileView, options: Mapping[str, OptionValue]) -> dict[str, dict[str, int]]:
    """The unseen cards that make a yaku: key of the yaku to code to 1."""
    before = count_pile(view.pile, options)
    faces: dict[str, dict[str, int]] = defaultdict(dict)
    for step in _steps(view):
        for key in count_pile(step.pile, options).keys() - before.keys():
            faces[key][step.card] = 1
    return faces


def _steps(view: PileView) -> Iterable[NextCard]:
    """Every unseen card as the next one; of two matches on the field the one with more points is taken."""
    if view.field is not None:
        return next_cards(view.pile, view.field, view.unseen, card_points)
    return next_captures(view.pile, _PACK & ~view.pile & ~view.unseen, card_points)


def _next_chances(view: PileView, options: Mapping[str, OptionValue]) -> Iterator[Chance]:
    """What the next card may bring in card points, then the yaku that it may make."""
    chaff_points, unseen = int(options["chaff_points"]), view.unseen.bit_count()
    now, by_points = card_points(view.pile, chaff_points), defaultdict[int, dict[str, int]](dict)
    for step in _steps(view):
        gain = card_points(step.pile, chaff_points) - now
        if gain:
            by_points[gain][step.card] = 1
    for gain, faces in sorted(by_points.items(), reverse=True):
        label = text("odds.gain", gain=gain)
        yield Chance(f"plus_{gain}", label, Fraction(len(faces), unseen), faces)
    made = raising_cards(view, options)
    for key, name in YAKU_NAMES.items():
        if key in made:
            yield Chance(key, text("odds.makes", name=name), Fraction(len(made[key]), unseen), made[key])


def _reach(view: PileView, options: Mapping[str, OptionValue]) -> Iterator[Chance]:
    """The points now against par, and the least and the most that can still be reached."""
    chaff_points = int(options["chaff_points"])
    now, par = card_points(view.pile, chaff_points), par_of(view.players, chaff_points)
    most = card_points(_PACK & ~view.others, chaff_points)
    yield Chance(
        "par",
        text("chances.par", now=now, par=par, difference=signed(now - par)),
        Fraction(1),
    )
    yield Chance("least", text("chances.least", now=now), Fraction(1))
    yield Chance("most", text("chances.most", most=most), Fraction(1))
