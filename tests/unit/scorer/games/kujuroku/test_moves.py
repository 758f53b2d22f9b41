"""Kujuroku followed card by card: Oni, Jizo, the field, dekiyaku."""

from __future__ import annotations

import random

import pytest

from scorer.families.captures.moves.script import StepLog
from scorer.games import game
from scorer.games.kujuroku.moves.film import FilmBoard
from scorer.games.kujuroku.packs import pack_of
from scorer.games.kujuroku.play import play_turn
from scorer.rules.play_rules import MIDDLE
from tests.support.judged_rounds import Follower, build_table, follow_rounds

KUJUROKU = game("kujuroku")
PLAIN = "d02 d05 d06 d07 d08 d09"
_MISDEALT = 1387
"""The seed of a random round with four cards of a number on its field; of 700 one has them."""


def _begin_play(field: str = PLAIN, deck: str = "daini", **options) -> Follower:
    play = Follower("kujuroku", build_table(KUJUROKU, **options), deck)
    assert play.lay(field) == ""
    return play


def _oni_of_round(play: Follower):
    return play.rules.conclude(play.position).round.get("oni")


def test_random_rounds_come_out_as_played_without_a_question() -> None:
    conclusions = follow_rounds("kujuroku", build_table(KUJUROKU), range(15))
    assert all(each.asks == () for each in conclusions)
    assert {each.round.get("ended_by") for each in conclusions} == {"yaku", "empty"}


@pytest.mark.parametrize(
    ("deck", "options"),
    [
        ("daini", {"jizo": True, "players": 3, "yaku_mode": "settle_at_end"}),
        ("hanafuda", {"config": "C", "yaku_check": "each_capture"}),
        ("western", {"config": "B", "jizo": True}),
        ("kabufuda", {"config": "D"}),
    ],
)
def test_random_rounds_under_other_house_rules(deck: str, options: dict) -> None:
    conclusions = follow_rounds("kujuroku", build_table(KUJUROKU, **options), range(5), deck)
    assert all(each.asks == () for each in conclusions)


def test_who_may_go_on_is_asked() -> None:
    table = build_table(KUJUROKU, yaku_check="may_continue")
    conclusions = follow_rounds("kujuroku", table, range(8))
    assert {path for each in conclusions for path, _ in each.asks} == {"ended_by"}


def test_who_may_end_the_round_by_a_word() -> None:
    play = _begin_play("d04 d04s d06 d07 d08 d09", yaku_check="may_continue")
    assert not play.rules.may_end(play.position)
    play.lay("d01 d02 d04")
    play.take("d04 d04s", 1)
    play.lay("d04")
    play.take("d04 d04", 1)
    assert play.rules.may_end(play.position)
    assert not play.rules.is_over(play.position)
    conclusion = play.rules.conclude(play.position)
    assert (conclusion.round["ended_by"], conclusion.round["maker"]) == ("yaku", 1)
    assert [text.en for _, text in conclusion.asks] == ["Did Emi end the round?"]
    assert play.rules.answered_by_clearing(play.position) == ("ended_by",)


def test_the_dealer_takes_oni_and_a_card_of_his_choice() -> None:
    """Worked example 38: Oni and a 3, the other two 3s are no triple any more."""
    play = _begin_play("doni d03 d03 d03 d08 d10")
    assert (play.position.phase, play.rules.turn(play.position)) == ("opening", 0)
    assert play.hints == [
        "Aki takes oni, the demon and one of bakasan (3), bakasan (3), bakasan (3), hachi (8), doh (10)",
    ]
    assert play.take("doni d03", 0) == ""
    assert (sorted(play.position.field), play.position.phase) == (["d03", "d03", "d08", "d10"], "hand")
    play.lay("d09")
    assert _oni_of_round(play) == {"took": 3}


def test_the_dealer_takes_two_of_three() -> None:
    play = _begin_play("d03 d03 d03s d08 d10 d09")
    assert play.hints == ["Aki takes 2 of bakasan (3), bakasan (3), special 3"]
    assert play.take("d03 d03s", 0) == ""
    assert play.position.phase == "hand"
    play = _begin_play("d03 d03 d03s d08 d10 d09")
    assert play.lay("d01") == "Aki did not take from the field: bakasan (3), bakasan (3), special 3"


def test_a_misdeal_of_a_random_round() -> None:
    (conclusion,) = follow_rounds("kujuroku", build_table(KUJUROKU), [_MISDEALT])
    assert (KUJUROKU.settle(conclusion.round).outcome, conclusion.asks) == ("misdeal", ())


def test_a_misdeal() -> None:
    """Worked example 37."""
    play = _begin_play("d05 d05 d05 d05 d02 d09")
    assert play.rules.is_over(play.position)
    why = play.rules.end(play.position)
    assert why is not None
    assert "misdeal" in why.en
    conclusion = play.rules.conclude(play.position)
    assert (KUJUROKU.settle(conclusion.round).outcome, conclusion.asks) == ("misdeal", ())


def test_no_field_is_a_misdeal_before_it_is_whole() -> None:
    """The opening field has six cards (kujuroku 3.2)."""
    play = _begin_play("d05 d05 d05 d05 d02")
    assert play.rules.end(play.position) is None
    play.lay("d09")
    assert play.rules.end(play.position) is not None


