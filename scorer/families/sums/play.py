"""Moves that games of sums share: laid, turned, taken up, thrown in."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorer.decks import decks
from scorer.families.sums import faults
from scorer.families.sums.films import lay_out
from scorer.families.sums.position import HAND, OPEN, NextMoves, SumCard, SumPosition
from scorer.families.sums.unseen import hide
from scorer.rules.game import Game
from scorer.rules.play.moves import MIDDLE, PILE, Deal, Move, Place, ScriptedRound, ScriptStep, Sight, Step, Verdict
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import play_film
from scorer.rules.prompts import Table
from scorer.texts import Text

UNSEEN_BACK_COST = -4.5
"""Cost (natural logarithm) of a card that lay face down and was not seen: plain backs hide each other."""
TAKEN_UP_COST = -2.0
"""Cost of an open card taken up into a hand: everybody knows it. Looking at one that lies face down costs nothing."""
_NOT_ON_RECORD = ("pile", "elsewhere", "nowhere")
"""Kinds of places whose cards are not on record: what comes from there is new."""


class SumPlay(Playable):
    """Play of a game in which cards come from a pile into hands that lie open before their seats.

    A game says what is wrong with a card laid (`fault_of_card`), who moves next, how a round ends and what it amounts
    to.
    """

    middle_size = 0
    """How many cards lie open in the middle."""
    taken_up_share = 0.0
    """How often players of films take the cards that they look at up into the hand, 0..1. What the camera sees then is
    harder to follow."""

    def __init__(self, find_game: Callable[[], Game]) -> None:
        self._find_game = find_game

    @property
    def game(self) -> Game:
        """The game whose play this is."""
        return self._find_game()

    @abstractmethod
    def fault_of_card(self, position: SumPosition, number: int, *, face_up: bool) -> Text | None:
        """What is wrong with one more card for a hand, None if nothing is."""

    def begin(self, table: Table, deck: str) -> SumPosition:
        """An empty table."""
        return SumPosition(table, deck, self.game.resolve_options(table.options), {})

    def deal(self, position: SumPosition, pack: Sequence[str]) -> Deal:
        """Everything comes from the pile: the deal is a part of the play, card by card."""
        in_play = self.game.cards_in_play(decks()[position.deck], position.options)
        return Deal(((),) * position.seats, tuple([code for code in pack if code in in_play]))

    def hide(self, position: SumPosition, own_player: int, own_hand: Sequence[str], rng: random.Random) -> Deal:
        """The cards that the player has not seen, dealt at random to the backs, the other hands and the pile."""
        could_be = partial(self.could_be, position)
        return hide(self.full_pack(position), position, own_player, own_hand, rng, could_be)

    def could_be(self, position: SumPosition, place: Place, codes: Sequence[str]) -> bool:
        """Whether these can be the cards of a place, by how it was played. Default: any can."""
        del position, place, codes
        return True

    def full_pack(self, position: SumPosition) -> tuple[str, ...]:
        """The cards that the round is played with."""
        return self.game.pack(decks()[position.deck], position.options)

    def zone(self, position: SumPosition, place: Place) -> int | None:
        """The seat in whose zone the cards of a place lie, None for the middle of the table."""
        del position
        return place[1] if place[0] == OPEN else None

    def lay_out(self, steps: Sequence[Step], rng: random.Random) -> tuple[ScriptStep, ...]:
        """Cards lie in the zones of their places; cards taken up are turned where they lie or laid down again."""
        return lay_out(steps, self.zone, rng, self.taken_up_share)

    def play_round(self, table: Table, deck: str, rng: random.Random, faults: Sequence[str] = ()) -> ScriptedRound:
        """A round played at random within the rules, for films and tests."""
        return play_film(self, self.full_pack(self.begin(table, deck)), table, rng, faults)

    def is_dealt(self, position: SumPosition) -> bool:
        """Whether every seat has its first card."""
        return position.once("dealt", lambda position: _is_dealt(position.piles, position.seats))

    @abstractmethod
    def next_moves(self, position: SumPosition) -> NextMoves:
        """Who decides next, and what may be done."""

    def player(self, position: SumPosition) -> int | None:
        """Who decides next."""
        return position.once("next", self.next_moves)[0]

    def legal(self, position: SumPosition, held: Sequence[str]) -> tuple[Move, ...]:
        """What may be done now; cards that a player must show come one by one."""
        player, moves = position.once("next", self.next_moves)
        if moves or player is None or not held:
            return moves
        place = next((place for place, _ in position.held(player)), (OPEN, player))
        return (Move("laid", player, held[0], (HAND, player), place),)

    def hand_name(self, position: SumPosition, number: int) -> str:
        """Whose hand it is."""
        return position.table.seats[number]

    def judge(self, position: Any, move: Move) -> Verdict:
        """The position after a move; what breaks a rule stands, with its fault."""
        if move.event == "called":
            return Verdict(position.with_call(move))
        is_shown = move.source[0] == HAND
        if (move.event == "laid" and not is_shown) or (move.source == PILE and move.target[0] == HAND):
            return Verdict(self._after_laying(position, (move,)), self._fault_of_laying(position, move))
        found = position.locate(move)
        if found is None and move.event == "laid":
            return Verdict(self._after_laying(position, (move,)), self._fault_of_laying(position, move))
        if found is None and move.event == "turned" and move.card is not None:
            return self._turn_unseen_card(position, move)
        if found is None:
            comes = move.source[0] in _NOT_ON_RECORD and move.target[0] not in _NOT_ON_RECORD
            after = self._after_laying(position, (move,)) if comes else position
            return Verdict(after, faults.not_there(self._place_name(position, move.source)))
        place, index = found
        card = position.piles[place][index]
        if is_shown and move.card is not None:
            card = SumCard(move.card, card.thing, came_down=card.came_down, holder=card.holder)
            position = position.with_card(place, index, card)
        if move.event == "turned" or (move.event == "laid" and place == move.target):
            code = card.code if move.card is None else move.card
            thing = card.thing if move.thing is None else move.thing
            turned = SumCard(code, thing, move.card is not None, card.came_down)
            return Verdict(position.with_card(place, index, turned))
        if move.event == "retracted":
            cards = position.piles[place]
            return Verdict(position.with_pile(place, (*cards[:index], *cards[index + 1 :])))
        return self._move_away(position, replace(move, source=place), index)

    def advance(self, position: Any, moves: Sequence[Move]) -> SumPosition:
        """Cards from the pile need no judge; all else is as it is judged."""
        if not [move for move in moves if move.event != "laid" or move.source != PILE]:
            return self._after_laying(position, moves)
        for move in moves:
            position = self.judge(position, move).position
        after: SumPosition = position
        return after

    def _after_laying(self, position: SumPosition, moves: Sequence[Move]) -> SumPosition:
        """The position with more cards."""
        piles, last, is_dealt = dict(position.piles), position.last, self.is_dealt(position)
        for move in moves:
            kind, number = place = move.target
            face_up = move.card is not None
            if kind == HAND:
                card, place = SumCard(move.card, move.thing, face_up, not face_up, holder=number), (OPEN, number)
            else:
                card = SumCard(move.card, move.thing, face_up, not face_up)
            piles[place] = (*piles.get(place, ()), card)
            if kind == OPEN:
                last = number if is_dealt else last
                is_dealt = is_dealt or _is_dealt(piles, position.seats)
        return position.with_piles(piles, {move.target for move in moves}, last)

    def _fault_of_laying(self, position: SumPosition, move: Move) -> Text | None:
        """What is wrong with one more card in a hand or in the middle."""
        kind, number = move.target
        if kind == OPEN and number is not None:
            return self.fault_of_card(position, number, face_up=move.card is not None)
        is_full = kind in (OPEN, MIDDLE[0]) and len(position.pile(MIDDLE)) >= self.middle_size
        return faults.too_many_in_middle(self.middle_size) if is_full else None

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
        """A card that goes to the middle or off the table is out; one that goes to another hand is a fault.

        One that its own seat takes up stays a card of its place.
        """
        card, (kind, seat) = position.piles[move.source][index], move.target
        if kind == HAND and (move.source[0] != OPEN or seat == move.source[1]):
            cost = 0.0 if card.code is None or not card.face_up else TAKEN_UP_COST
            held = SumCard(card.code, card.thing, card.face_up, card.came_down, holder=seat)
            return Verdict(position.with_card(move.source, index, held), cost=cost)
        gone = position.change(move.source, index, is_out=True)
        if kind in (OPEN, HAND):
            target = (OPEN, seat)
            came = replace(card, thing=move.thing, holder=seat if kind == HAND else None)
            names = self._place_name(position, move.source), self._place_name(position, target)
            return Verdict(gone.with_pile(target, (*gone.piles.get(target, ()), came)), faults.moved_over(*names))
        return Verdict(gone)

    def _place_name(self, position: SumPosition, place: Place) -> str:
        kind, number = place
        return faults.MIDDLE_NAME.en if kind not in (OPEN, HAND) or number is None else self.hand_name(position, number)

    def possible_moves(self, position: Any, sight: Sight) -> tuple[Move, ...] | None:
        """A card in a seat's zone was laid there from the pile or the hand; a last card that leaves was taken back.

        One that lay face down was taken up into the hand.
        """
        zone, place, card, thing = sight.zone, sight.place, sight.card, sight.thing
        target: Place = MIDDLE if zone is None else (OPEN, zone)
        if sight.kind == "appeared" or place is None or place == PILE:
            laid = Move("laid", zone, card, PILE, target, thing)
            if card is not None and self.may_lie_unseen(position, target):
                turned = Move("turned", zone, card, target, target, thing)
                breaks_rule = zone is not None and self.fault_of_card(position, zone, face_up=True) is not None
                return (turned, laid) if breaks_rule else (turned,)
            if zone is not None and position.held(zone):
                shown = Move("laid", zone, card, (HAND, zone), target, thing)
                breaks_rule = self.fault_of_card(position, zone, face_up=card is not None) is not None
                return (shown, laid) if breaks_rule else (laid, shown)
            return (laid,) if zone is not None or self.middle_size else ()
        if place[0] == HAND:  # a card that was thought to be taken up lies there
            place = (OPEN, place[1])
        seat = place[1]
        if sight.kind == "turned":
            return (Move("turned", seat, card, place, place, thing),)
        if sight.kind == "moved":
            return () if target == place else (Move("moved", seat, card, place, target, thing),)
        cards = position.piles.get(place, ())
        moves = []
        if seat is not None and any(each.thing == thing and not each.face_up for each in cards):
            moves.append(Move("taken", seat, card, place, (HAND, seat), thing))
        if cards and cards[-1].thing == thing and position.last in (None, seat):
            moves.append(Move("retracted", seat, card, place, place, thing))
        return tuple(moves)


def _is_dealt(piles: Mapping[Place, tuple[SumCard, ...]], seats: int) -> bool:
    for seat in range(seats):
        cards = piles.get((OPEN, seat))
        if not cards or (cards[0].is_out and all(card.is_out for card in cards)):
            return False
    return True
