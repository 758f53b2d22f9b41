"""Settings of one hall: port, address, host names, proxy."""

from __future__ import annotations

from dataclasses import dataclass

from web.system.network import own_address


@dataclass(frozen=True, slots=True)
class HallSettings:
    """Settings of one hall.

    `port`: TCP port of the page. `public_url`: the address that others type, behind a proxy, "" for the machine's own.
    `host_names`: names, besides addresses, under which the page may be reached.
    """

    port: int = 8100
    public_url: str = ""
    host_names: frozenset[str] = frozenset({"localhost"})

    @property
    def url(self) -> str:
        """The address that others type or scan. It is never taken from a request."""
        return self.public_url or f"http://{own_address()}:{self.port}/"
