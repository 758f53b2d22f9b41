"""The play of Hachi-Hachi: sage is said, or follows from the play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.families.captures.cards import card_points
from scorer.families.captures.months import full_month
from scorer.families.captures.moves.calls import (
    Asks,
    asks_of_untaken,
    hanafuda_setup,
    latest_turn,
    pile_answers,
    with_cards_never_seen,
    words_since_card,
)
from scorer.families.captures.moves.hanafuda import CANCEL, SHOW, STOP, Estimate, HanafudaPlayRules
from scorer.families.captures.moves.position import OVER, CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.reasons import full_month_reason
from scorer.games.hachi_hachi.position import ACTIVE_SEATS, EMPTY, FIELD_SIZE
from scorer.games.hachi_hachi.texts import OPTIONS, text
from scorer.games.hachi_hachi.teyaku import HAND_SIZE, read_hand
from scorer.games.hachi_hachi.yaku import MULTIPLIER_BY_BRIGHT, count_kan
from scorer.rules.play.moves import Conclusion, Move, call_move
from scorer.rules.prompts import Table
from scorer.texts import Text

SAGE = "sage"
"""The word by which a round goes on."""
_KAN_WEIGHT = 20
"""Card points that one kan of dekiyaku is worth to a player: as much as a bright."""
_KEY = "hachi-hachi"
_ENDING = "ended_by+caller"


class HachiHachiPlay(HanafudaPlayRules):
    """The play of Hachi-Hachi (hachi-hachi 2).

    Whoever formed or improved a dekiyaku and saw the round go on has said sage. Shobu and cancelling that nobody heard,
    and teyaku, are asked about, the former unless the cards are cleared away then. Who claims teyaku shows the hand
    before laying a first card.
    """

    ending_path = _ENDING

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Three players, seven cards each and six on the field (hachi-hachi 2.1)."""
        del deck
        return hanafuda_setup(table, OPTIONS, seats=ACTIVE_SEATS, hand_size=HAND_SIZE, field_size=FIELD_SIZE)

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Four cards of one month on the field (hachi-hachi 2.2)."""
        del setup, hands
        return full_month(field) is not None

    def estimate(self, position: CapturePosition) -> Estimate:
        """Dekiyaku first, then card points."""
        options = position.setup.options
        return lambda pile: _KAN_WEIGHT * count_kan(pile, options) + card_points(pile)

    def worth(self, position: CapturePosition, pile: int, field: int) -> int:
        """The kan of a pile (hachi-hachi 4)."""
        del field
        return count_kan(pile, position.setup.options)

    def words(self, position: CapturePosition) -> tuple[Move, ...]:
        """Shobu or sage once a dekiyaku was formed or improved; with an empty hand shobu alone (hachi-hachi 2.5)."""
        if (
            position.open_captures
            or not position.turns
            or SAGE in (words := words_since_card(position))
            or STOP in words
        ):
            return ()
        maker = self.raised_by(position)
        if maker is None:
            return ()
        stop, go_on = call_move(maker, STOP), call_move(maker, SAGE)
        return (stop, go_on) if position.hands[maker] else (stop,)

    def legal(self, position: CapturePosition, held: Sequence[str]) -> tuple[Move, ...]:
        """The same; who claims teyaku shows the seven cards first."""
        moves, seat = super().legal(position, held), position.seat
        if position.hands[seat] == HAND_SIZE and position.has_said(seat, SHOW):
            hidden = [card for card in held if card not in position.shown[seat]]
            if hidden:
                return (Move("turned", seat, hidden[0], ("open", seat), ("open", seat)),)
        return moves

    def words_at_turn(self, position: CapturePosition, held: Sequence[str] | None) -> tuple[Move, ...]:
        """Who said sage may cancel; before a first card a hand with teyaku may be shown (hachi-hachi 2.5, 3)."""
        seat = position.seat
        if position.has_begun_turn:
            return ()
        if position.has_said(seat, SAGE):
            return (call_move(seat, CANCEL),)
        is_whole = position.hands[seat] == HAND_SIZE and not position.has_said(seat, SHOW)
        return (call_move(seat, SHOW),) if is_whole and (held is None or read_hand(held).keys) else ()

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal, shobu, or who cancels (hachi-hachi 2.2, 2.5)."""
        words = words_since_card(position)
        if STOP in words or CANCEL in words:
            name = position.setup.name(position.said[-1].seat)
            if STOP in words:
                return text("said_shobu", name=name)
            return text("cancelled", name=name)
        is_dealt = len(position.opening) == FIELD_SIZE and latest_turn(position) < 0
        month = full_month(position.opening) if is_dealt else None
        return None if month is None else full_month_reason(month, "hachi-hachi 2.2").text

    def is_ended_by_call(self, position: CapturePosition) -> bool:
        """Whether somebody may have said shobu after the last turn, or cancels before the next (hachi-hachi 2.5)."""
        if position.has_begun_turn or latest_turn(position) < 0:
            return False
        return self._ending(position)[0] is not None

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, the brights of the field, who said sage, and how the round ended as far as that follows."""
        position, asks_unseen = with_cards_never_seen(position)
        setup = position.setup
        if latest_turn(position) < 0:
            ask = () if self.is_over(position) else ((_ENDING, _HOW_ENDED),)
            return Conclusion(setup.table.build_round(_KEY, {"opening": sorted(position.opening)}), ask)
        ending, ask_ending = self._ending(position)
        claimed = [seat for seat, cards in enumerate(position.shown) if len(cards) == HAND_SIZE]
        answers: dict[str, Any] = {
            **pile_answers(position),
            "calls": self._sage_calls(position),
            "field_brights": sorted(code for code in position.opening if code in MULTIPLIER_BY_BRIGHT),
            "claimed": claimed,
            **{f"hands.{seat}": list(position.shown[seat]) for seat in claimed},
        }
        if ending is not None:
            answers[_ENDING] = ending
        asks = (*asks_unseen, *asks_of_untaken(position), *ask_ending, *_asks_of_the_table(setup))
        return Conclusion(setup.table.build_round(_KEY, answers), asks)

    def _sage_calls(self, position: CapturePosition) -> list[int]:
        """Who said sage, in order: who formed or improved a dekiyaku and saw the round go on, or was heard."""
        latest = latest_turn(position) + (SAGE in words_since_card(position))
        return [each.seat for each in self.raises(position) if each.turn < latest]

    def _ending(self, position: CapturePosition) -> tuple[tuple[str, int | None] | None, Asks]:
        """The end of the round by what was said, by the rules or as it seems, and what to ask about it."""
        words, raises = words_since_card(position), self.raises(position)
        for word in (STOP, CANCEL):
            if word in words:
                return (word, position.said[-1].seat), ()
        if raises and raises[-1].turn == latest_turn(position) and SAGE not in words:
            name = position.setup.name(raises[-1].seat)
            question = text("did_say_shobu", name=name)
            return (STOP, raises[-1].seat), ((_ENDING, question),)
        if position.phase == OVER:
            return (EMPTY, None), ()
        if not position.has_begun_turn and position.seat in self._sage_calls(position):
            name = position.setup.name(position.seat)
            question = text("did_cancel", name=name)
            return (CANCEL, position.seat), ((_ENDING, question),)
        return None, ((_ENDING, _HOW_ENDED),)


def _asks_of_the_table(setup: CaptureSetup) -> Asks:
    """What no camera sees: teyaku, a dealer who plays blind, players who rest (hachi-hachi 3, 6, 7)."""
    asks = [("claimed", text("claimed_teyaku"))]
    if setup.options["achievements"]:
        asks.append(("mizuten", text("prompts.mizuten.label")))
    if len(setup.table.seats) > ACTIVE_SEATS:
        asks.append(("dropped", text("dropped_out")))
    return tuple(asks)


_HOW_ENDED = text("how_ended")
PLAY_RULES = HachiHachiPlay()
