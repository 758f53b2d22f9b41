"""The play of Tokotoko: dealt face down, then turned up.

Source: tokotoko 2 and 3; for Yari-Tori tokotoko 5.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.play import SumPlay
from scorer.families.sums.position import HAND, OPEN, NextMoves, SumPosition
from scorer.games.tokotoko import texts
from scorer.games.tokotoko.hands import best_three, card_values, hand_total
from scorer.games.tokotoko.texts import text
from scorer.rules.play.moves import MIDDLE, NOWHERE, PILE, Conclusion, Move, Place, Policy, call_move
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text, verbatim

LEAVES_OUT = ""
"""What a player says who points at the card left out of the own four: nothing."""
STAKES = {f"stake-{stones}": stones for stones in range(1, 13)}
"""The stakes that are agreed on where players play by themselves, in stones, by the key of what is said."""
BEST = "best"
"""The key of what a player says whose best three count."""
_LEFT = 3
"""Cards of a hand of Yari-Tori that are not thrown out."""


class TokotokoPlay(SumPlay):
    """Two cards each and two in the middle; in Yari-Tori five each, of which the other throws out two."""

    middle_size = 2

    @staticmethod
    def _is_yari_tori(position: SumPosition) -> bool:
        return position.options["variant"] == "yari_tori_tokotoko"

    def fault_of_card(self, position: SumPosition, number: int, *, face_up: bool) -> Text | None:
        """One card more than a hand has."""
        del face_up
        most = 5 if self._is_yari_tori(position) else 2
        laid = len(position.piles.get((OPEN, number), ()))
        return faults.too_many(position.table.seats[number], most) if laid >= most else None

    def may_lie_unseen(self, position: SumPosition, place: Place) -> bool:
        """Everything is dealt face down (tokotoko 2): while it is, nothing comes to lie open."""
        size = self.middle_size if place == MIDDLE else self._size(position)
        dealt_down = any(card.came_down for pile in position.piles.values() for card in pile)
        return dealt_down and len(position.pile(place)) < size

    def legal(self, position: SumPosition, held: Sequence[str]) -> tuple[Move, ...]:
        """The deal, a look at the own cards, the stake, the field; then picks blindly, or the show (tokotoko 3, 5)."""
        player, moves = position.once("next", self.next_moves)
        if moves:
            return moves
        is_binding = position.options["selection"] == "declared" and len(held) == 2 and not self._is_yari_tori(position)
        if not is_binding or position.called(player, LEAVES_OUT, BEST) is not None:
            return super().legal(position, held)
        four = (*held, *position.codes(MIDDLE))
        leaves_out = (Move("called", player, code, NOWHERE, NOWHERE) for code in four)
        return (*leaves_out, call_move(player, BEST))

    def next_moves(self, position: SumPosition) -> NextMoves:
        """Who decides next, and what may be done; () for a player who shows the cards held."""
        variant = _YARI_TORI if self._is_yari_tori(position) else _TOKOTOKO
        return next((found for part in variant if (found := part(position)) is not None), (None, ()))

    def policies(self, table: Table, rng: random.Random) -> tuple[Policy, ...]:
        """Any stake, and of the own four cards the one left out without which the others count most."""

        def decide(position: Any, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
            if moves[-1].call != BEST:
                return rng.choice(moves)
            best = best_three((*hand, *position.codes(MIDDLE)))
            return next(move for move in moves if move.card not in best)

        return (decide,) * len(table.seats)

    def film_policies(self, table: Table, rng: random.Random, faults: Sequence[str] = ()) -> tuple[Policy, ...]:
        """Everybody shows the best three: no camera hears of others."""
        del faults
        return (lambda _position, _hand, moves: moves[-1] if moves[-1].call == BEST else rng.choice(moves),) * len(
            table.seats
        )

    def turn(self, position: Any) -> int | None:
        """Nobody's: cards are dealt and shown in any order."""
        del position
        return None

    def _size(self, position: SumPosition) -> int:
        """How many cards a hand has at the end."""
        return _LEFT if self._is_yari_tori(position) else 2

    def _is_dealt_out(self, position: SumPosition) -> bool:
        hands_full = all(len(position.hand(seat)) == self._size(position) for seat in range(position.seats))
        return hands_full and (self._is_yari_tori(position) or len(position.pile(MIDDLE)) == self.middle_size)

    def is_over(self, position: Any) -> bool:
        """Whether every card lies open."""
        places = [MIDDLE, *((OPEN, seat) for seat in range(position.seats))]
        return self._is_dealt_out(position) and not any(position.hidden(place) for place in places)

    def hints(self, position: Any) -> tuple[Text, ...]:
        """What comes next: the deal, the field, the show."""
        if not self._is_dealt_out(position):
            return (text("hint.dealer"),)
        if position.hidden(MIDDLE):
            return (text("hint.stake"),)
        waiting = [s for s in turn_order(position.seats) if position.hidden((OPEN, s))]
        return tuple(text("hint.shows", name=position.table.seats[seat]) for seat in waiting)

    def conclude(self, position: Any) -> Conclusion:
        """Hands and field. The stake is asked: the prompt's default stands until it is told.

        So is, where the choice binds, which three a player shows, if another three than the best would change who wins:
        the best three count until it is told.
        """
        answers: dict[str, Any] = {}
        asks: list[tuple[str, Text]] = []
        order = turn_order(position.seats)
        agreed = position.called(order[0], *STAKES)
        if agreed is not None:
            answers["stake"] = STAKES[agreed.call]
        elif "stake" not in position.table.extra:
            answers["stake"] = texts.DEFAULT_STAKE
            asks.append(("stake", texts.STAKE_PROMPT[1]))
        for seat in order:
            answers[f"hands.{seat}"] = list(position.codes((OPEN, seat)))
            if len(answers[f"hands.{seat}"]) != self._size(position):
                name = position.table.seats[seat]
                hidden = len(position.hidden((OPEN, seat)))
                asks.append((f"hands.{seat}", faults.missing_cards(verbatim(name), hidden)))
        if not self._is_yari_tori(position):
            answers["field"] = list(position.codes(MIDDLE))
            if len(answers["field"]) != self.middle_size:
                asks.append(("field", faults.missing_cards(texts.FIELD, len(position.hidden(MIDDLE)))))
        if position.options["selection"] == "declared" and not self._is_yari_tori(position):
            named = {seat: position.called(seat, LEAVES_OUT, BEST) for seat in order}
            for seat, call in named.items():
                if call is not None and call.card is not None:
                    four = (*answers[f"hands.{seat}"], *answers["field"])
                    answers[f"shown.{seat}"] = [code for code in four if code != call.card]
            matters = self._seats_whose_three_matters(position) if None in named.values() else ()
            asks += [(f"shown.{seat}", texts.SHOWN_PROMPT[0]) for seat in order if seat in matters and not named[seat]]
        return Conclusion(position.table.build_round(self.game.key, answers), tuple(asks))

    def _seats_whose_three_matters(self, position: SumPosition) -> list[int]:
        """The seats that win, and would not, or not alone, with three other cards; all while a card is unknown."""
        seats = range(position.seats)
        fours = [(*position.codes((OPEN, seat)), *position.codes(MIDDLE)) for seat in seats]
        is_known = all(len(four) == 4 and not {*four} - card_values(position.deck).keys() for four in fours)
        if not is_known:
            return list(seats)
        digits = [{hand_total(three) % 10 for three in combinations(four, 3)} for four in fours]
        best = [max(each) for each in digits]
        others_best = [max(best[:seat] + best[seat + 1 :]) for seat in seats]
        return [
            seat
            for seat in seats
            if best[seat] >= others_best[seat]
            and any(each <= others_best[seat] for each in digits[seat] - {best[seat]})
        ]


