"""暗証番号 ansho bango: who may change things at this table. Kept only as a hash, guessed only slowly."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from werkzeug.security import check_password_hash, generate_password_hash

from scorer.errors import Refusal
from scorer.texts import Text
from web.limits import Limit
from web.store import Store

DIGITS = 6


def pin_file(folder: Path) -> Path:
    """Where a companion that runs as a service leaves its PIN: nobody watches its terminal, and many read a log."""
    return Path(os.environ.get("FUDAYOMI_PIN_FILE") or folder / "pin")


def keep_for_owner(file: Path, text: str) -> None:
    """Writes a line that nobody but the file's owner (and root) may read; it appears whole or not at all."""
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as out:
        out.write(text + "\n")
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)


class Pin:
    """The host's PIN. A new PIN signs every host out, because their cookies carry the number of the old one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._limit = Limit({1: 1, 60: 5, 3600: 12}, {60: 10, 3600: 24})
        self._kept = store.setting("pin") or {"number": 0, "hash": ""}

    @property
    def number(self) -> int:
        """Which PIN this is, counted from 1; 0 before the first."""
        return int(self._kept["number"])

    def renew(self, pin: str | None = None) -> str:
        """Sets `pin`, or one drawn at random, and returns it: the only time it can be read."""
        fresh = pin or f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
        self._kept = {"number": self.number + 1, "hash": generate_password_hash(fresh)}
        self._store.remember("pin", self._kept)
        return fresh

    def check(self, given: object, address: str) -> int:
        """The number of the PIN when `given` is right; `wrong_pin`, or `too_many_tries` when it is not even tried."""
        if not self._limit.take(address):
            raise Refusal(
                "too_many_tries",
                Text("too many tries; wait a minute and try again", "試した回数が多すぎます。1分ほど待ってください"),
            )
        if not (isinstance(given, str) and len(given) <= 64 and check_password_hash(self._kept["hash"], given.strip())):
            raise Refusal("wrong_pin", Text("that is not the host's PIN", "世話役の暗証番号が違います"))
        self._limit.forget(address)
        return self.number
