"""The play of Tokotoko: dealt face down, then turned up.

Source: tokotoko 2 and 3; for Yari-Tori tokotoko 5.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.play import SumPlay, hidden_count, shuffled_pack
from scorer.families.sums.position import OPEN, SumPosition
from scorer.families.sums.script import ScriptWriter
from scorer.games.tokotoko import texts
from scorer.games.tokotoko.hands import card_values, hand_total
from scorer.rules.play_rules import MIDDLE, Conclusion, Place, ScriptedRound
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text


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

    def turn(self, position: Any) -> int | None:
        """Nobody's: cards are dealt and shown in any order."""
        del position
        return None

    def _size(self, position: SumPosition) -> int:
        """How many cards a hand has at the end."""
        return 3 if self._is_yari_tori(position) else 2

    def _is_dealt_out(self, position: SumPosition) -> bool:
        hands_full = all(len(position.hand(seat)) == self._size(position) for seat in range(position.seats))
        return hands_full and (self._is_yari_tori(position) or len(position.pile(MIDDLE)) == self.middle_size)

    def is_over(self, position: Any) -> bool:
        """Whether every card lies open."""
        places = [MIDDLE, *((OPEN, seat) for seat in range(position.seats))]
        return self._is_dealt_out(position) and not any(hidden_count(position, place) for place in places)

    def hints(self, position: Any) -> tuple[Text, ...]:
        """What comes next: the deal, the field, the show."""
        if not self._is_dealt_out(position):
            return (Text("The dealer deals.", "親が配ります。"),)
        if hidden_count(position, MIDDLE):
            text = Text("Agree on the stake, then turn the field up.", "賭け石を決めてから、場札を開けます。")
            return (text,)
        waiting = [s for s in turn_order(position.seats) if hidden_count(position, (OPEN, s))]
        return tuple(
            Text(f"{position.table.seats[seat]} shows the cards.", f"{position.table.seats[seat]}が札を見せます。")
            for seat in waiting
        )

    def conclude(self, position: Any) -> Conclusion:
        """Hands and field. The stake is asked: the prompt's default stands until it is told.

        So is, where the choice binds, which three a player shows, if another three than the best would change who wins:
        the best three count until it is told.
        """
        prompts = {prompt.path: prompt for prompt in self.game.prompts(position.table)}
        answers: dict[str, Any] = {}
        asks: list[tuple[str, Text]] = []
        if "stake" not in position.table.extra:
            answers["stake"] = prompts["stake"].default
            asks.append(("stake", texts.STAKE_PROMPT[1]))
        for seat in turn_order(position.seats):
            answers[f"hands.{seat}"] = list(position.codes((OPEN, seat)))
            if len(answers[f"hands.{seat}"]) != self._size(position):
                name = position.table.seats[seat]
                hidden = hidden_count(position, (OPEN, seat))
                asks.append((f"hands.{seat}", faults.missing_cards(Text(name, name), hidden)))
        if not self._is_yari_tori(position):
            answers["field"] = list(position.codes(MIDDLE))
            if len(answers["field"]) != self.middle_size:
                asks.append(("field", faults.missing_cards(texts.FIELD, hidden_count(position, MIDDLE))))
        threes = [f"shown.{seat}" for seat in self._seats_whose_three_matters(position)]
        asks += [(path, prompt.label) for path, prompt in prompts.items() if path in threes]
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

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """Everything is dealt face down; the field is turned up, then the hands. Everybody shows the best three."""
        position = self.begin(table, deck)
        script = ScriptWriter(shuffled_pack(self.game, position, rng))
        order, yari_tori = turn_order(position.seats), self._is_yari_tori(position)
        hands: dict[int, list[int]] = {seat: [] for seat in order}
        for _ in range(5 if yari_tori else 2):
            for seat in order:
                hands[seat].append(script.lay(seat, face_up=False))
        field = [] if yari_tori else [script.lay(None, face_up=False) for _ in range(self.middle_size)]
        for thing in field:
            script.turn_up(thing, None)
        for seat, hand in hands.items():
            for thing in rng.sample(hand, 2) if yari_tori else ():
                script.throw_in(thing, seat)
                hand.remove(thing)
            for thing in hand:
                script.turn_up(thing, seat)
        answers: dict[str, Any] = {"stake": 1}
        answers |= {f"hands.{seat}": [script.code(thing) for thing in hand] for seat, hand in hands.items()}
        if not yari_tori:
            answers["field"] = [script.code(thing) for thing in field]
        return script.finish(table.build_round(self.game.key, answers))
