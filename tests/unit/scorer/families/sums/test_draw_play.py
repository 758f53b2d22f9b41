"""Turns that draw cards one by one, by Otoroku's play (otoroku 4)."""

import pytest

from scorer.families.sums.draw_play import DrawPlay
from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.rules.play.moves import PILE, Move
from scorer.rules.prompts import Table

TABLE = Table(("Aki", "Emi", "Jun"), {})
DEAL = "1:k05 2:k04 0:k03 "


def play_rules() -> DrawPlay:
    found = game("otoroku").play_rules
    assert isinstance(found, DrawPlay)
    return found


def position_and_faults(text: str) -> tuple[SumPosition, list[str]]:
    """The position after cards "seat:code", and the faults on the way."""
    position, found = play_rules().begin(TABLE, "kabufuda"), []
    for word in text.split():
        seat, code = word.split(":")
        verdict = play_rules().judge(position, Move("laid", int(seat), code, PILE, (OPEN, int(seat))))
        position = verdict.position
        found += [verdict.fault.en] if verdict.fault else []
    return position, found


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ("1:k05 1:k04", "Emi got two cards before everybody had one"),
        (DEAL + "1:k02 2:k02 1:k02", "Emi drew out of turn"),
        (DEAL + "2:k02", "Jun drew although Emi had not drawn yet"),
        (DEAL + "1:k01 1:k01 1:k01 1:k02 1:k02", "Emi drew on although 5 cards end a turn"),
        (DEAL + "1:k10 1:k09 1:k02", "Emi drew on although the hand was above 15"),
        (DEAL + "1:k02 2:k02 0:k02 1:k02", "Emi drew out of turn"),
    ],
)
def test_what_breaks_a_rule_stands_and_is_marked(cards: str, fault: str) -> None:
    position, found = position_and_faults(cards)
    assert found == [fault]
    assert sum(len(position.hand(seat)) for seat in range(3)) == len(cards.split())


def test_the_turn_goes_on_where_a_hand_is_over() -> None:
    assert play_rules().turn(position_and_faults("1:k05 2:k04")[0]) is None
    assert play_rules().turn(position_and_faults(DEAL)[0]) == 1
    assert play_rules().turn(position_and_faults(DEAL + "1:k06")[0]) == 1
    assert play_rules().turn(position_and_faults(DEAL + "1:k10 1:k09")[0]) == 2


def test_a_round_may_end_when_the_dealer_may_stand_and_is_over_when_he_is_bust() -> None:
    everybody = DEAL + "1:k07 2:k07 "
    assert not play_rules().may_end(position_and_faults(everybody)[0])
    assert play_rules().may_end(position_and_faults(everybody + "0:k07")[0])
    assert not play_rules().is_over(position_and_faults(everybody + "0:k07")[0])
    assert play_rules().is_over(position_and_faults(everybody + "0:k07 0:k10")[0])


def test_hints_say_whose_turn_it_is_and_what_may_be_done() -> None:
    assert [text.en for text in play_rules().hints(position_and_faults("")[0])] == ["The dealer deals."]
    assert [text.en for text in play_rules().hints(position_and_faults(DEAL)[0])] == ["Emi must draw a card."]
    assert [text.en for text in play_rules().hints(position_and_faults(DEAL + "1:k06")[0])] == [
        "Emi may draw or stand."
    ]
    assert [text.en for text in play_rules().hints(position_and_faults(DEAL + "1:k07 2:k07 0:k10 0:k08")[0])] == [
        "Everybody has played."
    ]
