"""The ledger is saved to a file and restored, and a bad file is refused."""

from __future__ import annotations

import gzip
import io
import json
from dataclasses import replace

import pytest

from scorer.errors import Refusal
from tests.support.table import BASE, PIN
from web.archive.ledger_file import read_ledger_file, write_ledger_file
from web.ledger.journal import encode_line


@pytest.fixture
def host_after_rounds(host):
    """The host of an evening with booked rounds."""
    for _ in range(2):
        host.open()
        host.change("/api/rounds", answers=host.answers())
    return host


def post_ledger(host, content):
    data = {"file": (io.BytesIO(content), "backup.jsonl.gz"), "pin": PIN}
    return host.client.post("/files/restore", data=data, base_url=BASE, headers={"Origin": BASE})


def test_everything_comes_back_and_the_pin_stays(host_after_rounds, store, tmp_path, guest):
    answer = host_after_rounds.get("/api/ledger")
    assert "fudayomi-ledger-20" in answer.headers["Content-Disposition"]
    assert not {"hash", "secret", "phones"} & set(gzip.decompress(answer.data).decode().split('"'))
    before = host_after_rounds.snapshot["evening"]
    host_after_rounds.change("/api/rounds", answers=host_after_rounds.answers())
    host_after_rounds.open(players=["Lena", "Mia"])
    assert post_ledger(host_after_rounds, answer.data).location == "/evenings"
    assert host_after_rounds.snapshot["evening"] == before
    assert "A backup with 4 entries was restored" in host_after_rounds.snapshot["says"]["en"]
    assert host_after_rounds.change("/api/rounds", answers=host_after_rounds.answers()).status_code == 200, (
        "still a host, and it goes on"
    )
    assert [one["id"] for one in host_after_rounds.get("/api/evenings").json["evenings"]] == [2, 1]
    assert len(list(tmp_path.glob("ledger.db.before.*"))) >= 1
    assert guest.get("/api/ledger").json["error"]["code"] == "host_only"


def test_a_damaged_backup_changes_nothing(host_after_rounds, store):
    content = write_ledger_file(store)
    lines = gzip.decompress(content).splitlines(keepends=True)
    damaged = [
        b"",
        b"PK no gzip",
        content[: len(content) // 2],
        gzip.compress(b"".join(lines[:-1])),
        gzip.compress(b"".join([*lines[:-1], lines[-1].replace(b"Aki", b"Ako")])),
        gzip.compress(b"".join([lines[0], *lines[:0:-1]])),
        gzip.compress(b"".join([lines[0], lines[2], lines[2], *lines[3:]])),
        gzip.compress(b'{"format": "other"}\n'),
        gzip.compress(b"[]\n"),
    ]
    before = host_after_rounds.snapshot
    for file in damaged:
        answer = post_ledger(host_after_rounds, file)
        assert answer.status_code == 422
        assert "Nothing was restored" in answer.text
    assert host_after_rounds.snapshot == before


def test_an_evening_that_cannot_be_followed_is_refused(host_after_rounds, store):
    host_after_rounds.change("/api/undo")
    entries = [*store.entries(1), *store.entries(2)]
    strange = entries[-1]
    head = json.dumps({"format": "fudayomi-ledger-1", "entries": 2}) + "\n"
    first = entries[0]
    second = replace(strange, sequence=2, evening=first.evening, version=2)
    body = head + encode_line(first) + "\n" + encode_line(second) + "\n"
    with pytest.raises(Refusal, match="entry 2 of evening 1: Only the last standing round"):
        read_ledger_file(gzip.compress(body.encode()))
