"""Registry of the phones at the table: their names and host roles.

A phone is identified by the id in its signed cookie. The id is no secret. Roles are kept here and not in the cookie, so
that a role can be revoked at once.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace

from scorer.errors import Refusal
from scorer.person_names import fold_name
from scorer.texts import Text
from web.ledger.store import Store
from web.openapi.schema import INTEGER, STRING, array, obj

MAX_KNOWN_PHONES = 240
"""Maximum number of phones with a name or a role. Beyond it the oldest phone that is no host is forgotten.

Every phone is part of one setting that is rewritten at each change, so their number must stay small.
"""

PIN_RECENT_FOR_S = 300.0
"""Seconds for which a phone that gave the PIN is not asked again: a host making several changes enters it once."""

_SETTING_KEY = "phones"
_SETTING = array(obj(id=STRING, optional={"name": STRING, "host": INTEGER, "offered": INTEGER}))


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone. Field names are keys of the setting.

    `name`: the player, "" for a phone that only watches. `host`: number of the PIN under which the phone is host, 0 for
    none. `offered`: number of the PIN under which the host role is offered to it, 0 for none.
    """

    id: str
    name: str = ""
    host: int = 0
    offered: int = 0

    @property
    def is_blank(self) -> bool:
        """Whether the phone has neither name nor role."""
        return self == Phone(self.id)


class PhoneRegistry:
    """Every phone with a name or a role. Thread-safe. `on_change` is called after each change."""

    def __init__(
        self, store: Store, on_change: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._on_change = on_change
        self._clock = clock
        self._lock = threading.RLock()
        rows = store.get_setting(_SETTING_KEY, _SETTING) or ()
        names = {field.name for field in fields(Phone)}
        self._phones = {
            row["id"]: Phone(**{name: value for name, value in row.items() if name in names}) for row in rows
        }
        self._pin_given_at: dict[str, float] = {}
        self._last_address: dict[str, str] = {}
        # Starts at a random number: a page must notice changes made while the server was restarted.
        self.version = secrets.randbelow(2**30)

    def get(self, phone: str) -> Phone:
        """The phone with this id, blank if it is unknown."""
        return self._phones.get(phone) or Phone(phone)

    def all(self) -> tuple[Phone, ...]:
        """Every phone with a name or a role, oldest first."""
        with self._lock:
            return tuple(self._phones.values())

    def find_by_name(self, name: str) -> Phone | None:
        """The phone that holds a name, compared as `fold_name` does, None if no phone does."""
        return next((row for row in self.all() if row.name and fold_name(row.name) == fold_name(name)), None)

    def touch(self, phone: str, address: str) -> None:
        """Record the last address of a phone, until the server stops."""
        with self._lock:
            self._last_address.pop(phone, None)
            self._last_address[phone] = address
            if len(self._last_address) > MAX_KNOWN_PHONES:
                del self._last_address[next(iter(self._last_address))]

    def names_at_same_address(self, phone: str, address: str) -> frozenset[str]:
        """Names of other phones last seen at the same address: likely this phone with a new cookie."""
        return frozenset(
            row.name for row in self.all() if row.id != phone and row.name and self._last_address.get(row.id) == address
        )

    def claim_name(self, phone: str, name: str, *, take_over: bool = False) -> None:
        """Give a name to a phone. Refusal `name_taken` if another phone holds it, unless `take_over`."""
        with self._lock:
            holder = self.find_by_name(name)
            if holder is not None and holder.id != phone:
                if not take_over:
                    raise Refusal(
                        "name_taken",
                        Text(
                            f"{name} is on another phone. Take it over?",
                            f"「{name}」はほかの端末が使っています。この端末に移しますか？",
                        ),
                    )
                self._save(replace(holder, name="", offered=0))
            self._save(replace(self.get(phone), name=name))
        self._notify()

    def release_name(self, phone: str) -> None:
        """Clear the name of a phone. A host stays host."""
        self._update(replace(self.get(phone), name="", offered=0))

    def grant_host(self, phone: str, pin_number: int) -> None:
        """Make a phone a host under the PIN of this number."""
        self._update(replace(self.get(phone), host=pin_number, offered=0))

    def offer_host(self, phone: str, pin_number: int) -> None:
        """Offer the host role to a phone. Refusal `no_phone` if the phone has no name."""
        if not self.get(phone).name:
            raise Refusal("no_phone", Text("No player uses that phone.", "その端末の人は卓にいません"))
        self._update(replace(self.get(phone), offered=pin_number))

    def answer_offer(self, phone: str, pin_number: int, *, accept: bool) -> None:
        """Accept or decline the offered host role. Refusal `no_phone` unless it is offered under this PIN."""
        if not pin_number or self.get(phone).offered != pin_number:
            raise Refusal("no_phone", Text("That offer has been withdrawn.", "その申し出はもうありません"))
        row = self.get(phone)
        self._update(replace(row, offered=0, host=pin_number if accept else row.host))

    def revoke_host(self, phone: str) -> None:
        """Remove the host role of a phone and any offer of it. Its name stays."""
        self._pin_given_at.pop(phone, None)
        self._update(replace(self.get(phone), host=0, offered=0))

    def forget(self, phone: str) -> None:
        """Forget a phone with its name and role."""
        self._pin_given_at.pop(phone, None)
        self._update(Phone(phone))

    def record_pin(self, phone: str) -> None:
        """Record that a phone has just given the correct PIN."""
        self._pin_given_at[phone] = self._clock()

    def has_recent_pin(self, phone: str) -> bool:
        """Whether a phone gave the correct PIN within the last `PIN_RECENT_FOR_S` seconds."""
        given_at = self._pin_given_at.get(phone)
        return given_at is not None and self._clock() - given_at < PIN_RECENT_FOR_S

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
        if len(rows) > MAX_KNOWN_PHONES:
            # The oldest phones come first: they joined on earlier evenings.
            rows.pop(next((old.id for old in rows.values() if not old.host), row.id))
        self._store.set_setting(_SETTING_KEY, [asdict(entry) for entry in rows.values()])
        self._phones = rows

    def _notify(self) -> None:
        with self._lock:
            self.version += 1
        self._on_change()
