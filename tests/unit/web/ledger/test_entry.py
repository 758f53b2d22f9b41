"""An entry of the ledger: its checksum and what fields it may have."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, replace
from typing import Any

import pytest

from web.ledger.entry import Entry, entry_from_fields, utc_now

ENTRY = Entry(3, 1, 2, {"kind": "settled", "名": "あき"}, "host", "2026-11-01T20:00:00+00:00", "key-0001")


def test_the_checksum_of_a_written_ledger_stays_the_same() -> None:
    line = (
        '{"sequence": 3, "evening": 1, "version": 2, "body": {"kind": "settled", "名": "あき"}, "who": "host", '
        '"at": "2026-11-01T20:00:00+00:00", "key": "key-0001"}'
    )
    assert ENTRY.checksum == zlib.crc32(line.encode())
    assert replace(ENTRY, who="\ud800").checksum != ENTRY.checksum


@pytest.mark.parametrize(
    "change",
    [{"sequence": 4}, {"evening": 2}, {"version": 3}, {"body": {"kind": "x"}}, {"who": "h"}, {"at": ""}, {"key": "k"}],
)
def test_every_field_counts_in_the_checksum(change: dict[str, Any]) -> None:
    assert replace(ENTRY, **change).checksum != ENTRY.checksum


def test_fields_make_the_same_entry_again() -> None:
    assert entry_from_fields(json.loads(json.dumps(asdict(ENTRY)))) == ENTRY


@pytest.mark.parametrize(
    "change",
    [
        {"sequence": 0},
        {"version": True},
        {"evening": "1"},
        {"evening": 1.0},
        {"body": []},
        {"body": {}},
        {"body": {"kind": 1}},
        {"who": None},
        {"more": 1},
    ],
)
def test_fields_that_are_no_entry(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="fields"):
        entry_from_fields(asdict(ENTRY) | change)
    with pytest.raises(ValueError, match="other fields"):
        entry_from_fields({"sequence": 1})


def test_the_clock_is_a_label() -> None:
    assert utc_now().endswith("+00:00")
