"""The play of Oicho-Kabu: four hands on the table and the dealer's.

Source: oicho-kabu 3 and 4. A hand on the table lies in the middle, or in the zone of the bettor of its number.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.play import SumPlay
from scorer.families.sums.position import HAND, OPEN, NextMoves, SumPosition
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.hands import DEALER, MAY, MUST, NEVER, TABLE, kabu_hand, ranks_of, third_card_rule
from scorer.games.oicho_kabu.settlement import HANDS
from scorer.games.oicho_kabu.texts import text
from scorer.rules.play.moves import NEXT_CARD, NOWHERE, PILE, Conclusion, Move, Place, Policy, Sight, Verdict, call_move
from scorer.rules.prompts import Table
from scorer.texts import Text, verbatim

ON_TABLE = "table"
"""The kind of place of a hand on the table, numbered from 0."""
MOST = 3
"""Cards of a finished hand at most."""
BETS = {
    " ".join(f"hand-{number + 1}" for number in bet): Counter(bet)
    for stones in (1, 2, 3)
    for bet in combinations_with_replacement(range(HANDS), stones)
}
"""The stones on each hand by what a bettor says who plays by himself: the name of a hand for each stone."""
DRAW, STAND = "draw", "stand"
"""The keys of what is said about a third card."""
_DRAWS_AT = {TABLE: 5, DEALER: 3}
"""The digit up to which the table's own players let a hand draw that may, as most people play."""


