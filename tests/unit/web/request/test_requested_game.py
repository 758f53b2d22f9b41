"""Which rules are learnt: the evening's, the request's or the usual."""

from __future__ import annotations

import json

import pytest
from flask import session

from scorer.errors import Refusal
from scorer.games import game
from tests.support.table import Phone
from web.request.requested_game import (
    house_rules_for_request,
    learning_context,
    own_seat,
    requested_options,
    requested_table,
    require_game,
    rules_and_deck,
)

OTOROKU = game("otoroku")


def test_a_game_that_is_not_there_is_not_found() -> None:
    assert require_game("otoroku") is OTOROKU
    with pytest.raises(Refusal, match="not_found"):
        require_game("poker")


def test_the_rules_of_the_evening_are_learnt_where_it_plays_the_game(app, host: Phone) -> None:
    host.open(options={"wager": 3}, deck="western")
    with app.test_request_context("/"):
        options, deck = rules_and_deck(OTOROKU)
        assert (options["wager"], deck) == (3, "western")
        assert house_rules_for_request(OTOROKU).origin == "tonight"
        assert rules_and_deck(OTOROKU, "kabufuda")[1] == "kabufuda"
        assert rules_and_deck(game("tokotoko"))[1] == "hanafuda"
        assert house_rules_for_request(game("tokotoko")).origin == "usual"
        with pytest.raises(Refusal, match="wrong_deck"):
            rules_and_deck(OTOROKU, "daini")


def test_rules_picked_on_the_page_are_told_with_what_differs(app) -> None:
    for query in ({"options": '{"wager": 2}'}, {"o.wager": "2"}, {"o.wager": "2", "o.length": ""}):
        with app.test_request_context("/", query_string=query):
            rules = house_rules_for_request(OTOROKU)
            assert (rules.origin, rules.changed_options) == ("picked", {"wager": 2})
            assert [value.en for _, value in rules.differences] == ["2"]
            assert requested_table(OTOROKU).options["wager"] == 2


def test_rules_that_cannot_be_are_refused(app) -> None:
    for query in ({"options": "{"}, {"options": "[1]"}, {"o.wager": "two"}, {"options": '{"wager": 0}'}):
        with app.test_request_context("/", query_string=query), pytest.raises(Refusal, match="bad_option"):
            requested_options(OTOROKU)


def test_a_player_has_the_seat_of_the_coming_round(app, host: Phone) -> None:
    with app.test_request_context("/"):
        assert own_seat() is None
    host.open()
    app.extensions["fudayomi"].phones.claim_name("aa", "Ken")
    with app.test_request_context("/"):
        session["phone"] = "aa"
        assert own_seat() == 2
        session["phone"] = "bb"
        assert own_seat() is None
    with app.test_request_context("/", query_string={"o.wager": "2", "deck": "hanafuda"}):
        context = learning_context(OTOROKU, "hanafuda")
        assert context["picked"] == {"o.wager": "2"}
        assert json.dumps(context["terms"])
