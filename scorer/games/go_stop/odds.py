"""Odds of a round of Go-Stop, every one of them exact (go-stop 8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from scorer.families.captures.cards import BIT, cards_in, mask_of
from scorer.families.captures.hwatu.rows import pack_of
from scorer.families.captures.hwatu.turn import turn_takes
from scorer.families.captures.odds import status_chance
from scorer.families.captures.reasons import MOST_CARDS_NAMED, name_cards
from scorer.games.go_stop.payment import Count, Payoff
from scorer.games.go_stop.texts import text
from scorer.rules.odds import Chance, Odds, OddsSection

_ANY_WINNER = {"pi": 1, "samgwang": 1, "yeol": 1}
"""Rows of a winner who hits with every bak."""


@dataclass(frozen=True, slots=True)
class View:
    """What one player sees: the round as it is counted, the own seat, floor and hand as sets, the card just laid."""

    count: Count
    seat: int
    field: int = 0
    hand: int = 0
    laid: int = 0

    @property
    def unseen(self) -> int:
        """The cards that have not been seen."""
        return mask_of(pack_of(self.count.options)) & ~(sum(self.count.piles) | self.field | self.hand | self.laid)


def round_odds(view: View) -> Odds:
    """The odds as one player sees the round."""
    return Odds(view.unseen.bit_count(), tuple(section for section in _sections(view) if section.lines))


def _sections(view: View) -> Iterator[OddsSection]:
    count, unseen = view.count, view.unseen
    for seat in sorted(range(len(count.piles)), key=lambda each: each != view.seat):
        statuses = count.rules.statuses(count.piles[seat], sum(count.piles) & ~count.piles[seat])
        title = text("odds.rows_of", seat=seat + 1) if seat != view.seat else text("odds.rows")
        key = "yaku" if seat == view.seat else f"yaku_{seat}"
        yield OddsSection(key, title, tuple(status_chance(each, unseen) for each in statuses))
    yield OddsSection("next_card", text("odds.next_card"), tuple(_next_card(view)))
    for key, calls in (("stop", count.calls), ("go", (*count.calls, view.seat))):
        payoff = replace(count, calls=calls).payoff(view.seat)
        yield OddsSection(key, text(f"when.{key}"), () if payoff is None else tuple(_pays(payoff)))
    yield OddsSection("baks", text("odds.baks"), tuple(_standing(view)))


def _next_card(view: View) -> Iterator[Chance]:
    """How many cards raise the points, by how much; and how many bring so many pi."""
    base, pile, total = view.count.rules.base, view.count.piles[view.seat], view.unseen.bit_count() or 1
    found = {"plus": defaultdict[int, dict[str, int]](dict), "pi": defaultdict[int, dict[str, int]](dict)}
    for card in cards_in(view.unseen):
        captured, gifts = turn_takes(card, view.field, view.laid, lambda taken: base(pile | taken))
        found["plus"][base(pile | captured) - base(pile)][card] = 1
        found["pi"][gifts][card] = 1
    rise = {card: 1 for gain, faces in found["plus"].items() if gain > 0 for card in faces}
    yield Chance("rise", text("odds.rise", count=len(rise), unseen=total), Fraction(len(rise), total), rise)
    for key, by_number in found.items():
        for number, faces in sorted(by_number.items(), reverse=True):
            if number > 0:
                says = text("odds.plus" if key == "plus" else "odds.pi", number=number)
                yield Chance(f"{key}_{number}", says, Fraction(len(faces), total), faces)


def _pays(payoff: Payoff) -> Iterator[Chance]:
    """What each loser would pay, with his bak."""
    for loser in payoff.losers:
        seat, stones, baks = loser.seat + 1, loser.pays, tuple(text(f"bak.{key}") for key in loser.baks)
        plain = text("odds.pays", seat=seat, stones=stones)
        says = text("odds.pays_with", seat=seat, stones=stones, baks=baks) if baks else plain
        yield Chance(f"pays_{loser.seat}", says, Fraction(1))


def _standing(view: View) -> Iterator[Chance]:
    """Who would be hit by which bak now, and which cards free him."""
    count, unseen = view.count, view.unseen
    for seat, pile in enumerate(count.piles):
        cup = count.rules.best_way(pile)
        for key in count.baks(pile, cup, _ANY_WINNER) if pile or not count.options["empty_free"] else ():
            frees = [card for card in cards_in(unseen) if key not in count.baks(pile | BIT[card], cup, _ANY_WINNER)]
            names = name_cards(frees) if 0 < len(frees) <= MOST_CARDS_NAMED else text("odds.so_many", count=len(frees))
            says = text("odds.stands", seat=seat + 1, bak=text(f"bak.{key}"), names=names)
            share = Fraction(len(frees), unseen.bit_count() or 1)
            yield Chance(f"{key}_{seat}", says, share, dict.fromkeys(frees, 1))
