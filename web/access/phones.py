"""Registry of the phones at the table: their names and host roles.

A phone is identified by the id in its signed cookie. The id is no secret. Roles are kept here and not in the cookie, so
that a role can be revoked at once.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace

from scorer.errors import Refusal
from scorer.person_names import fold_name
from scorer.texts import Text
from web.access.name_requests import (
    NameRequest,
    NameRequests,
    name_asked_refusal,
    name_taken_refusal,
    no_place_refusal,
    sent_away_refusal,
)
from web.ledger.store import Store
from web.openapi.schema import INTEGER, STRING, array, obj

MAX_KNOWN_PHONES = 240
"""Maximum number of phones with a name or a role. Beyond it guests are forgotten, those that do not watch first.

Every phone is part of one setting that is rewritten at each change, so their number must stay small. Nobody who sits,
no host, and no phone that was sent away is forgotten. Where nobody else is left, a new guest is refused.
"""

SEEN_FOR_S = 180.0
"""Seconds since its last request for which a phone is in use. One that shows the page is for as long as it does."""

_MAX_SEEN = 2000
"""Phones whose last request is remembered. Those without a name or role are forgotten first."""
_MAX_MOVES = 5
"""Names that went from one phone to another, of which hosts are told."""

PIN_RECENT_FOR_S = 300.0
"""Seconds for which a phone that gave the PIN is not asked again: a host making several changes enters it once."""

_SETTING_KEY = "phones"
_OPTIONAL = {"name": STRING, "host": INTEGER, "offered": INTEGER, "away": INTEGER, "address": STRING}
_SETTING = array(obj(id=STRING, optional=_OPTIONAL))


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone. Field names are keys of the setting.

    `name`: the player, "" for a phone that only watches. `host`: number of the PIN under which the phone is host, 0 for
    none. `offered`: number of the PIN under which the host role is offered to it, 0 for none. `away`: the evening for
    which a host sent it away, 0 for none, and `address` where it was then.
    """

    id: str
    name: str = ""
    host: int = 0
    offered: int = 0
    away: int = 0
    address: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether the phone has neither name nor role."""
        return self == Phone(self.id)


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of the evening: its ID, 0 without one, and the names of its people in lower case."""

    evening: int = 0
    names: frozenset[str] = frozenset()


