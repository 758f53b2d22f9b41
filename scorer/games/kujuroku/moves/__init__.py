"""Kujuroku followed card by card: Oni and Jizo, dekiyaku, the leftover."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorer.decks import kind_of
from scorer.families.captures.moves.calls import Asks, asks_of_untaken, latest_turn, pile_answers, with_cards_never_seen
from scorer.families.captures.moves.capture import CardCapture, exchange, without
from scorer.families.captures.moves.judge import CapturePlayRules, opening_capture
from scorer.families.captures.moves.position import BEFORE_PLAY, DEAL, OVER, CapturePosition, CaptureSetup
from scorer.families.captures.moves.script import StepLog
from scorer.games.kujuroku.moves.film import FilmBoard
from scorer.games.kujuroku.packs import ITSUN, Pack, pack_of
from scorer.games.kujuroku.play import play_round
from scorer.games.kujuroku.position import ACTIVE_SEATS, Position, find_leftover
from scorer.games.kujuroku.texts import OPTIONS
from scorer.games.kujuroku.yaku import Yaku, find_yaku, yaku_name
from scorer.rules.play_rules import Conclusion, ScriptedRound
from scorer.rules.prompts import Table
from scorer.texts import Text

_KEY = "kujuroku"
HAND_SIZE = FIELD_SIZE = 6
"""Cards of a hand and of the field as dealt (kujuroku 3.2)."""
_ASK_ENDING = ("ended_by", Text("How did the round end?", "局はどう終わりましたか"))


class KujurokuPlay(CapturePlayRules):
    """The play of Kujuroku (kujuroku 3, 4, 7)."""

    ending_path = _ASK_ENDING[0]

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Three players, six cards each and on the field (kujuroku 3.2)."""
        options = {option.key: option.default for option in OPTIONS} | dict(table.options)
        pack = pack_of(deck, jizo=bool(options["jizo"]))
        numbers = {card: pack.number_of(card) for card in pack.copies}
        return CaptureSetup(table, options, ACTIVE_SEATS, HAND_SIZE, FIELD_SIZE, pack.cards, numbers)

    def take_opening(self, position: CapturePosition) -> CardCapture | None:
        """Oni with a card, or with Jizo alone; then two of three of a number (kujuroku 3.3, 7.2)."""
        pack, field = _pack(position), position.field
        if _is_misdealt(position):
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
        pack = _pack(position)
        if card == pack.jizo:
            is_oni_there = position.has_begun_turn and position.latest == pack.oni and not _oni_captures(position)
            return ((pack.oni,), 1) if is_oni_there else ((), 0)
        if card != pack.oni:
            return position.matching(card)
        if any(each.card == pack.jizo and each.turn == position.turn for each in position.captures):
            return (), 0
        return (position.free_field, 1) if position.free_field else None

    def may_capture(self, position: CapturePosition, card: str, partner: str) -> bool:
        """A card captures its number, Oni any card (kujuroku 4)."""
        return card == _pack(position).oni or super().may_capture(position, card, partner)

    def before_laying(self, position: CapturePosition, card: str) -> CapturePosition:
        """Where Jizo comes in the turn in which Oni captured a card, that card stays on the field (kujuroku 7.3)."""
        capture = next(iter(_oni_captures(position)), None)
        if card != _pack(position).jizo or capture is None or capture.turn != position.turn:
            return position
        freed, piles = capture.captured_partners, list(position.piles)
        for partner in freed:
            owner = next(seat for seat, pile in enumerate(piles) if (partner, capture.turn) in pile)
            piles[owner] = without(piles[owner], ((partner, capture.turn),))
        alone = replace(capture, partners=(), need=0, taken=without(capture.taken, freed))
        captures = exchange(position.captures, capture, alone)
        field = (*position.field, *freed)
        return replace(position, field=field, piles=tuple(piles), captures=captures, returned=freed)

    def may_leave(self, position: CapturePosition, card: str) -> bool:
        """An Oni that captured nothing leaves the game (kujuroku 4.4)."""
        return card == _pack(position).oni and _is_oni_discarded(position)

    def may_take(self, position: CapturePosition, card: str, seat: int) -> bool:
        """At the end the leftover goes to the holder of Oni, where it counts by itself (kujuroku 4.4)."""
        standing = _standing(position)
        return position.phase == OVER and (card, seat) == (standing.leftover, standing.oni_holder)

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal, or a dekiyaku where one ends the round (kujuroku 3.3, 4.5, 8)."""
        options = position.setup.options
        if position.phase == DEAL:
            return None
        if _is_misdealt(position) and latest_turn(position) < 0:
            return Text("four cards of one number on the field: a misdeal", "場に同じ数が四枚：配り直し")
        if options["yaku_mode"] != "ends_round" or options["yaku_check"] == "may_continue":
            return None
        if latest_turn(position) < 0 or (position.has_begun_turn and options["yaku_check"] == "end_of_turn"):
            return None
        for seat, yaku in enumerate(_yaku_by_seat(position)):
            if yaku:
                name, made = position.setup.name(seat), yaku_name(yaku[0].key, str(options["config"]))
                return Text(f"{name} has {made.en}", f"{name}に{made.ja}")
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
        standing = _standing(position)
        answers: dict[str, Any] = {**pile_answers(position)}
        if standing.oni_discarded:
            answers["oni"] = {"left_play": True}
        elif standing.oni_captured_number:
            answers["oni"] = {"took": standing.oni_captured_number}
        ending, ask_ending = self._ending(position)
        return Conclusion(build(_KEY, answers | ending), (*asks_unseen, *asks_of_untaken(position), *ask_ending))

    def _ending(self, position: CapturePosition) -> tuple[dict[str, Any], Asks]:
        """How the round ended by the rules or as it seems, and what to ask about it."""
        if self.end(position) is not None:
            return {"ended_by": "yaku"}, ()
        options = position.setup.options
        if options["yaku_check"] == "may_continue" and options["yaku_mode"] == "ends_round":
            maker = position.turns[-1][0] if position.turns else position.seat
            if not position.has_begun_turn and _yaku_by_seat(position)[maker]:
                name = position.setup.name(maker)
                question = Text(f"Did {name} end the round?", f"{name}が上がりましたか")
                return {"ended_by": "yaku", "maker": maker}, ((_ASK_ENDING[0], question),)
        return ({"ended_by": "empty"}, ()) if position.phase == OVER else ({}, (_ASK_ENDING,))

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round of three players who mostly take what is worth most."""
        setup, log = self.setup(table, deck), StepLog(rng)
        cards = list(setup.pack)
        rng.shuffle(cards)
        boards: list[FilmBoard] = []

        def make_board(pack: Pack) -> FilmBoard:
            boards.append(FilmBoard(pack, log=log))
            return boards[0]

        fields = play_round(cards, setup.options, make_board)
        boards[0].end_round(is_played_out=fields.get("ended_by") == "empty")
        if "piles" in fields:
            fields["piles"] = [sorted(pile) for pile in fields["piles"]]
        else:
            fields["field"] = sorted(fields["field"])
        return ScriptedRound(tuple(log.steps), table.build_round(_KEY, fields))


