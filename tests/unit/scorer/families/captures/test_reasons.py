"""Lines of a pile's value: points by kind, yaku, what is one card away."""

from __future__ import annotations

from dataclasses import replace

from scorer.families.captures.cards import ANIMALS, CARDS, CURTAIN, SAKE_CUP, mask_of, worths_of
from scorer.families.captures.reasons import (
    describe_worth,
    field_in_order,
    full_month_reason,
    near_reasons,
    one_away_reason,
    points_reasons,
    worth_reasons,
    yaku_reasons,
)
from scorer.families.captures.yaku import PileYaku, yaku_status
from scorer.texts import Name, Text

HANAMI = PileYaku("hanami", Name("Hanami", "花見"), (CURTAIN, SAKE_CUP), 5, "test 3", Text("curtain and cup", "幕と盃"))
TANE = PileYaku("tane", Name("Tane", "タネ"), ANIMALS, 1, "test 3", Text("five animals", "種五枚"), needed=5)
UNIT = Text(" points", "点")


def test_the_lines_of_the_points_are_the_points() -> None:
    lines = points_reasons(mask_of(CARDS), "test 1")
    assert [line.points for line in lines] == [100, 90, 50, 24]
    assert lines[0].text.en == "5 brights at 20: 100"
    assert [line.points for line in points_reasons(mask_of(("h01-1", "h12-2")), "test 1", 0)] == [20, 0]
    assert [line.points for line in points_reasons(0, "test 1")] == [0]


def test_the_lines_of_card_points_that_only_a_game_counts() -> None:
    lines = worth_reasons(mask_of(("h01-1", "h02-1", "h12-2")), worths_of({20: ("h01-1", "h12-2")}), "test 1")
    assert [(line.text.en, line.points) for line in lines] == [("2 cards at 20", 40), ("1 card worth nothing", 0)]
    assert [line.points for line in worth_reasons(0, worths_of({20: ("h01-1",)}), "test 1")] == [0]


def test_a_yaku_adds_to_the_total_only_where_it_counts_there() -> None:
    (line,) = yaku_reasons((TANE, HANAMI), {"hanami": 5}, UNIT, counts=True)
    assert (line.text.en, line.text.ja, line.points) == ("Hanami: 5 points", "花見：5点", 5)
    (line,) = yaku_reasons((HANAMI,), {"hanami": 5}, UNIT, counts=False)
    assert line.points is None


def test_one_card_away_names_the_cards_or_the_rule() -> None:
    assert one_away_reason(HANAMI, (SAKE_CUP,)).text.en == "One card away from Hanami: chrysanthemum, sake cup"
    assert one_away_reason(TANE, ANIMALS[4:]).text.en == "One card away from Tane (five animals)"


def test_what_counts_or_cannot_come_is_not_near() -> None:
    pile = mask_of((CURTAIN,))
    assert [reason.code for reason in near_reasons([yaku_status(HANAMI, pile, 0)], {})] == ["one_away"]
    assert list(near_reasons([yaku_status(HANAMI, pile, mask_of((SAKE_CUP,)))], {})) == []
    assert list(near_reasons([yaku_status(HANAMI, pile, 0)], {"hanami": 5})) == []


def test_reasons_of_a_deal_name_its_month_and_section() -> None:
    assert full_month_reason(5, "test 2").text.ja.startswith("場に菖蒲が4枚")
    assert field_in_order("test 2").section == "test 2"


def test_the_sheet_says_what_a_yaku_is_worth_and_what_grows() -> None:
    grows = replace(TANE, grows_with=ANIMALS)
    assert [describe_worth(yaku, UNIT).en for yaku in (HANAMI, grows)] == [
        "curtain and cup: 5 points",
        "five animals: 1+ points",
    ]
    assert [describe_worth(yaku, UNIT).ja for yaku in (HANAMI, grows)] == ["幕と盃：5点", "種五枚：1点から"]


def test_what_a_better_yaku_would_replace_is_not_near() -> None:
    feast = replace(HANAMI, key="feast", cards=(CURTAIN, SAKE_CUP, "h08-1"), needed=3, replaces=frozenset({"moon"}))
    moon = replace(HANAMI, key="moon", cards=("h08-1", SAKE_CUP))
    statuses = [yaku_status(yaku, mask_of((CURTAIN, SAKE_CUP)), 0) for yaku in (feast, moon)]
    assert len(list(near_reasons(statuses, {}))) == 1
    held = [yaku_status(yaku, mask_of((CURTAIN, SAKE_CUP)), 0) for yaku in (HANAMI, moon)]
    assert len(list(near_reasons(held, {"hanami": 5}))) == 1
