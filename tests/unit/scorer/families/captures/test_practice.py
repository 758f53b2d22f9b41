"""Practice rounds of captures: what a card takes, better choices, yaku."""

from __future__ import annotations

from scorer.families.captures.cards import CARDS, card_points
from scorer.families.captures.practice import CapturePractice, practice_round
from scorer.rules.practice import PracticeRound
from scorer.rules.prompts import Table
from scorer.texts import Text

# The hand, the other hand, the field, then the stock.
PACK = (*CARDS[0:16:2], *CARDS[16:32:2], *CARDS[1:17:2], *CARDS[17:33:2], *CARDS[32:])
TABLE = Table(("Aki", "Emi"), {})
CALLS = (Text("stop", "止"), Text("on", "続"))


def play_practice(*choices: str, most_calls: int | None = None) -> PracticeRound:
    """A practice round in which each captured card pays one stone."""
    rules = CapturePractice(
        8,
        8,
        card_points,
        lambda pile, _field: pile.bit_count(),
        lambda table, ending, calls: {"ended": ending, "calls": list(calls), "left": len(table.stock)},
        CALLS,
        most_calls,
    )
    return practice_round("a game", PACK, TABLE, choices, rules)


def test_a_card_takes_one_of_its_month_and_the_better_play_is_named() -> None:
    first = play_practice()
    assert [choice.card for choice in first.choices] == [*first.hand, ""]
    after = play_practice("h04-3")
    said = [line.en for line in after.lines]
    assert said[1].startswith("You play wisteria chaff: it takes")
    assert "pine, crane would have taken more." in said
    assert {"h04-3"} <= {code for label, cards in after.piles for code in cards if label.en == "Your pile"}


def test_who_has_something_that_pays_is_asked_and_may_stop() -> None:
    assert [choice.key for choice in play_practice("h01-1").choices] == ["shobu", "koikoi"]
    stopped = play_practice("h01-1", "shobu")
    assert stopped.finished
    assert stopped.finished["ended"] == ("shobu", 0)
    assert not stopped.choices


def test_who_goes_on_is_noted_and_the_other_may_end_the_round() -> None:
    went_on = play_practice("h01-1", "koikoi")
    # The other player captures, and the table stops as soon as something pays.
    assert went_on.finished
    assert went_on.finished["ended"] == ("shobu", 1)
    assert went_on.finished["calls"] == [0]
    assert any("Emi has a set that pays" in line.en for line in went_on.lines)


def test_where_no_call_is_left_what_pays_ends_the_round() -> None:
    ended = play_practice("h01-1", most_calls=0)
    assert ended.finished
    assert ended.finished["ended"] == ("shobu", 0)


def test_the_rest_is_played_by_the_table() -> None:
    rested = play_practice("rest")
    assert rested.finished
    assert not rested.choices
