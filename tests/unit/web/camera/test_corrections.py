"""Corrected cards are kept only with consent, are few, can be deleted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scanner.enrolled import corrections
from scanner.reads import PictureRead
from tests.support.table import HANDS, FakeScanner, Phone, picture_of_piles
from web.app import create_app
from web.camera.corrections import CorrectionRecorder
from web.camera.picture_cache import PictureCache
from web.config import Settings
from web.ledger.store import Store
from web.session.draft import Draft
from web.session.draft_cards import DraftCard, Picture

CROP = b"\xff\xd8 a card"


@pytest.fixture
def recorder(store: Store, scanner: FakeScanner, tmp_path: Path) -> CorrectionRecorder:
    """A recorder of corrections of an enrolled deck."""
    scanner.wizard_answers["flatten"] = ({}, CROP)
    return CorrectionRecorder(store, scanner, PictureCache(), tmp_path, lambda: "ours")


def drafts_around_correction(
    recorder: CorrectionRecorder, read: PictureRead, correction: DraftCard
) -> tuple[Draft, Draft]:
    """The drafts before and after the first card was corrected."""
    picture = Picture(recorder._pictures.add(b"\xff\xd8 the table"), read)
    first = read.cards[0]
    before = Draft(
        {"hands.0": (DraftCard(first.card or "", first.sure, 0), DraftCard("h03-1", True, 1))}, picture=picture
    )
    return before, replace(before, cards={"hands.0": (correction, DraftCard("h03-1", True, 1))})


def record_correction(recorder: CorrectionRecorder, read: PictureRead, correction: DraftCard) -> None:
    if thread := recorder.record_changes(*drafts_around_correction(recorder, read, correction)):
        thread.join(60)


def test_nothing_is_kept_until_the_host_agrees(recorder: CorrectionRecorder, tmp_path: Path) -> None:
    read = picture_of_piles(HANDS, 4)
    record_correction(recorder, read, DraftCard("h09-1", True, 0))
    assert recorder.as_json() == {"wanted": None, "deck": "ours", "kept": 0}
    recorder.set_enabled(on=True)
    record_correction(recorder, read, DraftCard("h09-1", True, 0))
    assert corrections.load("ours", tmp_path) == [("h09-1", CROP)]
    recorder.set_enabled(on=False)
    record_correction(recorder, read, DraftCard("h08-1", True, 0))
    assert recorder.as_json() == {"wanted": False, "deck": "ours", "kept": 1}
    recorder.delete_all()
    assert corrections.load("ours", tmp_path) == []


def test_a_confirmed_doubt_is_kept_and_a_spoiled_or_untouched_card_is_not(
    recorder: CorrectionRecorder, tmp_path: Path
) -> None:
    recorder.set_enabled(on=True)
    read = picture_of_piles(HANDS, 4)
    record_correction(recorder, read, DraftCard("h10-1", True, 0))
    assert corrections.count("ours", tmp_path) == 0
    doubtful = replace(read, cards=(replace(read.cards[0], sure=False, doubt="close_call"), *read.cards[1:]))
    record_correction(recorder, doubtful, DraftCard("h10-1", True, 0))
    assert [code for code, _ in corrections.load("ours", tmp_path)] == ["h10-1"]
    hidden = replace(read, cards=(replace(read.cards[0], sure=False, doubt="covered"), *read.cards[1:]))
    record_correction(recorder, hidden, DraftCard("h10-1", True, 0))
    assert corrections.count("ours", tmp_path) == 1


def test_few_are_kept_of_each_card_and_of_all(tmp_path: Path) -> None:
    for number in range(6):
        corrections.add("ours", tmp_path, "h01-1", bytes([number]))
    assert corrections.load("ours", tmp_path) == [("h01-1", bytes([number])) for number in (3, 4, 5)]
    for number in range(150):
        corrections.add("ours", tmp_path, f"h{number % 12 + 1:02}-{number // 12 % 4 + 1}", b"x")
    assert corrections.count("ours", tmp_path) <= corrections.MAX_PICTURES


def test_a_deck_that_is_not_enrolled_keeps_nothing(store: Store, scanner: FakeScanner, tmp_path: Path) -> None:
    recorder = CorrectionRecorder(store, scanner, PictureCache(), tmp_path, lambda: "hanafuda")
    recorder.set_enabled(on=True)
    assert recorder.as_json() is None
    record_correction(recorder, picture_of_piles(HANDS, 4), DraftCard("h09-1", True, 0))
    assert list(tmp_path.glob("**/*.jpg")) == []


@pytest.fixture
def kept_app(store: Store, scanner: FakeScanner, tmp_path: Path) -> Iterator[Flask]:
    with closing(store):
        yield create_app(store, scanner, Settings("webcam:0", data_dir=tmp_path))


def test_the_host_is_asked_on_the_page(kept_app: Flask, scanner: FakeScanner, tmp_path: Path) -> None:
    host, guest = Phone(kept_app.test_client()).grant_host(), Phone(kept_app.test_client())
    host.open()
    assert host.snapshot["keeping"] is None
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks/ours.npz").write_bytes(b"")
    table = kept_app.extensions["fudayomi"]
    table.store.set_setting("reading", {"evening": table.service.evening_id, "deck": "ours"})
    assert host.snapshot["keeping"] == {"wanted": None, "deck": "ours", "kept": 0}
    assert guest.send("/api/corrections", {"on": True}).json["error"]["code"] == "host_only"
    assert host.send("/api/corrections", {"on": 1}).json["error"]["code"] == "bad_request"
    assert host.send("/api/corrections", {"on": True}).json["corrections"]["wanted"]
    corrections.add("ours", tmp_path, "h01-1", CROP)
    assert host.snapshot["keeping"]["kept"] == 1
    assert host.send("/api/corrections/forget", {}).json["corrections"]["kept"] == 0