def _deal(size: int, position: SumPosition) -> NextMoves | None:
    order = turn_order(position.seats)
    laid = [len(position.piles.get((OPEN, seat), ())) for seat in order]
    return None if min(laid) >= size else (None, _dealing(order, tuple(laid), size))


@cache
def _dealing(order: Sequence[int], laid: Sequence[int], size: int) -> tuple[Move, ...]:
    """The cards, one to each in turn, until everybody has so many."""
    return tuple(
        Move("laid", seat, None, PILE, (OPEN, seat))
        for number in range(size)
        for seat, count in zip(order, laid, strict=True)
        if count <= number
    )


def _lay_field(position: SumPosition) -> NextMoves | None:
    missing = TokotokoPlay.middle_size - len(position.pile(MIDDLE))
    return (None, (Move("laid", None, None, PILE, MIDDLE),) * missing) if missing > 0 else None


def _look_at_hands(position: SumPosition) -> NextMoves | None:
    if not position.hidden(MIDDLE):
        return None
    taken = [
        Move("taken", seat, None, (OPEN, seat), (HAND, seat), card.thing)
        for seat in turn_order(position.seats)
        for card in position.hidden((OPEN, seat))
        if card.holder is None
    ]
    return (None, tuple(taken)) if taken else None


def _agree_on_stake(position: SumPosition) -> NextMoves | None:
    first = turn_order(position.seats)[0]
    if "stake" in position.table.extra or any(call.call in STAKES and call.seat == first for call in position.calls):
        return None
    return first, tuple([call_move(first, word) for word in STAKES])


def _turn_field_up(position: SumPosition) -> NextMoves | None:
    return position.next_shown(MIDDLE)


def _throw_out(position: SumPosition) -> NextMoves | None:
    for seat in turn_order(position.seats):
        hand = position.hand(seat)
        if len(hand) > _LEFT:
            return 1 - seat, tuple([Move("moved", seat, None, (OPEN, seat), MIDDLE, card.thing) for card in hand])
    return None


def _show(position: SumPosition) -> NextMoves | None:
    shown = (position.next_shown((OPEN, seat)) for seat in turn_order(position.seats))
    return next((found for found in shown if found), None)


_TOKOTOKO = (partial(_deal, 2), _lay_field, _look_at_hands, _agree_on_stake, _turn_field_up, _show)
"""The parts of a round, in order (tokotoko 2, 3)."""
_YARI_TORI = (partial(_deal, 5), _agree_on_stake, _throw_out, _show)
"""Those of Yari-Tori, where the other picks blindly (tokotoko 5)."""
