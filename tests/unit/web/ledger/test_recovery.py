"""A ledger put together from what is left of its copies."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from web.ledger.entry import Entry
from web.ledger.journal import Journal
from web.ledger.recovery import quarantine, read_salvageable, recover_ledger
from web.ledger.store import Store


def build_entry(sequence: int, evening: int = 1, version: int | None = None, key: str = "") -> Entry:
    return Entry(sequence, evening, version or sequence, {"kind": "x"}, "", "", key or f"k{sequence}")


def recover_from(tmp_path: Path, *entries: Entry) -> tuple[list[int], tuple[tuple[int, int], ...], bool]:
    journal = Journal(tmp_path / "rounds.log")
    journal.append(entries)
    found = recover_ledger(tmp_path / "ledger.db", journal, tmp_path / "backups")
    return [each.sequence for each in found.entries], found.missing_ranges, found.is_end_known


def test_nothing_is_missing_from_a_whole_journal(tmp_path: Path) -> None:
    assert recover_from(tmp_path, build_entry(2), build_entry(1), build_entry(3)) == ([1, 2, 3], (), True)


def test_what_follows_a_gap_in_its_evening_is_missing_too(tmp_path: Path) -> None:
    """Entry 2 of the first evening is lost, so its third cannot be played on from. The second evening is whole."""
    entries = (
        build_entry(1),
        build_entry(3, version=3),
        build_entry(4, 2, 1),
        build_entry(5, 2, 2),
        build_entry(6, version=4),
    )
    assert recover_from(tmp_path, *entries) == ([1, 4, 5], ((2, 3), (6, 6)), True)


def test_a_key_is_taken_once(tmp_path: Path) -> None:
    assert recover_from(tmp_path, build_entry(1, key="same"), build_entry(2, key="same")) == ([1], ((2, 2),), True)


def test_without_an_undamaged_copy_the_end_is_unknown(tmp_path: Path) -> None:
    Journal(tmp_path / "rounds.log").file.write_text("damaged\n")
    (tmp_path / "ledger.db").write_bytes(b"no database")
    assert recover_from(tmp_path, build_entry(1)) == ([1], (), False)


def test_a_changed_entry_and_a_foreign_table_are_told(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    with closing(Store(f"sqlite:///{file}")) as store:
        first = store.open_evening({"kind": "opened"}, "host", "k1")
        second = store.append(first.evening, 1, {"kind": "settled"}, "host", "k2")
        store.set_setting("pin", {"hash": "a"})
    found: list[Entry] = []
    salvaged = read_salvageable(file, lambda entry, _: found.append(entry))
    assert (salvaged.is_intact, salvaged.settings, found) == (True, {"pin": '{"hash": "a"}'}, [first, second])
    with closing(sqlite3.connect(file)) as ledger, ledger:
        ledger.execute("UPDATE entries SET who = 'guest' WHERE sequence = 2")
    found.clear()
    assert not read_salvageable(file, lambda entry, _: found.append(entry)).is_intact
    assert found == [first]


def test_a_body_that_says_the_same_in_other_signs_is_sound(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    with closing(Store(f"sqlite:///{file}")) as store:
        first = store.open_evening({"kind": "opened"}, "host", "k1")
    with closing(sqlite3.connect(file)) as ledger, ledger:
        ledger.execute("UPDATE entries SET body = replace(body, ': ', ':')")
    found: list[tuple[Entry, int]] = []
    assert read_salvageable(file, lambda *entry_and_checksum: found.append(entry_and_checksum)).is_intact
    assert found == [(first, first.checksum)]


def test_what_is_written_as_we_write_it_is_summed_up_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start reads every entry twice. Writing each anew for its checksum would take five times as long."""
    file = tmp_path / "ledger.db"
    with closing(Store(f"sqlite:///{file}")) as store:
        first = store.open_evening({"kind": "opened", "names": ["あき", 'Emi "E"']}, "host\n", "k1")
    checksum = first.checksum
    monkeypatch.delattr(Entry, "checksum")
    found: list[tuple[Entry, int]] = []
    assert read_salvageable(file, lambda *entry_and_checksum: found.append(entry_and_checksum)).is_intact
    assert found == [(first, checksum)]
    assert Journal(tmp_path / "rounds.log").checksums() == {1: checksum}


@pytest.mark.parametrize("times", [1, 3])
def test_a_damaged_file_is_renamed_with_its_logs_and_never_over_another(tmp_path: Path, times: int) -> None:
    file = tmp_path / "ledger.db"
    assert quarantine(file) is None
    names = set()
    for number in range(times):
        for suffix in ("", "-wal"):
            file.with_name(file.name + suffix).write_text(f"{number}{suffix}")
        renamed = quarantine(file)
        assert renamed is not None
        names.add(renamed)
        assert (renamed.read_text(), Path(f"{renamed}-wal").read_text()) == (str(number), f"{number}-wal")
    assert len(names) == times
    assert len(list(tmp_path.iterdir())) == 2 * times