def test_jizo_on_the_opening_field() -> None:
    """With Oni also there the dealer takes both and no other card (kujuroku 7.2)."""
    play = _begin_play("doni djizo d03 d03 d08 d10", jizo=True)
    assert play.take("doni djizo", 0) == ""
    assert play.position.phase == "hand"
    play.lay("d09")
    assert _oni_of_round(play) is None
    play = _begin_play("djizo d02 d03 d03 d08 d10", jizo=True)
    assert play.take("djizo", 0) == ""


def test_oni_captures_any_card() -> None:
    play = _begin_play()
    play.lay("doni")
    assert play.take("doni d07", 0) == ""
    assert _oni_of_round(play) == {"took": 7}
    play.lay("d02")
    play.take("d02 d02", 0)
    play.lay("d10")
    assert play.faults == []


def test_oni_must_capture_while_the_field_has_a_card() -> None:
    play = _begin_play()
    play.lay("doni d01 d03 d04 d10 d01s")
    assert play.position.seat == 0
    assert play.lay("d03s") == "Aki laid oni, the demon and did not take what it captures: oni, the demon"


def test_oni_on_an_empty_field_is_discarded() -> None:
    """It leaves the game; the card drawn in that turn may not capture it (kujuroku 4.4)."""
    play = _begin_play("d02 d02 d05 d05 d06 d07")
    for turn, (laid, taken) in enumerate(
        (("d02 d05", "d02 d02 d05 d05"), ("d02 d05", "d02 d02 d05 d05"), ("d06 d07", "d06 d06 d07 d07"))
    ):
        play.lay(laid)
        play.take(taken, turn)
    assert play.position.field == ()
    assert _oni_of_round(play) is None
    play.lay("doni d08")
    assert _oni_of_round(play) == {"left_play": True}
    assert play.move("moved", "doni", 0, ("out", None)) == ""
    assert _oni_of_round(play) == {"left_play": True}
    assert play.faults == []


def test_in_a_film_an_oni_that_captured_nothing_leaves_the_game_at_the_end_of_the_turn() -> None:
    """On an empty field Oni is discarded, and the card drawn in that turn may not capture it (kujuroku 4.4)."""
    board = FilmBoard(
        pack_of("daini", jizo=False),
        hands=[["doni"], [], []],
        stock=["d08"],
        log=StepLog(random.Random(1)),
        is_open=True,
    )
    play_turn(board, 0, KUJUROKU.resolve_options({}))
    assert [(step.move.event, step.card, step.move.target, step.is_gone) for step in board.log.steps] == [
        ("laid", "doni", MIDDLE, False),
        ("laid", "d08", MIDDLE, False),
        ("moved", "doni", ("out", None), True),
    ]
    assert board.field_cards == ["d08"]


def test_jizo_frees_what_oni_captured_in_the_same_turn() -> None:
    """The card stays on the field, Oni and Jizo go to that player (kujuroku 7.3)."""
    play = _begin_play(jizo=True)
    play.lay("doni")
    play.take("doni d07", 0)
    play.lay("djizo")
    assert play.put_back("d07", 0) == ""
    assert play.take("djizo", 0) == ""
    assert (sorted(play.position.pile(0)), play.position.field.count("d07")) == (["djizo", "doni"], 1)
    assert _oni_of_round(play) is None
    play = _begin_play(jizo=True)
    play.lay("doni djizo")
    assert play.take("djizo doni", 0) == ""
    assert play.position.open_captures == ()


def test_jizo_before_oni_and_oni_before_jizo() -> None:
    """Oni takes Jizo and no other card; Jizo takes an Oni just discarded (kujuroku 7.3)."""
    play = _begin_play(jizo=True)
    play.lay("djizo doni")
    assert play.take("djizo doni", 0) == ""
    assert play.position.open_captures == ()
    play = _begin_play("d02 d02 d05 d05 d06 d07", jizo=True)
    for turn, (laid, taken) in enumerate(
        (("d02 d05", "d02 d02 d05 d05"), ("d02 d05", "d02 d02 d05 d05"), ("d06 d07", "d06 d06 d07 d07"))
    ):
        play.lay(laid)
        play.take(taken, turn)
    play.lay("doni djizo")
    assert play.take("djizo doni", 0) == ""
    assert (_oni_of_round(play), play.faults) == (None, [])


def test_a_dekiyaku_ends_the_round_at_the_end_of_the_turn() -> None:
    """Four 4s are Shi Yaku: 4 from each (worked example 21)."""
    play = _begin_play("d04 d04s d06 d07 d08 d09")
    play.lay("d01 d02")
    play.lay("d04")
    play.take("d04 d04s", 1)
    play.lay("d04")
    play.take("d04 d04", 1)
    assert play.rules.is_over(play.position)
    conclusion = play.rules.conclude(play.position)
    assert conclusion.asks == ()
    assert KUJUROKU.settle(conclusion.round).net == (-4, 8, -4, 0)
    assert play.lay("d10") == "a card was laid after the end: Emi has Shi Yaku"


def test_questions_about_a_round_that_stops() -> None:
    play = _begin_play()
    assert [path for path, _ in play.rules.conclude(play.position).asks] == ["ended_by"]
    play.lay("d02")
    assert [path for path, _ in play.rules.conclude(play.position).asks] == ["piles.0", "ended_by"]
