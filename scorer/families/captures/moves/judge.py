"""The judge of rounds of captures: a move in, the position after it out."""

from __future__ import annotations

import random
from abc import abstractmethod
from dataclasses import replace

from scorer.families.captures.moves import faults, hints, sights
from scorer.families.captures.moves.capture import UNSEEN, CardCapture, without
from scorer.families.captures.moves.position import (
    BEFORE_PLAY,
    DEAL,
    HAND,
    OPENING,
    OVER,
    STOCK,
    CapturePosition,
    CaptureSetup,
    drop_overdue,
    give_back,
    lay_card,
    retract_card,
    see_card,
    take_card,
    take_with_unseen_card,
)
from scorer.families.captures.moves.sights import UNCAPTURED
from scorer.families.faults import stranger
from scorer.rules.play_rules import MIDDLE, PILE, Conclusion, Move, PlayRules, ScriptedRound, Sight, Verdict
from scorer.rules.prompts import Table
from scorer.texts import Text

MISSED_COST = -5.0
"""Cost (natural logarithm) of a card that was dealt or laid and never seen: cameras miss a few in a thousand."""
GIVEN_BACK_COST = -2.5
"""Cost of a card that goes back from a pile to the middle: people err in what they take once in dozens of captures."""
TAKEN_AT_ONCE_COST = -1.0
"""Cost of a card that nobody saw in the middle before it was taken: hands hide one in three."""
UNSEEN_CAPTURE_COST = -1.5
"""Cost of a card of the field being taken with one that nobody has seen yet."""


