"""How hwatu are captured in Korea, and which pi the others give.

What a hand card and the top card match is captured at the end of the turn. If the top card is the third of the month
that the hand card has just paired, all three stay (ppeok). What happens is remembered as if it had been said.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from scorer.errors import Refusal
from scorer.families.captures import text
from scorer.families.captures.cards import BIT, MONTH_OF, mask_of
from scorer.families.captures.hwatu.events import (
    BOMB,
    DRAWN,
    GIVES,
    OWED,
    SHAKE,
    TAKES,
    TRIPLE,
    gifts,
    happened,
    is_said,
    with_bomb,
    with_card,
    with_gift,
)
from scorer.families.captures.months import months_of
from scorer.families.captures.moves.calls import PileRaise
from scorer.families.captures.moves.capture import Captured
from scorer.families.captures.moves.hanafuda import HanafudaPlayRules, moment_of
from scorer.families.captures.moves.layout import lay_out
from scorer.families.captures.moves.position import (
    BEFORE_PLAY,
    DEAL,
    HAND,
    CapturePosition,
    Utterance,
)
from scorer.families.captures.round_cards import codes_in, list_in, require_player
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.rules.options import OptionValue
from scorer.rules.play.moves import MIDDLE, PILE, Move, Policy, ScriptStep, Sight, Step, Verdict, call_move
from scorer.rules.prompts import Table

BOMB_COST = -3.0
"""Cost (natural logarithm) of taking a hand card for the first of a bomb: about one in twenty is."""


class HwatuRules(HanafudaPlayRules):
    """The play of games with hwatu. `films_words`: whether players in films say what no camera sees."""

    @abstractmethod
    def pi_worth(self, position: CapturePosition, card: str) -> int:
        """What a card counts as pi where somebody must give one, 0 if it is none."""

    @abstractmethod
    def points(self, position: CapturePosition, pile: int) -> int:
        """What a pile counts, whether or not that is enough to stop."""

    @abstractmethod
    def least(self, position: CapturePosition) -> int:
        """The points from which on somebody must say whether the round goes on."""

    def worth(self, position: CapturePosition, pile: int, field: int) -> int:
        """The points of a pile once they are enough to stop."""
        del field
        points = self.points(position, pile)
        return points if points >= self.least(position) else 0

    def raises(self, position: CapturePosition) -> tuple[PileRaise, ...]:
        """Every turn after which its player had to say go or stop: more points, and one more after each go."""
        if "raises" not in position.memo:
            position.memo["raises"] = tuple(self._raises(position))
        found: tuple[PileRaise, ...] = position.memo["raises"]
        return found

    def _raises(self, position: CapturePosition) -> Iterator[PileRaise]:
        seats, least = position.setup.seats, self.least(position)
        said, best, piles = [0] * seats, [0] * seats, [0] * seats
        changes: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for seat, pile in enumerate(position.piles):
            for card, turn in pile:
                changes[turn].append((seat, BIT[card]))
        for turn, giver, card, since in gifts(position):  # what was given is in another pile by now
            changes[since].append((giver, BIT[card]))
            changes[turn].append((giver, -BIT[card]))
        turns = [seat for seat, _ in position.turns] + [position.seat] * position.has_begun_turn
        for turn, seat in enumerate([0, *turns], BEFORE_PLAY):
            before = self.points(position, piles[seat])
            for owner, change in changes[turn]:
                piles[owner] += change
            points = self.points(position, piles[seat])
            if turn != BEFORE_PLAY and points > max(before, best[seat]) and points >= least + said[seat]:
                said[seat], best[seat] = said[seat] + 1, points
                yield PileRaise(turn, seat, points)

    def captured_by(self, position: CapturePosition, card: str) -> Captured | None:
        """What matches by month; of a bomb only the third card captures, and then all."""
        captured = super().captured_by(position, card)
        is_bombing = captured is not None and position.phase == HAND and is_said(position, BOMB)
        return None if captured is not None and is_bombing and len(captured[0]) < TRIPLE else captured

    def after_laying(self, position: CapturePosition, card: str, seat: int) -> CapturePosition:
        """The same, with what happens by the card."""
        return with_card(position, super().after_laying(position, card, seat))

    def after_dealing(self, position: CapturePosition, cards: Sequence[str]) -> CapturePosition:
        """The same; bonus cards of the field go to the dealer and are replaced."""
        return with_card(position, super().after_dealing(position, cards))

    def advance(self, position: CapturePosition, moves: Sequence[Move]) -> CapturePosition:
        """The same; a bomb is heard first."""
        return super().advance(with_bomb(position) if moves[0].call == BOMB else position, moves)

    def judge(self, position: CapturePosition, move: Move) -> Verdict:
        """Also pi that somebody gives, cards drawn for bonus cards, and bombs that are laid and not said."""
        if move.source == PILE and move.target[0] == "hand":
            return Verdict(position.changed(said=(*position.said, Utterance(position.turn, position.seat, DRAWN))))
        if move.event == "laid" and move.call == BOMB and not position.has_begun_turn and position.phase != DEAL:
            verdict = self.judge(with_bomb(position), replace(move, call=""))
            return replace(verdict, cost=verdict.cost + BOMB_COST)
        taker = move.target[1] if move.target[0] == "captures" else None
        giver = next(
            (seat for seat, pile in enumerate(position.piles) if any(move.card == card for card, _ in pile)), None
        )
        if taker is not None and giver is not None and self.owes(position, giver, taker):
            return Verdict(with_gift(position, move.card or "", giver, taker), seat=taker)
        return super().judge(position, move)

    def owes(self, position: CapturePosition, giver: int, taker: int) -> bool:
        """Whether one player still has a pi to give to another for the turn that is over."""
        if position.has_begun_turn or not position.turns or position.turns[-1][0] != taker or giver == taker:
            return False
        turn = position.turn - 1
        due = happened(position, turn, taker, *TAKES) + happened(position, turn - 1, taker, BOMB)
        given = sum(each.turn == turn and each.seat == giver and each.call.startswith(GIVES) for each in position.said)
        return given < due and self._gift(position, giver) is not None

    def _gift(self, position: CapturePosition, giver: int) -> str | None:
        """The pi that a player gives: the one that counts least."""
        worth = {card: self.pi_worth(position, card) for card in position.pile(giver)}
        return min((card for card in worth if worth[card]), key=lambda card: (worth[card], BIT[card]), default=None)

    def moved_by_rules(self, position: CapturePosition) -> tuple[Move, ...]:
        """A card drawn in place of a bonus card; a pi that somebody gives."""
        if position.has_begun_turn or not position.turns:
            drawn = happened(position, position.turn, position.seat, DRAWN)
            if happened(position, position.turn, position.seat, OWED) > drawn:
                return (Move("moved", position.seat, None, PILE, ("hand", position.seat)),)
            return ()
        taker = position.turns[-1][0]
        for giver in range(position.setup.seats):
            if self.owes(position, giver, taker):
                return (Move("moved", taker, self._gift(position, giver), ("captures", giver), ("captures", taker)),)
        return ()

    def legal(self, position: CapturePosition, held: Sequence[str]) -> tuple[Move, ...]:
        """The same; of a bomb one card after the other, after a shake one of the three."""
        moves = super().legal(position, held)
        if position.phase != HAND or not moves or moves[0].source[0] != "hand":
            return moves
        if is_said(position, BOMB):
            return tuple(each for each in moves if MONTH_OF[each.card or ""] == MONTH_OF[position.latest])[:1]
        if is_said(position, SHAKE) and not position.has_begun_turn:
            counts = months_of(held)
            return tuple(each for each in moves if each.card and counts[MONTH_OF[each.card]] >= TRIPLE)
        return moves

    def words_at_turn(self, position: CapturePosition, held: Sequence[str] | None) -> tuple[Move, ...]:
        """Bomb and shake, for who holds three of a month."""
        if position.phase != HAND or position.has_begun_turn or is_said(position, BOMB, SHAKE):
            return ()
        if held is None:
            return (call_move(position.seat, SHAKE),)
        counts, lying = months_of(held), months_of(position.free_field)
        triple = [card for card in held if MONTH_OF[card] and counts[MONTH_OF[card]] == TRIPLE]
        bombs = [card for card in triple if lying[MONTH_OF[card]] == 1][:1]
        bomb = [Move("laid", position.seat, card, ("hand", position.seat), MIDDLE, call=BOMB) for card in bombs]
        return (*bomb, call_move(position.seat, SHAKE)) if triple else ()

    def possible_moves(self, position: CapturePosition, sight: Sight) -> tuple[Move, ...]:
        """Also: a card laid on one of its month may be the first of a bomb."""
        moves = super().possible_moves(position, sight)
        bombs = [each for each in moves if each.event == "laid" and self._may_be_bomb(position, each.card or "")]
        return (*moves, *(Move("laid", None, each.card, each.source, MIDDLE, each.thing, BOMB) for each in bombs))

    def _may_be_bomb(self, position: CapturePosition, card: str) -> bool:
        is_turn = position.phase == HAND and not position.has_begun_turn and position.hands[position.seat] >= TRIPLE
        return is_turn and MONTH_OF.get(card, 0) > 0 and months_of(position.free_field)[MONTH_OF[card]] == 1

    def policy(self, table: Table, rng: random.Random, random_cards: float) -> Policy:
        """As in every game of hanafuda; bombs and shakes always, but in films, where nobody hears a word."""
        otherwise = super().policy(table, rng, random_cards)

        def decide(position: CapturePosition, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
            special = [] if random_cards else [each for each in moves if each.call in self.said_at_once]
            return special[0] if special else otherwise(position, hand, moves)

        return decide

    said_at_once: frozenset[str] = frozenset({BOMB, SHAKE})
    """What players say whenever they may."""

    def situate(self, question: HandQuestion) -> Situation:
        """After the turn in which the pile `cards` got enough points: stop or go; else a card of the hand.

        The question tells the "hand", the "field", the "seat" (0: the dealer), and of three players the "piles". Of
        "calls" the own one says that go was called before, so that a card is to be played.
        """
        data, piles = question.data, tuple(tuple(pile or ()) for pile in list_in(question.data, "piles"))
        names = ("A", "B", "C")[: max(len(piles), 2)]
        begun = self.begin(Table(names, cast("Mapping[str, OptionValue]", question.options)), "hanafuda")
        seat = require_player(data.get("seat", 0), len(names), text("seat"))
        says = bool(self.worth(begun, mask_of(question.cards), 0)) and seat not in list_in(data, "calls")
        position = moment_of(begun, question, seat, says=says, others=piles)
        if self.player(position) != seat:
            raise Refusal("impossible", text("not_in_turn"), seat=seat)
        return Situation(begun.setup.table, position, codes_in(data, "hand"), question)

    def lay_out(self, steps: Sequence[Step], rng: random.Random) -> tuple[ScriptStep, ...]:
        """Captures are taken at the end of a turn, because the top card may yet keep them there."""
        return lay_out(steps, rng, takes_at_once=0.0)
