"""The outbox: the table's ledger itself, and how far the hall has it.

It is on the disk because the ledger is. Only the sequence of the next entry to send is kept beside it, and even that
may be lost: the hall answers which entry it wants next.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from scorer.errors import Refusal
from web.ledger.entry import Entry
from web.ledger.store import Store
from web.openapi.schema import BOOLEAN, COUNT, STRING, obj
from web.outbox.hall_client import HallAddress, HallClient, hall_away

MAX_BATCH_ENTRIES = 100
"""Entries sent at once."""
MAX_BATCH_BYTES = 512 * 1024
"""Bytes sent at once, unless two entries are longer."""
ASK_AGAIN_S = 300.0
"""Seconds after which a table with nothing to send asks whether the hall still has everything. It may have been
restored from a backup, and the evening may be over. 500 tables ask twice a second."""

_MEMBERSHIP = "hall"
_MEMBERSHIP_SCHEMA = obj(url=STRING, key=STRING, table=COUNT, first=COUNT, next=COUNT)
_LEDGER_ID = "ledger_id"
_HAS_LEFT = "hall_left"
_FINAL_REFUSALS = frozenset({"not_joined", "diverged", "bad_batch", "too_large"})
"""Refusals after which sending the same again is of no use until somebody joins again."""

_PASSING_REFUSALS = frozenset({"hall_away", "too_many_tries"})
"""Refusals of a table that wants to join after which it asks again: the hall lets only so many in a minute."""


@dataclass(frozen=True, slots=True)
class Membership:
    """The hall this table has joined: its address, the table's number and key there.

    `first`: the first entry that the hall may know. `next`: the entry to send next.
    """

    url: str
    key: str
    table: int
    first: int
    next: int

    @property
    def table_url(self) -> str:
        """The page of this table in the hall."""
        return f"{self.url}/tables/{self.table}"


@dataclass(frozen=True, slots=True)
class PendingJoin:
    """A hall to join as soon as it answers, the name of this table and its own address."""

    address: HallAddress
    name: str
    own_url: str


@dataclass(frozen=True, slots=True)
class OutboxStatus:
    """How it stands with the hall: how many entries are unsent, and why the last try failed, None if it did not."""

    membership: Membership | None
    unsent: int
    refusal: Refusal | None


class Outbox:
    """What this table still has to send. Thread-safe; `send_next` is called by one thread."""

    def __init__(self, store: Store, connect: Callable[[str], HallClient] = HallClient) -> None:
        self._store = store
        self._connect = connect
        self._lock = threading.RLock()
        self._refusal: Refusal | None = None
        self._pending: PendingJoin | None = None
        self._answered_at = time.monotonic()
        self.wake = threading.Event()
        """Set when there is something to send."""
        stored = store.get_setting(_MEMBERSHIP, _MEMBERSHIP_SCHEMA)
        self._membership = Membership(**stored) if stored else None

    @property
    def membership(self) -> Membership | None:
        """The hall this table has joined, None without one."""
        return self._membership

    @property
    def status(self) -> OutboxStatus:
        """How it stands with the hall."""
        with self._lock:
            member = self._membership
            unsent = 0 if member is None else max(0, self._store.last_sequence() - member.next + 1)
            return OutboxStatus(member, unsent, self._refusal)

    def request_join(self, address: HallAddress, name: str, own_url: str) -> None:
        """Join that hall as soon as it answers, unless this table has joined it already."""
        with self._lock:
            if self._membership is None or self._membership.url != address.url:
                self._pending = PendingJoin(address, name, own_url)
        self.wake.set()

    def join(self, address: HallAddress, code: str, name: str, own_url: str) -> None:
        """Join a hall. The evening under way is sent from its beginning, earlier ones stay here. Raises `Refusal`."""
        evening = self._store.last_evening()
        first = self._store.entries(evening, until=1)[0].sequence if evening else 1
        body = {
            "code": code or address.code,
            "name": name,
            "ledger": self.ledger_id(),
            "url": own_url,
            "first": first,
            "evening": evening or 1,
            # After leaving, what was played meanwhile is not sent.
            "anew": bool(self._store.get_setting(_HAS_LEFT, BOOLEAN)),
        }
        answer = self._connect(address.url).send("POST", "/api/tables", json.dumps(body).encode())
        try:
            following = int(answer["next"])
            member = Membership(address.url, str(answer["key"]), int(answer["table"]), min(first, following), following)
        except (KeyError, TypeError, ValueError):
            raise hall_away() from None
        with self._lock:
            self._store_membership(member)
            self._store.set_setting(_HAS_LEFT, value=False)
            self._refusal = None
        self.wake.set()

    def leave(self) -> None:
        """Leave the hall. What was sent stays there; it is told if it answers."""
        with self._lock:
            member, self._membership, self._refusal = self._membership, None, None
            self._store.set_setting(_MEMBERSHIP, None)
            self._store.set_setting(_HAS_LEFT, value=True)
        if member is not None:
            with suppress(Refusal):  # else its referee removes the table
                self._connect(member.url).send("DELETE", "/api/tables", b"{}", member.key)

    def send_next(self) -> bool:
        """Send one batch, and return whether there may be more to send now. Failures stand in `status`.

        Only what is on the disk is sent: an entry that a power cut may still take must not be known elsewhere.
        """
        if self._pending is not None and not self._join_pending(self._pending):
            return False
        with self._lock:
            member = self._membership
            is_final = self._refusal is not None and self._refusal.code in _FINAL_REFUSALS
        if member is None or is_final or not self._store.is_saved:
            return False
        try:
            last = self._store.last_sequence()
            if last == member.next - 1 and time.monotonic() - self._answered_at < ASK_AGAIN_S:
                return False
            # The last entry that the hall has is sent once more. If another stands in its place, this ledger was
            # restored from a backup, and the hall says so. One that is shorter by now sends its own last entry.
            start = max(member.first, min(member.next - 1, last))
            entries = self._store.entries_from(start, MAX_BATCH_ENTRIES)
            if not entries:
                return False
            answer = self._connect(member.url).send("POST", "/api/tables/entries", _encode(entries), member.key)
            following = int(answer["next"])
            self._answered_at = time.monotonic()
        except Refusal as refusal:
            self._record_refusal(member, refusal)
            return False
        except (KeyError, TypeError, ValueError):
            self._record_refusal(member, hall_away())
            return False
        with self._lock:
            if self._membership != member:
                return True  # joined anew meanwhile
            has_moved = following != member.next
            if has_moved:
                self._store_membership(replace(member, next=following))
            self._refusal = None
        return has_moved and following <= self._store.last_sequence()

    def _join_pending(self, pending: PendingJoin) -> bool:
        try:
            self.join(pending.address, "", pending.name, pending.own_url)
        except Refusal as refusal:
            with self._lock:
                self._refusal = refusal
                # A wrong code stays wrong: somebody has to type another.
                self._pending = pending if refusal.code in _PASSING_REFUSALS else None
            return False
        self._pending = None
        return True

    def _record_refusal(self, member: Membership, refusal: Refusal) -> None:
        with self._lock:
            if self._membership == member:
                self._refusal = refusal

    def _store_membership(self, member: Membership) -> None:
        self._membership = member
        self._store.set_setting(_MEMBERSHIP, asdict(member))

    def ledger_id(self) -> str:
        """The id by which a hall knows this ledger again, made when it is first needed."""
        known = self._store.get_setting(_LEDGER_ID, {"type": "string", "minLength": 32})
        if known is None:
            known = secrets.token_hex(16)
            self._store.set_setting(_LEDGER_ID, known)
        return str(known)


def _encode(entries: tuple[Entry, ...]) -> bytes:
    """The request of as many of the entries as fit, two at least: the first is often known to the hall."""
    texts: list[str] = []
    size = 0
    for entry in entries:
        text = json.dumps(asdict(entry), ensure_ascii=False)
        size += len(text)
        if len(texts) > 1 and size > MAX_BATCH_BYTES:
            break
        texts.append(text)
    return ('{"entries":[' + ",".join(texts) + "]}").encode()