class PhoneRegistry:
    """Every phone with a name or a role. Thread-safe. `on_change` is called after each change.

    `seats` gives who sits. `is_watching` says whether an address shows the page now.
    """

    def __init__(
        self,
        store: Store,
        on_change: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        *,
        seats: Callable[[], Seats] = Seats,
        is_watching: Callable[[str], bool] = lambda _address: False,
    ) -> None:
        self._store = store
        self._on_change = on_change
        self._clock = clock
        self._seats = seats
        self._is_watching = is_watching
        self._requests = NameRequests(clock)
        self._moves: list[tuple[int, str]] = []
        self._lock = threading.RLock()
        rows = store.get_setting(_SETTING_KEY, _SETTING) or ()
        names = {field.name for field in fields(Phone)}
        self._phones = {
            row["id"]: Phone(**{name: value for name, value in row.items() if name in names}) for row in rows
        }
        self._pin_given_at: dict[str, float] = {}
        self._seen: dict[str, tuple[str, float]] = {}
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
        """Record where and when a phone was last seen, until the server stops."""
        with self._lock:
            self._seen.pop(phone, None)
            self._seen[phone] = address, self._clock()
            if len(self._seen) > _MAX_SEEN:
                del self._seen[next((old for old in self._seen if old not in self._phones), next(iter(self._seen)))]

    def names_at_same_address(self, phone: str, address: str) -> frozenset[str]:
        """Names of other phones last seen at the same address: likely this phone with a new cookie."""
        return frozenset(
            row.name for row in self.all() if row.id != phone and row.name and self._address_of(row.id) == address
        )

    def is_in_use(self, phone: str) -> bool:
        """Whether a phone shows the page, or asked for something in the last minutes."""
        address, at = self._seen.get(phone, ("", -SEEN_FOR_S))
        return bool(address) and (self._clock() - at < SEEN_FOR_S or self._is_watching(address))

    def is_away(self, phone: str, address: str = "") -> bool:
        """Whether a host sent this phone away for the evening, or one at the same address ("" for none)."""
        evening = self._seats().evening
        away = [row for row in self.all() if row.away and row.away == evening]
        return any(row.id == phone or (address and row.address == address) for row in away)

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """The names that went to another phone last, each with its number."""
        return tuple(self._moves)

    def requests(self) -> tuple[NameRequest, ...]:
        """The requests for a name that nobody has answered."""
        with self._lock:
            return self._requests.all()

    def claim_name(self, phone: str, name: str, *, take_over: bool = False, address: str = "") -> None:
        """Give a name to a phone.

        Refusals: `sent_away` for one that a host sent away, `name_taken` if another phone holds the name, unless
        `take_over`, `name_asked` if that other phone sits under it and is in use: it and the hosts are asked then.
        `too_many_phones` for a guest where there is no place. `address`: where the phone is, "" for the table's own.
        """
        with self._lock:
            if self.is_away(phone, address):
                raise sent_away_refusal()
            holder = self.find_by_name(name)
            if holder is not None and holder.id != phone:
                if not take_over:
                    raise name_taken_refusal(name)
                same_place = bool(address) and self._address_of(holder.id) == address
                if self._is_seated(holder) and self.is_in_use(holder.id) and not same_place:
                    self._requests.ask(phone, name, address)
                    self._notify()
                    raise name_asked_refusal(name)
                self._move_name(holder, phone)
            else:
                self._save(replace(self.get(phone), name=name))
        self._notify()

    def answer_request(self, phone: str, *, give: bool) -> None:
        """Give the name that a phone asks for to it, or decline. Refusal `no_phone` unless it asks."""
        with self._lock:
            request = self._requests.take(phone)
            holder = self.find_by_name(request.name)
            if not give:
                self._requests.decline(request)
            elif holder is not None:
                self._move_name(holder, phone)
            else:
                self._save(replace(self.get(phone), name=request.name))
        self._notify()

    def _move_name(self, holder: Phone, phone: str) -> None:
        self._save(replace(holder, name="", offered=0))
        self._save(replace(self.get(phone), name=holder.name))
        self._moves = [*self._moves[1 - _MAX_MOVES :], (self.version + 1, holder.name)]

    def send_away(self, phone: str) -> None:
        """Take name and role from a phone. In this evening it gets no name until it is asked back."""
        self._pin_given_at.pop(phone, None)
        evening = self._seats().evening
        self._update(Phone(phone, away=evening, address=self._address_of(phone) if evening else ""))

    def ask_back(self, phone: str) -> None:
        """Let a phone that was sent away have a name again."""
        self._update(replace(self.get(phone), away=0, address=""))

    def release_name(self, phone: str) -> None:
        """Clear the name of a phone. A host stays host."""
        self._update(replace(self.get(phone), name="", offered=0))

    def grant_host(self, phone: str, pin_number: int) -> None:
        """Make a phone a host under the PIN of this number."""
        self._update(replace(self.get(phone), host=pin_number, offered=0, away=0, address=""))

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
            del rows[self._find_dispensable(rows, row)]
        self._store.set_setting(_SETTING_KEY, [asdict(entry) for entry in rows.values()])
        self._phones = rows

    def _find_dispensable(self, rows: Mapping[str, Phone], new: Phone) -> str:
        """The guest to forget for a new phone: one that does not watch, else for somebody who sits any. The oldest."""
        evening = self._seats().evening
        guests = [
            row.id
            for row in rows.values()
            if not (row.host or row.id == new.id or self._is_seated(row) or (row.away and row.away == evening))
        ]
        idle = [phone for phone in guests if not self.is_in_use(phone)]
        if candidates := idle or (guests if self._is_seated(new) or new.host else []):
            return candidates[0]
        raise no_place_refusal()

    def _is_seated(self, row: Phone) -> bool:
        return fold_name(row.name) in self._seats().names

    def _address_of(self, phone: str) -> str:
        return self._seen.get(phone, ("", 0.0))[0]

    def announce(self) -> None:
        """Let every page ask for its own status again."""
        self._notify()

    def _notify(self) -> None:
        with self._lock:
            self.version += 1
        self._on_change()
