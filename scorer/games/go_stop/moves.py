"""The play of Go-Stop: go, stop and what ends a round (go-stop 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from scorer.families.captures.cards import BIT, card_points
from scorer.families.captures.hwatu.events import BOMB, PPEOK, SHAKE, happened
from scorer.families.captures.hwatu.play import HwatuRules
from scorer.families.captures.hwatu.rows import ANIMAL, CHOICE, pack_of, pi_count, pile_rules
from scorer.families.captures.months import full_month
from scorer.families.captures.moves import calls
from scorer.families.captures.moves.hanafuda import Estimate
from scorer.families.captures.moves.position import OVER, CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.reasons import full_month_reason
from scorer.games.go_stop.payment import number_of
from scorer.games.go_stop.settlement import CHONGTONG, ENDINGS, EVENTS, FIELD_SIZES, HAND_SIZES, STOP
from scorer.games.go_stop.texts import OPTIONS, text
from scorer.rules.play.moves import Conclusion, Move, call_move
from scorer.rules.prompts import Table
from scorer.texts import Text

_, NAGARI, _, THREE_PPEOK = ENDINGS
GO = "go"
"""The word by which a round goes on."""
ENDING = "ended_by+caller"
"""The question how the round ended."""
_BASE_WEIGHT = 30
"""Card points that one point of a pile is worth to a player: more than a bright, so that no row is passed by."""
_PPEOK_TO_WIN = 3
"""Ppeok of one player that win at once (go-stop 2.8)."""


class GoStopPlay(HwatuRules):
    """The play of Go-Stop. Whoever raised enough points and saw the round go on has called go."""

    ending_path, stop_word = ENDING, STOP
    said_at_once = frozenset({BOMB, SHAKE, CHONGTONG})

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Two players, or three (go-stop 2.1)."""
        del deck
        seats = 3 if len(table.seats) > 2 else 2
        sizes = {"seats": seats, "hand_size": HAND_SIZES[seats], "field_size": FIELD_SIZES[seats]}
        setup = calls.hanafuda_setup(table, OPTIONS, **sizes, plays_out=True)
        return replace(setup, pack=pack_of(setup.options))

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Four of a month on the floor, unless they win for the dealer (go-stop 2.2)."""
        del hands
        return full_month(field) is not None and not _wins_for_dealer(setup)

    def pi_worth(self, position: CapturePosition, card: str) -> int:
        """The pi of a card by value; the cup is given only where it is always pi."""
        cup = str(position.setup.options["gukjin"])
        return pi_count(BIT[card], ANIMAL if cup == CHOICE else cup)

    def points(self, position: CapturePosition, pile: int) -> int:
        """Its rows (go-stop 3)."""
        return pile_rules(position.setup.options).base(pile)

    def least(self, position: CapturePosition) -> int:
        """The points for stop (go-stop 2.6)."""
        return number_of(position.setup.options, "minimum", position.setup.seats)

    def estimate(self, position: CapturePosition) -> Estimate:
        """Points first, then card points and pi."""
        return lambda pile: _BASE_WEIGHT * self.points(position, pile) + card_points(pile) + 2 * pi_count(pile)

    def words_at_turn(self, position: CapturePosition, held: Sequence[str] | None) -> tuple[Move, ...]:
        """Chongtong in the first turn, before anything was said; bomb and shake (go-stop 2.3, 2.7)."""
        is_first = position.turn < position.setup.seats and not position.said and not position.has_begun_turn
        is_looked_at = is_first and position.setup.options["chongtong"] == "win"
        counts = is_looked_at and (held is None or full_month(held) is not None)
        others = super().words_at_turn(position, held)
        return (call_move(position.seat, CHONGTONG), *others) if counts else others

    def words(self, position: CapturePosition) -> tuple[Move, ...]:
        """Go or stop, once the points were raised and are enough (go-stop 2.6)."""
        maker = None if position.open_captures or self.end(position) is not None else self._undecided(position)
        return () if maker is None else (call_move(maker, STOP), call_move(maker, GO))

    def _undecided(self, position: CapturePosition) -> int | None:
        """Who has raised enough points by the turn that is over, and said nothing."""
        maker = self.raised_by(position)
        return None if maker is None or happened(position, position.turn - 1, maker, GO) else maker

    def end(self, position: CapturePosition) -> Text | None:
        """A word that ended the round, three ppeok, four of a month on the floor, or the last card (go-stop 2)."""
        ended = self._ended(position)
        return None if ended is None else ended[2]

    def _ended(self, position: CapturePosition) -> tuple[str, int | None, Text] | None:
        """How the round ended before the hands are empty, who won it, and why; "" where it is dealt again."""
        name = position.setup.name
        for each in position.said[::-1]:
            if each.call in (STOP, CHONGTONG):
                return each.call, each.seat, text(f"said.{each.call}", name=name(each.seat))
        if position.has_begun_turn:
            return None
        if not position.turns:
            month = full_month(position.opening) if len(position.opening) == position.setup.field_size else None
            if month is None:
                return None
            why = full_month_reason(month, "go-stop 2.2").text
            return (CHONGTONG, 0, why) if _wins_for_dealer(position.setup) else ("", None, why)
        seat = position.turns[-1][0]
        if sum(each.seat == seat and each.call == PPEOK for each in position.said) == _PPEOK_TO_WIN:
            return THREE_PPEOK, seat, text("said.three_ppeok", name=name(seat))
        has_last_card = not position.hands[seat] and self._undecided(position) == seat
        return (STOP, seat, text("said.last_card", name=name(seat))) if has_last_card else None

    def is_ended_by_call(self, position: CapturePosition) -> bool:
        """Whether the last turn raised enough points: its player may have said stop (go-stop 2.6)."""
        return self._undecided(position) is not None

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, what was called and happened, and how the round ended as far as that follows from it."""
        position, asks = calls.with_cards_never_seen(position)
        build, ended, may_stop = position.setup.table.build_round, self._ended(position), self._undecided(position)
        if not position.turns and not position.has_begun_turn and not (ended and ended[0]):
            left = () if ended else ((ENDING, text("how_ended")),)
            return Conclusion(build("go-stop", {"opening": sorted(position.opening)}), left)
        answers = {} if ended and ended[0] == CHONGTONG else self._answers(position)
        if ended is not None:
            answers[ENDING] = ended[:2]
        elif may_stop is not None:
            answers[ENDING] = STOP, may_stop
            asks = (*asks, (ENDING, text("did_say_stop", name=position.setup.name(may_stop))))
        elif position.phase == OVER:
            answers[ENDING] = NAGARI, None
        else:
            asks = (*asks, (ENDING, text("how_ended")))
        return Conclusion(build("go-stop", answers), (*asks, *calls.asks_of_untaken(position)))

    def _answers(self, position: CapturePosition) -> dict[str, Any]:
        """Piles, calls and events. A raise after which the round went on was a go."""
        latest = calls.latest_turn(position)
        if not position.has_begun_turn and self.raised_by(position) is not None and self._undecided(position) is None:
            latest += 1  # go was said just now
        said = {f"{call}s": [each.seat for each in position.said if each.call == call] for call in (SHAKE, BOMB)}
        goes = [each.seat for each in self.raises(position) if each.turn < latest]
        seats = range(position.setup.seats)
        events = [{"seat": seat, "kind": kind} for seat in seats for kind in self._events(position, seat)]
        return {**calls.pile_answers(position), "calls": goes, **said, **({"events": events} if events else {})}

    def _events(self, position: CapturePosition, seat: int) -> Iterator[str]:
        """What is paid of the first turns of a player: ppeok as long as they follow one another (go-stop 4.7)."""
        turns, series = [number for number, (who, _) in enumerate(position.turns) if who == seat], 0
        for kind in EVENTS:
            place, call = kind.split("_")
            own = ("first", "second", "third").index(place)
            found = own < len(turns) and happened(position, turns[own] - (call == BOMB), seat, call)
            if found and series >= own:
                yield kind
                series += call == PPEOK


def _wins_for_dealer(setup: CaptureSetup) -> bool:
    return setup.options["field_four"] == "dealer" and setup.options["chongtong"] == "win"


PLAY_RULES = GoStopPlay()
