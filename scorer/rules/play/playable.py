"""What a game declares so that its rounds can be played and followed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from scorer.errors import Refusal
from scorer.rules import text
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.rules.play.moves import Conclusion, Deal, Move, Policy, ScriptedRound, ScriptStep, Sight, Step, Verdict
from scorer.rules.prompts import Table
from scorer.texts import Text


class Playable(Protocol):
    """The play of one game, as data and pure functions over hashable positions of its own. No pixels, no clock.

    A game's rules are a subclass, so that what has a body here need not be written again. `film_faults`: keys of the
    faults that players can make in a film of it.
    """

    film_faults: tuple[str, ...] = ()

    def begin(self, table: Table, deck: str) -> Any:
        """The position when the first card may be laid."""

    def judge(self, position: Any, move: Move) -> Verdict:
        """The position after a move, whether the rules allow it or not."""

    def advance(self, position: Any, moves: Sequence[Move]) -> Any:
        """The position after moves that `legal` gave, with the cards that they brought: as `judge` leaves it.

        A game whose rounds are played by thousands asks here no more than that: nobody hears what would be wrong.
        """
        for move in moves:
            position = self.judge(position, move).position
        return position

    def deal(self, position: Any, pack: Sequence[str]) -> Deal:
        """The hands and the pile as dealt from a shuffled pack; one whose deal does not count is cut until it does."""
        raise NotImplementedError

    def hide(self, position: Any, own_player: int, own_hand: Sequence[str], rng: random.Random) -> Deal:
        """What nobody sees from a position on, at random: everything but the own hand and what was seen.

        How many cards each hand holds is known from the position.
        """
        raise NotImplementedError

    def legal(self, position: Any, held: Sequence[str]) -> tuple[Move, ...]:
        """What may be done now, given the hidden cards of the player in turn; () when the round is over.

        What happens by itself (the deal, the card from the pile after a hand card) is the only move, and says nothing.
        Where nobody decides (`player` is None), several moves follow on each other.
        A draw from the pile has the card `NEXT_CARD`, or None if it stays face down; so has a card that is turned up.
        """
        raise NotImplementedError

    def situate(self, question: HandQuestion) -> Situation:
        """The moment that a question is about, whose options are resolved. Default: refused with `no_odds`."""
        del question
        raise Refusal("no_odds", text("no_playing_on"))

    def policies(self, table: Table, rng: random.Random) -> tuple[Policy, ...]:
        """How the table's own players decide, one for each player: simply, and never by a card that they do not see."""
        raise NotImplementedError

    def player(self, position: Any) -> int | None:
        """The player who decides now, as the hands of `deal` are numbered. Default: the seat whose turn it is."""
        return self.turn(position)

    def hand_of(self, position: Any, move: Move) -> int | None:
        """The hand that a card is played from, as `deal` numbers hands. Default: the number of the move's source."""
        del position
        return move.source[1]

    def seat_of(self, position: Any, player: int) -> int:
        """The seat of a player. Default: the player's number."""
        del position
        return player

    def turn(self, position: Any) -> int | None:
        """The seat whose turn it is, None where anybody may move or the round is over."""

    def is_over(self, position: Any) -> bool:
        """Whether the round is finished: no card can be laid any more."""

    def may_end(self, position: Any) -> bool:
        """Whether the round is over if nothing more happens, such as when everybody may stand. Default: `is_over`.

        Cards that leave a table whose round may end are cleared away: the round counts as it lay there before. A caller
        that sees such a table still for some seconds may propose the round.
        """
        return self.is_over(position)

    def conclude(self, position: Any) -> Conclusion:
        """The round that the position amounts to, and what must still be told."""

    def answered_by_clearing(self, position: Any) -> tuple[str, ...]:
        """The paths of the asks that are answered as proposed if all cards are cleared away now. Default: none."""
        del position
        return ()

    def possible_moves(self, position: Any, sight: Sight) -> tuple[Move, ...] | None:
        """The moves that may be behind what was seen, the likeliest first; () if it is none of this game.

        None: the game leaves it to the decoder, which tries all moves between the places that cards can have.
        """
        del position, sight
        return None

    def unseen_move(self, position: Any) -> Move | None:
        """The next move as it stands when nobody saw it and the round went on; its event is "unseen". Default: none.

        It says which card is missing by its fault. Later moves that no seat is named in are judged after it.
        """
        del position
        return None

    def awaits_taking(self, position: Any) -> bool | None:
        """Whether the cards in the middle are now taken together. Default: None, in this game they never are.

        What leaves the middle of such a game is held back until it lies as a heap before who took it.
        """
        del position
        return None

    def deduced_moves(self, position: Any) -> tuple[tuple[Move, str], ...]:
        """Moves at the end of a round that nobody saw and that follow from all others. Default: none.

        Each with a card that was laid before it, and taken with it.
        """
        del position
        return ()

    def hints(self, position: Any) -> tuple[Text, ...]:
        """What may be played now, in words for beginners. Default: nothing is said."""
        del position
        return ()

    def film_policies(self, table: Table, rng: random.Random, faults: Sequence[str] = ()) -> tuple[Policy, ...]:
        """How players decide in films and tests: often at random within the rules, and with one of each of `faults`."""
        del faults
        return self.policies(table, rng)

    def lay_out(self, steps: Sequence[Step], rng: random.Random) -> tuple[ScriptStep, ...]:
        """The steps of a round as a film shows them: where each card comes to lie, in which order cards are taken."""
        raise NotImplementedError

    def play_round(self, table: Table, deck: str, rng: random.Random, faults: Sequence[str] = ()) -> ScriptedRound:
        """A round played at random within the rules, for films and tests; with one of each of `faults`."""
