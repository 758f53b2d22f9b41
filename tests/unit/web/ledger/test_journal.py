"""The journal keeps whole lines and tells damaged ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from web.ledger.entry import Entry
from web.ledger.journal import Journal


def build_entry(sequence: int, who: str = "あき") -> Entry:
    return Entry(sequence, 1, sequence, {"kind": "settled"}, who, "2026", f"key-{sequence}")


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "rounds.log")


def test_entries_come_back_and_the_offset_is_where_they_start(journal: Journal) -> None:
    assert journal.append([build_entry(1), build_entry(2)]) == 0
    size = journal.file.stat().st_size
    assert journal.append([build_entry(3)]) == size
    assert list(journal.entries()) == [build_entry(1), build_entry(2), build_entry(3)]
    assert journal.checksums() == {number: build_entry(number).checksum for number in (1, 2, 3)}
    assert journal.is_intact()
    journal.truncate(size)
    assert list(journal.entries()) == [build_entry(1), build_entry(2)]


def test_a_line_cut_off_takes_no_other_with_it(journal: Journal) -> None:
    journal.append([build_entry(1), build_entry(2)])
    journal.file.write_bytes(journal.file.read_bytes()[:-7])
    assert not journal.is_intact()
    journal.append([build_entry(3)])
    assert list(journal.entries()) == [build_entry(1), build_entry(3)]


def test_a_changed_letter_makes_a_line_damaged(journal: Journal) -> None:
    journal.append([build_entry(1, "Aki"), build_entry(2)])
    journal.file.write_text(journal.file.read_text().replace('"Aki"', '"Emi"'))
    assert list(journal.entries()) == [build_entry(2)]
    assert not journal.is_intact()


@pytest.mark.parametrize(("before", "after"), [('"who": ', '"who":'), ("あき", r"\u3042\u304d")])
def test_a_line_that_says_the_same_in_other_signs_is_sound(journal: Journal, before: str, after: str) -> None:
    journal.append([build_entry(1)])
    written = journal.file.read_text()
    assert before in written
    journal.file.write_text(written.replace(before, after))
    assert list(journal.entries()) == [build_entry(1)]
    assert journal.checksums() == {1: build_entry(1).checksum}


@pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b"\xff\xfe", b"[" * 100_000, b'{"sum": null}'])
def test_lines_that_are_no_entry_are_passed_over(journal: Journal, line: bytes) -> None:
    journal.file.write_bytes(line + b"\n")
    journal.append([build_entry(1)])
    assert list(journal.entries()) == [build_entry(1)]
    assert not journal.is_intact()


def test_a_file_that_is_not_there_or_lacks_its_last_newline_is_not_intact(journal: Journal) -> None:
    assert not journal.is_intact()
    assert (list(journal.entries()), journal.checksums()) == ([], {})
    journal.append([build_entry(1)])
    assert journal.file.stat().st_mode & 0o777 == 0o600
    journal.file.write_bytes(journal.file.read_bytes()[:-1])
    assert [json.loads(line)["sequence"] for line in journal.file.read_text().splitlines()] == [1]
    assert not journal.is_intact()


def test_the_line_of_an_entry_is_found_from_the_end(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.ledger.journal._BLOCK_BYTES", 7)
    starts = [journal.append([build_entry(number)]) for number in (1, 2, 3, 22, 2)]
    assert journal.find_line(2) == starts[4]
    assert journal.find_line(3) == starts[2]
    assert journal.find_line(22) == starts[3]
    assert journal.find_line(4) is None
    assert journal.entries_from(starts[3]) == [build_entry(22), build_entry(2)]
