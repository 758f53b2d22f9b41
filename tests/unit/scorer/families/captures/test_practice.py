"""Practice rounds of captures: what a card takes, better choices, yaku."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorer.families.captures.cards import CARDS, card_points, mask_of
from scorer.families.captures.practice import practice_round
from scorer.families.captures.practice_calls import Calls, CapturePractice
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds, OddsSection
from scorer.rules.practice import PracticeRound
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement, Transfer, because
from scorer.texts import Text

# The hand, the other hand, the field, then the stock.
PACK = (*CARDS[0:16:2], *CARDS[16:32:2], *CARDS[1:17:2], *CARDS[17:33:2], *CARDS[32:])
TABLE = Table(("Aki", "Emi"), {})


class PayingGame:
    """A game in which the learner's pile is a yaku that pays two stones."""

    key = "a game"

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """Two stones from the other, whatever happened."""
        del round_
        reason = because("pair", "Pair: 2", "対：2点", "game 1")
        hands = tuple(HandValue(seat, "pair", 2, (reason,), {"yaku": {"pair": 2}}) for seat in range(2))
        return Settlement(self.key, "won", (0,), (2, -2), (Transfer(1, 0, 2, reason),), 0, hands)

    def seat_notes(self, table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
        """One yaku is near for everybody."""
        del table, answers
        near = because("one_away", "One card away from pair", "あと1枚で対", "game 1")
        return {0: (near,), 1: (near,)}

    def role_of(self, seat: int, seats: int) -> str:
        """No roles."""
        del seat, seats
        return ""

    def odds_asked(self, question: HandQuestion) -> Odds:
        """The odds of the next card, and others that are too many for a turn."""
        del question
        return Odds(1, tuple(OddsSection(key, Text(key, key), ()) for key in ("yaku", "next_card")))


def play_practice(
    *choices: str,
    most_calls: int | None = None,
    points_pay: bool = True,
    pack: Sequence[str] = PACK,
    worth: Callable[[int, int], int] = lambda pile, _field: pile.bit_count(),
) -> PracticeRound:
    """A practice round in which each captured card pays one stone, unless `worth` says what a pile pays."""
    game: Any = PayingGame()
    rules = CapturePractice(
        8,
        8,
        card_points,
        worth,
        lambda table, ending, calls: {"ended": ending, "calls": list(calls), "left": len(table.stock)},
        Calls(
            Text("Stop", "止"),
            Text("On", "続"),
            Text("It may cost.", "損かも。"),
            most_calls,
            Text("Take back", "戻す"),
        ),
        points_pay=points_pay,
        dealt=(Text("The deal.", "配り。"),),
    )
    return practice_round(game, pack, TABLE, choices, rules)


def test_a_card_takes_one_of_its_month_and_the_better_play_is_named() -> None:
    first = play_practice()
    assert [choice.card for choice in first.choices] == [*first.hand, ""]
    after = play_practice("h04-3")
    lines = [line.en for line in after.lines]
    assert lines[0].startswith("You play wisteria chaff: it takes")
    assert "pine, crane would have taken more points: 25, not 6." in lines
    lines = [line.en for line in play_practice("h04-3", points_pay=False).lines]
    assert not any("would have taken" in line for line in lines)
    assert {"h04-3"} <= {code for label, cards in after.piles for code in cards if label.en == "Your pile"}


def test_who_has_something_that_pays_is_asked_and_may_stop() -> None:
    assert [choice.key for choice in play_practice("h01-1").choices] == ["shobu", "koikoi"]
    asked = play_practice("h01-1")
    assert asked.question.en == "You have Pair: 2. Stop or on? It may cost."
    assert asked.choices[0].label.en == "Stop: stop now. Emi pays you 2"
    assert asked.odds
    assert [section.key for section in asked.odds.sections] == ["next_card"]
    stopped = play_practice("h01-1", "shobu")
    assert stopped.finished
    assert stopped.finished["ended"] == ("shobu", 0)
    assert not stopped.choices


def test_who_goes_on_is_noted_and_the_other_ends_the_round_where_no_call_is_left() -> None:
    went_on = play_practice("h01-1", "koikoi", most_calls=1)
    assert went_on.finished
    assert went_on.finished["ended"] == ("shobu", 1)
    assert went_on.finished["calls"] == [0]
    assert went_on.lines[-1].en == "Emi has Pair: 2, and stops."


def test_the_others_go_on_and_stop_by_the_chances_they_count_and_say_so() -> None:
    went_on = play_practice("h01-1", "koikoi")
    assert went_on.lines[-3].en == (
        "Emi has Pair: 2 and says on: 100 % that the next turn raises it, 93 % that another pile pays first."
    )
    assert [choice.card for choice in went_on.choices[:-2]] == list(went_on.hand)


def test_where_no_call_is_left_what_pays_ends_the_round() -> None:
    ended = play_practice("h01-1", most_calls=0)
    assert ended.finished
    assert ended.finished["ended"] == ("shobu", 0)
    assert ended.lines[-1].en == "You have Pair: 2. The round ends: nobody may call again."


def test_the_deal_and_the_yaku_that_are_near_are_said_first() -> None:
    lines = [line.en for line in play_practice().lines]
    assert lines[1:] == ["The deal.", "You: one card away from pair.", "Emi: one card away from pair."]


def test_the_rest_is_played_by_the_table() -> None:
    rested = play_practice("rest")
    assert rested.finished
    assert not rested.choices


def test_without_stock_a_turn_is_the_card_played_alone() -> None:
    lines = [line.en for line in play_practice("h01-1", "koikoi", pack=PACK[:24]).lines]
    assert lines[0] == "You play pine, crane: it takes pine, poetry ribbon."
    assert not any(line.startswith("The stock") for line in lines)


def test_another_hand_takes_its_call_back_once_its_pile_can_hardly_pay_more() -> None:
    """Of the pine and the plum that pay, Emi takes one and holds a card for the other, which the learner takes."""
    own = ("h03-1", "h02-3", "h05-1", "h06-1", "h07-1", "h08-1", "h09-1", "h10-1")
    other = ("h01-2", "h02-2", "h05-2", "h06-2", "h07-2", "h08-2", "h09-2", "h10-2")
    field = ("h01-1", "h02-1", "h11-1", "h11-2", "h11-3", "h12-1", "h12-2", "h12-3")
    stock = [code for code in CARDS if code not in {*own, *other, *field} and code[:3] not in {"h01", "h02"}]
    paid = mask_of(("h01-1", "h02-1"))
    ended = play_practice(
        *("h03-1", "h02-3", "koikoi"),
        pack=(*own, *other, *field, *stock),
        worth=lambda pile, _field: (pile & paid).bit_count(),
    )
    assert ended.finished
    assert ended.finished["ended"] == ("cancel", 1)
    assert ended.finished["calls"] == [1, 0]
    assert ended.lines[-1].en == "Emi takes back the call: half is paid."
