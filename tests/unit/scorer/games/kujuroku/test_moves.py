"""Kujuroku followed card by card: Oni, Jizo, the field, dekiyaku."""

from __future__ import annotations

import random

import pytest

from scorer.games import game
from scorer.games.kujuroku.yaku import pack_of
from scorer.rules.play.moves import MIDDLE, NEXT_CARD, Deal, call_move
from scorer.rules.play.playout import play, play_pack
from tests.support.judged_rounds import Follower, build_table, follow_rounds

KUJUROKU = game("kujuroku")
PLAIN = "d02 d05 d06 d07 d08 d09"


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


def test_a_pack_whose_field_is_a_misdeal_is_cut_and_dealt_again() -> None:
    """Four cards of one number on the field are a misdeal (kujuroku 3.3); five cards go under the pack."""
    first = "d10 d10 d10  d09 d09 d09  d08 d08 d08  d05 d05 d05"
    second = "d07 d07 d07  d06 d06 d06  d02 d02 d02  d05 d03 d04"
    front, rest = f"{first} {second}".split(), list(pack_of("daini", jizo=False).cards)
    for card in front:
        rest.remove(card)
    rules = KUJUROKU.play_rules
    dealt = rules.deal(rules.begin(build_table(KUJUROKU), "daini"), (*front, *rest))
    assert sorted(dealt.hands[1]) == ["d02", "d02", "d06", "d08", "d08", "d09"]


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


def test_an_oni_that_captured_nothing_leaves_the_game_at_the_end_of_the_turn() -> None:
    """On an empty field Oni is discarded, and the card drawn in that turn may not capture it (kujuroku 4.4)."""
    play_so_far = _begin_play("d02 d02 d05 d05 d06 d07")
    for turn, (laid, taken) in enumerate(
        (("d02 d05", "d02 d02 d05 d05"), ("d02 d05", "d02 d02 d05 d05"), ("d06 d07", "d06 d06 d07 d07"))
    ):
        play_so_far.lay(laid)
        play_so_far.take(taken, turn)
    rules, rng = play_so_far.rules, random.Random(1)
    deal = Deal((("doni",), ("d09",), ("d10",)), ("d08", "d04", "d03"))
    steps = play(rules, play_so_far.position, deal, rules.policies(build_table(KUJUROKU), rng)).steps[:3]
    assert [(step.move.event, step.card, step.move.target) for step in steps] == [
        ("laid", "doni", MIDDLE),
        ("laid", "d08", MIDDLE),
        ("moved", "doni", ("out", None)),
    ]
    assert steps[-1].verdict.position.field == ("d08",)
    assert [step.is_gone for step in rules.lay_out(steps, rng)] == [False, False, True]


def test_who_may_go_on_is_asked_at_every_turn_that_ends_with_a_dekiyaku() -> None:
    play_so_far = _begin_play("d04 d04s d06 d07 d08 d09", yaku_check="may_continue")
    rules = play_so_far.rules
    play_so_far.lay("d01 d02 d04")
    play_so_far.take("d04 d04s", 1)
    play_so_far.lay("d04")
    play_so_far.take("d04 d04", 1)
    position = play_so_far.position
    assert (rules.player(position), [move.call for move in rules.legal(position, ())]) == (1, ["end", "go_on"])
    ended = rules.judge(position, call_move(1, "end")).position
    assert rules.is_over(ended)
    conclusion = rules.conclude(ended)
    assert (conclusion.round["ended_by"], conclusion.round["maker"], conclusion.asks) == ("yaku", 1, ())
    going_on = rules.judge(position, call_move(1, "go_on")).position
    assert not rules.may_end(going_on)
    assert "ended_by" not in rules.conclude(going_on).round
    assert [move.card for move in rules.legal(going_on, ("d10", "d10", "d03"))] == ["d10", "d03"]
    wrong = rules.judge(going_on, call_move(2, "end"))
    assert (wrong.position, wrong.fault.en) == (going_on, "Jun cannot say that now")


def test_what_jizo_frees_goes_back_by_itself() -> None:
    """Jizo from the stock in the turn in which Oni captured a card (kujuroku 7.3)."""
    rules = KUJUROKU.play_rules
    play_so_far = _begin_play(jizo=True)
    rest = list(pack_of("daini", jizo=True).cards)
    for card in ("doni", "djizo", *PLAIN.split()):
        rest.remove(card)
    deal = Deal((("doni", *rest[:5]), tuple(rest[5:11]), tuple(rest[11:17])), ("djizo", *rest[17:]))
    steps = play(rules, play_so_far.position, deal, [lambda _, __, moves: moves[0]] * 3).steps[:6]
    assert [(step.move.event, step.card) for step in steps] == [
        ("laid", "doni"),
        ("taken", "d02"),
        ("gathered", ""),
        ("laid", "djizo"),
        ("gathered", ""),
        ("moved", "d02"),
    ]
    after = steps[-1].verdict.position
    assert (after.returned, "d02" in after.field, sorted(after.pile(0))) == ((), True, ["djizo", "doni"])


def test_in_some_films_the_holder_of_oni_takes_the_leftover() -> None:
    rules, table, endings = KUJUROKU.play_rules, build_table(KUJUROKU, yaku_mode="settle_at_end"), set()
    for seed in range(40):
        rng = random.Random(seed)
        pack = rng.sample(rules.setup(table, "daini").pack, 41)
        steps = play_pack(rules, pack, table, rules.policies(table, rng)).steps
        script = rules.lay_out(steps, rng)
        endings.add(len(script) > sum(step.move.event in ("laid", "taken") for step in script[:-1]) and script[-1].card)
        assert NEXT_CARD not in {step.card for step in script}
    assert len(endings) > 1


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
