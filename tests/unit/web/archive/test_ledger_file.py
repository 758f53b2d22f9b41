"""The whole ledger goes home in one file and comes back; a damaged file changes nothing."""

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
def played(host):
    for _ in range(2):
        host.open()
        host.change("/api/rounds", answers=host.answers())
    return host


def restore(host, content):
    data = {"file": (io.BytesIO(content), "backup.jsonl.gz"), "pin": PIN}
    return host.client.post("/files/restore", data=data, base_url=BASE, headers={"Origin": BASE})


def test_everything_comes_back_and_the_pin_stays(played, store, tmp_path, guest):
    answer = played.get("/api/ledger")
    assert "fudayomi-ledger-20" in answer.headers["Content-Disposition"]
    assert not {"hash", "secret", "phones"} & set(gzip.decompress(answer.data).decode().split('"'))
    before = played.snapshot["evening"]
    played.change("/api/rounds", answers=played.answers())
    played.open(players=["Lena", "Mia"])
    assert restore(played, answer.data).location == "/evenings"
    assert played.snapshot["evening"] == before
    assert "A backup with 4 entries was restored" in played.snapshot["says"]["en"]
    assert played.change("/api/rounds", answers=played.answers()).status_code == 200, "still a host, and it goes on"
    assert [one["id"] for one in played.get("/api/evenings").json["evenings"]] == [2, 1]
    assert len(list(tmp_path.glob("ledger.db.before.*"))) >= 1
    assert guest.get("/api/ledger").json["error"]["code"] == "host_only"


def test_a_damaged_backup_changes_nothing(played, store):
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
    before = played.snapshot
    for file in damaged:
        answer = restore(played, file)
        assert answer.status_code == 422
        assert "Nothing was restored" in answer.text
    assert played.snapshot == before


def test_an_evening_that_cannot_be_followed_is_refused(played, store):
    played.change("/api/undo")
    entries = [*store.entries(1), *store.entries(2)]
    strange = entries[-1]
    head = json.dumps({"format": "fudayomi-ledger-1", "entries": 2}) + "\n"
    first = entries[0]
    second = replace(strange, sequence=2, evening=first.evening, version=2)
    body = head + encode_line(first) + "\n" + encode_line(second) + "\n"
    with pytest.raises(Refusal, match="cannot be followed"):
        read_ledger_file(gzip.compress(body.encode()))
