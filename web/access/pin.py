"""The host's PIN: stored as a hash, checked with a back-off."""

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
from web.access.setting_store import SettingStore
from web.openapi.schema import COUNT, STRING, obj

MIN_DIGITS = 6
"""Fewest digits of a PIN, and the length of a random one: a million values, too many to guess with the back-off."""

MAX_DIGITS = 12
"""Most digits of a PIN, so that it can still be typed on a phone."""

_MAX_TYPED_LENGTH = 64
"""Most characters of a typed PIN that are looked at, blanks included. Longer input is refused before it is hashed."""

_RELOAD_INTERVAL_S = 1.0
"""Seconds after which the PIN is read again, because `fudayomi pin --reset` runs in another process."""

_HASH_METHOD = "scrypt:16384:8:1"
"""scrypt with N = 16384, r = 8, p = 1: 16 MB per check. The default takes 32 MB, a third of the whole server."""

HOST_WAY_OUT = Text(
    "A phone that is host already can end the wait or hand the role to this phone, under Settings.",
    "すでに世話役になっている端末から、「設定」で待ち時間をなくすか、この端末に役を渡せます。",
)
"""What a phone that must wait for its next try is told."""

_SETTING = obj(number=COUNT, hash=STRING)
_DIGIT_RUNS = "01234567890123456789", "98765432109876543210"


def draw_pin() -> str:
    """A random PIN."""
    return f"{secrets.randbelow(10**MIN_DIGITS):0{MIN_DIGITS}d}"


class Pin:
    """The host's PIN. A new PIN signs every host out, because their phones hold the number of the old one."""

    def __init__(
        self, store: SettingStore, clock: Callable[[], float] = time.monotonic, way_out: Text = HOST_WAY_OUT
    ) -> None:
        """`way_out`: what the refusal of a long wait says of those who can end it."""
        self._store = store
        self._clock = clock
        self._way_out = way_out
        self._loaded_at = clock()
        self._stored, self.backoff = self._load()

    @property
    def number(self) -> int:
        """Number of the current PIN, counted from 1, 0 before the first."""
        if self._clock() - self._loaded_at > _RELOAD_INTERVAL_S:
            self._loaded_at = self._clock()
            # If the disk cannot be read, every host keeps the role.
            with suppress(Refusal):
                stored, backoff = self._load()
                # For the same PIN the back-off in memory is newer than the stored one.
                if stored["number"] > self._stored["number"]:
                    self._stored, self.backoff = stored, backoff
        return int(self._stored["number"])

    def renew(self, pin: str | None = None) -> str:
        """Set `pin`, or a random one, and return it. Afterwards only its hash exists."""
        fresh = pin or draw_pin()
        stored = {"number": self.number + 1, "hash": generate_password_hash(fresh, _HASH_METHOD)}
        self._store.set_setting("pin", stored)
        self._stored = stored
        return fresh

    def check(self, candidate: object, client: str, *, is_host: bool = False) -> int:
        """The number of the PIN if `candidate` is correct.

        Refusal `wrong_pin` if it is not, `too_many_tries` if the back-off does not allow an attempt.

        `client`: the address of the phone, or the phone's id if it `is_host` already. A host does not wait because of
        failures of others.
        """
        number = self.number
        self.backoff.start(client, own_limit_only=is_host)
        if not (
            isinstance(candidate, str)
            and len(candidate) <= _MAX_TYPED_LENGTH
            and check_password_hash(self._stored["hash"], normalize_pin(candidate))
        ):
            raise Refusal("wrong_pin", Text("That is not the PIN", "暗証番号が違います"))
        self.backoff.succeed(client, own_limit_only=is_host)
        return number

    def _load(self) -> tuple[dict[str, Any], PersistentBackoff]:
        stored = self._store.get_setting("pin", _SETTING) or {"number": 0, "hash": ""}
        return stored, PersistentBackoff(self._store, self._clock, self._way_out)


def normalize_pin(text: str) -> str:
    """The typed text with full-width digits turned into ASCII and blanks removed.

    >>> normalize_pin(" １３５ 790 ")
    '135790'
    """
    return "".join(unicodedata.normalize("NFKC", text).split())


def validate_pin(text: object) -> str:
    """A PIN chosen by the host: 6 to 12 digits, not all equal, not a run. Refusal `bad_pin` otherwise.

    >>> validate_pin("４８１５ 16")
    '481516'
    """
    pin = normalize_pin(text) if isinstance(text, str) and len(text) <= _MAX_TYPED_LENGTH else ""
    if not (pin.isascii() and pin.isdigit() and MIN_DIGITS <= len(pin) <= MAX_DIGITS):
        raise Refusal("bad_pin", Text("A PIN has 6 to 12 digits", "暗証番号は6～12桁の数字にしてください"))
    if len(set(pin)) == 1 or any(pin in run for run in _DIGIT_RUNS):
        raise Refusal(
            "bad_pin",
            Text(
                "That PIN is easy to guess. Choose another.",
                "推測されやすい番号です。別の番号にしてください",
            ),
        )
    return pin
