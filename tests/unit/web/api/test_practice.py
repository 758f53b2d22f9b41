"""Missed questions return soon, known ones later. Memories are checked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("fsrs", reason="the environment is older than requirements.lock: make install")


def due_after(guest, answers: list[bool]) -> timedelta:
    """Time until a question returns after these answers, each given on the day it was due."""
    memory = None
    for right in answers:
        answer = guest.send("/api/practice/review", {"memory": memory, "right": right}).json
        memory = answer["memory"]
    return datetime.fromisoformat(answer["due"]) - datetime.now(UTC)


def test_a_miss_comes_back_within_minutes_and_what_is_known_after_days(guest):
    assert due_after(guest, [False]) < timedelta(minutes=2)
    assert due_after(guest, [True, True]) > timedelta(days=1)
    assert due_after(guest, [False, True, True]) < due_after(guest, [True, True])


@pytest.mark.parametrize("memory", [{}, [], "x", {"card_id": "one"}, {"card_id": 1, "state": 9, "due": "never"}])
def test_a_damaged_memory_is_refused_in_words(guest, memory):
    answer = guest.send("/api/practice/review", {"memory": memory, "right": True})
    assert answer.status_code in {400, 422}
    assert answer.json["error"]["code"] == "bad_request"
