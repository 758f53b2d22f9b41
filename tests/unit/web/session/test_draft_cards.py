"""What is kept of a hand's cards when the next hand is photographed."""

from __future__ import annotations

from scanner.reads import PictureRead
from tests.support.table import card_read


def test_every_hand_keeps_its_crops_and_guesses_when_the_next_is_photographed(host, scanner):
    host.open()
    doubtful = card_read("h10-1", 50, 90, sure=False)
    scanner.read_result = PictureRead(400, 300, "hanafuda", 1.0, (doubtful, card_read("h03-1", 150, 90)))
    host.send("/api/picture?to=hands.0", {})
    first = host.snapshot["draft"]["picture"]
    assert first["hand"] == "hands.0"
    scanner.read_result = PictureRead(400, 300, "hanafuda", 1.0, (card_read("h08-1", 50, 90),))
    host.send("/api/picture?to=hands.1", {})
    draft = host.snapshot["draft"]
    card = draft["hands"]["hands.0"][0]
    seen = draft["earlier_reads"][card["earlier"]]
    assert (seen["name"], seen["read"]["card"]) == (first["name"], "h10-1")
    assert seen["read"]["alternatives"] == first["cards"][0]["alternatives"]
    # A confirmed card keeps its read. One that is removed and photographed again loses the old read.
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": [{**card, "sure": True}]}})
    draft = host.snapshot["draft"]
    assert draft["unsure"] == 0
    assert draft["hands"]["hands.0"][0]["earlier"] in draft["earlier_reads"]
    host.send("/api/picture?to=hands.0&replace=true", {})
    assert list(host.snapshot["draft"]["earlier_reads"]) == [host.snapshot["draft"]["hands"]["hands.1"][0]["earlier"]]


def test_a_picture_without_cards_says_why(host, scanner):
    host.open()
    scanner.read_result = PictureRead(400, 300, "hanafuda", 1.0, (), issue="dark")
    answer = host.send("/api/picture?to=hands.0", {}).json
    assert answer["cards"] == 0
    assert "too dark" in answer["advice"]["en"]
