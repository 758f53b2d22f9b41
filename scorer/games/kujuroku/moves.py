"""The play of Kujuroku: Oni and Jizo, dekiyaku, the leftover."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorer.families.captures.moves.calls import (
    Asks,
    asks_of_untaken,
    latest_turn,
    pile_answers,
    with_cards_never_seen,
    words_since_card,
)
from scorer.families.captures.moves.capture import CardCapture, exchange, without
from scorer.families.captures.moves.judge import opening_capture
from scorer.families.captures.moves.position import BEFORE_PLAY, DEAL, OVER, CapturePosition
from scorer.families.captures.moves.rules import CapturePlayRules
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.steps import take_step
from scorer.games.kujuroku.position import (
    ACTIVE_SEATS,
    is_misdealt,
    is_oni_discarded,
    maker_of,
    oni_captures,
    pack_in,
    pack_on,
    standing_of,
    worth_of,
    yaku_by_seat,
)
from scorer.games.kujuroku.texts import OPTIONS, text
from scorer.games.kujuroku.yaku import ITSUN, pack_under, yaku_name
from scorer.rules.play.moves import MIDDLE, Conclusion, Move, Policy, ScriptStep, Step, call_move
from scorer.rules.prompts import Table
from scorer.texts import Text

_KEY = "kujuroku"
HAND_SIZE = FIELD_SIZE = 6
"""Cards of a hand and of the field as dealt (kujuroku 3.2)."""
END, GO_ON = "end", "go_on"
"""Words of a player with a dekiyaku, where it need not end the round."""
TAKES_LEFTOVER = 0.5
"""Share of films at the end of which the holder of Oni takes the leftover, which counts for him anyway."""
_ENDS_WITH = 6
"""Stones from each; a player with a cheaper dekiyaku and cards left plays on for more."""
_ASK_ENDING = ("ended_by", text("how_ended"))


class KujurokuPlay(CapturePlayRules):
    """The play of Kujuroku (kujuroku 3, 4, 7)."""

    ending_path = _ASK_ENDING[0]

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Three players, six cards each and on the field (kujuroku 3.2)."""
        options = {option.key: option.default for option in OPTIONS} | dict(table.options)
        pack = pack_under(deck, options)
        numbers = {card: pack.number_of(card) for card in pack.copies}
        return CaptureSetup(table, options, ACTIVE_SEATS, HAND_SIZE, FIELD_SIZE, pack.cards, numbers)

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Four cards of one number on the field (kujuroku 3.3)."""
        del hands
        return is_misdealt(pack_in(setup), field)

    def in_play(self, setup: CaptureSetup, pack: Sequence[str]) -> tuple[str, ...]:
        """The cards of the deck that are played with (kujuroku 1)."""
        marks = pack_in(setup).marks
        return tuple(card for card in pack if card in marks)

    def share_out(
        self, setup: CaptureSetup, cards: Sequence[str]
    ) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[str, ...]]:
        """Three cards at a time to second, third, dealer and the field, twice (kujuroku 3.2)."""
        places: tuple[list[str], ...] = ([], [], [], [])
        order = (1, 2, 0, 3) if setup.options["deal_order"] == "hands_first" else (3, 1, 2, 0)
        for place, start in zip(order * 2, range(0, 24, 3), strict=True):
            places[place].extend(cards[start : start + 3])
        *hands, field = map(tuple, places)
        return tuple(hands), field, tuple(cards[24:])

    def takes_at_once(self, position: CapturePosition) -> bool:
        """Oni shows at once what he captures, and a dekiyaku may end the round in the middle of a turn."""
        checks_each = position.setup.options["yaku_check"] == "each_capture"
        return checks_each or position.latest == pack_on(position).oni or super().takes_at_once(position)

    def moved_by_rules(self, position: CapturePosition) -> tuple[Move, ...]:
        """What Jizo freed goes back to the field; an Oni that captured nothing leaves the game (kujuroku 4.4, 7.3)."""
        if position.returned:
            seat = oni_captures(position)[0].seat
            return (Move("moved", seat, position.returned[0], ("captures", seat), MIDDLE),)
        oni = pack_on(position).oni
        is_leaving = not position.has_begun_turn and oni in position.field and is_oni_discarded(position)
        return (Move("moved", None, oni, MIDDLE, ("out", None)),) if is_leaving else ()

    def words(self, position: CapturePosition) -> tuple[Move, ...]:
        """Whether a player with a dekiyaku ends the round, where he may go on with cards left (kujuroku 8)."""
        maker = maker_of(position)
        if maker is None or words_since_card(position):
            return ()
        ends, goes_on = call_move(maker, END), call_move(maker, GO_ON)
        return (ends, goes_on) if position.hands[maker] else (ends,)

    def policy(self, table: Table, rng: random.Random, random_cards: float) -> Policy:
        """Take what is worth most; end the round with a dear dekiyaku."""
        del table

        def decide(position: CapturePosition, hand: Sequence[str], moves: Sequence[Move]) -> Move:
            del hand
            if moves[0].call:
                made = yaku_by_seat(position)[moves[0].seat or 0]
                return moves[0] if made[-1].stones_each > _ENDS_WITH else moves[-1]
            if moves[0].event == "taken":
                return max(reversed(moves), key=lambda move: worth_of(pack_on(position), move.card or ""))
            if random_cards and rng.random() < random_cards:
                return rng.choice(moves)
            return max(moves, key=lambda move: (self.gain_of(position, move.card or ""), move.card))

        return decide

    def gained_by(self, position: CapturePosition, card: str) -> tuple[str, ...]:
        """What a player who takes the dearest has by a card laid now, itself included; () where it stays there."""
        captured = self.captured_by(position, card)
        if captured is None:
            return ()
        partners, need = captured
        dearest = sorted(partners, key=lambda each: worth_of(pack_on(position), each))[len(partners) - need :]
        return (*dearest, card)

    def gain_of(self, position: CapturePosition, card: str) -> int:
        """The worth that a player wins by a card now, below zero for one that stays on the field."""
        pack, gained = pack_on(position), self.gained_by(position, card)
        return sum(worth_of(pack, each) for each in gained) if gained else -worth_of(pack, card)

    def lay_out(self, steps: Sequence[Step], rng: random.Random) -> tuple[ScriptStep, ...]:
        """The steps as a film shows them; at the end the holder of Oni may take the leftover (kujuroku 4.4)."""
        script, position = super().lay_out(steps, rng), steps[-1].verdict.position
        standing = standing_of(position)
        if position.phase != OVER or standing.leftover is None or rng.random() >= TAKES_LEFTOVER:
            return script
        things = [step.move.thing for step in script if step.card == standing.leftover and step.move.event == "laid"]
        taken = [step.move.thing for step in script if step.card == standing.leftover and step.move.event == "taken"]
        thing = without(things, taken)[-1]
        return (*script, take_step(standing.oni_holder or 0, standing.leftover, thing))

    def take_opening(self, position: CapturePosition) -> CardCapture | None:
        """Oni with a card, or with Jizo alone; then two of three of a number (kujuroku 3.3, 7.2)."""
        pack, field = pack_on(position), position.field
        if is_misdealt(pack, position.opening):
            return None
        if pack.jizo in field:
            both = (pack.oni, pack.jizo) if pack.oni in field else (pack.jizo,)
            return opening_capture(both, len(both))
        if pack.oni in field:
            return CardCapture(0, BEFORE_PLAY, pack.oni, without(field, (pack.oni,)), 1)
        for number in range(1, ITSUN):
            matching = tuple(card for card in field if pack.number_of(card) == number)
            if len(matching) == 3:
                return opening_capture(matching, 2)
        return None

    def captured_by(self, position: CapturePosition, card: str) -> tuple[tuple[str, ...], int] | None:
        """What a card captures: Oni any card of the field, Jizo only Oni, all others their number (kujuroku 4, 7.2)."""
        pack = pack_on(position)
        if card == pack.jizo:
            is_oni_there = position.has_begun_turn and position.latest == pack.oni and not oni_captures(position)
            return ((pack.oni,), 1) if is_oni_there else ((), 0)
        if card != pack.oni:
            return position.matching(card)
        if any(each.card == pack.jizo and each.turn == position.turn for each in position.captures):
            return (), 0
        return (position.free_field, 1) if position.free_field else None

    def may_capture(self, position: CapturePosition, card: str, partner: str) -> bool:
        """A card captures its number, Oni any card (kujuroku 4)."""
        return card == pack_on(position).oni or super().may_capture(position, card, partner)

    def before_laying(self, position: CapturePosition, card: str) -> CapturePosition:
        """Where Jizo comes in the turn in which Oni captured a card, that card stays on the field (kujuroku 7.3)."""
        capture = next(iter(oni_captures(position)), None)
        if card != pack_on(position).jizo or capture is None or capture.turn != position.turn:
            return position
        freed, piles = capture.captured_partners, list(position.piles)
        for partner in freed:
            owner = next(seat for seat, pile in enumerate(piles) if (partner, capture.turn) in pile)
            piles[owner] = without(piles[owner], ((partner, capture.turn),))
        alone = replace(capture, partners=(), need=0, taken=without(capture.taken, freed))
        captures = exchange(position.captures, capture, alone)
        field = (*position.field, *freed)
        return position.changed(field=field, piles=tuple(piles), captures=captures, returned=freed)

    def may_leave(self, position: CapturePosition, card: str) -> bool:
        """An Oni that captured nothing leaves the game (kujuroku 4.4)."""
        return card == pack_on(position).oni and is_oni_discarded(position)

    def may_take(self, position: CapturePosition, card: str, seat: int) -> bool:
        """At the end the leftover goes to the holder of Oni, where it counts by itself (kujuroku 4.4)."""
        standing = standing_of(position)
        return position.phase == OVER and (card, seat) == (standing.leftover, standing.oni_holder)

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal, or a dekiyaku where one ends the round (kujuroku 3.3, 4.5, 8)."""
        options = position.setup.options
        if position.phase == DEAL:
            return None
        if latest_turn(position) < 0 and is_misdealt(pack_on(position), position.opening):
            return text("misdealt")
        if END in words_since_card(position):
            name = position.setup.name(position.said[-1].seat)
            return text("said_end", name=name)
        if options["yaku_mode"] != "ends_round" or options["yaku_check"] == "may_continue":
            return None
        if latest_turn(position) < 0 or (position.has_begun_turn and options["yaku_check"] == "end_of_turn"):
            return None
        for seat, yaku in enumerate(yaku_by_seat(position)):
            if yaku:
                name, made = position.setup.name(seat), yaku_name(yaku[0].key, str(options["config"]))
                return text("has", name=name, made=made)
        return None

    def is_ended_by_call(self, position: CapturePosition) -> bool:
        """Whether a player with a dekiyaku may have ended the round, where he may go on (kujuroku 8)."""
        return latest_turn(position) >= 0 and self._ending(position)[0].get("maker") is not None

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, what became of Oni, and how the round ended as far as that follows from it."""
        position, asks_unseen = with_cards_never_seen(position)
        build = position.setup.table.build_round
        if latest_turn(position) < 0:
            asks = () if self.is_over(position) else (_ASK_ENDING,)
            return Conclusion(build(_KEY, {"field": sorted(position.opening)}), asks)
        standing = standing_of(position)
        answers: dict[str, Any] = {**pile_answers(position)}
        if standing.oni_discarded:
            answers["oni"] = {"left_play": True}
        elif standing.oni_captured_number:
            answers["oni"] = {"took": standing.oni_captured_number}
        ending, ask_ending = self._ending(position)
        return Conclusion(build(_KEY, answers | ending), (*asks_unseen, *asks_of_untaken(position), *ask_ending))

    def _ending(self, position: CapturePosition) -> tuple[dict[str, Any], Asks]:
        """How the round ended by the rules or as it seems, and what to ask about it."""
        maker, words = maker_of(position), words_since_card(position)
        if END in words:
            return {"ended_by": "yaku", "maker": position.said[-1].seat}, ()
        if self.end(position) is not None:
            return {"ended_by": "yaku"}, ()
        if maker is not None and GO_ON not in words:
            name = position.setup.name(maker)
            question = text("did_end", name=name)
            return {"ended_by": "yaku", "maker": maker}, ((_ASK_ENDING[0], question),)
        return ({"ended_by": "empty"}, ()) if position.phase == OVER else ({}, (_ASK_ENDING,))


PLAY_RULES = KujurokuPlay()
