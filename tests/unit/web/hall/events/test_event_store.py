from contextlib import closing
from dataclasses import replace

import pytest

from scorer.errors import Refusal
from web.hall.events import event_store
from web.hall.events.event_store import EventPlan
from web.hall.events.referee_changes import draw_round
from web.hall.pages import events as events_page

PLAN = EventPlan("Spring", "otoroku", {}, 4, "stones", 3, 40)


@pytest.mark.parametrize(
    "changed",
    [
        {"name": ""},
        {"game": "chess"},
        {"size": 1},
        {"size": 40},
        {"options": {"wager": -5}},
        {"scoring": "luck"},
        {"rounds": 0},
        {"minutes": 601},
    ],
)
def test_an_event_that_cannot_be_is_refused(hall, changed) -> None:
    fields = {name: getattr(PLAN, name) for name in EventPlan.__slots__}
    with pytest.raises(Refusal):
        hall.context.events.create(EventPlan(**(fields | changed)))
    assert hall.context.events.all() == []


def test_events_are_listed_by_pages(hall, monkeypatch) -> None:
    monkeypatch.setattr(event_store, "LISTED_EVENTS", 2)
    monkeypatch.setattr(events_page, "LISTED_EVENTS", 2)
    for _ in range(3):
        hall.context.events.create(PLAN)
    numbers = lambda before=None: [event["event"] for event in hall.context.events.all(before)]  # noqa: E731
    assert (numbers(), numbers(2), numbers(1)) == ([3, 2], [1], [])
    assert "/events?before=2" in hall.get("/events").text
    assert "/events?before" not in hall.get("/events?before=2").text
    assert [event["event"] for event in hall.get("/api/events?before=3").json["events"]] == [2, 1]


def test_a_wrong_name_is_put_right(hall, tmp_path) -> None:
    events = hall.context.events
    number = events.create(replace(PLAN, options={"length": "last_standing"}))
    events.enter_all(number, ["Akii", "Emi", "Ken", "Yuki"])
    draw_round(events, number, 4)
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(2).send_all()
        assert events.load(number).results == {}, "nobody is called Akii there"
        aki = hall.context.members.add("Aki")
        version = events.load(number).version
        for player, name, code in ((1, "emi", "name_taken"), (1, "", "bad_name"), (9, "Aki", "not_found")):
            with pytest.raises(Refusal, match=code):
                events.rename(number, version, player, name)
        with pytest.raises(Refusal, match="stale"):
            events.rename(number, version - 1, 1, "Aki")
        events.rename(number, version, 1, "Aki")
        loaded = events.load(number)
        assert (loaded.players[1].name, loaded.players[1].member) == ("Aki", aki.id)
        assert sorted(loaded.results[1, 1].nets) == sorted(table.nets().values())


def test_names_are_entered_once_and_members_are_known(hall) -> None:
    aki = hall.context.members.add("Aki")
    events = hall.context.events
    number = events.create(PLAN)
    events.enter(number, " Ａki".replace("Ａ", "A"))
    for name, code in (("aki", "name_taken"), ("", "bad_name"), ("\0", "bad_name")):
        with pytest.raises(Refusal, match=code):
            events.enter(number, name)
    with pytest.raises(Refusal, match="not_found"):
        events.enter(9, "Emi")
    loaded = events.load(number)
    assert [(player.name, player.member) for player in loaded.players.values()] == [("Aki", aki.id)]
    refused = events.enter_all(number, ["Emi", "AKI", "\0", "Ken", "emi"])
    assert {index: refusal.code for index, refusal in refused.items()} == {
        1: "name_taken",
        2: "bad_name",
        4: "name_taken",
    }
    loaded = events.load(number)
    assert [player.name for player in loaded.players.values()] == ["Aki", "Emi", "Ken"]
    assert loaded.state.present == [1, 2, 3]
    assert loaded.version == 3


def test_a_change_on_an_older_version_is_stale_and_a_refused_one_leaves_nothing(hall) -> None:
    events = hall.context.events
    number = events.create(PLAN)
    events.enter(number, "Aki")
    withdrawn = [{"kind": "withdrawn", "player": 1}]
    events.change(number, 1, lambda _event: withdrawn)
    with pytest.raises(Refusal, match="stale"):
        events.change(number, 1, lambda _event: withdrawn)
    with pytest.raises(Refusal, match="not_found"):
        events.change(number, None, lambda _event: [{"kind": "withdrawn", "player": 7}])
    assert events.load(number).version == 2
    with pytest.raises(Refusal, match="not_found"):
        events.load(9)


def test_a_page_that_watches_is_told_of_changes(hall) -> None:
    number = hall.context.events.create(PLAN)
    notified: list[int] = []
    hall.context.news._on_news = notified.append
    hall.context.events.enter(number, "Aki")
    assert notified == [-number]
