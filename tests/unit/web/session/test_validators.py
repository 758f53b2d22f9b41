"""What is asked for when an evening begins, checked at the door."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.prompts import Prompt, PromptKind
from scorer.session.events import PlayerJoined, SeatsSwapped
from scorer.session.samples import sample_session
from scorer.texts import Text
from web.session.validators import (
    MAX_STONES,
    clean_name,
    parse_game_start,
    parse_opening,
    seat_move,
    validate_answer,
)

OPENING = {"game": "otoroku", "players": [" Aki", "Emi "]}


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        ("  あき  ", "あき"),
        ("a\u200db", "ab"),
        ("1\tAki\t", "Aki"),
        ("か\u3099", "が"),
        ("x" * 24, "x" * 24),
        ("  " + "か\u3099" * 24, "が" * 24),
    ],
)
def test_a_name_is_composed_and_without_outer_blanks(given: str, clean: str) -> None:
    assert clean_name(given) == clean


@pytest.mark.parametrize("given", [None, 5, "", " \u3000", "x" * 25, "a\tb", "\u200d", "a\u202eb", "\ue000", "\ud800"])
def test_a_name_that_cannot_be_seen_or_read_out_is_refused(given: object) -> None:
    with pytest.raises(Refusal, match="bad_name"):
        clean_name(given)


def test_an_opening_has_the_usual_deck_and_leaves_the_stones_to_the_game() -> None:
    opened = parse_opening(OPENING)
    assert (opened.players, opened.deck, opened.stones, opened.options) == (("Aki", "Emi"), "hanafuda", (), {})
    begun = parse_game_start(OPENING | {"dealer": 1, "stones": [0, MAX_STONES], "deck": "western"})
    assert (begun.kind, begun.dealer, begun.stones, begun.deck) == ("began", 1, (0, MAX_STONES), "western")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "poker"}, "bad_option"),
        ({"game": ["otoroku"]}, "bad_option"),
        ({"players": "Aki"}, "bad_name"),
        ({"players": ["Aki", "AKI"]}, "bad_name"),
        ({"players": ["Aki"]}, "bad_count"),
        ({"options": [1]}, "bad_option"),
        ({"options": {"wager": 0}}, "bad_option"),
        ({"deck": 5}, "wrong_deck"),
        ({"stones": [1]}, "bad_count"),
        ({"stones": [1, True]}, "bad_count"),
        ({"stones": [1, -1]}, "bad_count"),
        ({"stones": [1, MAX_STONES + 1]}, "bad_count"),
        ({"dealer": True}, "bad_count"),
    ],
)
def test_openings_that_cannot_be(change: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_game_start(OPENING | change)
    assert caught.value.code == code


def test_who_sits_down_brings_the_usual_stones_and_who_comes_back_none() -> None:
    session = sample_session(game("otoroku"), seats=3)
    away = type(session)(
        session.game, session.deck, session.options, session.players, session.stones, away=frozenset({"Emi"})
    )
    assert seat_move("join")(session, {"player": "Sora"}) == PlayerJoined("Sora", 30, None)
    assert seat_move("join")(away, {"player": "Emi"}) == PlayerJoined("Emi", 0, None)
    assert seat_move("swap")(session, {"one": "Aki", "other": " Emi"}) == SeatsSwapped("Aki", "Emi")
    for move, data in (("join", {"player": "EMI"}), ("swap", {"one": "Aki", "other": "Aki"}), ("leave", {})):
        with pytest.raises(Refusal, match="bad_name"):
            seat_move(move)(session, data)
    with pytest.raises(Refusal, match="not_found"):
        seat_move("stand")


ENDING = Prompt("ended_by+caller", PromptKind.CHOICE, Text("end", "終わり"), values=(("shobu", 1), ("empty", None)))


@pytest.mark.parametrize(
    ("prompt", "good", "bad"),
    [
        (ENDING, (["shobu", 1], ["empty", None]), (["shobu", 2], ["shobu"], "shobu", [["shobu", 1]])),
        (Prompt("calls", PromptKind.SEQUENCE, Text("", ""), values=(0, 1)), ([], [1, 0, 1]), ([2], 1, None, [0] * 65)),
        (Prompt("calls", PromptKind.SEQUENCE, Text("", ""), values=(0, 1), maximum=1), ([], [1]), ([0, 0],)),
    ],
)
def test_answers_of_several_values(prompt: Prompt, good: tuple[Any, ...], bad: tuple[Any, ...]) -> None:
    for answer in good:
        assert validate_answer(prompt, answer) == answer
    for answer in bad:
        with pytest.raises(Refusal, match="bad_answer"):
            validate_answer(prompt, answer)


@pytest.mark.parametrize(("kind", "value"), [("choice", True), ("choice", 1.0), ("choices", [True]), ("choice", [])])
def test_an_answer_is_not_taken_for_its_like(kind: str, value: object) -> None:
    asked = Prompt("many", PromptKind(kind), Text("how many", "いくつ"), values=(1, 2, "x"))
    assert validate_answer(asked, 1 if kind == "choice" else [1]) in (1, [1])
    with pytest.raises(Refusal, match="bad_answer"):
        validate_answer(asked, value)
