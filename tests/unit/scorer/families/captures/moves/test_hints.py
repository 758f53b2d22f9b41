"""What beginners are told while a round of captures is played."""

from __future__ import annotations

from scorer.games import game
from tests.support.judged_rounds import Follower, build_table


def test_the_lines_of_a_turn() -> None:
    play = Follower("koikoi", build_table(game("koikoi")))
    play.lay("h01-1 h01-2 h02-1 h02-2 h02-3 h03-1 h04-1")
    assert play.hints == ["1 more cards are dealt to the middle"]
    play.lay("h05-1")
    single = "pine, crane, pine, poetry ribbon, cherry, curtain, wisteria, cuckoo, iris, bridge"
    three = "a card that matches takes all three: plum, bush warbler, plum, poetry ribbon, plum chaff"
    assert play.hints == [
        "Aki plays a card from the hand",
        three,
        f"a card that matches takes one of these: {single}",
    ]
    play.lay("h01-3")
    assert play.hints[:2] == [
        "Aki takes pine chaff and one of pine, crane, pine, poetry ribbon",
        "Aki turns up the next card of the stock",
    ]
    play.take("h01-1 h01-3", 0)
    play.lay("h02-4")
    assert play.hints[0] == "Aki takes plum chaff, plum, bush warbler, plum, poetry ribbon, plum chaff"


def test_three_of_a_month_alone() -> None:
    play = Follower("hana-awase", build_table(game("hana-awase"), 3))
    play.lay("h01-1 h01-2 h01-3 h02-1 h02-2 h02-3")
    assert [hint.partition(":")[0] for hint in play.hints] == [
        "Aki plays a card from the hand",
        "a card that matches takes all three",
        "a card that matches takes all three",
    ]


def test_an_empty_middle_and_the_end() -> None:
    play = Follower("hana-awase", build_table(game("hana-awase"), 2))
    play.lay("h01-1 h01-2 h01-3 h02-1 h02-2 h02-3 h03-1 h03-2")
    play.lay("h01-4 h02-4 h03-3")
    play.take("h01-1 h01-2 h01-3 h01-4 h02-1 h02-2 h02-3 h02-4", 0)
    play.take("h03-1 h03-3", 1)
    play.lay("h03-4")
    play.take("h03-2 h03-4", 1)
    assert play.hints == ["Aki plays a card from the hand", "the middle is empty: a card stays there"]
    play = Follower("hana-awase", build_table(game("hana-awase"), 2))
    play.lay("h01-1 h01-2 h01-3 h01-4 h02-1 h02-2 h02-3 h03-1")
    assert play.hints == []
