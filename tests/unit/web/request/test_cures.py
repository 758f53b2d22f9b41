"""A refused round comes with buttons that put it right."""

from __future__ import annotations

import pytest


def refusal_and_cures(host, **answers):
    host.send("/api/draft", {"version": 1, "answers": answers})
    preview = host.snapshot["preview"]
    return preview["error"]["code"], [cure["label"]["en"] for cure in preview["cures"]], preview["cures"]


def test_the_card_too_many_is_taken_away_with_one_tap(host):
    host.open(game="tokotoko", players=["Aki", "Emi"])
    path = next(ask["path"] for ask in host.snapshot["asks"] if ask["kind"] == "cards" and ask["seat"] == 0)
    most = next(ask["most"] for ask in host.snapshot["asks"] if ask["path"] == path)
    cards = ["h01-1", "h02-1", "h03-1", "h04-1", "h05-1", "h06-1"][: most + 1]
    code, labels, cures = refusal_and_cures(host, **{path: cards})
    assert code == "too_many_cards"
    assert labels[0].startswith("Take ")
    assert labels[0].endswith(" away from Aki")
    assert host.send("/api/draft", {"version": 1, "answers": cures[0]["answers"]}).status_code == 200
    assert host.snapshot["draft"]["answers"][path] == cards[:most]
    assert "error" not in host.snapshot["preview"]


def test_of_two_same_cards_one_becomes_the_other_of_its_name(host):
    host.open()
    code, labels, cures = refusal_and_cures(host, **{"hands.0": ["h03-3"], "hands.1": ["h03-3"]})
    assert code == "duplicate_card"
    assert labels[0] == "Use the other cherry chaff"
    host.send("/api/draft", {"version": 1, "answers": cures[0]["answers"]})
    hands = host.snapshot["draft"]["answers"]
    assert {hands["hands.0"][0], hands["hands.1"][0]} == {"h03-3", "h03-4"}


@pytest.mark.parametrize("strange", ["7S", "KS"])
def test_no_other_card_is_an_ace(host, strange):
    host.open(game="kakeya", players=["A", "B"])
    code, labels, cures = refusal_and_cures(host, **{"aces.0": ["AS", strange]})
    assert code == "bad_answer"
    assert cures[0]["answers"] == {"aces.0": [{"card": "AS", "sure": True, "read": None}]}
    assert host.snapshot["preview"]["error"]["message"]["en"].endswith("does not belong here: Aces dealt")
    assert labels[0].endswith("away from B")


def test_the_other_answer_with_which_a_round_can_be_settled_is_offered(host):
    host.open(game="koikoi", players=["Aki", "Emi"])
    ending = next(ask["path"] for ask in host.snapshot["asks"] if "+" in ask["path"])
    piles = {"piles.0": ["h01-1", "h03-1", "h08-1"], "piles.1": ["h01-3", "h03-3"]}
    code, labels, cures = refusal_and_cures(host, **piles, **{ending: ["shobu", 1]})
    assert code == "impossible"
    assert host.snapshot["preview"]["error"]["message"]["en"] == "Emi said shobu, but Emi's pile holds no yaku"
    assert labels == ["How did the round end: Aki: shobu"]
    host.send("/api/draft", {"version": 1, "answers": cures[0]["answers"]})
    assert "settlement" in host.snapshot["preview"]