class CapturePlayRules(PlayRules):
    """The moves that games of captures share; each game says how it is dealt, when it ends and what it amounts to."""

    ending_path = ""
    """The path of the question how the round ended, where a word that no camera hears may have ended it."""

    @abstractmethod
    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """How the round is dealt."""

    @abstractmethod
    def conclude(self, position: CapturePosition) -> Conclusion:
        """The round that the position amounts to, and what must still be told."""

    @abstractmethod
    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round played at random within the rules, for films and tests."""

    def captured_by(self, position: CapturePosition, card: str) -> tuple[tuple[str, ...], int] | None:
        """The cards of the field that a card laid now may capture, and how many of them; None where it stays there."""
        return position.matching(card)

    def take_opening(self, position: CapturePosition) -> CardCapture | None:
        """What the dealer takes of the field before the first turn, None if nothing (more)."""
        del position
        return None

    @abstractmethod
    def end(self, position: CapturePosition) -> Text | None:
        """Why the round is over before the hands are empty, None if it goes on."""

    def may_leave(self, position: CapturePosition, card: str) -> bool:
        """Whether a card in the middle may leave the game, taken by nobody."""
        del position, card
        return False

    def may_take(self, position: CapturePosition, card: str, seat: int) -> bool:
        """Whether a player may take a card that nothing captures; it counts to no pile then."""
        del position, card, seat
        return False

    def may_capture(self, position: CapturePosition, card: str, partner: str) -> bool:
        """Whether a card captures another of the field, whatever else lies there."""
        numbers = position.setup.number_by_card
        return numbers[card] == numbers[partner]

    def before_laying(self, position: CapturePosition, card: str) -> CapturePosition:
        """The position as a card that is laid now changes it, before it captures."""
        del card
        return position

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
        return position.phase == OVER or (position.phase != DEAL and self.end(position) is not None)

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

    def judge(self, position: CapturePosition, move: Move) -> Verdict:
        """The position after a move, whether the rules allow it or not."""
        card = move.card
        if move.event == "retracted":
            return self._retract(position, card)
        if move.event == "unseen":
            return self._miss(position)
        if card is None:
            return Verdict(position)  # the stock, or a pile turned over: no card that counts changes its place
        if card not in position.setup.number_by_card:
            return Verdict(position, stranger(card))
        if move.event in ("laid", "turned") and move.target[0] != "captures":
            return self._lay(position, card, move.seat)
        if move.target[0] in ("middle", "hand"):
            return self._give_back(position, card, move)
        if move.target[0] == "out":
            return self._leave(position, card)
        return self._take(position, card, move)

    def _miss(self, position: CapturePosition) -> Verdict:
        """A card that was dealt or laid and that nobody saw."""
        if position.phase == DEAL:
            after = replace(position, unseen_deals=position.unseen_deals + 1)
            return Verdict(self._when_dealt(after), cost=MISSED_COST)
        if position.phase in (OPENING, OVER):
            return Verdict(position)
        after = lay_card(position, UNSEEN, position.seat, None)
        return Verdict(replace(after, unseen=(*position.unseen, position.seat)), cost=MISSED_COST)

    def _lay(self, position: CapturePosition, card: str, seat: int | None) -> Verdict:
        if position.whereabouts(card) >= position.setup.copies[card]:
            return Verdict(position, faults.second_copy(card))
        if position.phase == DEAL:
            return Verdict(self._deal(position, card))
        if position.latest == UNSEEN and position.unseen_captures and seat is None:
            capture = position.unseen_captures[-1]
            if capture is position.captures[-1] and self._fits(position, capture, card):
                return Verdict(see_card(position, capture, card, is_taken=False), seat=capture.seat)
        setup = position.setup
        why = self.end(position)
        if position.phase == OVER:
            return Verdict(position, faults.after_the_end(why or faults.HANDS_EMPTY))
        fault = faults.after_the_end(why) if why else None
        player = position.seat if seat is None else seat
        if player != position.seat and player < setup.seats:
            fault = faults.out_of_turn(setup.name(player), setup.name(position.seat))
            if position.hands[player]:
                position = replace(position, seat=player, phase=HAND)
            else:
                player = position.seat
        if not position.has_begun_turn:
            position, overdue = drop_overdue(position, player)
            fault = fault or (faults.left_lying(setup.name(player), overdue[0]) if overdue else None)
        if position.phase == OPENING:
            position = replace(position, phase=HAND)
        captured = self.captured_by(position, card)
        return Verdict(lay_card(self.before_laying(position, card), card, player, captured), fault, player)

    def _fits(self, position: CapturePosition, capture: CardCapture, card: str) -> bool:
        """Whether a card may be the one that nobody saw of a capture."""
        return capture.is_unseen and self.may_capture(position, card, capture.matched)

    def _deal(self, position: CapturePosition, card: str) -> CapturePosition:
        field = (*position.field, card)
        return self._when_dealt(replace(position, field=field, opening=field))

    def _when_dealt(self, position: CapturePosition) -> CapturePosition:
        """The position in the deal, ready for play as soon as the field is whole."""
        if len(position.field) + position.unseen_deals < position.setup.field_size:
            return position
        return self._offer_opening(replace(position, phase=HAND))

    def _offer_opening(self, position: CapturePosition) -> CapturePosition:
        """The position with what the dealer takes next of the opening field, or ready for the first hand card."""
        capture = self.take_opening(position)
        if capture is None:
            return replace(position, phase=HAND)
        return replace(position, phase=OPENING, captures=(*position.captures, capture))

    def _take(self, position: CapturePosition, card: str, move: Move) -> Verdict:
        seat = move.seat if move.target[1] is None else move.target[1]
        if card not in position.field:
            if position.whereabouts(card) >= position.setup.copies[card]:
                return self._pass_on(position, card, seat)
            return self._take_at_once(position, card, seat, move)
        open_captures = [each for each in position.open_captures if each.accepts(card)]
        capture = next((each for each in open_captures if each.seat == seat), next(iter(open_captures), None))
        name = position.setup.name
        if capture is None:
            if seat is None or self.may_take(position, card, seat):
                return self._leave(position, card, seat)
            if move.source != UNCAPTURED and seat == position.seat and position.phase in (HAND, STOCK):
                return Verdict(take_with_unseen_card(position, card, seat), cost=UNSEEN_CAPTURE_COST)
            return Verdict(take_card(position, card, seat, None), faults.not_captured(name(seat), card))
        fault = None
        if seat is None:
            seat = capture.seat
        elif seat != capture.seat:
            fault = faults.not_the_taker(name(seat), name(capture.seat), card)
        after = take_card(position, card, seat, capture)
        if after.phase == OPENING and not after.open_captures:
            after = self._offer_opening(after)
        return Verdict(after, fault, seat)

    def _take_at_once(self, position: CapturePosition, card: str, seat: int | None, move: Move) -> Verdict:
        """A card that was laid and taken at once: nobody saw it lie in the middle."""
        unseen = (each for each in reversed(position.unseen_captures) if each.seat == seat)
        capture = next((each for each in unseen if self._fits(position, each, card)), None)
        if capture is not None:
            laid = Move("laid", seat, card, ("hand", seat), MIDDLE, move.thing)
            after = see_card(position, capture, card, is_taken=True)
            return Verdict(after, None, seat, (laid,), taken_with=capture.taken[-1] if capture.taken else None)
        first = self._lay(position, card, None)
        if card not in first.position.field:
            return first
        then = self._take(first.position, card, replace(move, source=UNCAPTURED))
        laid = Move("laid", first.seat, card, ("hand", first.seat), MIDDLE, move.thing)
        cost = TAKEN_AT_ONCE_COST + then.cost
        return Verdict(then.position, then.fault or first.fault, then.seat, (laid,), cost=cost)

    def _leave(self, position: CapturePosition, card: str, seat: int | None = None) -> Verdict:
        """A card of the middle that left the game, or went to a player to whom it comes without a capture."""
        if card not in position.field:
            return Verdict(position)
        allowed = seat is not None or self.may_leave(position, card)
        gone = replace(position, field=without(position.field, (card,)), gone=(*position.gone, card))
        return Verdict(gone, None if allowed else faults.left_table(card))

    def _pass_on(self, position: CapturePosition, card: str, seat: int | None) -> Verdict:
        """A card that lies in a pile: it stays there, or goes to another pile."""
        owner = next((each for each in range(position.setup.seats) if card in position.pile(each)), None)
        if owner is None or seat is None or seat == owner:
            return Verdict(position, None if owner is not None else faults.second_copy(card))
        name = position.setup.name
        after = take_card(give_back(position, card, owner), card, seat, None)
        return Verdict(after, faults.changed_piles(name(seat), name(owner), card))

    def _give_back(self, position: CapturePosition, card: str, move: Move) -> Verdict:
        """A card that moved within the middle, or came back there from a pile."""
        if card in position.returned:
            return Verdict(replace(position, returned=without(position.returned, (card,))))
        if card in position.field and position.whereabouts(card) >= position.setup.copies[card]:
            return Verdict(position)
        wanted = move.source[1] if move.source[0] == "captures" else None
        owners = [seat for seat in range(position.setup.seats) if card in position.pile(seat)]
        if not owners:
            return self._lay(position, card, move.seat) if move.target[0] == "middle" else Verdict(position)
        owner = wanted if wanted in owners else owners[0]
        return Verdict(give_back(position, card, owner), cost=GIVEN_BACK_COST)

    def _retract(self, position: CapturePosition, card: str | None) -> Verdict:
        before = position.before
        if before is not None and card in (None, position.latest):
            return Verdict(retract_card(position, before), seat=before.seat)
        if card is None or card not in position.field:
            return Verdict(position)
        captures = tuple(each for each in position.captures if each.card != card or not each.is_open)
        after = replace(position, field=without(position.field, (card,)), captures=captures)
        return Verdict(after, faults.retracted_late(card))


def opening_capture(partners: tuple[str, ...], need: int) -> CardCapture:
    """What the dealer takes of the opening field: `need` of `partners`."""
    return CardCapture(0, BEFORE_PLAY, "", partners, need)
