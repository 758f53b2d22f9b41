"""No tap on a hand is lost when two phones enter it at once."""

from __future__ import annotations

import pytest

from web.drafts.hand_merge import merge_hands


@pytest.mark.parametrize(
    ("was", "wanted", "now", "merged"),
    [
        ("", "a", "", "a"),
        ("", "a", "b", "ba"),
        ("ab", "a", "abc", "ac"),
        ("ab", "b", "ab", "b"),
        ("ab", "abc", "a", "ac"),
        ("a", "b", "ac", "cb"),
        ("", "a", "a", "a"),
        ("a", "", "", ""),
        ("", "x", "x", "xx"),
        ("x", "xx", "xx", "xx"),
    ],
)
def test_both_changes_are_in_the_hand(was, wanted, now, merged):
    assert "".join(merge_hands(list(was), list(wanted), list(now), {"x": 2}, str)) == merged


def test_two_phones_on_one_hand_keep_both_taps(host):
    host.open()
    first = {"version": 1, "answers": {"hands.0": ["h01-1"]}, "was": {"hands.0": []}}
    second = {"version": 1, "answers": {"hands.0": ["h02-1"]}, "was": {"hands.0": []}}
    assert host.send("/api/draft", first).status_code == 200
    assert host.send("/api/draft", second).status_code == 200
    assert host.snapshot["draft"]["answers"]["hands.0"] == ["h01-1", "h02-1"]


def test_of_two_answers_that_exclude_each_other_the_second_is_told(host):
    host.open(game="kakeya", players=["A", "B"])
    for answer, was, code in (("H", "S", None), ("D", "S", "changed_meanwhile"), ("H", "S", None), ("D", "H", None)):
        reply = host.send("/api/draft", {"version": 1, "answers": {"trump": answer}, "was": {"trump": was}}).json
        assert reply.get("error", {}).get("code") == code
    assert host.snapshot["draft"]["answers"]["trump"] == "D"


def test_a_program_that_says_nothing_of_before_still_has_the_last_word(host):
    host.open()
    for cards in (["h01-1"], ["h02-1"]):
        host.send("/api/draft", {"version": 1, "answers": {"hands.0": cards}})
    assert host.snapshot["draft"]["answers"]["hands.0"] == ["h02-1"]
