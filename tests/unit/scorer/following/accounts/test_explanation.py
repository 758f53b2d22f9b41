"""What may be behind a change."""

from dataclasses import replace

from scorer.following.hypothesis import GHOST
from scorer.following.sighting import Change, SeenCard
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, follow_all, seen_card

HARDLY = SeenCard(50, 2, (0.3, 0.3), (("k09", 0.15), ("k08", 0.1)), is_sure=False)
DEALT = ("1:k05", "2:k04", "0:k03")


def seat_names() -> tuple[str, ...]:
    return "Aki", "Emi", "Jun"


def hands_of(state) -> list[tuple[str, ...]]:
    return [state.best.position.codes(("open", seat)) for seat in range(3)]


def test_the_pile_in_the_middle_is_no_card_of_the_round() -> None:
    table = HandLaidTable()
    state, events = follow_all(begin_otoroku(*seat_names()), [table.rest(Change("appeared", seen_card(90, None)))])
    assert events == []
    state, events = follow_all(state, table.lay(*DEALT))
    assert [event.seat for event in events] == [1, 2, 0]
    assert state.best.cards[90].place == ("pile", None)


def test_a_card_that_the_tracker_lost_for_a_moment_is_the_same_card() -> None:
    table = HandLaidTable()
    rests = table.lay(*DEALT)
    old = table.lying[2]
    rests.append(table.rest(Change("left", old, old), Change("appeared", replace(old, track=44))))
    state, events = follow_all(begin_otoroku(*seat_names()), rests)
    assert hands_of(state) == [("k03",), ("k05",), ("k04",)]
    assert [event.event for event in events] == ["laid", "laid", "laid"]


def test_what_is_hardly_a_card_is_none() -> None:
    table = HandLaidTable()
    rests = [
        *table.lay(*DEALT),
        table.rest(Change("appeared", HARDLY)),
    ]
    state, events = follow_all(begin_otoroku(*seat_names()), rests)
    assert state.best.cards[50].place == GHOST
    assert len([event for event in events if event.event == "laid"]) == 3


def test_a_card_of_the_deal_that_was_missed_is_put_where_it_belongs() -> None:
    table = HandLaidTable()
    rests = table.lay("1:k05", "0:k03", "1:k06", "2:k04")
    state, _ = follow_all(begin_otoroku(*seat_names()), rests)
    assert hands_of(state) == [("k03",), ("k05", "k06"), ("k04",)]
    assert state.best.fault_count == 0


def test_cards_that_leave_a_finished_round_end_it() -> None:
    table = HandLaidTable()
    rests = table.lay(*DEALT, "1:k09", "2:k09", "0:k09")
    rests.append(table.rest(*(Change("left", each, each) for each in list(table.lying.values()))))
    table.lying = {}
    rests += [table.rest(Change("appeared", seen_card(70, 1, "k10")))]
    state, events = follow_all(begin_otoroku(*seat_names()), rests)
    assert state.best.is_ended
    assert hands_of(state) == [("k03", "k09"), ("k05", "k09"), ("k04", "k09")]
    assert len(events) == 6
