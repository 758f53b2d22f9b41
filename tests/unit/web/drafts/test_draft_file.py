"""A half-entered round survives a kill of the process."""

from __future__ import annotations

import json

import pytest

from tests.support.table import HANDS, FakeScanner, Phone
from web.app import create_app
from web.config import Settings
from web.drafts.draft_file import DRAFT_FILE_NAME, DraftFile, StoredDraft

DRAFT = StoredDraft(1, 2, None, {"hands.0": [{"card": "h01-1", "sure": False}]}, {"stake": 3, "calls": [["a", 1]]})


@pytest.fixture
def restart(store, tmp_path):
    """Starts the next process over the same ledger. Returns a host's phone."""
    return lambda: Phone(create_app(store, FakeScanner(), Settings("none", data_dir=tmp_path)).test_client())


def test_what_was_written_is_read(tmp_path):
    file = DraftFile(tmp_path)
    assert file.read() is None
    file.write(DRAFT)
    assert file.read() == DRAFT
    file.write(None)
    assert file.read() is None


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"evening": "1"}', json.dumps({"evening": 1, "version": 2})])
def test_half_a_file_is_no_draft(tmp_path, damaged):
    (tmp_path / DRAFT_FILE_NAME).write_text(damaged)
    assert DraftFile(tmp_path).read() is None


def test_no_folder_and_a_full_disk_keep_nothing(tmp_path):
    DraftFile(None).write(DRAFT)
    assert DraftFile(None).read() is None
    (tmp_path / "draft.part").mkdir()
    DraftFile(tmp_path).write(DRAFT)
    assert DraftFile(tmp_path).read() is None


def test_a_half_entered_round_survives_a_kill(host, restart):
    host.open()
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": [{"card": HANDS[0][0], "sure": False}]}})
    host.send("/api/draft", {"version": 1, "answers": {"hands.2": list(HANDS[2])}})
    draft = restart().snapshot["draft"]
    assert draft["hands"] == host.snapshot["draft"]["hands"]
    assert (draft["begun"], draft["unsure"]) == (True, 1)


def test_a_booked_or_cleared_round_does_not_come_back(host, restart):
    host.open()
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": list(HANDS[0])}})
    host.send("/api/draft/clear", {"version": 1})
    assert restart().snapshot["draft"]["begun"] is False
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": list(HANDS[0])}})
    host.change("/api/rounds", answers=host.answers())
    assert restart().snapshot["draft"]["begun"] is False


def test_a_correction_goes_on_where_it_was(host, restart):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.send("/api/rounds/2/reopen", {"version": 2})
    host.send("/api/draft", {"version": 2, "answers": {"hands.0": ["h01-1"]}})
    snap = restart().snapshot
    assert snap["editing"]["number"] == 2
    assert snap["draft"]["answers"]["hands.0"] == ["h01-1"]


def test_a_draft_of_another_round_is_left_alone(host, restart, tmp_path):
    host.open()
    DraftFile(tmp_path).write(StoredDraft(1, 7, None, DRAFT.cards, {}))
    assert restart().snapshot["draft"]["begun"] is False
    DraftFile(tmp_path).write(StoredDraft(1, 1, None, {}, {"no.such.question": 3}))
    assert restart().snapshot["draft"]["begun"] is False
