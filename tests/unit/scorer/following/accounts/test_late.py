"""Cards that are seen some moves after they were laid."""

from dataclasses import replace
from typing import Any

from scorer.following.accounts.explanation import by_moves
from scorer.following.accounts.late import is_late, late_cards
from scorer.following.entries import Entry
from scorer.following.hypothesis import CardCount, Hypothesis, Scene
from scorer.following.sighting import Change
from scorer.rules.play.moves import Move, Verdict
from scorer.rules.play.playable import Playable
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, follow_all, lay_koikoi, seen_card


def test_a_card_seen_too_late_fills_the_place_of_the_one_that_nobody_saw() -> None:
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h09-1", "-:h02-2")
    state, _ = follow_all(state, [table.rest(table.take(3, 1), table.take(10, 1)), *table.lay("-:h12-1")])
    assert state.best.position.unseen == (0,)
    rests = [
        table.rest(Change("appeared", seen_card(30, 0, "h05-2")), table.take(6, 0)),
        *table.lay("-:h11-1", "-:h11-2"),
    ]
    state, _ = follow_all(state, [*rests, table.rest(table.take(31, 0), table.take(32, 0))])
    assert state.best.fault_count == 0
    assert set(state.best.position.pile(0)) == {"h05-1", "h05-2", "h11-1", "h11-2"}
    assert state.best.position.unseen == ()


def test_a_change_is_late_if_a_card_was_laid_after_it() -> None:
    state = begin_otoroku()
    scene = Scene(state.rules, state.begin, state.pack, 2, {}, 4.0, is_first=False, leaving="one")
    laid = Entry("move", 1, 5.0, 0.0, Move("laid", 0, "k03", ("hand", 0), ("open", 0), 1))
    assert is_late(scene, [laid])
    assert not is_late(scene, [replace(laid, time_s=4.0)])
    assert not is_late(scene, [replace(laid, move=None)])


def test_a_card_told_late_has_its_own_time() -> None:
    """An arm lay over the second card; the third came to rest before the arm went."""
    table = HandLaidTable()
    rests = table.lay("1:k10", "0:k03")
    hidden = Change("appeared", seen_card(9, 1, "k02"), time_s=rests[-1].time_s - 0.5)
    rests.append(table.rest(hidden))
    state, events = follow_all(begin_otoroku(), rests)
    assert {event.card: event.time_s for event in events}["k02"] == hidden.time_s
    assert state.best.position.codes(("open", 1)) == ("k10", "k02")


class AnyMove(Playable):
    """A game that names no moves and allows all; its position is the moves so far."""

    def turn(self, position: Any) -> int | None:
        del position
        return 0

    def judge(self, position: Any, move: Move) -> Verdict:
        return Verdict((*position, move))


def test_a_card_seen_late_in_a_game_that_names_no_moves_was_laid_by_whose_turn_it_was() -> None:
    scene = Scene(AnyMove(), (), CardCount({"k05": 1, "k06": 1}), 2, {}, 4.0, is_first=False, leaving="one")
    (before,) = by_moves(scene, Hypothesis(()), "appeared", seen_card(1, 1, "k05"))[:1]
    (late,) = late_cards(scene, before, seen_card(2, None, "k06"))
    assert [(move.event, move.seat, move.card) for move in late.position] == [("laid", 0, "k06"), ("laid", 1, "k05")]
