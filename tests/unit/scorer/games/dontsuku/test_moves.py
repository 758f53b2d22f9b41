"""The play of Dontsuku (dontsuku 4)."""

import pytest

from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.games.dontsuku.moves import DontsukuPlay
from scorer.rules.play.moves import PILE, Move
from scorer.rules.prompts import Table

DEAL = "1:mc-06 2:mc-05 0:mc-04 "


def play_rules() -> DontsukuPlay:
    found = game("dontsuku").play_rules
    assert isinstance(found, DontsukuPlay)
    return found


def position_and_faults(text: str, options: dict[str, object] | None = None) -> tuple[SumPosition, list[str]]:
    """The position after cards "seat:code" ("seat:" face down), and the faults on the way."""
    position, found = play_rules().begin(Table(("Aki", "Emi", "Jun"), options or {}), "mekurifuda"), []
    for word in text.split():
        seat, code = word.split(":")
        verdict = play_rules().judge(position, Move("laid", int(seat), code or None, PILE, (OPEN, int(seat))))
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
    assert position_and_faults(cards, options)[1] == [fault]


def test_a_hand_of_fifteen_ends_the_round_and_the_others_had_no_turn() -> None:
    position, _ = position_and_faults(DEAL + "1:mo-09")
    assert (play_rules().caller(position), play_rules().is_over(position), play_rules().turn(position)) == (
        1,
        True,
        None,
    )
    hands = play_rules().conclude(position).round["hands"]
    assert [hand.get("acted") for hand in hands] == [False, None, False]


def test_nobody_need_draw_and_cards_face_down_keep_the_round_open() -> None:
    assert play_rules().may_end(position_and_faults(DEAL)[0])
    position, _ = position_and_faults(DEAL + "1: 1:")
    assert play_rules().tsukkome_count(position, 1) == 2
    assert not play_rules().may_end(position)
    asks = play_rules().conclude(position).asks
    assert [path for path, _ in asks] == ["hands.1.cards"]
    # Once the hand is told, nothing else is to be put right.
    assert play_rules().conclude(position).round["hands"][1]["tsukkome"] == 2


def test_hints_name_motto_and_tsukkome() -> None:
    assert "tsukkome" in play_rules().hints(position_and_faults(DEAL)[0])[0].en
    assert play_rules().hints(position_and_faults(DEAL + "1:mo-02")[0])[0].en == "Emi may draw openly or stand."
    assert "face down" in play_rules().hints(position_and_faults(DEAL + "1:")[0])[0].en
