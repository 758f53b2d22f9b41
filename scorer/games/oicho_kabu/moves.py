"""The play of Oicho-Kabu: four hands on the table and the dealer's.

Source: oicho-kabu 3 and 4. A hand on the table lies in the middle, or in the zone of the bettor of its number.
"""

from __future__ import annotations

import random
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.play import SumPlay, hidden_count, shuffled_pack
from scorer.families.sums.position import OPEN, SumPosition
from scorer.families.sums.script import ScriptWriter
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.hands import DEALER, MUST, NEVER, TABLE, kabu_hand, ranks_of, third_card_rule
from scorer.games.oicho_kabu.play import play_round
from scorer.games.oicho_kabu.settlement import HANDS
from scorer.rules.play_rules import PILE, Conclusion, Move, Place, ScriptedRound, Sight, Verdict
from scorer.rules.prompts import Table
from scorer.texts import Text

ON_TABLE = "table"
"""The kind of place of a hand on the table, numbered from 0."""
MOST = 3
"""Cards of a finished hand at most."""


class OichoKabuPlay(SumPlay):
    """First cards, second cards, thirds where they must or may be, and the dealer's: nobody has a turn of his own."""

    def places(self) -> tuple[Place, ...]:
        """The four hands on the table and the dealer's."""
        return (*((ON_TABLE, number) for number in range(HANDS)), (OPEN, 0))

    def _name(self, position: SumPosition, place: Place) -> Text:
        if place[0] == ON_TABLE and place[1] is not None:
            return texts.hand_label(place[1])
        name = position.table.seats[place[1] or 0]
        return Text(name, name)

    def _third_rule(self, position: SumPosition, place: Place) -> str | None:
        """Whether a hand must, may or must not take a third card; None as long as its first two are not known."""
        ranks = ranks_of(position.deck)
        codes = position.codes(place)[:2]
        if len(codes) < 2 or hidden_count(position, place) or not all(code in ranks for code in codes):
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
            not hidden_count(position, place)
            and (len(position.pile(place)) == MOST or self._third_rule(position, place) == NEVER)
            for place in self.places()
        )

    def may_end(self, position: Any) -> bool:
        """Whether every hand may stand and none lies face down."""
        return all(self._may_stand(position, place) and not hidden_count(position, place) for place in self.places())

    def judge(self, position: Any, move: Move) -> Verdict:
        """As in every game of sums; a hand on the table is no seat's."""
        if move.event != "laid" or move.target not in self.places():
            return super().judge(position, move)
        fault = self._fault(position, move.target)
        return Verdict(super().judge(position, move).position, fault)

    def fault_of_card(self, position: SumPosition, number: int, *, face_up: bool) -> Text | None:
        """What is wrong with one more card for the dealer."""
        del face_up
        return self._fault(position, (OPEN, number))

    def _fault(self, position: SumPosition, place: Place) -> Text | None:
        name, size = self._name(position, place), len(position.pile(place))
        if place not in self.places():
            return Text(f"{name.en} has no hand in this game", f"{name.ja}に手はありません")
        if size >= MOST:
            return Text(f"{name.en}: more than {MOST} cards", f"{name.ja}：札が{MOST}枚を超えました")
        if size == 1 and any(not position.pile(each) for each in self.places()[:HANDS]):
            return Text(
                f"{name.en} got two cards before every hand had one",
                f"ほかの手に一枚もないうちに、{name.ja}に二枚目が来ました",
            )
        if size == 2 and self._third_rule(position, place) == NEVER:
            return Text(f"{name.en} may not take a third card", f"{name.ja}は三枚目を引けません")
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
        hands = self.places()[:HANDS]
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
        hands = self.places()[:HANDS]
        waits = (len(position.pile(each)) == 2 and self._third_rule(position, each) == MUST for each in hands[:number])
        return any(waits) or any(len(position.pile(each)) == MOST for each in hands[number + 1 :])

    def hints(self, position: Any) -> tuple[Text, ...]:
        """Which hands must take a third card, and which may."""
        rules = {place: self._third_rule(position, place) for place in self.places() if len(position.pile(place)) == 2}
        words = {MUST: ("must take a third card", "三枚目を引きます"), NEVER: ("stands", "引けません")}
        may = ("may take a third card", "三枚目を引いてもかまいません")
        return tuple(
            Text(f"{name.en} {en}.", f"{name.ja}は{ja}。")
            for place, rule in rules.items()
            if rule is not None
            for name in [self._name(position, place)]
            for en, ja in [words.get(rule, may)]
        ) or (Text("The dealer deals.", "親が配ります。"),)

    def conclude(self, position: Any) -> Conclusion:
        """The four hands and the dealer's. Bets are asked: nobody bets until it is told."""
        answers: dict[str, Any] = {}
        asks: list[tuple[str, Text]] = []
        for place in self.places():
            path = f"table.{place[1]}" if place[0] == ON_TABLE else "dealer"
            answers[path] = list(position.codes(place))
            hidden = hidden_count(position, place)
            if hidden or not self._may_stand(position, place):
                asks.append((path, faults.missing_cards(self._name(position, place), hidden)))
        if "bets" not in position.table.extra:
            for prompt in self.game.prompts(position.table):
                if prompt.path.startswith("bets.") and prompt.seat is not None:
                    answers[prompt.path] = 0
                    name = position.table.seats[prompt.seat]
                    label = Text(f"{name}: {prompt.label.en}", f"{name}：{prompt.label.ja}")
                    asks.append((prompt.path, label))
        return Conclusion(position.table.build_round(self.game.key, answers), tuple(asks))

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round as in the demo, its bets included; with five seats or more each hand lies in a bettor's zone."""
        position = self.begin(table, deck)
        pack = shuffled_pack(self.game, position, rng)
        answers = play_round(pack, Table(table.seats, position.options))
        hands = [answers[f"table.{number}"] for number in range(HANDS)]
        dealer = answers["dealer"]
        drawn = [*((place, 0) for place in range(HANDS)), (HANDS, 0), *((place, 1) for place in range(HANDS))]
        drawn += [(place, 2) for place in range(HANDS) if len(hands[place]) == MOST]
        drawn += [(HANDS, number) for number in range(1, len(dealer))]
        piles = [*hands, dealer]
        script = ScriptWriter([piles[place][number] for place, number in drawn])
        first: dict[int, int] = {}
        for place, number in drawn:
            if place == HANDS:
                script.lay(0)
                continue
            zone = place + 1 if len(table.seats) > HANDS else None
            thing = script.lay(zone, at=(ON_TABLE, place), beside=first.get(place))
            if number == 0:
                first[place] = thing
        return script.finish(table.build_round(self.game.key, answers))
