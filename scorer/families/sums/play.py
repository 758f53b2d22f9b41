"""Moves that games of sums share: laid, turned, thrown in, taken back."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorer.decks import decks
from scorer.families.sums import faults
from scorer.families.sums.position import OPEN, SumCard, SumPosition
from scorer.rules.game import Game
from scorer.rules.play_rules import MIDDLE, PILE, Conclusion, Move, Place, PlayRules, ScriptedRound, Sight, Verdict
from scorer.rules.prompts import Table
from scorer.texts import Text

UNSEEN_BACK_COST = -4.5
"""Cost (natural logarithm) of a card that lay face down and was not seen: plain backs hide each other."""


class SumPlay(PlayRules):
    """Play of a game in which cards come from a pile into hands that lie open before their seats.

    A game says what is wrong with a card laid (`fault_of_card`), who moves next, how a round ends and what it amounts
    to.
    """

    middle_size = 0
    """How many cards lie open in the middle."""

    def __init__(self, find_game: Callable[[], Game]) -> None:
        self._find_game = find_game

    @property
    def game(self) -> Game:
        """The game whose play this is."""
        return self._find_game()

    @abstractmethod
    def fault_of_card(self, position: SumPosition, number: int, *, face_up: bool) -> Text | None:
        """What is wrong with one more card for a hand, None if nothing is."""

    @abstractmethod
    def conclude(self, position: Any) -> Conclusion:
        """The round that the position amounts to, and what must still be told."""

    @abstractmethod
    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round played at random within the rules, for films and tests."""

    @abstractmethod
    def turn(self, position: Any) -> int | None:
        """The seat whose turn it is."""

    @abstractmethod
    def is_over(self, position: Any) -> bool:
        """Whether the round is finished."""

    def begin(self, table: Table, deck: str) -> SumPosition:
        """An empty table."""
        return SumPosition(table, deck, self.game.resolve_options(table.options), {})

    def is_dealt(self, position: SumPosition) -> bool:
        """Whether every seat has its first card."""
        return all(position.hand(seat) for seat in range(position.seats))

    def hand_name(self, position: SumPosition, number: int) -> str:
        """Whose hand it is."""
        return position.table.seats[number]

    def judge(self, position: Any, move: Move) -> Verdict:
        """The position after a move; what breaks a rule stands, with its fault."""
        if move.event == "laid":
            return self._lay(position, move)
        index = position.find(move.source, move)
        if index is None and move.event == "turned" and move.card is not None:
            return self._turn_unseen_card(position, move)
        if index is None:
            return Verdict(position, faults.not_there(self._place_name(position, move.source)))
        card = position.piles[move.source][index]
        if move.event == "turned":
            code = card.code if move.card is None else move.card
            return Verdict(position.change(move.source, index, code=code, face_up=move.card is not None))
        if move.event == "retracted":
            cards = position.piles[move.source]
            return Verdict(position.with_pile(move.source, (*cards[:index], *cards[index + 1 :])))
        return self._move_away(position, move, index)

    def _lay(self, position: SumPosition, move: Move) -> Verdict:
        kind, number = move.target
        face_up = move.card is not None
        card = SumCard(move.card, move.thing, face_up, came_down=not face_up)
        laid = position.with_pile(move.target, (*position.piles.get(move.target, ()), card))
        if kind not in (OPEN, "middle"):
            return Verdict(laid)
        if kind != OPEN or number is None:
            count = len(position.pile(MIDDLE))
            return Verdict(laid, faults.too_many_in_middle(self.middle_size) if count >= self.middle_size else None)
        fault = self.fault_of_card(position, number, face_up=face_up)
        return Verdict(replace(laid, last=number) if self.is_dealt(position) else laid, fault)

    def _turn_unseen_card(self, position: SumPosition, move: Move) -> Verdict:
        """A card turned up that nobody had seen lie there: backs beside or on each other look like one."""
        card = SumCard(move.card, move.thing, came_down=True)
        laid = replace(move, event="laid", card=None, source=PILE)
        after = position.with_pile(move.target, (*position.piles.get(move.target, ()), card))
        return Verdict(after, implied=(laid,), cost=UNSEEN_BACK_COST)

    def may_lie_unseen(self, position: SumPosition, place: Place) -> bool:
        """Whether a card that shows at a place may have lain there face down before, unseen. Default: never."""
        del position, place
        return False

    def _move_away(self, position: SumPosition, move: Move, index: int) -> Verdict:
        """A card that goes to the middle or off the table is out; one that goes to another hand is a fault."""
        card = position.piles[move.source][index]
        gone = position.change(move.source, index, is_out=True)
        if move.target[0] == OPEN:
            cards = (*gone.piles.get(move.target, ()), replace(card, thing=move.thing))
            names = self._place_name(position, move.source), self._place_name(position, move.target)
            return Verdict(gone.with_pile(move.target, cards), faults.moved_over(*names))
        return Verdict(gone)

    def _place_name(self, position: SumPosition, place: Place) -> str:
        kind, number = place
        return faults.MIDDLE_NAME.en if kind != OPEN or number is None else self.hand_name(position, number)

    def possible_moves(self, position: Any, sight: Sight) -> tuple[Move, ...] | None:
        """A card in a seat's zone was laid there from the pile; a last card that leaves was taken back."""
        zone, place, card, thing = sight.zone, sight.place, sight.card, sight.thing
        target: Place = MIDDLE if zone is None else (OPEN, zone)
        if sight.kind == "appeared" or place is None or place == PILE:
            laid = Move("laid", zone, card, PILE, target, thing)
            if card is not None and self.may_lie_unseen(position, target):
                turned = Move("turned", zone, card, target, target, thing)
                breaks_rule = zone is not None and self.fault_of_card(position, zone, face_up=True) is not None
                return (turned, laid) if breaks_rule else (turned,)
            return (laid,) if zone is not None or self.middle_size else ()
        seat = place[1]
        if sight.kind == "turned":
            return (Move("turned", seat, card, place, place, thing),)
        if sight.kind == "moved":
            return () if target == place else (Move("moved", seat, card, place, target, thing),)
        last = position.piles.get(place, ())
        if last and last[-1].thing == thing and position.last in (None, seat):
            return (Move("retracted", seat, card, place, place, thing),)
        return ()


def shuffled_pack(game: Game, position: SumPosition, rng: random.Random) -> list[str]:
    """The pack of a round, shuffled."""
    pack = list(game.pack(decks()[position.deck], position.options))
    rng.shuffle(pack)
    return pack


def hidden_count(position: SumPosition, place: Place) -> int:
    """The number of cards at a place whose faces were not seen."""
    return sum(card.code is None for card in position.pile(place))
