"""The play of Dontsuku (dontsuku 4)."""

import pytest

from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.games.dontsuku.moves import DontsukuPlay
from scorer.rules.play_rules import PILE, Move
from scorer.rules.prompts import Table

DEAL = "1:mc-06 2:mc-05 0:mc-04 "


def rules() -> DontsukuPlay:
    found = game("dontsuku").play_rules
    assert isinstance(found, DontsukuPlay)
    return found


def play(text: str, options: dict[str, object] | None = None) -> tuple[SumPosition, list[str]]:
    """The position after cards "seat:code" ("seat:" face down), and the faults on the way."""
    position, found = rules().begin(Table(("Aki", "Emi", "Jun"), options or {}), "mekurifuda"), []
    for word in text.split():
        seat, code = word.split(":")
        verdict = rules().judge(position, Move("laid", int(seat), code or None, PILE, (OPEN, int(seat))))
        position = verdict.position
        found += [verdict.fault.en] if verdict.fault else []
    return position, found


@pytest.mark.parametrize(
    ("cards", "options", "fault"),
    [
        (DEAL + "1:mo-09 2:mo-02", {}, "Jun drew after the round was over"),
        (DEAL + "1:mo-12 1:mo-02", {}, "Emi drew on although the hand was above 15"),
        (DEAL + "1: 1:mo-02", {}, "Emi drew openly after tsukkome"),
        (DEAL + "1:mo-02 1:", {}, "Emi drew face down after motto"),
        (DEAL + "1: 1: 1:", {"tsukkome_max": 2}, "Emi has more than 3 cards"),
        (DEAL + "2:mo-02", {"min_motto": 14}, "Jun drew although Emi had not drawn yet"),
    ],
)
def test_what_breaks_a_rule_is_marked(cards: str, options: dict[str, object], fault: str) -> None:
    assert play(cards, options)[1] == [fault]


def test_a_hand_of_fifteen_ends_the_round_and_the_others_had_no_turn() -> None:
    position, _ = play(DEAL + "1:mo-09")
    assert (rules().caller(position), rules().is_over(position), rules().turn(position)) == (1, True, None)
    hands = rules().conclude(position).round["hands"]
    assert [hand.get("acted") for hand in hands] == [False, None, False]


def test_nobody_need_draw_and_cards_face_down_keep_the_round_open() -> None:
    assert rules().may_end(play(DEAL)[0])
    position, _ = play(DEAL + "1: 1:")
    assert rules().tsukkome_count(position, 1) == 2
    assert not rules().may_end(position)
    asks = rules().conclude(position).asks
    assert [path for path, _ in asks] == ["hands.1.cards"]


def test_hints_name_motto_and_tsukkome() -> None:
    assert "tsukkome" in rules().hints(play(DEAL)[0])[0].en
    assert rules().hints(play(DEAL + "1:mo-02")[0])[0].en == "Emi may draw openly or stand."
    assert "face down" in rules().hints(play(DEAL + "1:")[0])[0].en
