"""What the play itself says of calls, and what is asked."""

from __future__ import annotations

from scorer.families.captures.cards import card_points
from scorer.families.captures.moves.calls import (
    asks_of_untaken,
    latest_turn,
    pile_answers,
    pile_raises,
    with_cards_never_seen,
)
from scorer.families.captures.moves.position import give_back, take_with_unseen_card
from scorer.games import game
from tests.support.judged_rounds import Follower, build_table


def test_raises_turn_by_turn() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay("h01-1 h02-1 h03-1 h04-1 h05-1 h06-1 h07-1 h08-1")
    assert latest_turn(play.position) == -1
    play.lay("h01-2")
    assert latest_turn(play.position) == 0
    assert [text.en for _, text in asks_of_untaken(play.position)] == ["Did Aki take pine, poetry ribbon, pine, crane?"]
    play.lay("h09-1")
    play.take("h01-1 h01-2", 0)
    assert latest_turn(play.position) == 0
    play.lay("h10-1 h11-1 h02-2")
    play.take("h02-1 h02-2", 0)
    assert asks_of_untaken(play.position) == ()
    raises = pile_raises(play.position, lambda pile, _: card_points(pile))
    assert [(each.turn, each.seat) for each in raises] == [(0, 0), (2, 0)]
    assert pile_answers(play.position) == {"piles.0": ["h01-1", "h01-2", "h02-1", "h02-2"], "piles.1": []}


def test_a_card_that_was_never_seen_is_named_where_only_one_is_left_and_asked_for() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay("h01-1 h02-1 h03-1 h04-1 h05-1 h06-1 h07-1 h08-1")
    play.position = take_with_unseen_card(play.position, "h01-1", 0)
    found, asks = with_cards_never_seen(play.position)
    assert pile_answers(found)["piles.0"] == ["h01-1"]
    assert [(path, text.en) for path, text in asks] == [("piles.0", "What did Aki take pine, crane with?")]


def test_a_card_put_back_that_an_unseen_one_had_captured_is_still_asked_about() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay("h01-1 h02-1 h03-1 h04-1 h05-1 h06-1 h07-1 h08-1")
    play.position = give_back(take_with_unseen_card(play.position, "h01-1", 0), "h01-1", 0)
    _, asks = with_cards_never_seen(play.position)
    assert [(path, text.en) for path, text in asks] == [("piles.0", "What did Aki take pine, crane with?")]


def test_the_last_card_of_a_number_is_the_one_that_nobody_saw() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay("h01-1 h01-3 h01-4 h04-1 h05-1 h06-1 h07-1 h08-1")
    play.position = take_with_unseen_card(play.position, "h01-1", 0)
    play.take("h01-3 h01-4", 0)
    found, asks = with_cards_never_seen(play.position)
    assert pile_answers(found)["piles.0"] == ["h01-1", "h01-2", "h01-3", "h01-4"]
    assert [text.en for _, text in asks] == ["Did Aki take pine, poetry ribbon? It was not seen"]
