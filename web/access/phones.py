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

MOST = 240
"""How many phones with a name or a role are remembered; then the one known longest that is no host is forgotten."""

PROVED_FOR = 300.0
"""Seconds for which a phone that gave the PIN is not asked for it again."""

_SETTING = "phones"


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone. `name`: who holds it, "" for a watcher. `host`, `offered`: under which PIN it is host, or may be."""

    id: str
    name: str = ""
    host: int = 0
    offered: int = 0

    @property
    def blank(self) -> bool:
        """Whether there is nothing to remember of it."""
        return self == Phone(self.id)


class Phones:
    """Every phone with a name or a role. Safe from any thread; whatever changes is told to `changed`."""

    def __init__(self, store: Store, changed: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._changed = changed
        self._clock = clock
        self._lock = threading.RLock()
        self._rows = {row["id"]: Phone(**row) for row in store.setting(_SETTING) or ()}
        self._proved: dict[str, float] = {}
        self._seen: dict[str, str] = {}
        # Not counted from 0: a page must notice what changed while the companion was restarted.
        self.number = secrets.randbelow(2**30)

    def of(self, phone: str) -> Phone:
        """What is known of a phone; a blank one when that is nothing."""
        return self._rows.get(phone) or Phone(phone)

    def all(self) -> tuple[Phone, ...]:
        """Every phone with a name or a role, longest known first."""
        with self._lock:
            return tuple(self._rows.values())

    def holder(self, name: str) -> Phone | None:
        """The phone that holds a name, however it is capitalised."""
        return next((row for row in self.all() if row.name and row.name.casefold() == name.casefold()), None)

    def saw(self, phone: str, where: str) -> None:
        """Remembers, until the companion ends, from which address a phone came last."""
        with self._lock:
            self._seen.pop(phone, None)
            self._seen[phone] = where
            if len(self._seen) > MOST:
                del self._seen[next(iter(self._seen))]

    def beside(self, phone: str, where: str) -> frozenset[str]:
        """Names of other phones that came from the same address: likely this very one, under another name of ours."""
        return frozenset(
            row.name for row in self.all() if row.id != phone and row.name and self._seen.get(row.id) == where
        )

    def claim(self, phone: str, name: str, *, take: bool = False) -> None:
        """Gives a name to a phone; `name_taken` when another one holds it, unless it is to `take` it over."""
        with self._lock:
            other = self.holder(name)
            if other is not None and other.id != phone:
                if not take:
                    raise Refusal(
                        "name_taken",
                        Text(
                            f"{name} is held by another phone; take it over?",
                            f"「{name}」はほかの端末が使っています。この端末に移しますか？",
                        ),
                    )
                self._put(replace(other, name="", offered=0))
            self._put(replace(self.of(phone), name=name))
        self._tell()

    def leave(self, phone: str) -> None:
        """The phone belongs to nobody any more; a host stays host."""
        self._set(replace(self.of(phone), name="", offered=0))

    def crown(self, phone: str, number: int) -> None:
        """Makes a phone a host under the PIN of that number."""
        self._set(replace(self.of(phone), host=number, offered=0))

    def offer(self, phone: str, number: int) -> None:
        """Offers a phone to become host; `no_phone` unless somebody holds it."""
        if not self.of(phone).name:
            raise Refusal("no_phone", Text("nobody sits at the table with that phone", "その端末の人は卓にいません"))
        self._set(replace(self.of(phone), offered=number))

    def answer(self, phone: str, number: int, *, take: bool) -> None:
        """Takes the offered role, or declines it; `no_phone` when none is offered under the PIN of that number."""
        if not number or self.of(phone).offered != number:
            raise Refusal("no_phone", Text("nobody offers that any more", "その申し出はもうありません"))
        row = self.of(phone)
        self._set(replace(row, offered=0, host=number if take else row.host))

    def uncrown(self, phone: str) -> None:
        """The phone is no host any more, nor is it offered to be; its name stays."""
        self._proved.pop(phone, None)
        self._set(replace(self.of(phone), host=0, offered=0))

    def revoke(self, phone: str) -> None:
        """Nothing is known of the phone any more."""
        self._proved.pop(phone, None)
        self._set(Phone(phone))

    def prove(self, phone: str) -> None:
        """The phone has just given the PIN."""
        self._proved[phone] = self._clock()

    def proved(self, phone: str) -> bool:
        """Whether the phone gave the PIN not long ago."""
        at = self._proved.get(phone)
        return at is not None and self._clock() - at < PROVED_FOR

    def _set(self, row: Phone) -> None:
        with self._lock:
            if row == self.of(row.id):
                return
            self._put(row)
        self._tell()

    def _put(self, row: Phone) -> None:
        rows = {**self._rows, row.id: row}
        if row.blank:
            del rows[row.id]
        if len(rows) > MOST:
            # Phones of earlier evenings are the oldest.
            rows.pop(next((old.id for old in rows.values() if not old.host), row.id))
        self._store.remember(_SETTING, [asdict(one) for one in rows.values()])
        self._rows = rows

    def _tell(self) -> None:
        with self._lock:
            self.number += 1
        self._changed()
