"""The play of Dontsuku: motto is drawn open, tsukkome face down.

Source: dontsuku 4 and 6.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.draw_play import DrawPlay
from scorer.families.sums.position import OPEN, SumPosition
from scorer.games.dontsuku.hands import PACK_SIZE, TARGET, UNDECIDED, HandClassifier
from scorer.games.dontsuku.texts import text
from scorer.rules.play.moves import PILE, Conclusion, Move, Place, Policy, call_move
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text, verbatim

TSUKKOME = {f"tsukkome-{count}": count for count in range(1, 5)}
"""How many cards a player who plays by himself asks for face down, by the key of what is said. More hardly ever end
at fifteen."""


class DontsukuPlay(DrawPlay):
    """An open hand of fifteen or a teyaku ends the round; cards drawn face down are turned up at the end."""

    draw_word, stand_word = "motto", "pass"
    pack_size, known_cards = PACK_SIZE, 1

    @staticmethod
    def tsukkome_count(position: SumPosition, seat: int) -> int:
        """How many cards a seat drew face down. The first card was dealt, however it lay."""
        return position.once_at((OPEN, seat), "tsukkome", _count_tsukkome)

    def has_stood(self, position: SumPosition, seat: int) -> bool:
        """Whether a seat passed, or has the cards that it asked for."""
        return super().has_stood(position, seat) or (bool(position.calls) and self._owed(position, seat) == 0)

    def _owed(self, position: SumPosition, seat: int) -> int | None:
        """How many of the cards that a seat asked for it has not got yet, None if it asked for none."""
        asked = position.called(seat, *TSUKKOME)
        return None if asked is None else TSUKKOME[asked.call] - self.tsukkome_count(position, seat)

    def turn_moves(self, position: SumPosition, seat: int) -> tuple[Move, ...]:
        """Motto, tsukkome of some cards, or pass (dontsuku 4.2)."""
        if self._owed(position, seat):
            return (Move("laid", seat, None, PILE, (OPEN, seat)),)
        if self.tsukkome_count(position, seat):  # a camera saw it: how many cards were asked for it did not hear
            return (call_move(seat, self.stand_word),)
        most, after_motto = position.options["tsukkome_max"], position.options["tsukkome_after_motto"]
        most = self.cards_left(position) if most == "none" else min(int(most), self.cards_left(position))
        may_ask = after_motto or len(position.hand(seat)) == 1
        asks = (call_move(seat, word) for word, count in TSUKKOME.items() if may_ask and count <= most)
        return (*super().turn_moves(position, seat), *asks)

    def policies(self, table: Table, rng: random.Random) -> tuple[Policy, ...]:
        """One in three asks for some cards face down, at once or with less than 7; the others draw up to 10 to 14."""

        def policy() -> Policy:
            asks = rng.choice((True, False, False))
            wanted, stop = rng.choice(tuple(TSUKKOME.values())), rng.randint(10, 14)
            ask_from = rng.choice((0, 7))

            def decide(position: Any, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
                del hand
                open_cards = self._total(position, moves[0].seat)
                tsukkome = [move for move in moves if TSUKKOME.get(move.call, wanted + 1) <= wanted]
                if asks and tsukkome:
                    goes_on = position.options["tsukkome_after_motto"] and open_cards < ask_from
                    return moves[0] if goes_on and moves[0].card else tsukkome[-1]
                others = [move for move in moves if move.call not in TSUKKOME]
                return others[-1] if open_cards >= stop else others[0]

            return decide

        return tuple(policy() for _ in table.seats)

    def _total(self, position: SumPosition, seat: int | None) -> int:
        return self._classifier(position).total(position.codes((OPEN, seat)))

    @staticmethod
    def _classifier(position: SumPosition) -> HandClassifier:
        return position.once("classifier", lambda position: HandClassifier(position.deck, position.options))

    def _open_class(self, position: SumPosition, seat: int) -> tuple[str, int] | None:
        """Key and rank of the class of a hand by motto; None as long as its cards are not known or too few."""
        return position.once_at((OPEN, seat), "class", lambda position, _: self._find_open_class(position, seat))

    def _find_open_class(self, position: SumPosition, seat: int) -> tuple[str, int] | None:
        if len(position.piles.get((OPEN, seat), ())) < 2 or self.tsukkome_count(position, seat):
            return None
        hand, classifier = position.known_hand(seat), self._classifier(position)
        if hand is None or len(hand) < 2:
            return None
        if not all(code in classifier.ranks for code in hand):
            return None
        hand_class = classifier.classify(hand)
        return hand_class.key, hand_class.rank

    def caller(self, position: SumPosition) -> int | None:
        """The seat that called agari, None if nobody did (dontsuku 4.3)."""
        return position.once("caller", self._caller)

    def _caller(self, position: SumPosition) -> int | None:
        return next((seat for seat in turn_order(position.seats) if self.ends_round(position, seat)), None)

    def ends_round(self, position: SumPosition, seat: int) -> bool:
        """Whether a seat has fifteen or a teyaku by motto (dontsuku 4.3)."""
        found = self._open_class(position, seat)
        return found is not None and found[1] == TARGET

    def _is_shown(self, position: SumPosition) -> bool:
        """Whether cards drawn face down were turned up."""
        return any(position.once_at((OPEN, seat), "is shown", _is_shown) for seat in range(position.seats))

    def round_ended(self, position: SumPosition) -> bool:
        """By agari, or by the show of the cards drawn face down."""
        return self.caller(position) is not None or self._is_shown(position)

    def may_end(self, position: Any) -> bool:
        """After agari, or when everybody may stand and no card lies face down any more."""
        if self.is_dealt(position) and self.caller(position) is not None:
            return True
        hidden = any(position.hidden((OPEN, seat)) for seat in range(position.seats))
        return not hidden and super().may_end(position)

    def may_lie_unseen(self, position: SumPosition, place: Place) -> bool:
        """Whoever drew face down lays no open card any more (dontsuku 4.2): what shows then was turned up."""
        return place[0] == OPEN and place[1] is not None and self.tsukkome_count(position, place[1]) > 0

    def closing_reason(self, position: SumPosition, seat: int) -> Text | None:
        """Above fifteen. Fifteen and teyaku end the round for everybody (`round_ended`), which is asked first."""
        found = self._open_class(position, seat)
        if found is None or found[0] == UNDECIDED.key:
            return None
        return _ABOVE_FIFTEEN

    def may_stand(self, position: SumPosition, seat: int) -> bool:
        """At any time, unless a least total is agreed (dontsuku 3)."""
        minimum, hand = position.options["min_motto"], position.known_hand(seat)
        if minimum == "none" or hand is None or self.tsukkome_count(position, seat):
            return True
        classifier = self._classifier(position)
        return sum(min(classifier.ranks.get(code, 0), 10) for code in hand) >= int(minimum)

    def fault_of_card(self, position: SumPosition, number: int, *, face_up: bool) -> Text | None:
        """Also: motto after tsukkome, tsukkome after motto, more cards face down than agreed."""
        fault = super().fault_of_card(position, number, face_up=face_up)
        if fault is not None or not self.is_dealt(position):
            return fault
        name, options = position.table.seats[number], position.options
        unseen, drawn = self.tsukkome_count(position, number), len(position.hand(number)) - 1
        if face_up:
            return text("fault.openly_after_tsukkome", name=name) if unseen else None
        if drawn > unseen and not options["tsukkome_after_motto"]:
            return text("fault.hidden_after_motto", name=name)
        most = options["tsukkome_max"]
        return faults.too_many(name, int(most) + 1) if most != "none" and unseen >= int(most) else None

    def hints(self, position: Any) -> tuple[Text, ...]:
        """Motto, tsukkome or stand; at the end the show."""
        seat = self.turn(position)
        if seat is None or not self.may_stand(position, seat):
            return super().hints(position)
        name = position.table.seats[seat]
        if self.tsukkome_count(position, seat):
            return (text("hint.takes_unseen", name=name),)
        if len(position.hand(seat)) > 1 and not position.options["tsukkome_after_motto"]:
            return (text("hint.may_draw", name=name),)
        return (text("hint.may_choose", name=name),)

    def conclude(self, position: Any) -> Conclusion:
        """Every hand as drawn, how many of its cards came face down, and who had no turn any more."""
        answers: dict[str, Any] = {}
        asks: list[tuple[str, Text]] = []
        if position.options["share_by"] == "per_round":
            share = self.game.prompts(position.table)[0]
            answers[share.path] = share.default
            asks.append((share.path, share.label))
        caller = self.caller(position)
        order = turn_order(position.seats)
        for place, seat in enumerate(order):
            hidden = len(position.hidden((OPEN, seat)))
            answers[f"hands.{seat}.cards"] = list(position.codes((OPEN, seat)))
            answers[f"hands.{seat}.tsukkome"] = self.tsukkome_count(position, seat)
            if hidden or not position.hand(seat):
                name = position.table.seats[seat]
                asks.append((f"hands.{seat}.cards", faults.missing_cards(verbatim(name), hidden)))
            if caller is not None and place > order.index(caller):
                answers[f"hands.{seat}.acted"] = False
        return Conclusion(position.table.build_round(self.game.key, answers), tuple(asks))


def _count_tsukkome(position: SumPosition, place: Place) -> int:
    return sum([card.came_down for card in position.pile(place)[1:]])


def _is_shown(position: SumPosition, place: Place) -> bool:
    return any(card.came_down and card.code is not None for card in position.pile(place)[1:])


_ABOVE_FIFTEEN = text("above_fifteen")
