"""Corrected cards are kept only when the host agreed, only of an enrolled deck, few, and can be deleted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scanner.enrolled import corrections
from scanner.reads import PictureRead
from tests.web.conftest import HANDS, FakeEyes, Phone, laid
from web.app import create_app
from web.camera.corrections import Corrections
from web.camera.picture_cache import Pictures
from web.companion import Settings
from web.ledger.store import Store
from web.session.draft import Draft, Given, Picture

CROP = b"\xff\xd8 a card"


@pytest.fixture
def keeper(store: Store, eyes: FakeEyes, tmp_path: Path) -> Corrections:
    eyes.tells["flatten"] = ({}, CROP)
    return Corrections(store, eyes, Pictures(), tmp_path, lambda: "ours")


def drafts(keeper: Corrections, read: PictureRead, said: Given) -> tuple[Draft, Draft]:
    """Before and after the first card was called something."""
    picture = Picture(keeper._pictures.keep(b"\xff\xd8 the table"), read)
    first = read.cards[0]
    before = Draft({"hands.0": (Given(first.card or "", first.sure, 0), Given("h03-1", True, 1))}, picture=picture)
    return before, replace(before, cards={"hands.0": (said, Given("h03-1", True, 1))})


def noted(keeper: Corrections, read: PictureRead, said: Given) -> None:
    if thread := keeper.note(*drafts(keeper, read, said)):
        thread.join(10)


def test_nothing_is_kept_until_the_host_agrees(keeper: Corrections, tmp_path: Path) -> None:
    read = laid(HANDS, 4)
    noted(keeper, read, Given("h09-1", True, 0))
    assert keeper.as_json() == {"wanted": None, "deck": "ours", "kept": 0}
    keeper.want(on=True)
    noted(keeper, read, Given("h09-1", True, 0))
    assert corrections.kept("ours", tmp_path) == [("h09-1", CROP)]
    keeper.want(on=False)
    noted(keeper, read, Given("h08-1", True, 0))
    assert keeper.as_json() == {"wanted": False, "deck": "ours", "kept": 1}
    keeper.forget()
    assert corrections.kept("ours", tmp_path) == []


def test_a_confirmed_doubt_is_kept_and_a_spoiled_or_untouched_card_is_not(keeper: Corrections, tmp_path: Path) -> None:
    keeper.want(on=True)
    read = laid(HANDS, 4)
    noted(keeper, read, Given("h10-1", True, 0))
    assert corrections.count("ours", tmp_path) == 0
    doubtful = replace(read, cards=(replace(read.cards[0], sure=False, doubt="close_call"), *read.cards[1:]))
    noted(keeper, doubtful, Given("h10-1", True, 0))
    assert [code for code, _ in corrections.kept("ours", tmp_path)] == ["h10-1"]
    hidden = replace(read, cards=(replace(read.cards[0], sure=False, doubt="covered"), *read.cards[1:]))
    noted(keeper, hidden, Given("h10-1", True, 0))
    assert corrections.count("ours", tmp_path) == 1


def test_few_are_kept_of_each_card_and_of_all(tmp_path: Path) -> None:
    for number in range(6):
        corrections.keep("ours", tmp_path, "h01-1", bytes([number]))
    assert corrections.kept("ours", tmp_path) == [("h01-1", bytes([number])) for number in (3, 4, 5)]
    for number in range(150):
        corrections.keep("ours", tmp_path, f"h{number % 12 + 1:02}-{number // 12 % 4 + 1}", b"x")
    assert corrections.count("ours", tmp_path) <= corrections.MOST


def test_a_deck_that_is_not_enrolled_keeps_nothing(store: Store, eyes: FakeEyes, tmp_path: Path) -> None:
    keeper = Corrections(store, eyes, Pictures(), tmp_path, lambda: "hanafuda")
    keeper.want(on=True)
    assert keeper.as_json() is None
    noted(keeper, laid(HANDS, 4), Given("h09-1", True, 0))
    assert list(tmp_path.glob("**/*.jpg")) == []


@pytest.fixture
def kept_app(store: Store, eyes: FakeEyes, tmp_path: Path) -> Iterator[Flask]:
    with closing(store):
        yield create_app(store, eyes, Settings("webcam:0", data=tmp_path))


def test_the_host_is_asked_on_the_page(kept_app: Flask, eyes: FakeEyes, tmp_path: Path) -> None:
    host, guest = Phone(kept_app.test_client()).trusted(), Phone(kept_app.test_client())
    host.open()
    assert host.snap["keeping"] is None
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks/ours.npz").write_bytes(b"")
    table = kept_app.extensions["fudayomi"]
    table.store.remember("reading", {"evening": table.room.evening, "deck": "ours"})
    assert host.snap["keeping"] == {"wanted": None, "deck": "ours", "kept": 0}
    assert guest.send("/api/corrections", {"on": True}).json["error"]["code"] == "host_only"
    assert host.send("/api/corrections", {"on": 1}).json["error"]["code"] == "bad_request"
    assert host.send("/api/corrections", {"on": True}).json["corrections"]["wanted"]
    corrections.keep("ours", tmp_path, "h01-1", CROP)
    assert host.snap["keeping"]["kept"] == 1
    assert host.send("/api/corrections/forget", {}).json["corrections"]["kept"] == 0
