"""Rests over the pipe: the same there and back, garbage refused."""

from __future__ import annotations

import pytest

from scanner.worker.rest_codec import MAX_CARDS, rest_from_json, rest_to_json
from scorer.following.sighting import Change, Rest, SeenCard

UP = SeenCard(4, 2, (0.25, 0.5), (("h01-1", 0.8), ("h01-2", 0.1)), is_sure=False)
DOWN = SeenCard(5, None, (0.5, 0.5))


def test_a_rest_comes_back_as_it_went() -> None:
    rest = Rest(12.5, (Change("turned", UP, DOWN), Change("appeared", DOWN)), (UP, DOWN), is_clear=False)
    assert rest_from_json(rest_to_json(rest)) == rest


@pytest.mark.parametrize(
    "damage",
    [
        {"table": None},
        {"changes": [["left"]]},
        {"table": [[1, "a", 0, 0, True]]},
        {"table": [["1", 0, 0, 0, True]]},
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
