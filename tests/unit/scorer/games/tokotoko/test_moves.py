"""The play of Tokotoko (tokotoko 2, 3)."""

from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.games.tokotoko.moves import TokotokoPlay
from scorer.rules.play.moves import MIDDLE, PILE, Move
from scorer.rules.prompts import Table


def play_rules() -> TokotokoPlay:
    found = game("tokotoko").play_rules
    assert isinstance(found, TokotokoPlay)
    return found


def deal_cards(table: Table, count: int = 6) -> SumPosition:
    position = play_rules().begin(table, "hanafuda")
    for thing, seat in enumerate([1, 0, 1, 0, None, None][:count]):
        target = MIDDLE if seat is None else (OPEN, seat)
        position = play_rules().judge(position, Move("laid", seat, None, PILE, target, thing)).position
    return position


TABLE = Table(("Aki", "Emi"), {})


def test_a_third_card_is_marked_in_a_hand_and_in_the_middle() -> None:
    hand = play_rules().judge(deal_cards(TABLE), Move("laid", 1, None, PILE, (OPEN, 1), 9))
    field = play_rules().judge(deal_cards(TABLE), Move("laid", None, None, PILE, MIDDLE, 9))
    assert [verdict.fault.en for verdict in (hand, field) if verdict.fault] == [
        "Emi has more than 2 cards",
        "more than 2 cards lie in the middle",
    ]


def test_a_stake_that_is_known_is_not_asked() -> None:
    known = Table(("Aki", "Emi"), {"selection": "best"}, extra={"stake": 7})
    conclusion = play_rules().conclude(deal_cards(known))
    assert conclusion.round["stake"] == 7
    assert {path for path, _ in conclusion.asks} == {"hands.0", "hands.1", "field"}


def test_hints_follow_deal_field_and_show() -> None:
    assert [text.en for text in play_rules().hints(deal_cards(TABLE, 3))] == ["The dealer deals."]
    assert [text.en for text in play_rules().hints(deal_cards(TABLE))] == [
        "Agree on the stake, then turn the field up."
    ]
    position = deal_cards(TABLE)
    for thing in (4, 5):
        position = play_rules().judge(position, Move("turned", None, f"h0{thing}-1", MIDDLE, MIDDLE, thing)).position
    assert [text.en for text in play_rules().hints(position)] == ["Emi shows the cards.", "Aki shows the cards."]


def test_the_round_is_over_when_every_card_lies_open() -> None:
    position = deal_cards(TABLE)
    places = [(OPEN, 1), (OPEN, 0), (OPEN, 1), (OPEN, 0), MIDDLE, MIDDLE]
    for thing, place in enumerate(places):
        assert not play_rules().is_over(position)
        position = (
            play_rules().judge(position, Move("turned", place[1], f"h0{thing + 1}-1", place, place, thing)).position
        )
    assert play_rules().is_over(position)


def test_in_yari_tori_two_of_five_cards_are_thrown_out() -> None:
    position = play_rules().begin(Table(("Aki", "Emi"), {"variant": "yari_tori_tokotoko"}), "hanafuda")
    for thing in range(5):
        position = play_rules().judge(position, Move("laid", 1, None, PILE, (OPEN, 1), thing)).position
    for thing in (1, 3):
        position = play_rules().judge(position, Move("moved", 1, None, (OPEN, 1), MIDDLE, thing)).position
    assert [found.thing for found in position.hand(1)] == [0, 2, 4]
    verdict = play_rules().judge(position, Move("laid", 1, None, PILE, (OPEN, 1), 9))
    assert verdict.fault is not None
