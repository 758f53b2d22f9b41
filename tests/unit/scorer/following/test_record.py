"""The record of a round, written and read again."""

import json

import pytest

from scorer.errors import Refusal
from scorer.following.record import make_record, parse_record
from scorer.following.sighting import Change
from tests.support.decoded_rounds import HandLaidTable, card, follow_all, follow_random_round, otoroku


def test_a_record_is_read_as_it_was_written() -> None:
    table = HandLaidTable()
    rests = table.lay("1:k05", "0:k03")
    rests.append(table.rest(Change("appeared", card(3, 1, "k09", "k04", chance=0.8))))
    rests.append(table.rest(Change("renamed", card(3, 1, "k04"))))
    state, _ = follow_all(otoroku(), rests)
    record = make_record(state)
    again = parse_record(record.dump())
    assert again.as_json() == record.as_json()
    assert [event.card for event in again.events] == ["k05", "k03", "k04"]
    ((was, now),) = [(each.was.card, each.now.card) for each in again.corrections if each.now]
    assert (was, now) == ("k09", "k04")
    assert not again.sure
    assert again.asks


def test_a_whole_round_has_a_record() -> None:
    record = make_record(follow_random_round("otoroku", 3).state)
    assert record.sure
    assert parse_record(record.dump().encode()).events == tuple(
        type(event)(event.time_s, event.event, event.seat, event.card, note=event.note) for event in record.events
    )


@pytest.mark.parametrize(
    "change",
    [
        {"record": 2},
        {"seats": "Aki"},
        {"deck": "tarot"},
        {"sure": 1},
        {"events": [{"t": 1.0, "event": "eaten", "seat": 0, "card": None}]},
        {"events": [{"t": -1.0, "event": "laid", "seat": 0, "card": None}]},
        {"events": [{"t": True, "event": "laid", "seat": 0, "card": None}]},
        {"events": [{"t": 1.0, "event": "laid", "seat": 2, "card": None}]},
        {"events": [{"t": 1.0, "event": "laid", "seat": 0, "card": "x"}]},
        {"events": [{"t": 1.0, "event": "laid", "seat": 0, "card": None, "note": "text"}]},
        {"events": {}},
        {"corrections": [{"t": 1.0, "was": None}]},
        {"asks": [{"path": 3, "text": {"en": "", "ja": ""}}]},
    ],
)
def test_what_is_no_record_is_refused(change: dict[str, object]) -> None:
    state, _ = follow_all(otoroku(), HandLaidTable().lay("1:k05", "0:k03"))
    source = json.dumps({**make_record(state).as_json(), **change})
    with pytest.raises(Refusal) as refusal:
        parse_record(source)
    assert refusal.value.code == "bad_round"
