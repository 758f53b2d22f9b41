"""What follows from other answers is filled in."""

from __future__ import annotations


def test_sixteen_less_nine_and_the_other_aces(host):
    host.open(game="kakeya", players=["A", "B"])
    asked = {ask["path"]: ask for ask in host.snapshot["asks"]}
    assert asked["aces.0"]["cards"] == ["AS", "AH", "AD", "AC"]
    host.send("/api/draft", {"version": 1, "answers": {"aces.0": ["AS"], "pictures.1": 9}})
    draft = host.snapshot["draft"]
    assert draft["implied"] == {"aces.1": ["AH", "AD", "AC"], "pictures.0": 7}
    assert host.snapshot["preview"]["settlement"]["net"]
    assert host.change("/api/rounds", answers=draft["answers"]).status_code == 200


def test_what_somebody_answered_is_not_filled_in(host):
    host.open(game="kakeya", players=["A", "B"])
    answers = {"aces.0": ["AS"], "aces.1": [], "pictures.0": 9, "pictures.1": 9}
    host.send("/api/draft", {"version": 1, "answers": answers})
    snap = host.snapshot
    assert snap["draft"]["implied"] == {}
    assert snap["preview"]["error"]["code"] == "bad_count"


def test_piles_are_no_rest_of_each_other_before_somebody_says_so(host):
    host.open(game="kujuroku", players=["A", "B", "C"])
    host.send("/api/draft", {"version": 1, "answers": {"piles.0": ["h01-1"], "piles.1": ["h02-1"]}})
    assert host.snapshot["draft"]["implied"] == {}
