"""A backup that somebody changed is refused by its entry, or leaves a ledger that every page can show.

`restore_mutations` changes every field.
"""

from __future__ import annotations

import gzip
import io
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.promises.threats.restore_mutations import FILES, PATHS, attack, pack_rows
from tests.support.table import BASE, PIN, FakeScanner, Phone
from web.access.pin import Pin
from web.app import create_app
from web.archive.ledger_file import write_ledger_file
from web.config import Settings
from web.ledger.engine import create_database
from web.ledger.entry import entry_from_fields
from web.ledger.journal import JOURNAL_FILE_NAME, Journal
from web.ledger.recovery import RecoveredLedger
from web.ledger.store import Store


@pytest.fixture
def rows(host, store) -> list[dict[str, Any]]:
    """The lines of the backup of two evenings with a round each, without sums."""
    for _ in range(2):
        host.open()
        assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    lines = [json.loads(line) for line in gzip.decompress(write_ledger_file(store)).splitlines()]
    for line in lines[1:]:
        del line["sum"]
    return lines


def restore(host: Phone, rows: list[dict[str, Any]]) -> Any:
    data = {"file": (io.BytesIO(pack_rows(rows)), "backup.gz"), "pin": PIN}
    return host.client.post("/files/restore", data=data, base_url=BASE, headers={"Origin": BASE})


def settlement_of(rows: list[dict[str, Any]]) -> dict[str, Any]:
    settlement: dict[str, Any] = rows[-1]["body"]["settlement"]
    return settlement


