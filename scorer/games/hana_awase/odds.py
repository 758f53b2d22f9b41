"""Odds of a pile in Hana-Awase: yaku, the next card, points in reach.

Source: hana-awase 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scorer.families.captures.cards import CARDS, card_points, mask_of
from scorer.families.captures.next_card import NextCard
from scorer.families.captures.odds import PileView, made_by, next_card_section, yaku_section
from scorer.games.hana_awase.settlement import par_of
from scorer.games.hana_awase.texts import YAKU_NAMES, text
from scorer.games.hana_awase.yaku import count_pile, table_under
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
from scorer.texts import signed

_PACK = mask_of(CARDS)


def pile_odds(view: PileView, options: Mapping[str, OptionValue], players: int = 3) -> Odds:
    """The odds of one pile, every chance exactly as cards of the unseen ones.

    Of two matches on the field the one with more points is taken.
    """
    chaff_points = int(options["chaff_points"])
    now = card_points(view.pile, chaff_points)

    def gain_of(step: NextCard) -> int:
        return card_points(step.pile, chaff_points) - now

    def count(pile: int) -> dict[str, int]:
        return count_pile(pile, options)

    return Odds(
        view.unseen.bit_count(),
        (
            yaku_section(view, table_under(options)),
            next_card_section(view, view.steps(card_points), gain_of, count, YAKU_NAMES),
            OddsSection("points", text("odds.points"), tuple(_reach(view, options, players))),
        ),
    )


def raising_cards(view: PileView, options: Mapping[str, OptionValue]) -> dict[str, dict[str, int]]:
    """The unseen cards that make a yaku: key of the yaku to code to 1."""
    return made_by(view.steps(card_points), view.pile, lambda pile: count_pile(pile, options))


def _reach(view: PileView, options: Mapping[str, OptionValue], players: int) -> Iterator[Chance]:
    """The points now against par, and the least and the most that can still be reached."""
    chaff_points = int(options["chaff_points"])
    now, par = card_points(view.pile, chaff_points), par_of(players, chaff_points)
    most = card_points(_PACK & ~view.others, chaff_points)
    yield Chance(
        "par",
        text("chances.par", now=now, par=par, difference=signed(now - par)),
        Fraction(1),
    )
    yield Chance("least", text("chances.least", now=now), Fraction(1))
    yield Chance("most", text("chances.most", most=most), Fraction(1))
