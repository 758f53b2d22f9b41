"""Figures of followed rounds."""

from __future__ import annotations

from typing import Any

import pytest

from web.cli.follow_figures import (
    FollowFigures,
    canonical,
    countable_events,
    differences,
    is_exact_after_one,
    match_events,
)


def log_line(t: float, card: str | None, seat: int | None = 0, kind: str = "laid") -> dict[str, Any]:
    return {"t": t, "event": kind, "seat": seat, "card": card}


def test_events_match_within_two_seconds_and_each_once() -> None:
    truth = [log_line(1.0, "h01-1"), log_line(5.0, "h01-3"), log_line(9.0, None, 1)]
    announced = [
        (1.6, log_line(1.2, "h01-1")),
        (1.8, log_line(1.3, "h01-1")),
        (5.5, log_line(5.1, "h01-4")),
        (12.0, log_line(11.5, None, 1)),
    ]
    delays, missed, invented = match_events(announced, truth, "hanafuda")
    assert delays == pytest.approx([0.5, 0.6])
    assert missed == [truth[2]]
    assert [each["t"] for each in invented] == [1.3, 11.5]


def test_lost_and_found_are_no_part_of_the_truth() -> None:
    assert countable_events([(1.0, log_line(1.0, None, None, "lost"))]) == []


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        ({"hands": [["h01-1", "h02-3"], []], "stake": 1}, 0),
        ({"hands": [["h02-4", "h01-1"], []], "stake": 1}, 0),
        ({"hands": [["h02-4", "h01-2"], []], "stake": 1}, 1),
        ({"hands": [["h02-4"], ["h01-1"]], "stake": 1}, 2),
        ({"hands": [["h01-1", "h02-3"], []]}, 1),
    ],
)
def test_each_answer_that_differs_counts_once(found: dict[str, Any], wrong: int) -> None:
    assert differences(found, {"hands": [["h01-1", "h02-3"], []], "stake": 1}, "hanafuda") == wrong


def test_figures_add_up() -> None:
    total = FollowFigures()
    total.add(
        FollowFigures(
            films=1, matched=8, announced=8, true=10, exact=1, after_one=1, frames=100, cpu_s=4, delays_s=[0.4]
        )
    )
    total.add(
        FollowFigures(films=1, matched=10, announced=12, true=10, silent=1, sure=1, frames=100, cpu_s=6, delays_s=[0.8])
    )
    figures = total.as_json()
    assert (figures["precision"], figures["recall"], figures["f1"]) == (0.9, 0.9, 0.9)
    assert (figures["exact"], figures["silent"], figures["delay_s"], figures["core"]) == (0.5, 1, 0.6, 0.25)


def test_copies_of_a_face_are_one_card() -> None:
    assert canonical("h01-4", "hanafuda") == canonical("h01-3", "hanafuda")
    assert canonical(None, "hanafuda") is None


def test_one_answer_put_right_or_one_question_answered_is_one_touch() -> None:
    true = {"piles": [["h01-1", "h02-1"], ["h03-1", "h04-1"]], "ended_by": "shobu", "caller": 1}
    one_card = {**true, "piles": [["h01-1"], ["h03-1", "h04-1"]]}
    two_cards = {**true, "piles": [[], ["h03-1", "h04-1"]]}
    ending = {"piles": true["piles"], "ended_by": "empty"}
    assert is_exact_after_one(one_card, [], true, "hanafuda")
    assert not is_exact_after_one(two_cards, ["", "piles.1"], true, "hanafuda")
    assert is_exact_after_one(two_cards, ["piles.1", "piles.0"], true, "hanafuda")
    assert not is_exact_after_one(ending, [""], true, "hanafuda")
    assert is_exact_after_one(ending, ["ended_by+caller"], true, "hanafuda")
    assert is_exact_after_one({}, [], {}, "hanafuda")
    assert not is_exact_after_one(
        {"piles": None, "stake": 2}, ["piles.0"], {"piles": [["h01-1"]], "stake": 3}, "hanafuda"
    )
