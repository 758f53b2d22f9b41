"""How players of tricks decide: at the table simply, in films at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from scorer.families.egara.moves.position import PLAYERS, TRICKS, DealGuess, TrickPosition
from scorer.families.egara.moves.reader import next_player, seat_of
from scorer.families.egara.tricks import choose_card, playable_cards
from scorer.rules.play.moves import MIDDLE, Move

RANDOM_CARD = 0.25
"""Share of cards of a film that are any card that may be played, not the one that a player of the table plays."""
FAULTS = ("revoke", "turn")
"""Faults that a player can make: a suit that is not followed though it is held, a card out of turn."""
_FAULTY_TRICKS = (1, 8)
"""The tricks, counted from 0, from which on a fault is made, least and most: some come out only later."""


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player of the table: wins as cheaply as possible, names any suit for trumps."""

    rng: random.Random

    def __call__(self, position: TrickPosition, hand: Sequence[str], moves: Sequence[Move]) -> Move:
        """The card played; trumps at random; the side that is likeliest to lead."""
        del hand
        if moves[0].call:
            return self.rng.choice(moves) if len(moves) > 2 else moves[0]
        cards = [move.card or "" for move in moves]
        return moves[cards.index(_choice(position, cards))]


class FilmPlayers:
    """All four players of a film: many cards are any that may be played. `faults`: which they make, once each."""

    def __init__(self, rng: random.Random, faults: Sequence[str]) -> None:
        self._rng = rng
        self._to_come = {fault: rng.randrange(*_FAULTY_TRICKS) for fault in faults}
        self._hands: dict[int, Sequence[str]] = {}

    def __call__(self, position: TrickPosition, hand: Sequence[str], moves: Sequence[Move]) -> Move:
        """The card played, or a fault whose trick has come and for which the cards give the chance."""
        rng = self._rng
        if moves[0].call:
            return rng.choice(moves)
        setup, guess = position.setup, position.setup.guesses[0]
        player, special = next_player(position, guess), setup.special_by_trump[guess.trump]
        self._hands[player] = hand
        trick = () if position.latest.is_closed else position.latest.cards
        may = [move.card or "" for move in moves]
        others = [card for card in hand if card not in may and card != special]
        if others and self._is_due("revoke", position):
            del self._to_come["revoke"]
            may = others
        elif len(trick) == 1 and self._is_due("turn", position):
            early = self._early_card(position, guess, (player + 1) % PLAYERS)
            if early is not None:
                del self._to_come["turn"]
                return early
        card = rng.choice(may) if rng.random() < RANDOM_CARD else _choice(position, may)
        seat = seat_of(setup, guess, player)
        return Move("laid", seat, card, ("hand", seat), MIDDLE)

    def _is_due(self, fault: str, position: TrickPosition) -> bool:
        return self._to_come.get(fault, TRICKS) <= len(position.tricks) - (not position.latest.is_closed)

    def _early_card(self, position: TrickPosition, guess: DealGuess, player: int) -> Move | None:
        """The card of the leader's partner, who does not wait; None while nobody knows that hand."""
        laid = {card for trick in position.tricks for card in trick.cards}
        hand = [card for card in self._hands.get(player, ()) if card not in laid]
        if not hand:
            return None
        setup, led = position.setup, position.latest.cards[0][-1]
        free = setup.special_by_trump[guess.trump] if setup.is_special_free else ""
        seat = seat_of(setup, guess, player)
        return Move("laid", seat, self._rng.choice(playable_cards(hand, led, free)), ("hand", seat), MIDDLE)


def _choice(position: TrickPosition, may: Sequence[str]) -> str:
    """The card that a player of the table plays, of those that may be played."""
    setup, trump, latest = position.setup, position.setup.guesses[0].trump, position.latest
    return choose_card(may, () if latest.is_closed else latest.cards, trump, setup.special_by_trump[trump])
