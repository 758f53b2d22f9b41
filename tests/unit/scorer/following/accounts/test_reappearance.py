"""Cards that are seen again under another track."""

from dataclasses import replace

import pytest

from scorer.following.decoder import begin, conclude
from scorer.following.sighting import Change
from scorer.games import game
from scorer.rules.prompts import Table
from tests.support.decoded_rounds import HandLaidTable, follow_all, lay_koikoi, seen_card


def events_as_tuples(events) -> list[tuple]:
    return [(event.event, event.seat, event.card) for event in events]


def test_a_card_seen_in_a_pile_before_it_is_missed_in_the_middle_is_the_same_card() -> None:
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h03-2")
    stale = table.lying[4]
    rests = [table.rest(Change("appeared", seen_card(20, 0, "h03-1")), table.take(9, 0))]
    rests.append(table.rest(Change("left", stale, stale)))
    state, events = follow_all(state, rests)
    assert sorted(events_as_tuples(events)) == [("taken", 0, "h03-1"), ("taken", 0, "h03-2")]
    assert (state.best.fault_count, state.trouble) == (0, None)
    assert set(state.best.position.pile(0)) == {"h03-1", "h03-2"}


def test_a_copy_of_a_face_may_be_either_of_the_cards_that_look_alike() -> None:
    """h07-3 of the field comes to the pile, and is read as its copy h07-4."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h07-1")
    state, events = follow_all(state, [table.rest(table.take(9, 0), Change("appeared", seen_card(20, 0, "h07-4")))])
    assert sorted(events_as_tuples(events)) == [("taken", 0, "h07-1"), ("taken", 0, "h07-3")]
    assert state.best.fault_count == 0


def test_a_card_that_went_to_a_pile_and_is_missed_first_is_not_misplaced() -> None:
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h03-2")
    before = table.lying[4]
    rests = [table.rest(table.take(9, 0), Change("left", before, before))]
    table.lying[4] = before
    rests.append(table.rest(Change("moved", replace(before, zone=0, position=(0.1, 0.4)), before)))
    score = follow_all(state, rests[:1])[0].best.score
    state, events = follow_all(state, rests)
    assert state.best.score == pytest.approx(score, abs=0.1)
    assert ("taken", 0, "h03-1") in events_as_tuples(events)


def test_another_card_may_lie_where_one_lay_that_was_read_well() -> None:
    """The player puts the card that was laid upon another one's place: the tracker says that it is another now."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h03-2", "-:h09-1")
    rests = [table.rest(Change("appeared", seen_card(20, 0, "h03-1")), table.take(9, 0))]
    rests.append(table.rest(Change("renamed", seen_card(4, None, "h10-1"))))
    state, events = follow_all(state, rests)
    assert ("laid", 1, "h10-1") in events_as_tuples(events)
    assert state.best.fault_count == 0


def test_copies_of_a_face_are_told_apart_by_none() -> None:
    """Both chaff cards read as one code are two cards, and no more than two."""
    state = begin(game("koikoi"), Table(("Aki", "Emi"), {}), "hanafuda")
    table = HandLaidTable()
    state, _ = follow_all(state, table.lay("-:h07-3", "-:h07-3", "-:h01-1"))
    assert len(state.accounts) == 1
    assert state.best.position.field == ("h07-3", "h07-4", "h01-1")
    state, _ = follow_all(state, table.lay("-:h07-4"))
    assert state.best.score < -1.0
    assert conclude(state).asks
