"""How captures are played: the deal, what may be done now, the end."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from scorer.families.captures.moves import hints, sights
from scorer.families.captures.moves.capture import CardCapture, without
from scorer.families.captures.moves.judge import CaptureJudge
from scorer.families.captures.moves.layout import lay_out
from scorer.families.captures.moves.position import DEAL, HAND, OPENING, OVER, CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.rules.play.moves import (
    MIDDLE,
    NEXT_CARD,
    PILE,
    Conclusion,
    Deal,
    Move,
    Policy,
    ScriptedRound,
    ScriptStep,
    Sight,
    Step,
)
from scorer.rules.play.playout import play_film
from scorer.rules.prompts import Table
from scorer.texts import Text

RANDOM_CARD = 0.3
"""Share of turns of a film in which a player plays any card, not the one that captures most."""
_MOST_PLAYERS = 4
"""Players of a round, at most; at larger tables the others rest."""
_CUT = 5
"""Cards by which a pack is cut whose deal does not count, and heaps into which it is dealt where no cut helps."""
_DEALT = (Move("laid", None, NEXT_CARD, PILE, MIDDLE),)
_Due = tuple[int | None, tuple[Move, ...] | None]


class CapturePlayRules(CaptureJudge):
    """The play that games of captures share; each game says how it is dealt, when it ends and what it amounts to."""

    ending_path = ""
    """The path of the question how the round ended, where a word that no camera hears may have ended it."""

    @abstractmethod
    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """How the round is dealt."""

    @abstractmethod
    def conclude(self, position: CapturePosition) -> Conclusion:
        """The round that the position amounts to, and what must still be told."""

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Whether a deal does not count."""
        del setup, hands, field
        return False

    def words(self, position: CapturePosition) -> tuple[Move, ...]:
        """What somebody has to say before the next card is laid: one of these words. Default: nothing."""
        del position
        return ()

    def words_at_turn(self, position: CapturePosition, held: Sequence[str] | None) -> tuple[Move, ...]:
        """What a player may say instead of laying a card; `held` is the hand, None where it is not known."""
        del position, held
        return ()

    def takes_at_once(self, position: CapturePosition) -> bool:
        """Whether what is captured is taken before the next card is laid, not at the end of the turn only."""
        return not position.has_begun_turn

    def moved_by_rules(self, position: CapturePosition) -> tuple[Move, ...]:
        """A card that the rules themselves move now, before anything else. Default: none."""
        del position
        return ()

    def policy(self, table: Table, rng: random.Random, random_cards: float) -> Policy:
        """How a player decides: simply, and in that share of turns by any card."""
        raise NotImplementedError

    def may_say(self, position: CapturePosition, seat: int | None, call: str) -> bool:
        """Whether somebody may say that now."""
        words = (*self.words(position), *self.words_at_turn(position, None))
        return any(each.seat == seat and each.call == call for each in words)

    def deal(self, position: CapturePosition, pack: Sequence[str]) -> Deal:
        """Hands in turn, then the field, which lies on the stock; a pack whose deal does not count is cut.

        One in which no cut helps, such as a new one in order, is dealt into heaps that are laid on each other.
        """
        cards, cuts = self.in_play(position.setup, pack), 0
        while True:
            hands, field, stock = self.share_out(position.setup, cards)
            if not self.is_dealt_again(position.setup, hands, field):
                return Deal(hands, (*field, *stock))
            cards, cuts = (*cards[_CUT:], *cards[:_CUT]), cuts + 1
            if cuts % len(cards) == 0:
                cards = tuple([card for heap in range(_CUT) for card in cards[heap::_CUT]])

    def in_play(self, setup: CaptureSetup, pack: Sequence[str]) -> tuple[str, ...]:
        """The cards of a pack that are played with."""
        del setup
        return tuple(pack)

    def share_out(
        self, setup: CaptureSetup, cards: Sequence[str]
    ) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[str, ...]]:
        """Hands, field and stock, as they are dealt from the top of the pack."""
        ends = [seat * setup.hand_size for seat in range(setup.seats + 1)]
        field_end = ends[-1] + setup.field_size
        hands = tuple(tuple(cards[start:end]) for start, end in pairwise(ends))
        return hands, tuple(cards[ends[-1] : field_end]), tuple(cards[field_end:])

    def hide(self, position: CapturePosition, own_player: int, own_hand: Sequence[str], rng: random.Random) -> Deal:
        """The cards that `own_player` does not see, dealt at random to the other hands and the stock."""
        setup = position.setup
        known = [own_hand if seat == own_player else position.known_of(seat) for seat in range(setup.seats)]
        taken = [card for pile in position.piles for card, _ in pile]
        seen = (*position.field, *taken, *position.gone, *(card for hand in known for card in hand))
        unseen = list(without(setup.pack, seen))
        rng.shuffle(unseen)
        hands = []
        for hand, size in zip(known, position.hands, strict=True):
            count = max(size - len(hand), 0)
            hands.append((*hand, *unseen[:count]))
            del unseen[:count]
        return Deal(tuple(hands), tuple(unseen))

    def advance(self, position: CapturePosition, moves: Sequence[Move]) -> CapturePosition:
        """The field dealt and cards laid need no judge, and what they capture is taken; all else is as it is judged."""
        if position.phase == DEAL:
            return self.after_dealing(position, [move.card for move in moves if move.card is not None])
        for move in moves:
            if move.event == "laid" and move.seat == position.seat and move.card is not None:
                position = self.after_laying(position, move.card, position.seat)
            else:
                position = self.judge(position, move).position
        while position.open_captures and (captures := self._to_take(position)) and not _is_choice(captures[0]):
            position = self.after_gathering(position, captures[0].seat)
        return position

    def player(self, position: CapturePosition) -> int | None:
        """Who takes what was captured, who has to say something, or whose turn it is."""
        return self._due(position)[0]

    def legal(self, position: CapturePosition, held: Sequence[str]) -> tuple[Move, ...]:
        """A card of the hand, the next one of the stock, what is captured, a word."""
        seat, moves = self._due(position)
        if moves is not None or seat is None:
            return moves or ()
        return (*[_laying(seat, card) for card in dict.fromkeys(held)], *self.words_at_turn(position, held))

    def _due(self, position: CapturePosition) -> _Due:
        """Who is to do something, and what it may be: None for a card of the hand."""
        memo = position.memo
        if "due" not in memo:
            memo["due"] = self._find_due(position)
        due: _Due = memo["due"]
        return due

    def _find_due(self, position: CapturePosition) -> _Due:
        phase = position.phase
        if phase == DEAL:
            return None, _DEALT * max(position.setup.field_size - len(position.field) - position.unseen_deals, 1)
        if position.open_captures and (captures := self._to_take(position)):
            return captures[0].seat, _taking(captures[0])
        if moved := self.moved_by_rules(position):
            return None, moved
        if words := self.words(position):
            return words[0].seat, words
        if phase == OVER or self.why_over(position) is not None:
            return None, ()
        return position.seat, None if phase == HAND else _turning_up(position.seat)

    def _to_take(self, position: CapturePosition) -> tuple[CardCapture, ...]:
        """What is taken before anything else happens, first where a player has the choice."""
        choices = tuple([each for each in position.open_captures if _is_choice(each)])
        if choices or not (position.phase == OPENING or self.takes_at_once(position)):
            return choices
        return position.open_captures

    def policies(self, table: Table, rng: random.Random) -> tuple[Policy, ...]:
        """The same for everybody."""
        return (self.policy(table, rng, 0.0),) * _MOST_PLAYERS

    def film_policies(self, table: Table, rng: random.Random, faults: Sequence[str] = ()) -> tuple[Policy, ...]:
        """The same for everybody, who often play any card."""
        del faults
        return (self.policy(table, rng, RANDOM_CARD),) * _MOST_PLAYERS

    def lay_out(self, steps: Sequence[Step], rng: random.Random) -> tuple[ScriptStep, ...]:
        """The steps as a film shows them; what was captured is often taken before the next card is turned up."""
        return lay_out(steps, rng)

    def play_round(self, table: Table, deck: str, rng: random.Random, faults: Sequence[str] = ()) -> ScriptedRound:
        """A round of players who mostly take what is worth most. Nobody errs in films of these games."""
        return play_film(self, self.setup(table, deck).pack, table, rng, faults)

    def begin(self, table: Table, deck: str) -> CapturePosition:
        """The position when the first card of the field may be laid."""
        return CapturePosition.of(self.setup(table, deck))

    def turn(self, position: CapturePosition) -> int | None:
        """The seat that lays the next card, or takes of the opening field; None in the deal and after the end."""
        return None if position.phase in (DEAL, OVER) or self.is_over(position) else position.seat

    def is_over(self, position: CapturePosition) -> bool:
        """Whether the round is finished and everything captured has been taken."""
        if position.open_captures:
            return False
        return position.phase == OVER or (position.phase != DEAL and self.why_over(position) is not None)

    def may_end(self, position: CapturePosition) -> bool:
        """Whether the round is over if nothing more happens: it is, or somebody may have ended it."""
        return self.is_over(position) or (self.is_ended_by_call(position) and not position.open_captures)

    def is_ended_by_call(self, position: CapturePosition) -> bool:
        """Whether a player may have ended the round now by a word that no camera hears."""
        del position
        return False

    def answered_by_clearing(self, position: CapturePosition) -> tuple[str, ...]:
        """How the round ended: the player who might have ended it did, as nobody played on."""
        return (self.ending_path,) if self.is_ended_by_call(position) else ()

    def possible_moves(self, position: CapturePosition, sight: Sight) -> tuple[Move, ...]:
        """The moves that may be behind a sight: laid, taken, taken back, put back."""
        return tuple(sights.moves_behind(position, sight, may_leave=self.may_leave))

    def unseen_move(self, position: CapturePosition) -> Move | None:
        """A card dealt or laid that nobody saw; None when none can be laid any more."""
        return None if position.phase in (OPENING, OVER) else Move("unseen", None, None, PILE, MIDDLE)

    def hints(self, position: CapturePosition) -> tuple[Text, ...]:
        """For beginners: whose turn it is, what may be taken, and which cards would capture something."""
        return () if self.is_over(position) else hints.for_position(position)


def _is_choice(capture: CardCapture) -> bool:
    """Whether it is for the player to say which cards are captured."""
    return len(capture.partners_left) > capture.missing


def _taking(capture: CardCapture) -> tuple[Move, ...]:
    """The cards among which a player has the choice, or everything captured at once."""
    seat = capture.seat
    if _is_choice(capture):
        return tuple(
            Move("taken", seat, card, MIDDLE, ("captures", seat)) for card in dict.fromkeys(capture.partners_left)
        )
    return _gathering(seat)


@cache
def _gathering(seat: int) -> tuple[Move, ...]:
    return (Move("gathered", seat, None, MIDDLE, ("captures", seat)),)


@cache
def _turning_up(seat: int) -> tuple[Move, ...]:
    return (Move("laid", seat, NEXT_CARD, PILE, MIDDLE),)


@cache
def _laying(seat: int, card: str) -> Move:
    return Move("laid", seat, card, ("hand", seat), MIDDLE)
