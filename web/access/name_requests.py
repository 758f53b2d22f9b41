"""Phones that ask for the name of a seat, which another phone holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from scorer.errors import Refusal
from scorer.texts import Text

OPEN_FOR_S = 600.0
"""Seconds for which a request stands, and for which a phone that was declined cannot ask again."""
MAX_OPEN = 5
"""Requests that stand at once. Who is asked reads each of them."""


@dataclass(frozen=True, slots=True)
class NameRequest:
    """The request of a phone for a name. `address`: where that phone is, by which people may know it, "" if unknown."""

    phone: str
    name: str
    address: str
    at: float

    def as_json(self) -> dict[str, str]:
        """The request as phones show it."""
        return {"phone": self.phone, "name": self.name, "address": self.address}


class NameRequests:
    """Requests that nobody has answered, until the server stops. The caller locks."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, NameRequest] = {}
        self._declined: dict[str, float] = {}

    def ask(self, phone: str, name: str, address: str) -> None:
        """Ask for a name. Refusal `too_many_tries` after the phone was declined, or while too many ask."""
        self._drop_old()
        if phone in self._declined or (address and address in self._declined):
            raise Refusal(
                "too_many_tries",
                Text("It was declined. Ask the host.", "断られました。世話役に頼んでください。"),
            )
        others = [request for request in self._open.values() if request.phone != phone]
        if len(others) >= MAX_OPEN or any(address and request.address == address for request in others):
            raise Refusal(
                "too_many_tries",
                Text(
                    "Others are asking for names already; wait a moment",
                    "ほかの端末の申し出を確認中です。少し待ってください",
                ),
            )
        self._open[phone] = NameRequest(phone, name, address, self._clock())

    def all(self) -> tuple[NameRequest, ...]:
        """Every open request, oldest first."""
        self._drop_old()
        return tuple(self._open.values())

    def take(self, phone: str) -> NameRequest:
        """Remove the request of a phone and return it. Refusal `no_phone` without one."""
        self._drop_old()
        if phone not in self._open:
            raise Refusal("no_phone", Text("Nobody asks for that name any more.", "その申し出はもうありません"))
        return self._open.pop(phone)

    def decline(self, request: NameRequest) -> None:
        """Remember that a request was declined."""
        self._declined[request.phone] = self._declined[request.address] = self._clock()

    def _drop_old(self) -> None:
        since = self._clock() - OPEN_FOR_S
        self._open = {phone: request for phone, request in self._open.items() if request.at > since}
        self._declined = {who: at for who, at in self._declined.items() if at > since}


def name_taken_refusal(name: str) -> Refusal:
    """Refusal `name_taken`: another phone holds the name, and may give it up."""
    return Refusal(
        "name_taken",
        Text(
            f"{name} is on another phone. Take it over?",
            f"「{name}」はほかの端末が使っています。この端末に移しますか？",
        ),
    )


def name_asked_refusal(name: str) -> Refusal:
    """Refusal `name_asked`: the phone that holds the name is in use, so it and the hosts are asked."""
    return Refusal(
        "name_asked",
        Text(
            f"{name} is on another phone that is in use. That phone and the hosts are asked now.",
            f"「{name}」の端末は使用中です。その端末と世話役に確認しています。",
        ),
    )


def sent_away_refusal() -> Refusal:
    """Refusal `sent_away`: a host sent the phone away."""
    return Refusal(
        "sent_away",
        Text(
            "A host sent this phone away for this evening. A host can ask it back, under Settings.",
            "世話役が、この会のあいだこの端末を外しました。世話役は「設定」で呼び戻せます。",
        ),
    )


def no_place_refusal() -> Refusal:
    """Refusal `too_many_phones`: nobody can be forgotten for one guest more."""
    return Refusal(
        "too_many_phones",
        Text("Too many phones have a name at this table", "この卓には、名前のある端末がもういっぱいです"),
    )
