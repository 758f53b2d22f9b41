"""Folds come back as they were put, and whatever is damaged is missing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from scorer.session.events import EveningOpened
from scorer.session.history import PlayedRound
from scorer.session.sums.round_summary import summarize
from tests.support.sample_evenings import Evening
from web.ledger.folds import fold_cache
from web.ledger.folds.fold_cache import FoldCache

FIRST = EveningOpened("otoroku", "hanafuda", {"length": "last_standing"}, ("Aki", "Emi", "Jun"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ledger.folds"


@pytest.fixture
def folds(file: Path) -> Iterator[FoldCache]:
    with closing(FoldCache(file)) as cache:
        yield cache


@pytest.fixture(scope="module")
def rounds() -> list[PlayedRound]:
    """Four rounds, one of them corrected. A name that no file can hold as text stands in them, as in old ledgers."""
    rounds = [replace(played, players=("Aki", "Emi", "\ud800")) for played in Evening(FIRST).play(4).session.history]
    last = rounds[-1]
    rounds[-1] = last.with_settlement(last.round, last.settlement, last.round_number, last.pot, 9)
    return rounds


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as ledger, ledger:
        ledger.execute(statement)


def test_pages_and_records_come_back(folds: FoldCache, file: Path, rounds: list[PlayedRound]) -> None:
    key = folds.put(rounds, summarize(rounds)) or ""
    folds.put_record(3, "7 1", {"closed": True})
    with closing(FoldCache(file)) as again:
        assert list(again.rounds(key) or ()) == rounds
        assert again.rounds(key) is again.rounds(key)
        assert again.summary(key) == summarize(rounds)
        assert again.record(3, "7 1") == {"closed": True}
        assert (again.rounds("other"), again.summary("other"), again.record(4, "7 1")) == (None, None, None)
        assert again.record(3, "8 1") is None, "the evening went on"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE pages SET rounds = substr(rounds, 1, 40), summary = substr(summary, 1, 40)",
        "UPDATE pages SET rounds_sum = 1, summary_sum = 1",
        "UPDATE pages SET rounds = 7, summary = 7",
        "UPDATE pages SET rounds = NULL, summary = NULL",
        "DROP TABLE pages",
        "DELETE FROM pages",
    ],
)
def test_a_damaged_page_is_missing(
    folds: FoldCache, file: Path, rounds: list[PlayedRound], statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    key = folds.put(rounds, summarize(rounds)) or ""
    folds.close()
    change(file, statement)
    with closing(FoldCache(file)) as again:
        assert (again.rounds(key), again.summary(key)) == (None, None)
        assert again.put(rounds, summarize(rounds)) == key
        assert list(again.rounds(key) or ()) == rounds


@pytest.mark.parametrize("statement", ["UPDATE records SET body = '{'", "UPDATE records SET body = 7, sum = 'x'"])
def test_a_damaged_record_is_missing(folds: FoldCache, file: Path, statement: str) -> None:
    folds.put_record(1, "1 1", {})
    folds.close()
    change(file, statement)
    assert folds.record(1, "1 1") is None


def test_a_file_of_something_else_is_replaced(folds: FoldCache, file: Path, rounds: list[PlayedRound]) -> None:
    file.write_bytes(b"no database" * 1000)
    assert folds.summary("any") is None
    assert not file.exists()
    assert folds.summary(folds.put(rounds, summarize(rounds)) or "") == summarize(rounds)


def test_a_page_whose_form_is_another_is_missing(
    folds: FoldCache, rounds: list[PlayedRound], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fold_cache, "round_to_json", lambda _played: {"earlier_versions": []})
    assert folds.rounds(folds.put(rounds, summarize(rounds)) or "") is None


def test_nothing_is_kept_where_the_disk_takes_nothing(tmp_path: Path, rounds: list[PlayedRound]) -> None:
    with closing(FoldCache(tmp_path / "missing" / "ledger.folds")) as folds:
        assert folds.put(rounds, summarize(rounds)) is None
        folds.put_record(1, "1 1", {})
        assert (folds.rounds("any"), folds.record(1, "1 1")) == (None, None)


def test_another_program_folds_its_own_records(folds: FoldCache, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folds.put_record(1, "1 1", {})
    monkeypatch.setattr(fold_cache, "version", lambda _name: "other")
    with closing(FoldCache(file)) as other:
        assert other.record(1, "1 1") is None


def test_pages_nobody_needs_are_removed_once_there_are_many(
    folds: FoldCache, rounds: list[PlayedRound], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fold_cache, "_SPARE_PAGES", 2)
    keys = [folds.put(rounds[:count], summarize(rounds[:count])) or "" for count in (1, 2, 3)]
    folds.keep_only(keys[:1])
    assert [folds.summary(key) is None for key in keys] == [False, False, False]
    folds.put(rounds, summarize(rounds))
    folds.keep_only(keys[:1])
    assert [folds.summary(key) is None for key in keys] == [False, True, True]


def test_a_cleared_cache_is_empty(folds: FoldCache, file: Path, rounds: list[PlayedRound]) -> None:
    key = folds.put(rounds, summarize(rounds)) or ""
    folds.rounds(key)
    folds.clear()
    assert not file.exists()
    assert (folds.rounds(key), folds.summary(key)) == (None, None)