FORGED = {
    "payments": lambda rows: settlement_of(rows).update(net=[27, -9, -9, -9], stones=[57, 21, 21, 21]),
    "winners": lambda rows: settlement_of(rows).update(winners=["x", 99]),
    "outcome": lambda rows: settlement_of(rows).update(outcome={}),
    "the last sequence": lambda rows: rows[-1].update(sequence=2**63 - 1),
    "a sequence no database holds": lambda rows: rows[-1].update(sequence=2**70),
    "the last evening": lambda rows: [row.update(evening=2**63 - 1) for row in rows[3:]],
    "a long name": lambda rows: rows[1]["body"].update(players=["x" * 1400, "Emi", "Ken", "Yuki"]),
    "a name that turns the line": lambda rows: rows[1]["body"].update(players=["A\u202ek", "Emi", "Ken", "Yuki"]),
    "less than no stones": lambda rows: rows[1]["body"].update(stones=[-5, 30, 30, 30]),
    "a time": lambda rows: rows[1].update(at="<script>"),
    "a key": lambda rows: rows[1].update(key="x" * 900),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_entry_is_named_and_nothing_is_restored(host, rows, store, forged) -> None:
    before, last = host.snapshot, store.last_sequence()
    FORGED[forged](rows)
    answer = restore(host, rows)
    assert answer.status_code == 422
    assert "Nothing was restored: entry" in answer.text
    assert (
        "記録"
        in host.client.post(
            "/files/restore",
            data={"file": (io.BytesIO(pack_rows(rows)), "backup.gz"), "pin": PIN},
            base_url=BASE,
            headers={"Origin": BASE, "Accept-Language": "ja"},
        ).text
    )
    assert (host.snapshot, store.last_sequence()) == (before, last)


@pytest.mark.parametrize("hands", [None, [1, 2], []])
def test_what_the_rules_write_is_written_anew(host, rows, hands) -> None:
    """Texts and hands of a settlement are those of the rules, whatever the file says."""
    true = json.loads(json.dumps(settlement_of(rows)))
    settlement_of(rows).update(hands=hands, reasons=["<script>"])
    assert restore(host, rows).status_code == 302
    assert host.snapshot["evening"]["rounds"][-1]["settlement"] == true
    for path in (*PATHS, *(path.format(2) for path in FILES)):
        assert host.get(path).status_code == 200, path


@pytest.mark.parametrize("fault", ["web.session.service.load_session", "web.app.encode_snapshot"])
def test_any_fault_puts_the_ledger_back(host, rows, store, monkeypatch, fault) -> None:
    before, entries = host.snapshot, store.entries(1)
    calls = [0]
    package, _, name = fault.rpartition(".")
    real = getattr(__import__(package, fromlist=[name]), name)

    def fail_once(*given: Any) -> Any:
        calls[0] += 1
        if calls[0] == 1:
            raise IndexError("a page that cannot be made")
        return real(*given)

    monkeypatch.setattr(fault, fail_once)
    answer = restore(host, [{**rows[0], "entries": 2}, *rows[1:3]])
    assert answer.status_code == 422
    assert "The ledger is as it was" in answer.text
    assert host.snapshot == before
    assert store.entries(1) == entries
    assert host.change("/api/undo").status_code == 200


BRICKS = {
    "no hands": {"hands": None},
    "hands of nobody": {"hands": [1, 2]},
    "no outcome": {"outcome": {}},
    "winners of nowhere": {"winners": ["x", 99]},
    "no payments": {"net": None},
    "balances of others": {"stones": "<img>"},
}


@pytest.mark.parametrize("brick", BRICKS)
def test_a_table_starts_whatever_its_ledger_says(rows, tmp_path: Path, brick: str) -> None:
    """The evening that cannot be read is closed and named, the other is there, and a new one can be played."""
    folder = tmp_path / "bricked"
    folder.mkdir()
    settlement_of(rows).update(BRICKS[brick])
    entries = [entry_from_fields(row) for row in rows[1:]]
    create_database(folder / "ledger.db", RecoveredLedger(tuple(entries), {}, (), is_end_known=True)).dispose()
    Journal(folder / JOURNAL_FILE_NAME).append(entries)
    for _ in range(2):
        with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
            Pin(store).renew(PIN)
            app = create_app(store, FakeScanner(), Settings("webcam:0", 8000, frozenset(), folder))
            phone = Phone(app.test_client())
            assert phone.snapshot["evening"] is None
            assert "Evening 2 cannot be read and was closed" in phone.snapshot["says"]["en"]
            assert phone.get("/health").json["unreadable"] == [2]
            assert phone.get("/evenings/1").status_code == 200
            assert "cannot be read" in phone.get("/evenings").text
            assert [one["readable"] for one in phone.get("/api/evenings").json["evenings"]] == [False, True]
            assert phone.get("/health").json["unreadable"] == [2]
            for path in FILES:
                answer = phone.get(path.format(2))
                assert answer.status_code == 200 or answer.json["error"]["code"] == "unreadable", path
            host = phone.sign_in()
            refused = host.change("/api/evenings/2/continue")
            assert refused.json["error"]["code"] == "unreadable"
    with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
        app = create_app(store, FakeScanner(), Settings("webcam:0", 8000, frozenset(), folder))
        host = Phone(app.test_client()).sign_in().open()
        assert host.change("/api/rounds", answers=host.answers()).status_code == 200
        assert host.snapshot["evening"]["id"] == 3


@pytest.mark.parametrize("number", ["sequence", "evening"])
def test_a_ledger_whose_numbers_are_used_up_says_so(rows, tmp_path: Path, number: str) -> None:
    folder = tmp_path / "full"
    folder.mkdir()
    rows[-1 if number == "sequence" else 3][number] = 2**63 - 1
    rows[-1]["evening"] = rows[3]["evening"]
    entries = [entry_from_fields(row) for row in rows[1:]]
    create_database(folder / "ledger.db", RecoveredLedger(tuple(entries), {}, (), is_end_known=True)).dispose()
    Journal(folder / JOURNAL_FILE_NAME).append(entries)
    with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
        Pin(store).renew(PIN)
        app = create_app(store, FakeScanner(), Settings("webcam:0", 8000, frozenset(), folder))
        host = Phone(app.test_client()).sign_in()
        answer = host.change("/api/evening", game="otoroku", players=["Aki", "Emi", "Ken", "Yuki"])
        assert answer.json["error"]["code"] == "ledger_full"


def test_changed_backups_leave_the_old_ledger_or_the_new(tmp_path: Path) -> None:
    run = attack(tmp_path / "table", 4, seed=7, place_every=2)
    assert run.faults == []
    assert run.counts["taken"] + run.counts["refused"] == 4
