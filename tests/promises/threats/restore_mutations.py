"""Restores a real backup with one field changed, again and again, with checksums that fit.

`python -m tests.promises.threats.restore_mutations N [SEED]` makes N changes, each field in its turn. After each the
table starts, with the ledger of the file or with the one before, and its answer says which. Every fifth changed file is
also put in place of the ledger itself, past every check: then too the table starts, and what can be read is there.
"""

from __future__ import annotations

import copy
import gzip
import io
import json
import logging
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from scorer.api import settle_round
from scorer.games import games
from tests.promises.threats.fuzzed_files import ODD
from tests.support.table import BASE, PIN, FakeScanner, Phone
from tests.unit.web.following.test_round_record import seen_card
from web.access.pin import Pin
from web.app import create_app
from web.archive.ledger_file import write_ledger_file
from web.config import Settings
from web.following.round_record import make_record, pack_record
from web.ledger.engine import create_database
from web.ledger.entry import Entry, entry_from_fields
from web.ledger.exchange.arrival import INCOMING_DIR_NAME
from web.ledger.journal import JOURNAL_FILE_NAME, Journal
from web.ledger.recovery import RecoveredLedger
from web.ledger.store import Store

Rows = list[dict[str, Any]]
NUMBERS = (0, -1, 1, 2**31 - 1, 2**53, 2**63 - 1, 2**63, 2**70, True, 1.0, 1e308)
TEXTS = ("", "<script>", "=1+1", "\u202ex", "x" * 1400, "Aki", "koikoi", "h01-1", "2026-01-01", "99", "\x00")
PATHS = (
    "/api/session",
    "/api/tally",
    "/api/history",
    "/api/evenings",
    "/api/players",
    "/health",
    "/evenings",
    "/files",
)
FILES = (
    "/evenings/{}",
    "/api/evenings/{}",
    "/evening.csv?evening={}",
    "/evening.json?evening={}",
    "/result.txt?evening={}",
)
FORGED = ("net", "winners", "stones", "over", "carried", "next_dealer")


def play_evenings(host: Phone) -> None:
    """Evenings with every kind of entry: rounds booked, followed, undone, corrected, people who come, leave, change."""
    service = host.client.application.extensions["fudayomi"].service
    host.open()
    tables = [(10.0, [seen_card(1, 0, "h01-1")]), (12.0, [seen_card(1, 0, "h01-1"), seen_card(2, None)])]
    service.record_of_round = lambda: pack_record(make_record(tables, []) or {})
    for _ in range(2):
        assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    service.record_of_round = lambda: None
    for path, body in (
        ("/api/undo", {}),
        ("/api/redo", {}),
        ("/api/seats/swap", {"one": "Aki", "other": "Ken"}),
        ("/api/seats/buy", {"player": "Emi", "stones": 5}),
        ("/api/seats/leave", {"player": "Yuki"}),
        ("/api/seats/join", {"player": "Rin", "stones": 7}),
    ):
        assert host.change(path, **body).status_code == 200, path
    assert host.change("/api/rounds/2/reopen").status_code == 200
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    assert host.change("/api/game", game="koikoi", players=["Aki", "Ken"]).status_code == 200
    assert host.change("/api/close").status_code == 200
    pairs = next(key for key, game in games().items() if game.people_per_seat == 2)
    host.open(game=pairs, players=["Aki", "Emi", "Ken", "Yuki"])
    assert host.change("/api/evenings/1/continue").status_code == 200


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every member, of those in members too."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield (*path, name)
        yield from paths_in(member, (*path, name))


def change_at(rows: Rows, path: tuple[Any, ...], chance: random.Random) -> Rows:
    """A copy of the rows with something else at the path."""
    changed = copy.deepcopy(rows)
    parent: Any = changed
    for name in path[:-1]:
        parent = parent[name]
    value, name = parent[path[-1]], path[-1]
    kind = chance.randrange(8)
    if kind == 0:
        del parent[name]
    elif kind == 1 and isinstance(parent, list):
        parent.insert(chance.randrange(len(parent) + 1), copy.deepcopy(value))
    elif kind == 2 and isinstance(parent, dict):
        parent[name] = copy.deepcopy(chance.choice(list(parent.values())))
    elif type(value) is int:
        parent[name] = chance.choice((*NUMBERS, value + 1, value - 1, -value, value * 1000, str(value)))
    elif isinstance(value, str) and chance.random() < 0.7:
        parent[name] = chance.choice((*TEXTS, value * 2, value[:-1]))
    else:
        parent[name] = chance.choice(ODD)
    return changed


