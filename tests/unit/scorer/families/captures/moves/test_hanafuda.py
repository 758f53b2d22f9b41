"""How players of hanafuda choose a card and a word."""

from __future__ import annotations

import random

from scorer.families.captures.cards import CARDS, card_points, cards_in, mask_of
from scorer.families.captures.moves.hanafuda import best_card, pile_after
from scorer.families.captures.moves.position import HAND, CapturePosition
from scorer.games import game
from scorer.rules.play_rules import Move
from scorer.rules.playout import play_pack
from tests.support.judged_rounds import build_table

KOIKOI = game("koikoi")
RULES = KOIKOI.play_rules


def make_position(field: str, hands: tuple[int, int] = (8, 8), **more) -> CapturePosition:
    """Koi-Koi before a hand card of the dealer, with that field."""
    cards = tuple(field.split())
    return RULES.begin(build_table(KOIKOI), "hanafuda").changed(
        phase=HAND, field=cards, opening=cards, hands=hands, **more
    )


def test_of_two_matches_the_better_and_of_three_all() -> None:
    field = mask_of(("h08-1", "h08-4", "h02-1", "h02-2", "h02-3"))
    assert cards_in(pile_after("h08-2", 0, field, card_points)) == ("h08-1", "h08-2")
    assert cards_in(pile_after("h02-4", 0, field, card_points)) == ("h02-1", "h02-2", "h02-3", "h02-4")
    assert pile_after("h05-1", 1, field, card_points) == 1


def test_the_card_that_captures_most_is_played() -> None:
    position = make_position("h08-1 h02-3")
    moves = RULES.legal(position, ("h02-4", "h08-4", "h05-1"))
    assert best_card(position, moves, card_points).card == "h08-4"


def test_what_is_captured_but_not_taken_yet_counts() -> None:
    """Two animals of ino-shika-cho lie captured in the middle, so that the third is better than a bright."""
    position = make_position("h07-2 h10-2 h06-1 h06-2 h01-1", piles=((("h10-1", 0), ("h10-3", 0)), ()))
    for card in ("h07-1", "h06-3"):
        position = RULES.judge(position, Move("laid", 0, card, ("hand", 0), ("middle", None))).position
    assert RULES.player(position) == 0
    moves = RULES.legal(position, ())
    assert [(move.event, move.card) for move in moves] == [("taken", "h06-1"), ("taken", "h06-2")]
    assert best_card(position, moves, RULES.estimate(position)).card == "h06-1"


def test_who_is_likelier_to_lose_than_to_be_paid_more_stops() -> None:
    table, said = build_table(KOIKOI), set()
    for seed in range(25):
        rng = random.Random(seed)
        for step in play_pack(RULES, rng.sample(CARDS, 48), table, RULES.policies(table, rng)).steps:
            if step.move.call and step.player is not None:
                outlook = RULES.outlook(step.before, step.player, step.hand)
                assert (step.move.call == "koikoi") == outlook.is_good
                said.add(step.move.call)
    assert said == {"koikoi", "shobu"}
