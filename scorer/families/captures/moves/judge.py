"""The judge of rounds of captures: a move in, the position after it out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from scorer.families.captures.moves import faults, hands
from scorer.families.captures.moves.capture import UNSEEN, CardCapture, without
from scorer.families.captures.moves.position import (
    BEFORE_PLAY,
    DEAL,
    HAND,
    OPENING,
    OVER,
    STOCK,
    CapturePosition,
    Utterance,
    drop_overdue,
    gather_captured,
    give_back,
    lay_card,
    retract_card,
    see_card,
    take_card,
    take_with_unseen_card,
)
from scorer.families.captures.moves.sights import UNCAPTURED
from scorer.families.faults import stranger
from scorer.rules.play.moves import MIDDLE, Move, Verdict
from scorer.rules.play.playable import Playable
from scorer.texts import Text

MISSED_COST = -5.0
"""Cost (natural logarithm) of a card that was dealt or laid and never seen: cameras miss a few in a thousand."""
GIVEN_BACK_COST = -2.5
"""Cost of a card that goes back from a pile to the middle: people err in what they take once in dozens of captures."""
TAKEN_AT_ONCE_COST = -1.0
"""Cost of a card that nobody saw in the middle before it was taken: hands hide one in three."""
UNSEEN_CAPTURE_COST = -1.5
"""Cost of a card of the field being taken with one that nobody has seen yet."""


class CaptureJudge(Playable):
    """What a move changes in games of captures; each game says what it allows beside matching cards."""

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

    def why_over(self, position: CapturePosition) -> Text | None:
        """The same, worked out once for a position."""
        memo = position.memo
        if "end" not in memo:
            memo["end"] = self.end(position)
        why: Text | None = memo["end"]
        return why

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

    def may_say(self, position: CapturePosition, seat: int | None, call: str) -> bool:
        """Whether somebody may say that now. Default: in this game nothing is said."""
        del position, seat, call
        return False

    def before_laying(self, position: CapturePosition, card: str) -> CapturePosition:
        """The position as a card that is laid now changes it, before it captures."""
        del card
        return position

    def judge(self, position: CapturePosition, move: Move) -> Verdict:
        """The position after a move, whether the rules allow it or not."""
        card, event = move.card, move.event
        if event in ("called", "gathered", "retracted", "unseen"):
            return self._judge_without_place(position, move)
        if card is None:
            return Verdict(position)  # the stock, or a pile turned over: no card that counts changes its place
        if card not in position.setup.number_by_card:
            return Verdict(position, stranger(card))
        target, number = move.target
        if move.source[0] == "out" and card in position.gone and target not in ("hand", "open"):
            return self._come_back(position, card, move)
        if target == "out" and card not in position.field:
            return hands.leave_hidden(position, card, move.source)
        if number is not None and (target == "open" or (target == "hand" and event != "laid")):
            return hands.show_card(position, card, number)
        if event in ("laid", "turned") and target != "captures":
            return self._lay(position, card, move.seat)
        if target in ("middle", "hand"):
            return self._give_back(position, card, move)
        if target == "out":
            return self._leave(position, card)
        return self._take(position, card, move)

    def _judge_without_place(self, position: CapturePosition, move: Move) -> Verdict:
        """A word, everything captured, the card laid last, or one that nobody saw."""
        if move.event == "called":
            return self._hear(position, move)
        if move.event == "gathered":
            return Verdict(self.after_gathering(position, move.seat), seat=move.seat)
        return self._retract(position, move.card) if move.event == "retracted" else self._miss(position)

    def _hear(self, position: CapturePosition, move: Move) -> Verdict:
        """A word: it counts if it may be said now, else it changes nothing."""
        seat = position.seat if move.seat is None else move.seat
        if not self.may_say(position, seat, move.call):
            return Verdict(position, faults.word_out_of_place(position.setup.name(seat)), seat)
        turn = position.turn if position.has_begun_turn else position.turn - 1
        said = (*position.said, Utterance(turn, seat, move.call))
        return Verdict(position.changed(said=said, memo=position.memo_of_piles), seat=seat)

    def after_gathering(self, position: CapturePosition, seat: int | None) -> CapturePosition:
        """Everything that a player captured is taken."""
        after = gather_captured(position, seat)
        return self._offer_opening(after) if after.phase == OPENING and not after.open_captures else after

    def _miss(self, position: CapturePosition) -> Verdict:
        """A card that was dealt or laid and that nobody saw."""
        if position.phase == DEAL:
            after = position.changed(unseen_deals=position.unseen_deals + 1)
            return Verdict(self._when_dealt(after), cost=MISSED_COST)
        if position.phase in (OPENING, OVER):
            return Verdict(position)
        after = lay_card(position, UNSEEN, position.seat, None)
        return Verdict(after.changed(unseen=(*position.unseen, position.seat)), cost=MISSED_COST)

    def _lay(self, position: CapturePosition, card: str, seat: int | None) -> Verdict:
        if position.whereabouts(card) >= position.setup.copies[card]:
            return Verdict(position, faults.second_copy(card))
        if position.phase == DEAL:
            return Verdict(self.after_dealing(position, (card,)))
        if position.latest == UNSEEN and position.unseen_captures and seat is None:
            capture = position.unseen_captures[-1]
            if capture is position.captures[-1] and self._fits(position, capture, card):
                return Verdict(see_card(position, capture, card, is_taken=False), seat=capture.seat)
        setup = position.setup
        why = self.why_over(position)
        if position.phase == OVER:
            return Verdict(position, faults.after_the_end(why or faults.HANDS_EMPTY))
        fault = faults.after_the_end(why) if why else None
        player = position.seat if seat is None else seat
        if player != position.seat and player < setup.seats:
            fault = faults.out_of_turn(setup.name(player), setup.name(position.seat))
            if position.hands[player]:
                position = position.changed(seat=player, phase=HAND)
            else:
                player = position.seat
        if not position.has_begun_turn:
            position, overdue = drop_overdue(position, player)
            fault = fault or (faults.left_lying(setup.name(player), overdue[0]) if overdue else None)
        if position.phase == OPENING:
            position = position.changed(phase=HAND)
        return Verdict(self.after_laying(position, card, player), fault, player)

    def after_laying(self, position: CapturePosition, card: str, seat: int) -> CapturePosition:
        """A card is laid, and captures what it matches."""
        captured = self.captured_by(position, card)
        return lay_card(self.before_laying(position, card), card, seat, captured)

    def _fits(self, position: CapturePosition, capture: CardCapture, card: str) -> bool:
        """Whether a card may be the one that nobody saw of a capture."""
        return capture.is_unseen and self.may_capture(position, card, capture.matched)

    def after_dealing(self, position: CapturePosition, cards: Sequence[str]) -> CapturePosition:
        """More cards of the field."""
        field = (*position.field, *cards)
        return self._when_dealt(position.changed(field=field, opening=field))

    def _when_dealt(self, position: CapturePosition) -> CapturePosition:
        """The position in the deal, ready for play as soon as the field is whole."""
        if len(position.field) + position.unseen_deals < position.setup.field_size:
            return position
        return self._offer_opening(position.changed(phase=HAND))

    def _offer_opening(self, position: CapturePosition) -> CapturePosition:
        """The position with what the dealer takes next of the opening field, or ready for the first hand card."""
        capture = self.take_opening(position)
        if capture is None:
            return position.changed(phase=HAND)
        return position.changed(phase=OPENING, captures=(*position.captures, capture))

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

    def _come_back(self, position: CapturePosition, card: str, move: Move) -> Verdict:
        """A card that had left the game lies in the middle again, or in a pile."""
        field, gone = (*position.field, card), without(position.gone, (card,))
        back = position.changed(field=field, gone=gone)
        return self._take(back, card, move) if move.target[0] == "captures" else Verdict(back, faults.came_back(card))

    def _leave(self, position: CapturePosition, card: str, seat: int | None = None) -> Verdict:
        """A card of the middle that left the game, or went to a player to whom it comes without a capture."""
        if card not in position.field:
            return Verdict(position)
        allowed = seat is not None or self.may_leave(position, card)
        gone = position.changed(field=without(position.field, (card,)), gone=(*position.gone, card))
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
            return Verdict(position.changed(returned=without(position.returned, (card,))))
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
        after = position.changed(field=without(position.field, (card,)), captures=captures)
        return Verdict(after, faults.retracted_late(card))


def opening_capture(partners: tuple[str, ...], need: int) -> CardCapture:
    """What the dealer takes of the opening field: `need` of `partners`."""
    return CardCapture(0, BEFORE_PLAY, "", partners, need)