class OichoKabuPlay(SumPlay):
    """First cards, second cards, thirds where they must or may be, and the dealer's: nobody has a turn of his own."""

    def zone(self, position: SumPosition, place: Place) -> int | None:
        """With five seats or more each hand on the table lies before the bettor of its number."""
        if place[0] == ON_TABLE and place[1] is not None:
            return place[1] + 1 if position.seats > HANDS else None
        return super().zone(position, place)

    def next_moves(self, position: SumPosition) -> NextMoves:
        """First cards, bets, second cards, thirds, then the dealer's (oicho-kabu 4.1).

        For a hand the first decides who bet on it, the dealer where nobody did.
        """
        sizes = {place: len(position.piles.get(place, ())) for place in _PLACES}
        empty = [place for place, size in sizes.items() if not size]
        if empty:
            return None, tuple([self._draw(position, place) for place in empty])
        bettor = self._next_bettor(position)
        if bettor is not None:
            return bettor
        single = [place for place in _PLACES[:HANDS] if sizes[place] == 1]
        if single:
            return None, tuple([self._draw(position, place) for place in single])
        for place in _PLACES:
            if sizes[place] == 1:
                return None, (self._draw(position, place),)
            shown = position.next_shown(place)
            if shown is not None:
                return shown
            rule = NEVER if sizes[place] == MOST else self._third_rule(position, place)
            if rule in (MUST, MAY) and not any(call.source == place for call in position.calls):
                decider = self._decider(position, place)
                stands = Move("called", decider, None, place, NOWHERE, call=STAND)
                return decider, (self._draw(position, place, DRAW), *(() if rule == MUST else (stands,)))
        return None, ()

    def _next_bettor(self, position: SumPosition) -> tuple[int, tuple[Move, ...]] | None:
        """The first who has not bet, as long as the domae leaves something to bet, and all bets within it."""
        if "bets" in position.table.extra:
            return None
        bets, domae = self._bets(position), position.options["domae"]
        waiting = next((seat for seat in range(1, position.seats) if seat not in bets), None)
        if waiting is None:
            return None
        left = domae - sum(row.total() for row in bets.values()) if type(domae) is int else None
        return None if left == 0 else (waiting, _bet_moves(waiting, left))

    def _draw(self, position: SumPosition, place: Place, word: str = "") -> Move:
        return Move("laid", self.zone(position, place), NEXT_CARD, PILE, place, call=word)

    @staticmethod
    def _bets(position: SumPosition) -> dict[int, Counter[int]]:
        """By seat the stones on each hand, of those who said it."""
        return {call.seat: BETS[call.call] for call in position.calls if call.call in BETS and call.seat is not None}

    def _decider(self, position: SumPosition, place: Place) -> int:
        if place[0] != ON_TABLE:
            return 0
        return next((seat for seat, row in self._bets(position).items() if row[place[1] or 0]), 0)

    def policies(self, table: Table, rng: random.Random) -> tuple[Policy, ...]:
        """Any bet; a hand on the table that may draw draws up to 5, or with a pair, the dealer up to 3."""

        def decide(position: Any, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
            del hand
            first = moves[0]
            if first.call != DRAW:
                return rng.choice(moves)
            role = TABLE if first.target[0] == ON_TABLE else DEALER
            ranks = [ranks_of(position.deck)[code] for code in position.codes(first.target)]
            is_pair = role == TABLE and ranks[0] == ranks[1]
            return first if is_pair or sum(ranks) % 10 <= _DRAWS_AT[role] else moves[-1]

        return (decide,) * len(table.seats)

    def _name(self, position: SumPosition, place: Place) -> Text:
        if place[0] == ON_TABLE and place[1] is not None:
            return texts.hand_label(place[1])
        if place[1] is None:
            return faults.MIDDLE_NAME
        name = position.table.seats[place[1] or 0]
        return verbatim(name)

    def _third_rule(self, position: SumPosition, place: Place) -> str | None:
        """Whether a hand must, may or must not take a third card; None as long as its first two are not known."""
        return position.once_at(place, "third", self._find_third_rule)

    def _find_third_rule(self, position: SumPosition, place: Place) -> str | None:
        ranks = ranks_of(position.deck)
        codes = position.codes(place)[:2]
        if len(codes) < 2 or position.hidden(place) or not all(code in ranks for code in codes):
            return None
        hand = kabu_hand(
            tuple(ranks[code] for code in codes), TABLE if place[0] == ON_TABLE else DEALER, position.options
        )
        return third_card_rule(hand, position.options)

    def _may_stand(self, position: SumPosition, place: Place) -> bool:
        size = len(position.pile(place))
        return size == MOST or (size == 2 and self._third_rule(position, place) != MUST)

    def turn(self, position: Any) -> int | None:
        """Nobody's: the dealer deals to all hands."""
        del position
        return None

    def is_over(self, position: Any) -> bool:
        """Whether no hand can take another card and none lies face down."""
        return all(
            not position.hidden(place)
            and (len(position.pile(place)) == MOST or self._third_rule(position, place) == NEVER)
            for place in _PLACES
        )

    def may_end(self, position: Any) -> bool:
        """Whether every hand may stand and none lies face down."""
        return all(self._may_stand(position, place) and not position.hidden(place) for place in _PLACES)

    def judge(self, position: Any, move: Move) -> Verdict:
        """As in every game of sums; a hand on the table is no seat's."""
        if move.event != "laid" or move.source[0] == HAND or move.target not in _PLACES:
            return super().judge(position, move)
        fault = self._fault(position, move.target)
        return Verdict(super().judge(position, move).position, fault)

    def _move_away(self, position: SumPosition, move: Move, index: int) -> Verdict:
        """Also: a card that goes to a hand on the table is a card of that hand, and marked."""
        if move.target[0] != ON_TABLE:
            return super()._move_away(position, move, index)
        came = replace(position.piles[move.source][index], thing=move.thing, holder=None)
        gone = position.change(move.source, index, is_out=True)
        source, target = self._name(position, move.source), self._name(position, move.target)
        fault = text("fault.moved", source=source, target=target)
        return Verdict(gone.with_pile(move.target, (*gone.piles.get(move.target, ()), came)), fault)

    def fault_of_card(self, position: SumPosition, number: int, *, face_up: bool) -> Text | None:
        """What is wrong with one more card for the dealer."""
        del face_up
        return self._fault(position, (OPEN, number))

    def _fault(self, position: SumPosition, place: Place) -> Text | None:
        name, size = self._name(position, place), len(position.pile(place))
        if place not in _PLACES:
            return text("fault.no_such_hand", name=name)
        if size >= MOST:
            return text("fault.too_many", name=name, most=MOST)
        if size == 1 and any(not position.pile(each) for each in _PLACES[:HANDS]):
            return text("fault.two_before_all", name=name)
        if size == 2 and self._third_rule(position, place) == NEVER:
            return text("fault.third_forbidden", name=name)
        return None

    def possible_moves(self, position: Any, sight: Sight) -> tuple[Move, ...] | None:
        """A card in the middle joins the next hand of the deal, or the hand it lies nearest to."""
        is_new = sight.kind == "appeared" or sight.place is None or sight.place == PILE
        if is_new and sight.zone is None:
            targets = self._middle_targets(position, sight)
            return tuple(Move("laid", None, sight.card, PILE, target, sight.thing) for target in targets)
        if is_new and sight.zone and sight.zone <= HANDS:
            target = (ON_TABLE, sight.zone - 1)
            return (Move("laid", sight.zone, sight.card, PILE, target, sight.thing),)
        if sight.place is not None and sight.place[0] == ON_TABLE:
            if sight.kind == "turned":
                return (Move("turned", None, sight.card, sight.place, sight.place, sight.thing),)
            cards = position.pile(sight.place)
            if sight.kind == "left" and cards and cards[-1].thing == sight.thing:
                return (Move("retracted", None, sight.card, sight.place, sight.place, sight.thing),)
            return ()
        return super().possible_moves(position, sight)

    def _middle_targets(self, position: SumPosition, sight: Sight) -> tuple[Place, ...]:
        hands = _PLACES[:HANDS]
        near = tuple(dict.fromkeys(place for place in sight.near if place[0] == ON_TABLE))
        for size in (0, 1):
            waiting = [place for place in hands if len(position.pile(place)) == size]
            if waiting:
                return (waiting[0], *(place for place in near if place in waiting[1:]))
        fitting = [place for place in near if self._fault(position, place) is None]
        fitting.sort(key=lambda place: self._is_out_of_order(position, hands.index(place)))
        return tuple(fitting) or near[:1]

    def _is_out_of_order(self, position: SumPosition, number: int) -> bool:
        """Whether a third card would come to a hand before one that must have its own first, or after a later one."""
        hands = _PLACES[:HANDS]
        waits = (len(position.pile(each)) == 2 and self._third_rule(position, each) == MUST for each in hands[:number])
        return any(waits) or any(len(position.pile(each)) == MOST for each in hands[number + 1 :])

    def hints(self, position: Any) -> tuple[Text, ...]:
        """Which hands must take a third card, and which may."""
        rules = {place: self._third_rule(position, place) for place in _PLACES if len(position.pile(place)) == 2}
        return tuple(
            text(f"hint.{rule}", name=self._name(position, place)) for place, rule in rules.items() if rule is not None
        ) or (text("dealer_deals"),)

    def conclude(self, position: Any) -> Conclusion:
        """The four hands and the dealer's. Bets are asked: nobody bets until it is told."""
        answers: dict[str, Any] = {}
        asks: list[tuple[str, Text]] = []
        for place in _PLACES:
            path = f"table.{place[1]}" if place[0] == ON_TABLE else "dealer"
            answers[path] = list(position.codes(place))
            hidden = len(position.hidden(place))
            if hidden or not self._may_stand(position, place):
                asks.append((path, faults.missing_cards(self._name(position, place), hidden)))
        bets = self._bets(position)
        for seat in range(1, position.seats) if "bets" not in position.table.extra else ():
            for number in range(HANDS):
                path = f"bets.{seat}.{number}"
                answers[path] = bets[seat][number] if seat in bets else 0
                if not bets:
                    name, label = position.table.seats[seat], texts.bet_label(number)
                    asks.append((path, text("bet_asked", name=name, label=label)))
        return Conclusion(position.table.build_round(self.game.key, answers), tuple(asks))


_PLACES: tuple[Place, ...] = (*((ON_TABLE, number) for number in range(HANDS)), (OPEN, 0))
"""The four hands on the table and the dealer's."""


@cache
def _bet_moves(seat: int, most: int | None) -> tuple[Move, ...]:
    return tuple(call_move(seat, bet) for bet, row in BETS.items() if most is None or row.total() <= most)