def _pack(position: CapturePosition) -> Pack:
    return _pack_of(position.setup)


@lru_cache(maxsize=64)
def _pack_of(setup: CaptureSetup) -> Pack:
    return pack_of(kind_of(setup.pack[0]), jizo=bool(setup.options["jizo"]))


def _is_misdealt(position: CapturePosition) -> bool:
    """Whether four cards of one number lay on the opening field."""
    return max(_pack(position).count_marks(position.opening)[1:ITSUN]) == 4


def _oni_captures(position: CapturePosition) -> tuple[CardCapture, ...]:
    """The captures that Oni made."""
    return tuple(each for each in position.captures if each.card == _pack(position).oni)


def _is_oni_discarded(position: CapturePosition) -> bool:
    """Whether Oni was laid and captured nothing, nor was he captured."""
    oni = _pack(position).oni
    is_seen = oni in position.field or oni in position.gone
    return is_seen and not any(oni in (each.card, *each.partners) for each in position.captures if each.card != "")


def _standing(position: CapturePosition) -> Position:
    """The piles with Oni and his leftover, as they are settled."""
    pack = _pack(position)
    piles = tuple(position.pile(seat) for seat in range(ACTIVE_SEATS))
    holder = next((seat for seat, pile in enumerate(piles) if pack.oni in pile), None)
    partners = (card for capture in _oni_captures(position) for card in capture.captured_partners)
    number = next((pack.number_of(card) for card in partners if card != pack.jizo), None)
    discarded = holder is None and latest_turn(position) >= 0 and _is_oni_discarded(position)
    return Position(pack, piles, holder, number, find_leftover(pack, piles, number), discarded)


def _yaku_by_seat(position: CapturePosition) -> tuple[tuple[Yaku, ...], ...]:
    """Every player's dekiyaku, with Oni's leftover as soon as it is certain."""
    standing, config = _standing(position), str(position.setup.options["config"])
    return tuple(
        find_yaku(config, standing.pack.count_marks(standing.counted_cards(seat))) for seat in range(ACTIVE_SEATS)
    )


PLAY_RULES = KujurokuPlay()