def pack_rows(rows: Rows) -> bytes:
    """A backup of these rows, the first of which is its head, each with the checksum that fits."""
    lines = [json.dumps(rows[0], ensure_ascii=False) if rows else ""]
    for row in rows[1:]:
        text = json.dumps(row, ensure_ascii=False)
        separator = ", " if isinstance(row, dict) and row else ""
        lines.append(f'{text[:-1]}{separator}"sum": {crc32(text.encode(errors="surrogatepass"))}}}')
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(errors="surrogatepass"), 1)


@dataclass
class RestoreAttack:
    """A table in `folder`, and what came of the files that it was given."""

    folder: Path
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.url = f"sqlite:///{self.folder / 'ledger.db'}"
        self.folder.mkdir(exist_ok=True)
        templates = self.folder.with_name(f"{self.folder.name}-templates")
        templates.mkdir()
        self._templates = FileSystemBytecodeCache(str(templates))
        with closing(Store(self.url)) as store:
            Pin(store).renew(PIN)
            play_evenings(self._host(self._start(store)))
            content = write_ledger_file(store)
        rows = [json.loads(line) for line in gzip.decompress(content).splitlines()]
        self.rows: Rows = [rows[0], *({name: each for name, each in row.items() if name != "sum"} for row in rows[1:])]
        self.paths = list(paths_in(self.rows))
        self._whole = self.folder.with_name(f"{self.folder.name}-whole")
        shutil.copytree(self.folder, self._whole)

    def changed_files(self, count: int, seed: int) -> Iterator[tuple[tuple[Any, ...], Rows]]:
        """Rows with one change each, and where: every field in its turn, in another order each time round."""
        chance = random.Random(seed)
        order: list[tuple[Any, ...]] = []
        for _ in range(count):
            order = order or chance.sample(self.paths, len(self.paths))
            path = order.pop()
            yield path, change_at(self.rows, path, chance)

    def restore(self, path: tuple[Any, ...], rows: Rows) -> None:
        """Send the file, look whether the answer is true, stop, start again and look at every page."""
        name = "/".join(map(str, path))
        try:
            with closing(Store(self.url)) as store:
                host = self._host(self._start(store))
                before, shown = self._held(store), host.snapshot["evening"]
                data = {"file": (io.BytesIO(pack_rows(rows)), "backup.gz"), "pin": PIN}
                answer = host.client.post("/files/restore", data=data, base_url=BASE, headers={"Origin": BASE})
                after = self._held(store)
                if answer.status_code == 302:
                    self._expect(name, len(after) == len(rows) - 1, "a part of the file was taken")
                    self._expect(name, self._are_settled(after), "payments that the rules do not make")
                    self._expect(
                        name, f"with {len(after)} entries was restored" in host.snapshot["says"]["en"], "notice"
                    )
                else:
                    self._expect(name, answer.status_code == 422, f"answered {answer.status_code}")
                    self._expect(name, "Nothing was restored" in answer.text, "the answer does not say so")
                    self._expect(name, (after, host.snapshot["evening"]) == (before, shown), "something was restored")
                self.counts["taken" if answer.status_code == 302 else "refused"] += 1
            with closing(Store(self.url)) as store:
                host = self._host(self._start(store))
                self._expect(name, self._held(store) == after, "another ledger after the start")
                self._look(name, host, self._numbers(store) if answer.status_code == 302 else [])
                self._expect(name, not host.get("/health").json["unreadable"], "an evening cannot be read")
                if answer.status_code == 302:
                    self._expect(name, self._can_write(host), "nothing can be written")
        except Exception as fault:
            self.faults.append(f"{name}: {fault!r}")
        if not (self.folder / INCOMING_DIR_NAME).exists() and answer.status_code != 302:
            return
        self._expect(name, not (self.folder / INCOMING_DIR_NAME).exists(), "files are left over")
        shutil.rmtree(self.folder)
        shutil.copytree(self._whole, self.folder)

    def put_in_place(self, path: tuple[Any, ...], rows: Rows) -> None:
        """Write the rows as the ledger, past every check, start and look at every page."""
        name = "/".join(map(str, path))
        folder = self.folder.with_name(f"{self.folder.name}-placed")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        try:
            entries = [entry_from_fields(row) for row in rows[1:]]
            recovered = RecoveredLedger(tuple(entries), {}, (), is_end_known=True)
            create_database(folder / "ledger.db", recovered).dispose()
            Journal(folder / JOURNAL_FILE_NAME).append(entries)
        except Exception:  # no database holds such rows
            self.counts["no ledger"] += 1
            return
        try:
            with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
                host = self._host(self._start(store))
                current = host.snapshot["evening"]
                last = store.last_evening()
                self._look(name, host, [number for number in self._numbers(store) if number != last])
                if current is None and last is not None:
                    closed = f"Evening {last} cannot be read" in (host.snapshot["says"] or {"en": ""})["en"]
                    self._expect(name, closed or not store.entries(last), "the evening is not named")
                    self.counts["closed and named"] += 1
                else:
                    self._look(name, host, [last] if last is not None else [])
                    self.counts["plays on"] += 1
        except Exception as fault:
            self.faults.append(f"{name} in place: {fault!r}")

    def _start(self, store: Store) -> Flask:
        assert store.file is not None
        app = create_app(store, FakeScanner(), Settings("webcam:0", 8000, frozenset(), store.file.parent))
        app.jinja_env.bytecode_cache = self._templates  # each start would compile all of them anew
        return app

    def _host(self, app: Flask) -> Phone:
        return Phone(app.test_client()).grant_host()

    def _held(self, store: Store) -> list[Entry]:
        return sorted(
            (entry for head in store.evening_heads() for entry in store.entries(head.id)),
            key=lambda entry: entry.sequence,
        )

    def _numbers(self, store: Store) -> list[int]:
        return [head.id for head in store.evening_heads()]

    def _are_settled(self, entries: list[Entry]) -> bool:
        """Whether every round is settled as the rules do, which is computed here and not by the restore."""
        settled = [entry.body for entry in entries if entry.body["kind"] == "settled"]
        settled += [each for entry in entries if entry.body["kind"] == "edited" for each in entry.body["rounds"]]
        return all(settle_round(each["round"]).as_json() == each["settlement"] for each in settled)

    def _look(self, name: str, host: Phone, numbers: list[int]) -> None:
        for path in (*PATHS, *(file.format(number) for number in numbers for file in FILES)):
            answer = host.get(path)
            fine = answer.status_code == 200 or answer.json["error"]["code"] in {"no_evening", "unreadable"}
            self._expect(name, fine, f"{path} answers {answer.status_code}")

    def _can_write(self, host: Phone) -> bool:
        opened = host.change("/api/evening", game="otoroku", players=["Aki", "Emi", "Ken", "Yuki"])
        return bool(opened.status_code == 200)

    def _expect(self, name: str, is_so: bool, fault: str) -> None:
        if not is_so:
            self.faults.append(f"{name}: {fault}")


def attack(folder: Path, count: int, seed: int, place_every: int = 1) -> RestoreAttack:
    """Restore `count` changed files, and put every `place_every`-th in place of a ledger."""
    logging.disable(logging.CRITICAL)
    try:
        run, begun = RestoreAttack(folder), time.monotonic()
        for number, (path, rows) in enumerate(run.changed_files(count, seed), 1):
            run.restore(path, rows)
            if number % place_every == 0:
                run.put_in_place(path, rows)
            if number % 500 == 0:
                print(f"{number} in {time.monotonic() - begun:.0f} s: {dict(run.counts)}", flush=True)
    finally:
        logging.disable(logging.NOTSET)
    return run


def main(count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run = attack(Path(folder) / "table", count, seed, place_every=5)
    print(f"{count} changed backups of {len(run.paths)} fields: {dict(run.counts)}, {len(run.faults)} faults")
    print("\n".join(run.faults[:40]))
    sys.exit(bool(run.faults))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
