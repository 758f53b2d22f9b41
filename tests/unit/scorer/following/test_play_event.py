"""Events as `fudayomi follow` prints them."""

from __future__ import annotations

from dataclasses import replace

from scorer.following.play_event import EventLines, Lost, PlayEvent
from scorer.texts import Text


def test_lines_are_numbered_and_corrections_say_what_they_replace() -> None:
    lines = EventLines()
    event = PlayEvent(2.0, "laid", 1, "h01-1", 7)
    assert lines.line(event) == {"n": 1, "t": 2.0, "event": "laid", "seat": 1, "card": "h01-1"}
    assert lines.line(replace(event, thing=8))["n"] == 2
    again = replace(event, card="h01-2", is_correction=True)
    assert lines.line(again) == {"n": 3, "t": 2.0, "event": "laid", "seat": 1, "card": "h01-2", "replaces": 1}
    assert lines.line(replace(again, card="h02-1"))["replaces"] == 3
    assert "replaces" not in lines.line(replace(again, thing=99))


def test_what_lay_there_from_the_start_and_what_is_lost_say_so() -> None:
    assert PlayEvent(0.0, "laid", None, "h01-1", is_start=True).as_json()["start"] is True
    words = Text("something lies there", "何かあります")
    lost = PlayEvent(5.0, "lost", 1, None, note=words, lost=Lost("unexplained", 1, (0.1, 0.2, 0.05, 0.1)))
    assert lost.as_json() == {
        "t": 5.0,
        "event": "lost",
        "seat": 1,
        "card": None,
        "what": "unexplained",
        "where": {"seat": 1, "box": [0.1, 0.2, 0.05, 0.1]},
        "text": words.as_json(),
    }
    assert Lost("record", None).where == {"seat": None, "box": None}
