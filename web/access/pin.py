"""暗証番号 ansho bango: who may change things at this table. Kept only as a hash, guessed only slowly."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from werkzeug.security import check_password_hash, generate_password_hash

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.backoff import PersistentBackoff
from web.ledger.store import Store

MIN_DIGITS, MAX_DIGITS = 6, 12

_RELOAD_INTERVAL_S = 1.0
"""Seconds after which the PIN is read again: `fudayomi pin --reset` is another process."""

_HASH_METHOD = "scrypt:16384:8:1"
"""Sixteen megabytes for a moment a try; the usual twice as much is a third of what the whole page takes."""

_DIGIT_RUNS = "01234567890123456789", "98765432109876543210"


class Pin:
    """The host's PIN. A new PIN signs every host out, because their phones carry the number of the old one."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._loaded_at = clock()
        self._stored, self.backoff = self._load()

    @property
    def number(self) -> int:
        """Which PIN this is, counted from 1; 0 before the first."""
        if self._clock() - self._loaded_at > _RELOAD_INTERVAL_S:
            self._loaded_at = self._clock()
            # A disk that cannot be read takes nobody's role away.
            with suppress(Refusal):
                kept, tries = self._load()
                # In here the wrong tries are newer, unless it is another PIN.
                if kept["number"] > self._stored["number"]:
                    self._stored, self.backoff = kept, tries
        return int(self._stored["number"])

    def renew(self, pin: str | None = None) -> str:
        """Sets `pin`, or one drawn at random, and returns it: the only time it can be read."""
        fresh = pin or f"{secrets.randbelow(10**MIN_DIGITS):0{MIN_DIGITS}d}"
        kept = {"number": self.number + 1, "hash": generate_password_hash(fresh, _HASH_METHOD)}
        self._store.set_setting("pin", kept)
        self._stored = kept
        return fresh

    def check(self, candidate: object, client: str, *, is_host: bool = False) -> int:
        """The number of the PIN when `given` is right; `wrong_pin`, or `too_many_tries` when it is not even tried.

        `who`: the address. A phone that is already `host` gives its own name and waits for nobody else's wrong tries.
        """
        number = self.number
        self.backoff.start(client, own_limit_only=is_host)
        if not (
            isinstance(candidate, str)
            and len(candidate) <= 64
            and check_password_hash(self._stored["hash"], normalize_pin(candidate))
        ):
            raise Refusal("wrong_pin", Text("that is not the host's PIN", "世話役の暗証番号が違います"))
        self.backoff.succeed(client, own_limit_only=is_host)
        return number

    def _load(self) -> tuple[dict[str, Any], PersistentBackoff]:
        kept = self._store.get_setting("pin") or {"number": 0, "hash": ""}
        return kept, PersistentBackoff(self._store, self._clock)


def normalize_pin(text: str) -> str:
    """What was typed, with the wide digits of a Japanese keyboard as plain ones and without blanks.

    >>> normalize_pin(" １３５ 790 ")
    '135790'
    """
    return "".join(unicodedata.normalize("NFKC", text).split())


def validate_pin(text: object) -> str:
    """A PIN somebody thought of: 6 to 12 digits, not all alike and no run; `bad_pin` otherwise.

    >>> validate_pin("４８１５ 16")
    '481516'
    """
    pin = normalize_pin(text) if isinstance(text, str) and len(text) <= 64 else ""
    if not (pin.isascii() and pin.isdigit() and MIN_DIGITS <= len(pin) <= MAX_DIGITS):
        raise Refusal("bad_pin", Text("a PIN has 6 to 12 digits", "暗証番号は6～12桁の数字にしてください"))
    if len(set(pin)) == 1 or any(pin in run for run in _DIGIT_RUNS):
        raise Refusal(
            "bad_pin",
            Text(
                "that PIN is the first anybody would try; choose another",
                "推測されやすい番号です。別の番号にしてください",
            ),
        )
    return pin
