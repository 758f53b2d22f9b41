"""What the shared classes promise by themselves."""

from dataclasses import replace

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.settlement import card_line, one_player_left, share_out, transfers_from_net
from scorer.session.samples import sample_session
from scorer.texts import Text

OTOROKU = game("otoroku")
LINE = Reason("card", Text("a card: 3", "札：3点"), 3)


def test_a_hand_is_its_lines() -> None:
    assert HandValue(0, "total", 6, (LINE, LINE)).as_json()["total"] == 6
    with pytest.raises(AssertionError):
        HandValue(0, "total", 7, (LINE, LINE))


def test_a_settlement_is_its_payments() -> None:
    with pytest.raises(AssertionError, match="sum to zero"):
        Settlement("g", "won", (0,), (1, 0), (), 0, ())
    with pytest.raises(AssertionError, match="payments"):
        Settlement("g", "won", (0,), (1, -1), (), 0, ())
    carried = Settlement("g", "carried", (), (-1, -1), (), 0, (), carried=2)
    assert carried.as_json()["carried"] == 2
    paid = Settlement("g", "won", (0,), (1, -1), (Transfer(1, 0, 1),), 0, ())
    assert paid.as_json()["transfers"] == [{"from": 1, "to": 0, "stones": 1}]


def test_payments_without_reasons() -> None:
    assert [(pay.giver, pay.taker, pay.stones, pay.reason) for pay in transfers_from_net([2, -2])] == [(1, 0, 2, None)]
    assert share_out(7, [1, 2]) == {1: 4, 2: 3}
    assert one_player_left([3, 0, -1])
    assert not one_player_left([3, 1])


def test_a_round_from_answers() -> None:
    table = Table(("Aki", "Emi"), {"wager": 1}, (3, 4), 2, {"pot": 5})
    round_ = table.build_round(
        "otoroku", {"hands.1.cards": ["x"], "hands.0.cards": [], "options.wager": 3, "hands.1.k": 2}
    )
    assert round_["hands"] == [{"cards": []}, {"cards": ["x"], "k": 2}]
    assert round_["options"] == {"wager": 3}
    assert (round_["stones"], round_["rounds_left"], round_["pot"]) == ([3, 4], 2, 5)
    assert table.options == {"wager": 1}
    assert Table(("Aki",), {}).build_round("g", {"aces.0.0": "AS", "aces.0.1": "AC"})["aces"] == [["AS", "AC"]]


def test_the_length_of_a_game() -> None:
    assert OTOROKU.agreed_round_count({"length": "single"}) == 1
    assert OTOROKU.agreed_round_count({"length": 6}) == 6
    assert OTOROKU.agreed_round_count({"length": "last_standing"}) is None
    assert OTOROKU.agreed_round_count({}) is None


def test_a_card_without_points_only_explains() -> None:
    line = card_line("h01-1", None, "hand 1")
    told = line.as_json()
    assert told == {"code": "card", "text": told["text"], "section": "hand 1"}
    assert (told["text"]["en"], told["text"]["ja"]) == ("Pine, crane", "松に鶴")
    assert HandValue(0, "points", 9, (line,)).total == 9


def test_a_name_in_json() -> None:
    assert OTOROKU.classes[0].name.as_json() == {"en": "makezu, the undefeatable", "ja": "負けず", "kana": "まけず"}


def test_what_a_game_need_not_have() -> None:
    session = sample_session(OTOROKU)
    bare = Game(
        key="bare",
        name=OTOROKU.name,
        summary=OTOROKU.summary,
        decks=("kabufuda",),
        seats=range(2, 4),
        options=OTOROKU.options,
        classes=OTOROKU.classes,
        outcomes=OTOROKU.outcomes,
        prompts=OTOROKU.prompts,
        settle=OTOROKU.settle,
        value=OTOROKU.value,
    )
    face, pack = decks()["kabufuda"].faces["k03"], decks()["kabufuda"]
    assert bare.seating(session).order == (0, 1, 2, 3, 4)
    assert bare.seat_notes(session.table(), {}) == {}
    assert (bare.number_of(face, {}), bare.points_of(face, {}), bare.hand_number(face, {})) == (3, 3, 3)
    assert (bare.seats_for({}), bare.cards_in_play(pack, {})) == (range(2, 4), pack.copies)
    assert (bare.payments({}), bare.example_tricks({}), bare.roles_for({}), bare.role_of(0, 3)) == ((), (), (), "")
    assert (bare.classes_for({}), bare.options_for_players({"wager": 2}, 3)) == (OTOROKU.classes, {"wager": 2})
    assert bare.value_asked(HandQuestion(("k03", "k04"), "", {})) == OTOROKU.value(("k03", "k04"), "", {})
    for ask in (lambda: bare.odds((), (), "", {}, None), lambda: bare.odds_asked(HandQuestion((), "", {}))):
        with pytest.raises(Refusal, match="no_odds"):
            ask()
    with pytest.raises(Refusal, match="bad_option"):
        bare.simulate_round((), session.table())


def test_a_game_that_answers_questions_answers_hands() -> None:
    koikoi, pile = game("koikoi"), ("h01-1", "h03-1", "h08-1")
    assert koikoi.value(pile, "", {}) == koikoi.value_asked(HandQuestion(pile, "", {}))
    assert koikoi.odds(pile, (), "", {}, None) == koikoi.odds_asked(HandQuestion(pile, "", {}))


def test_every_game_is_found_by_its_key() -> None:
    assert all(rules.key == key for key, rules in games().items())


def test_a_class_that_only_takes_what_no_other_has_is_not_notable() -> None:
    plain = [each.key for each in OTOROKU.classes if not each.is_notable]
    assert plain == ["total", "buta"]
    assert replace(OTOROKU.classes[-1], special=True).is_notable
    assert replace(OTOROKU.classes[-1], rank=1).is_notable
