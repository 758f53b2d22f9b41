"""The decoder as a whole: rests in, events and round out."""

from dataclasses import replace

import pytest

from scorer.errors import Refusal
from scorer.following.decoder import begin, conclude, follow
from scorer.games import game
from scorer.rules.prompts import Table
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, follow_all, follow_random_round


def test_a_round_with_a_clear_view_is_followed_event_by_event() -> None:
    found = follow_random_round("otoroku", 5, cleared=True)
    said = [(event.event, event.seat, event.card) for event in found.events]
    assert said == [(step.move.event, step.move.seat, step.move.card) for step in found.played.steps]
    assert found.is_exact
    assert found.outcome.sure


def test_the_state_says_whose_turn_it_is_and_whether_the_round_may_end() -> None:
    table = HandLaidTable()
    state, _ = follow_all(begin_otoroku(), table.lay("1:k05", "0:k03"))
    assert (state.turn, state.may_end, state.is_over) == (1, False, False)
    assert [text.en for text in state.hints] == ["Emi must draw a card."]
    state, _ = follow_all(state, table.lay("1:k09", "0:k10"))
    assert (state.may_end, state.is_over) == (True, False)


def test_a_picture_that_cannot_be_compared_changes_nothing_and_the_next_one_catches_up() -> None:
    table = HandLaidTable()
    first, second, third = table.lay("1:k05", "0:k03", "1:k09")
    state, _ = follow(begin_otoroku(), first)
    state, events = follow(state, replace(second, is_clear=False))
    assert events == ()
    state, events = follow(state, third)
    assert [(event.seat, event.card) for event in events] == [(1, "k09"), (0, "k03")] or len(events) == 2
    assert state.best.position.codes(("open", 0)) == ("k03",)
    assert state.best.position.codes(("open", 1)) == ("k05", "k09")


def test_a_game_or_a_deck_that_cannot_be_followed_is_refused_in_words() -> None:
    table = Table(("Aki", "Emi"), {})
    with pytest.raises(Refusal) as refusal:
        begin(game("tokotoko"), table, "kabufuda")
    assert refusal.value.code == "wrong_deck"
    unfollowed = type("Unfollowed", (type(game("otoroku")),), {"play_rules": None})()
    with pytest.raises(Refusal) as refusal:
        begin(unfollowed, table, "kabufuda")
    assert refusal.value.code == "bad_option"


def test_nothing_seen_is_a_round_of_which_everything_is_asked() -> None:
    found = conclude(begin_otoroku())
    assert not found.sure
    assert {path for path, _ in found.asks} == {"hands.0", "hands.1", ""}
