"""The play of Dontsuku: motto is drawn open, tsukkome face down.

Source: dontsuku 4 and 6.
"""

from __future__ import annotations

import random
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.draw_play import DrawPlay
from scorer.families.sums.play import hidden_count, shuffled_pack
from scorer.families.sums.position import OPEN, SumPosition
from scorer.families.sums.script import ScriptWriter
from scorer.games.dontsuku.hands import TARGET, UNDECIDED, HandClassifier
from scorer.games.dontsuku.play import play_round
from scorer.rules.play_rules import Conclusion, Place, ScriptedRound
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text


class DontsukuPlay(DrawPlay):
    """An open hand of fifteen or a teyaku ends the round; cards drawn face down are turned up at the end."""

    @staticmethod
    def tsukkome_count(position: SumPosition, seat: int) -> int:
        """How many cards a seat drew face down. The first card was dealt, however it lay."""
        return sum(card.came_down for card in position.hand(seat)[1:])

    @staticmethod
    def _classifier(position: SumPosition) -> HandClassifier:
        return HandClassifier(position.deck, position.options)

    def _open_class(self, position: SumPosition, seat: int) -> tuple[str, int] | None:
        """Key and rank of the class of a hand by motto; None as long as its cards are not known or too few."""
        hand, classifier = position.known_hand(seat), self._classifier(position)
        if hand is None or len(hand) < 2 or self.tsukkome_count(position, seat):
            return None
        if not all(code in classifier.ranks for code in hand):
            return None
        hand_class = classifier.classify(hand)
        return hand_class.key, hand_class.rank

    def caller(self, position: SumPosition) -> int | None:
        """The seat that called agari, None if nobody did (dontsuku 4.3)."""
        for seat in turn_order(position.seats):
            found = self._open_class(position, seat)
            if found is not None and found[1] == TARGET:
                return seat
        return None

    def _is_shown(self, position: SumPosition) -> bool:
        """Whether cards drawn face down were turned up."""
        return any(
            card.came_down and card.code is not None
            for seat in range(position.seats)
            for card in position.hand(seat)[1:]
        )

    def round_ended(self, position: SumPosition) -> bool:
        """By agari, or by the show of the cards drawn face down."""
        return self.caller(position) is not None or self._is_shown(position)

    def may_end(self, position: Any) -> bool:
        """After agari, or when everybody may stand and no card lies face down any more."""
        if self.is_dealt(position) and self.caller(position) is not None:
            return True
        hidden = any(hidden_count(position, (OPEN, seat)) for seat in range(position.seats))
        return not hidden and super().may_end(position)

    def may_lie_unseen(self, position: SumPosition, place: Place) -> bool:
        """Whoever drew face down lays no open card any more (dontsuku 4.2): what shows then was turned up."""
        return place[0] == OPEN and place[1] is not None and self.tsukkome_count(position, place[1]) > 0

    def closing_reason(self, position: SumPosition, seat: int) -> Text | None:
        """Above fifteen. Fifteen and teyaku end the round for everybody (`round_ended`), which is asked first."""
        found = self._open_class(position, seat)
        if found is None or found[0] == UNDECIDED.key:
            return None
        return Text("the hand was above 15", "十五点を超えている")

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
            text = Text(f"{name} drew openly after tsukkome", f"{name}が突っ込めのあとに表で引きました")
            return text if unseen else None
        if drawn > unseen and not options["tsukkome_after_motto"]:
            return Text(f"{name} drew face down after motto", f"{name}がもっとのあとに伏せて引きました")
        most = options["tsukkome_max"]
        return faults.too_many(name, int(most) + 1) if most != "none" and unseen >= int(most) else None

    def hints(self, position: Any) -> tuple[Text, ...]:
        """Motto, tsukkome or stand; at the end the show."""
        seat = self.turn(position)
        if seat is None or not self.may_stand(position, seat):
            return super().hints(position)
        name = position.table.seats[seat]
        if self.tsukkome_count(position, seat):
            return (Text(f"{name} takes the cards asked for, face down.", f"{name}は頼んだ枚数を伏せて引きます。"),)
        if len(position.hand(seat)) > 1 and not position.options["tsukkome_after_motto"]:
            return (Text(f"{name} may draw openly or stand.", f"{name}の番です。表で引くか、止まります。"),)
        text = Text(
            f"{name} may draw openly (motto), ask for cards face down (tsukkome), or stand.",
            f"{name}の番です。表で引く（もっと）、伏せて引く（突っ込め）、止まる、のどれかです。",
        )
        return (text,)

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
            hidden = hidden_count(position, (OPEN, seat))
            answers[f"hands.{seat}.cards"] = list(position.codes((OPEN, seat)))
            answers[f"hands.{seat}.tsukkome"] = self.tsukkome_count(position, seat)
            if hidden or not position.hand(seat):
                name = position.table.seats[seat]
                asks.append((f"hands.{seat}.cards", faults.missing_cards(Text(name, name), hidden)))
            if caller is not None and place > order.index(caller):
                answers[f"hands.{seat}.acted"] = False
        return Conclusion(position.table.build_round(self.game.key, answers), tuple(asks))

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round as in the demo; cards drawn face down are turned up at the end."""
        position = self.begin(table, deck)
        pack = shuffled_pack(self.game, position, rng)
        order = turn_order(position.seats)
        answers = play_round(pack, position.seats, position.options)
        hands = {seat: answers[f"hands.{seat}.cards"] for seat in order}
        script = ScriptWriter([*(hands[seat][0] for seat in order), *(c for seat in order for c in hands[seat][1:])])
        for seat in order:
            script.lay(seat)
        face_down = []
        for seat, hand in hands.items():
            opened = len(hand) - answers[f"hands.{seat}.tsukkome"]
            for number in range(1, len(hand)):
                thing = script.lay(seat, face_up=number < opened)
                if number >= opened:
                    face_down.append((thing, seat))
        for thing, seat in face_down:
            script.turn_up(thing, seat)
        return script.finish(table.build_round(self.game.key, answers))
