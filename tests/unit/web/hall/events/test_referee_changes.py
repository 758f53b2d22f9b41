import pytest

from scorer.errors import Refusal
from web.hall.events import seat_draw
from web.hall.events.event_store import EventPlan
from web.hall.events.event_view import event_detail
from web.hall.events.referee_changes import (
    change_clock,
    correct_board,
    draw_round,
    exchange_players,
    seconds_left,
    take_back,
    toggle_withdrawal,
)


@pytest.fixture
def event(hall, monkeypatch) -> int:
    """The number of an event of five people, not drawn yet."""
    monkeypatch.setattr(seat_draw, "EXCHANGES", 500)
    number = hall.context.events.create(EventPlan("Spring", "otoroku", {}, 2, "places", 3, 40))
    for name in ("Aki", "Emi", "Ken", "Yuki", "Hana"):
        hall.context.events.enter(number, name)
    return number


def draw_next_round(hall, event: int):
    draw_round(hall.context.events, event, hall.context.events.load(event).version)
    return hall.context.events.load(event)


def test_late_arrival_withdrawal_and_who_sits_out(hall, event) -> None:
    events = hall.context.events
    first = draw_next_round(hall, event)
    assert len(first.state.rounds[0].out) == 1
    events.change(event, None, lambda loaded: toggle_withdrawal(loaded, 1))
    events.enter(event, "Mai")
    events.enter(event, "Ren")
    again = draw_next_round(hall, event)
    assert len(again.state.rounds) == 1, "nothing had begun, so it is the same round"
    assert len(again.state.rounds[0].boards) == 3
    events.change(event, None, lambda loaded: change_clock(loaded, "start"))
    events.change(event, None, lambda loaded: toggle_withdrawal(loaded, 1))
    second = draw_next_round(hall, event)
    assert len(second.state.rounds) == 2
    assert 1 in second.state.present
    with pytest.raises(Refusal, match="stale"):
        draw_round(events, event, first.version)
    with pytest.raises(Refusal, match="stale"):
        exchange_players(events, event, first.version, 1, (1, 2))


def test_too_few_are_refused(hall) -> None:
    number = hall.context.events.create(EventPlan("Spring", "otoroku", {}, 4, "stones", 3, 40))
    with pytest.raises(Refusal, match="bad_event"):
        draw_next_round(hall, number)
    with pytest.raises(Refusal, match="not_found"):
        hall.context.events.change(number, None, lambda loaded: change_clock(loaded, "start"))


def test_the_clock_runs_stands_and_is_set(hall, event, monkeypatch) -> None:
    events, now = hall.context.events, [1000.0]
    monkeypatch.setattr("web.hall.events.event_store.time.time", lambda: now[0])
    draw_next_round(hall, event)
    assert event_detail(events.load(event))["clock"] is None
    events.change(event, None, lambda loaded: change_clock(loaded, "start"))
    now[0] += 60
    assert event_detail(events.load(event))["clock"] == {"left_s": 39 * 60, "runs": True}
    events.change(event, None, lambda loaded: change_clock(loaded, "stop"))
    now[0] += 600
    assert seconds_left(events.load(event)) == 39 * 60
    events.change(event, None, lambda loaded: change_clock(loaded, "set", 300))
    assert event_detail(events.load(event))["clock"] == {"left_s": 300, "runs": False}
    events.change(event, None, lambda loaded: change_clock(loaded, "start"))
    now[0] += 10**6
    assert seconds_left(events.load(event)) == 0
    with pytest.raises(Refusal, match="not_found"):
        events.change(event, None, lambda loaded: change_clock(loaded, "back"))


def test_the_referees_result_counts_and_can_be_taken_back(hall, event) -> None:
    events = hall.context.events
    board = draw_next_round(hall, event).state.rounds[0].boards[0]
    events.change(event, None, lambda _loaded: correct_board(1, 1, (7, -7), 0))
    row = event_detail(events.load(event))["standings"][0]
    assert (row["player"], row["points"], row["stones"]) == (board.players[0], 2, 7)
    last = events.load(event).version
    events.change(event, None, lambda loaded: take_back(loaded, last))
    assert {row["stones"] for row in event_detail(events.load(event))["standings"]} == {0}
    for entry in (0, 99):
        with pytest.raises(Refusal, match="not_found"):
            events.change(event, None, lambda loaded, entry=entry: take_back(loaded, entry))
