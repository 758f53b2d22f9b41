"""Notices name what is missing and what was kept."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from web.ledger.entry import Entry
from web.ledger.notices import clock_notice, rebuilt_notice, restored_notice
from web.ledger.recovery import RecoveredLedger

OLD = Path("/data/ledger.db.corrupt.20261101T200000Z")
ENTRIES = tuple(Entry(number, 1, number, {"kind": "x"}, "", "", f"k{number}") for number in (1, 2, 7))


def build_recovery(**more: Any) -> RecoveredLedger:
    fields = {"entries": ENTRIES, "settings": {"pin": "{}"}, "missing_ranges": (), "is_end_known": True}
    return RecoveredLedger(**(fields | more))


def test_a_ledger_rebuilt_whole_says_so() -> None:
    notice = rebuilt_notice(OLD, build_recovery())
    assert notice.en == (
        "The ledger was damaged and has been rebuilt from its copies; the old file is kept as "
        "ledger.db.corrupt.20261101T200000Z. Every entry is there."
    )
    assert "/data" not in notice.en + notice.ja
    assert "its file was gone" in rebuilt_notice(None, build_recovery()).en


@pytest.mark.parametrize(
    ("more", "en", "ja"),
    [
        ({"missing_ranges": ((3, 3), (5, 6))}, "Entries missing: 3, 5–6.", "失われた記録の番号：3, 5–6。"),
        ({"is_end_known": False}, "entries after number 7 may be missing", "7番より後の記録"),
        ({"is_end_known": False, "entries": ()}, "entries after number 0 may be missing", "0番より後の記録"),
        ({"settings": {}}, "PIN was lost", "暗証番号は新しくなりました"),
    ],
)
def test_what_is_missing_is_said_in_both_languages(more: dict[str, Any], en: str, ja: str) -> None:
    notice = rebuilt_notice(OLD, build_recovery(**more))
    assert en in notice.en
    assert ja in notice.ja
    assert ("Every entry is there" in notice.en) == (more == {"settings": {}})


def test_a_gap_and_an_unknown_end_are_both_said() -> None:
    notice = rebuilt_notice(OLD, build_recovery(missing_ranges=((3, 6),), is_end_known=False))
    assert "Entries missing: 3–6. Every copy was damaged" in notice.en


def test_one_entry_and_several_brought_back() -> None:
    assert restored_notice(1).en.startswith("1 entry that")
    assert restored_notice(2).en.startswith("2 entries that")


def test_a_clock_before_this_release_cannot_be_right() -> None:
    assert clock_notice(datetime(1970, 1, 1, tzinfo=UTC)) is not None
    assert clock_notice(datetime(2026, 10, 31, 23, 59, 59, tzinfo=UTC)) is not None
    assert clock_notice(datetime(2026, 11, 1, tzinfo=UTC)) is None
