"""Rests over the pipe: the same there and back, garbage refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scanner.worker.rest_codec import MAX_CARDS, rest_from_json, rest_to_json
from scorer.following.sighting import Change, Rest, SeenCard, Unexplained

UP = SeenCard(4, 2, (0.25, 0.5), (("h01-1", 0.8), ("h01-2", 0.1)), is_sure=False)
DOWN = SeenCard(5, None, (0.5, 0.5))


def test_a_rest_comes_back_as_it_went() -> None:
    changes = (Change("turned", UP, DOWN, 12.1), Change("appeared", DOWN, hands=(0, 2), is_start=True))
    parts = (Unexplained(3, None, (0.1, 0.2, 0.05, 0.1), 9.2, is_card_like=False),)
    rest = Rest(12.5, changes, (UP, DOWN, replace(UP, side=1)), is_clear=False, unexplained=parts)
    assert rest_from_json(json.loads(json.dumps(rest_to_json(rest)))) == rest


def test_a_rest_written_before_sides_and_times_were_known_is_read() -> None:
    card = [4, 2, 0.25, 0.5, False, ["h01-1", 0.8], ["h01-2", 0.1]]
    rest = rest_from_json({"t": 1.0, "clear": True, "table": [card], "changes": [["turned", card, None]]})
    assert rest == Rest(1.0, (Change("turned", UP),), (UP,))


@pytest.mark.parametrize(
    "damage",
    [
        {"table": None},
        {"changes": [["left"]]},
        {"table": [[1, "a", 0, 0, True]]},
        {"table": [["1", 0, 0, 0, True]]},
        {"table": [[1, 0, 0, 0, True, "left"]]},
        {"changes": [["left", [1, 0, 0, 0, True], None, "soon"]]},
        {"changes": [["left", [1, 0, 0, 0, True], None, 1.0, ["1"]]]},
        {"changes": [["left", [1, 0, 0, 0, True], None, 1.0, 2]]},
        {"unexplained": [[1, "a", 0, 0, 0, 0, 0, True]]},
        {"unexplained": [[1, 0]]},
        {"t": "soon"},
        {"table": [[1, 0, 0, 0, True]] * (MAX_CARDS + 1)},
    ],
)
def test_garbage_is_refused(damage: dict[str, object]) -> None:
    whole = rest_to_json(Rest(1.0, (), (UP,)))
    with pytest.raises((KeyError, TypeError, ValueError)):
        rest_from_json(whole | damage)
    with pytest.raises(KeyError):
        rest_from_json({})
