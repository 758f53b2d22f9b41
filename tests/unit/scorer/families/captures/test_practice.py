"""Practice rounds of captures: what a card takes, better choices, yaku."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, cast

from scorer.families.captures.cards import BIT, CARDS, card_points
from scorer.families.captures.practice import practice_round
from scorer.families.captures.practice_rules import Calls, CapturePractice
from scorer.rules.game import Game
from scorer.rules.practice import PracticeRound
from scorer.rules.prompts import Table
from scorer.rules.results import because
from scorer.texts import Text

# The hand, the other hand, the field, then the stock.
PACK = (*CARDS[0:16:2], *CARDS[16:32:2], *CARDS[1:17:2], *CARDS[17:33:2], *CARDS[32:])
TABLE = Table(("Aki", "Emi"), {})
STOP, GO_ON, CANCEL = Text("Stop", "止"), Text("On", "続"), Text("Cancel", "取消")


def settle(round_: Mapping[str, Any]) -> SimpleNamespace:
    """Stopping brings 6, cancelling costs 2."""
    net = {"shobu": 6, "cancel": -2}[round_["ended"][0]]
    return SimpleNamespace(net=(net, -net))


GAME = cast(Game, SimpleNamespace(key="a game", settle=settle))


def pays_nothing(pile: int) -> int:
    """No pile pays."""
    return 0 & pile


def pays_for_the_crane(pile: int) -> int:
    """The crane pays."""
    return 1 if pile & BIT["h01-1"] else 0


def play_practice(
    *choices: str,
    most_calls: int | None = None,
    counts_points: bool = True,
    pays: Callable[[int], int] = int.bit_count,
) -> PracticeRound:
    """A practice round in which a pile pays so many stones, at first one for each captured card."""
    rules = CapturePractice(
        8,
        8,
        card_points,
        lambda pile, _field: {Text("a set", "役"): pays(pile)} if pays(pile) else {},
        lambda table, ending, calls: {"ended": ending, "calls": list(calls), "left": len(table.stock)},
        lambda _table, seats: (Text(f"Dealt to {seats[1]}.", "配りました。"),),
        lambda pile, _elsewhere: [because("near", f"One away with {n}", "あと1枚") for n in near_sets(pile)],
        counts_points=counts_points,
        calls=Calls(STOP, GO_ON, Text("it may cost.", "危険です。"), most_calls, CANCEL),
    )
    return practice_round(GAME, PACK, TABLE, choices, rules)


def near_sets(pile: int) -> tuple[int, ...]:
    """Three sets are near for any pile, a fourth with the crane."""
    return () if not pile else (1, 2, 3, 4) if pile & BIT["h01-1"] else (1, 2, 3)


def lines_of(played: PracticeRound) -> list[str]:
    """The English lines of a round."""
    return [line.en for line in played.lines]


def test_the_deal_is_explained_once() -> None:
    first = play_practice()
    assert [choice.card for choice in first.choices] == [*first.hand, ""]
    assert lines_of(first)[0].startswith("You are Aki and play first.")
    assert lines_of(first)[1] == "Dealt to Emi."
    assert "Dealt to Emi." not in lines_of(play_practice("h04-3", pays=pays_nothing))


def test_a_card_takes_one_of_its_month_and_the_better_play_is_named() -> None:
    after = play_practice("h04-3", pays=pays_nothing)
    assert lines_of(after)[0].startswith("You play wisteria chaff: it takes")
    assert "pine, crane would have brought 25 points; yours brings 6." in lines_of(after)
    assert {"h04-3"} <= {code for label, cards in after.piles for code in cards if label.en == "Your pile"}
    # At most two of the sets that one more card makes.
    assert lines_of(after)[-2:] == ["One away with 1", "One away with 2"]


def test_where_points_do_not_pay_the_better_play_is_the_one_nearer_to_a_set() -> None:
    nearer = play_practice("h04-3", counts_points=False, pays=pays_nothing)
    assert "With pine, crane you would be one away with 4" in lines_of(nearer)
    assert not any("points" in line for line in lines_of(nearer))


def test_a_missed_set_is_named() -> None:
    assert "pine, crane would have made a set." in lines_of(play_practice("h04-3", pays=pays_for_the_crane))


def test_who_has_something_that_pays_is_asked_with_its_worth_and_the_risk() -> None:
    asked = play_practice("h01-1")
    assert [choice.key for choice in asked.choices] == ["shobu", "koikoi"]
    assert asked.question.en == "You have a set. Stop: you get 6 in all now. On: it may cost."
    stopped = play_practice("h01-1", "shobu")
    assert stopped.finished
    assert stopped.finished["ended"] == ("shobu", 0)
    assert lines_of(stopped)[-1] == "You have a set: the round ends."
    assert not stopped.choices


def test_who_goes_on_is_noted_and_the_other_may_end_the_round() -> None:
    went_on = play_practice("h01-1", "koikoi")
    # The other player captures, and the table stops as soon as something pays.
    assert went_on.finished
    assert went_on.finished["ended"] == ("shobu", 1)
    assert went_on.finished["calls"] == [0]
    assert lines_of(went_on)[-1] == "Emi has a set: the round ends."


def test_who_went_on_may_cancel_at_a_later_turn() -> None:
    choices = ["h01-1", "koikoi"]
    later = play_practice(*choices, pays=pays_for_the_crane)
    assert later.choices[-2].key == "cancel"
    assert later.choices[-2].label.en == "Cancel: you pay 2 in all"
    cancelled = play_practice(*choices, "cancel", pays=pays_for_the_crane)
    assert cancelled.finished
    assert cancelled.finished["ended"] == ("cancel", 0)
    assert lines_of(cancelled)[-1] == "You have a set and cancel: the round ends."


def test_where_no_call_is_left_what_pays_ends_the_round() -> None:
    ended = play_practice("h01-1", most_calls=0)
    assert ended.finished
    assert ended.finished["ended"] == ("shobu", 0)


def test_the_rest_is_played_by_the_table() -> None:
    rested = play_practice("rest")
    assert rested.finished
    assert not rested.choices
