"""The decoder as a whole: rests in, events and round out."""

from dataclasses import replace

import pytest

from scorer.errors import Refusal
from scorer.following.decoder import begin, conclude, follow
from scorer.following.sighting import Change, Rest
from scorer.games import game
from scorer.rules.prompts import Table
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, follow_all, follow_random_round, seen_card


def test_a_round_with_a_clear_view_is_followed_event_by_event() -> None:
    found = follow_random_round("otoroku", 5, cleared=True)
    events = [(event.event, event.seat, event.card) for event in found.events]
    assert events == [(step.move.event, step.move.seat, step.move.card) for step in found.played.steps]
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
    unfollowed = replace(game("otoroku"), play_rules=None)
    with pytest.raises(Refusal) as refusal:
        begin(unfollowed, table, "kabufuda")
    assert refusal.value.code == "bad_option"


def test_a_card_that_leaves_before_anything_was_laid_is_nothing() -> None:
    gone = seen_card(1, 1, "k05")
    state, events = follow_all(begin_otoroku(), [Rest(1.0, (Change("left", gone, gone),), ())])
    assert (events, state.best.entries) == ([], ())


def test_a_card_that_leaves_before_anything_was_laid_and_is_there_again_is_laid() -> None:
    gone = seen_card(1, 1, "k05")
    again = replace(gone, track=7)
    rest = Rest(1.0, (Change("left", gone, gone), Change("appeared", again)), (again,))
    state, events = follow_all(begin_otoroku(), [rest])
    assert [(event.event, event.seat, event.card) for event in events] == [("laid", 1, "k05")]
    assert state.best.position.codes(("open", 1)) == ("k05",)


def test_nothing_seen_is_a_round_of_which_everything_is_asked() -> None:
    found = conclude(begin_otoroku())
    assert not found.sure
    assert {path for path, _ in found.asks} == {"hands.0", "hands.1", ""}


def test_two_copies_that_were_taken_for_one_card_are_told_apart_when_both_are_seen() -> None:
    table = HandLaidTable()
    field = ("h01-3", "h02-1", "h03-1", "h04-1", "h05-1", "h06-1", "h07-3", "h08-1")
    state = begin(game("hana-awase"), Table(("Aki", "Emi"), {}), "hanafuda")
    state, _ = follow_all(state, table.lay(*(f"-:{code}" for code in field)))
    below, above = table.lying[1], replace(seen_card(9, None, "h01-4"), position=table.lying[1].position)
    laid = table.rest(Change("left", below, below), Change("appeared", above))
    taken = replace(below, zone=0, position=(0.1, 0.2))
    both = table.rest(table.take(9, 0), Change("moved", taken, below))
    _, events = follow_all(state, [laid, both])
    assert sorted((event.event, event.seat) for event in events) == [("laid", 0), ("taken", 0), ("taken", 0)]


def test_the_arm_of_one_person_who_moves_all_cards_tells_nothing_in_the_end() -> None:
    """Aki lays Emi's cards, too.

    A card beside another one's arm waits; the last one is sent at once.
    """
    table = HandLaidTable()
    state, sent = begin_otoroku(), []
    for number, text in enumerate(("1:k05", "0:k03", "1:k02", "1:k01", "1:k01", "1:k04"), start=1):
        table.time_s += 3.0  # slowly, so that no other order explains them
        seat, code = text.split(":")
        state, events = follow(state, table.rest(Change("appeared", seen_card(number, int(seat), code), hands=(0,))))
        sent.append([event.card for event in events])
    assert sent == [[], ["k03"], [], [], [], ["k04"]]
    assert [entry.is_by_another_hand for entry in state.best.entries] == [True, False, True, True, True, False]
