"""Players of tricks: simply at the table; in films often at random, but within the rules."""

from __future__ import annotations

import random
from collections import Counter

from scorer.families.egara.moves.policies import FilmPlayers, TablePlayer
from scorer.games import game
from scorer.rules.play.moves import call_move
from scorer.rules.play.playout import play_pack
from tests.support.judged_rounds import build_table

KAKEYA = game("kakeya")
RULES = KAKEYA.play_rules
SPADES = build_table(KAKEYA, trump_change="fixed_spades")
BEGUN = RULES.judge(RULES.begin(SPADES, "western"), call_move(1, "leads")).position


def moves(position, hand):
    return RULES.legal(position, hand)


def test_a_player_of_the_table_wins_cheaply_and_names_any_trumps() -> None:
    player = TablePlayer(random.Random(1))
    hand = ("2D", "KD", "AC")
    assert player(BEGUN, hand, moves(BEGUN, hand)).card == "KD"
    calls = [call_move(0, f"trumps_{suit}") for suit in "SHDC"]
    named = Counter(player(BEGUN, hand, calls).call for _ in range(400))
    assert len(named) == 4
    assert min(named.values()) > 60
    leads = [call_move(2, "leads"), call_move(1, "leads")]
    assert {player(BEGUN, hand, leads).seat for _ in range(20)} == {2}


def test_players_of_films_play_other_cards_too_and_lead_from_either_side() -> None:
    player = FilmPlayers(random.Random(1), ())
    hand = ("2D", "3D", "KD", "AC")
    played = Counter(player(BEGUN, hand, moves(BEGUN, hand)).card for _ in range(400))
    assert played["KD"] > 250
    assert min(played.values()) > 5
    assert len(played) == 4
    leads = [call_move(2, "leads"), call_move(1, "leads")]
    assert {player(BEGUN, hand, leads).seat for _ in range(40)} == {1, 2}


def test_a_fault_is_made_once_in_the_second_to_the_eighth_trick() -> None:
    pack = list(BEGUN.setup.pack)
    made = Counter()
    for seed in range(30):
        rng = random.Random(seed)
        rng.shuffle(pack)
        playout = play_pack(RULES, pack, SPADES, RULES.film_policies(SPADES, rng, ("turn",)))
        early = [step for step in playout.steps if step.verdict.fault and "out of turn" in step.verdict.fault.en]
        made[len(early)] += 1
        assert all(2 <= len(step.verdict.position.tricks) <= 13 for step in early)
    assert set(made) <= {0, 1}
    assert made[1] > 20
