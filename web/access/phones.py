"""電話 denwa: the phones at this table: whose they are, and which of them are hosts. The one truth about both.

A phone is known by the number in its signed cookie, which is no secret; what it may do is kept here, not in the cookie,
so that a role can be taken back at once.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from scorer.errors import Refusal
from scorer.texts import Text
from web.ledger.store import Store

MAX_PHONES = 240
"""How many phones with a name or a role are remembered; then the one known longest that is no host is forgotten."""

PIN_RECENT_FOR_S = 300.0
"""Seconds for which a phone that gave the PIN is not asked for it again."""

_SETTING_KEY = "phones"


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone. `name`: who holds it, "" for a watcher. `host`, `offered`: under which PIN it is host, or may be."""

    id: str
    name: str = ""
    host: int = 0
    offered: int = 0

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to remember of it."""
        return self == Phone(self.id)


class PhoneRegistry:
    """Every phone with a name or a role. Safe from any thread; whatever changes is told to `changed`."""

    def __init__(
        self, store: Store, on_change: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._on_change = on_change
        self._clock = clock
        self._lock = threading.RLock()
        self._phones = {row["id"]: Phone(**row) for row in store.get_setting(_SETTING_KEY) or ()}
        self._pin_given_at: dict[str, float] = {}
        self._last_address: dict[str, str] = {}
        # Not counted from 0: a page must notice what changed while the companion was restarted.
        self.version = secrets.randbelow(2**30)

    def get(self, phone: str) -> Phone:
        """What is known of a phone; a blank one when that is nothing."""
        return self._phones.get(phone) or Phone(phone)

    def all(self) -> tuple[Phone, ...]:
        """Every phone with a name or a role, longest known first."""
        with self._lock:
            return tuple(self._phones.values())

    def find_by_name(self, name: str) -> Phone | None:
        """The phone that holds a name, however it is capitalised."""
        return next((row for row in self.all() if row.name and row.name.casefold() == name.casefold()), None)

    def touch(self, phone: str, address: str) -> None:
        """Remembers, until the companion ends, from which address a phone came last."""
        with self._lock:
            self._last_address.pop(phone, None)
            self._last_address[phone] = address
            if len(self._last_address) > MAX_PHONES:
                del self._last_address[next(iter(self._last_address))]

    def names_at_same_address(self, phone: str, address: str) -> frozenset[str]:
        """Names of other phones that came from the same address: likely this very one, under another name of ours."""
        return frozenset(
            row.name for row in self.all() if row.id != phone and row.name and self._last_address.get(row.id) == address
        )

    def claim_name(self, phone: str, name: str, *, take_over: bool = False) -> None:
        """Gives a name to a phone; `name_taken` when another one holds it, unless it is to `take` it over."""
        with self._lock:
            other = self.find_by_name(name)
            if other is not None and other.id != phone:
                if not take_over:
                    raise Refusal(
                        "name_taken",
                        Text(
                            f"{name} is held by another phone; take it over?",
                            f"「{name}」はほかの端末が使っています。この端末に移しますか？",
                        ),
                    )
                self._save(replace(other, name="", offered=0))
            self._save(replace(self.get(phone), name=name))
        self._notify()

    def release_name(self, phone: str) -> None:
        """The phone belongs to nobody any more; a host stays host."""
        self._update(replace(self.get(phone), name="", offered=0))

    def grant_host(self, phone: str, pin_number: int) -> None:
        """Makes a phone a host under the PIN of that number."""
        self._update(replace(self.get(phone), host=pin_number, offered=0))

    def offer_host(self, phone: str, pin_number: int) -> None:
        """Offers a phone to become host; `no_phone` unless somebody holds it."""
        if not self.get(phone).name:
            raise Refusal("no_phone", Text("nobody sits at the table with that phone", "その端末の人は卓にいません"))
        self._update(replace(self.get(phone), offered=pin_number))

    def answer_offer(self, phone: str, pin_number: int, *, accept: bool) -> None:
        """Takes the offered role, or declines it; `no_phone` when none is offered under the PIN of that number."""
        if not pin_number or self.get(phone).offered != pin_number:
            raise Refusal("no_phone", Text("nobody offers that any more", "その申し出はもうありません"))
        row = self.get(phone)
        self._update(replace(row, offered=0, host=pin_number if accept else row.host))

    def revoke_host(self, phone: str) -> None:
        """The phone is no host any more, nor is it offered to be; its name stays."""
        self._pin_given_at.pop(phone, None)
        self._update(replace(self.get(phone), host=0, offered=0))

    def forget(self, phone: str) -> None:
        """Nothing is known of the phone any more."""
        self._pin_given_at.pop(phone, None)
        self._update(Phone(phone))

    def record_pin(self, phone: str) -> None:
        """The phone has just given the PIN."""
        self._pin_given_at[phone] = self._clock()

    def has_recent_pin(self, phone: str) -> bool:
        """Whether the phone gave the PIN not long ago."""
        at = self._pin_given_at.get(phone)
        return at is not None and self._clock() - at < PIN_RECENT_FOR_S

    def _update(self, row: Phone) -> None:
        with self._lock:
            if row == self.get(row.id):
                return
            self._save(row)
        self._notify()

    def _save(self, row: Phone) -> None:
        rows = {**self._phones, row.id: row}
        if row.is_blank:
            del rows[row.id]
        if len(rows) > MAX_PHONES:
            # Phones of earlier evenings are the oldest.
            rows.pop(next((old.id for old in rows.values() if not old.host), row.id))
        self._store.set_setting(_SETTING_KEY, [asdict(one) for one in rows.values()])
        self._phones = rows

    def _notify(self) -> None:
        with self._lock:
            self.version += 1
        self._on_change()
