"""Hwatu played: pi given, go and stop, bombs that no word announces."""

from __future__ import annotations

import random

import pytest

from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS
from scorer.families.captures.moves.hanafuda import HanafudaPlayRules
from scorer.games import game
from scorer.games.go_stop.moves import GoStopPlay
from scorer.rules.hand_question import HandQuestion
from scorer.rules.play.moves import MIDDLE, Move, Sight, call_move
from scorer.rules.play.playout import play_film
from tests.support.judged_rounds import Follower, build_table, judge_round

RULES = game("go-stop")
PLAY, OPTIONS = RULES.play_rules, RULES.resolve_options({})
FIELD = "h01-1 h02-1 h03-1 h04-1 h05-1 h06-1 h07-1 h08-1"


class BombingPlay(GoStopPlay):
    """Players who also bomb in films, which nobody hears."""

    def policy(self, table, rng, random_cards):  # type: ignore[no-untyped-def]
        otherwise = HanafudaPlayRules.policy(self, table, rng, random_cards)
        return lambda position, hand, moves: (
            next((each for each in moves if each.call == "bomb"), None) or otherwise(position, hand, moves)
        )


def test_bombs_in_films_are_part_of_the_round_they_are_judged_as() -> None:
    table, bombs = build_table(RULES, 2), 0
    for seed in range(40):
        played = play_film(BombingPlay(), PLAY.setup(table, "hanafuda").pack, table, random.Random(seed))
        conclusion = PLAY.conclude(judge_round(RULES, table, played, "hanafuda"))
        assert conclusion.round == played.round, seed
        bombs += len(conclusion.round.get("bombs", ()))
    assert bombs


def test_a_card_laid_on_one_of_its_month_may_be_the_first_of_a_bomb() -> None:
    followed = Follower("go-stop", build_table(RULES, 2))
    followed.lay(FIELD)
    calls = [move.call for move in PLAY.possible_moves(followed.position, Sight("appeared", "h01-2", None))]
    assert calls == ["", "bomb"]
    calls = [move.call for move in PLAY.possible_moves(followed.position, Sight("appeared", "h09-2", None))]
    assert calls == [""]


def test_shake_and_bomb_are_offered_with_three_of_a_month_and_then_one_of_them_is_played() -> None:
    followed = Follower("go-stop", build_table(RULES, 2))
    followed.lay(FIELD)
    hand = ("h01-2", "h01-3", "h01-4", "h09-1", "h09-2", "h09-3", "h10-1", "h10-2", "h11-1", "h12-1")
    words = [move.call for move in PLAY.legal(followed.position, hand) if move.call]
    assert words == ["bomb", "shake"]
    shaken = PLAY.judge(followed.position, call_move(0, "shake")).position
    assert {move.card for move in PLAY.legal(shaken, hand)} == set(hand[:6])
    assert not [move for move in PLAY.legal(shaken, hand) if move.call]
    bombed = PLAY.judge(followed.position, Move("laid", 0, "h01-2", ("hand", 0), MIDDLE, call="bomb")).position
    assert [move.card for move in PLAY.legal(bombed, hand[1:])] == ["h01-3"]


def test_the_moment_of_a_question_is_played_on_from() -> None:
    """After seven turns the floor has eight cards and fourteen more, less the ten that were captured."""
    own = ("h01-1", "h03-1", "h08-1", "h02-1", "h04-1", "h08-2", "h05-1", "h05-2")
    hand = ["h07-1", "h01-3", "h02-3", "h03-3", "h04-3", "h09-3"]
    taken = {*own, *hand, "h06-1", "h06-2"}
    field = [card for card in CARDS if card not in taken][: 8 + 2 * 7 - len(own) - 2]
    question = HandQuestion(own, "", OPTIONS, ("h06-1", "h06-2"), data={"hand": hand, "field": field, "seat": 0})
    situation = PLAY.situate(question)
    assert {move.call for move in PLAY.legal(situation.position, situation.hand)} == {"stop", "go"}
    short = HandQuestion(own, "", OPTIONS, (), data={"hand": hand, "field": field, "seat": 0})
    with pytest.raises(Refusal, match="bad_count"):
        PLAY.situate(short)


def test_points_lost_with_a_pi_that_was_given_are_points_to_be_raised_again() -> None:
    for seed in range(200):
        table = build_table(RULES, 2, minimum=1)
        pack = random.Random(seed).sample(PLAY.setup(table, "hanafuda").pack, 48)
        round_ = RULES.simulate_round(pack, table)
        assert RULES.settle(round_).outcome in ("won", "nagari", "three_ppeok", "chongtong")
