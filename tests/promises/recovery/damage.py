"""Damages ledgers at random, again and again.

`python -m tests.promises.recovery.damage N` prints how many tables started and lost nothing.

The table always starts. Damage in one copy loses nothing. Damage in both is reported, with what is missing.
"""

from __future__ import annotations

import logging
import random
import shutil
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from web.ledger.entry import Entry
from web.ledger.journal import JOURNAL_FILE_NAME
from web.ledger.store import Store

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  quick, and what is damaged is the same


@dataclass
class DamageReport:
    """Results of damaging ledgers: how many were tried and gave a notice, and their entries before and after."""

    tried: int = 0
    notices: int = 0
    entries: int = 0
    recovered: int = 0


def book_rounds(folder: Path, rounds: int) -> tuple[Entry, ...]:
    """Book `rounds` rounds in a new ledger. Its entries."""
    with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
        store.set_setting("pin", {"number": 1, "hash": "x"})
        first = store.open_evening({"kind": "opened", "names": ["あき", "Emi"]}, "host", "open")
        for n in range(rounds):
            store.append(first.evening, n + 1, {"kind": "settled", "n": n, "net": [n, -n]}, "host", f"round{n}")
        return store.entries(first.evening)


def flip_bytes(data: bytes, chance: random.Random, most: int = 40) -> bytes:
    """The bytes with up to `most` of them changed, or with a stretch removed."""
    out = bytearray(data)
    for _ in range(chance.randint(1, most)):
        out[chance.randrange(len(out))] ^= chance.randrange(1, 256)
    if chance.random() < 0.2:
        start = chance.randrange(len(out))
        del out[start : start + chance.randrange(5000)]
    return bytes(out)


def open_ledger(folder: Path) -> tuple[tuple[Entry, ...], str]:
    """Entries of the ledger in a folder, and the notice of its start."""
    with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
        return store.entries(1), store.notice.en if store.notice else ""


def damage_ledgers(times: int, seed: int, rounds: int = 30) -> DamageReport:
    """Damage a ledger `times` times: the database, the journal, or both. Fails where a loss is not reported."""
    found, chance = DamageReport(), random.Random(seed)
    with tempfile.TemporaryDirectory(dir=MEMORY) as place:
        whole, trial = Path(place) / "whole", Path(place) / "trial"
        whole.mkdir()
        entries = book_rounds(whole, rounds)
        for number in range(times):
            shutil.rmtree(trial, ignore_errors=True)
            shutil.copytree(whole, trial)
            hit = [("ledger.db",), (JOURNAL_FILE_NAME,), ("ledger.db", JOURNAL_FILE_NAME)][number % 3]
            for name in hit:
                (trial / name).write_bytes(flip_bytes((trial / name).read_bytes(), chance))
            recovered, notice = open_ledger(trial)
            asides = list(trial.glob("ledger.db.corrupt.*"))
            if len(hit) == 1:
                assert recovered == entries, (number, hit, len(recovered), notice)
            else:
                assert all(entry in entries for entry in recovered), (number, "what is there is true")
                assert len(recovered) == len(entries) or "missing" in notice, (number, notice)
            assert bool(notice) == bool(asides), (number, notice, asides)
            again, still = open_ledger(trial)
            assert (again, still) == (recovered, notice), (number, "the second start finds what the first left")
            found.tried += 1
            found.notices += bool(notice)
            found.entries += len(entries)
            found.recovered += len(recovered)
    return found


if __name__ == "__main__":
    logging.disable()
    print(damage_ledgers(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
