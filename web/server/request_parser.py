"""A request as it comes in: whose it is, and how large it may be."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from waitress.parser import HTTPRequestParser
from waitress.utilities import Error

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.address_group import address_group
from web.http.errors import STATUS_BY_CODE, TOO_LARGE
from web.server.body_budget import BodyBudget
from web.system.network import is_own_address

BodyLimit = Callable[[str, str], int]
"""The most bytes that a body may have, by method and path."""

UNCOUNTED_BYTES = 16 * 1024
"""Bytes of each body that the budget does not count, so that no pictures on their way keep anybody from booking."""
TOO_MANY_BODIES = Refusal(
    "too_many_tries",
    Text("Too many pictures and files at once; wait a moment", "写真やファイルが続きすぎています。少し待ってください"),
)


class _RefusalError(Error):
    """A refusal as waitress answers it, before any view is asked."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self._refusal = refusal

    def to_response(self, ident: Any = None) -> Any:
        """Status, headers and body: the error object of the machine interfaces."""
        del ident
        status = HTTPStatus(STATUS_BY_CODE[self._refusal.code])
        body = json.dumps(self._refusal.as_json(), ensure_ascii=False).encode()
        return f"{status.value} {status.phrase}", [("Content-Type", "application/json")], body


class RequestParser(HTTPRequestParser):
    """Reads one request of a connection. Its body is refused as soon as it is seen to be too large.

    `put_aside` gets what came after the request. `client` is whose request it is, "" for this machine itself. When
    `peer`, the other end of the connection, is a trusted proxy, it is known after the head. `began_at` is a time of the
    monotonic clock.
    """

    command: Any

    def __init__(
        self,
        adj: Any,
        *,
        client: str,
        peer: str,
        body_limit: BodyLimit,
        bodies: BodyBudget,
        put_aside: Callable[[bytes], None],
    ) -> None:
        super().__init__(adj)
        self.client = client
        self.has_turn = False
        self.path = ""
        self.began_at = time.monotonic()
        self._peer = peer
        self._body_limit = body_limit
        self._bodies = bodies
        self._put_aside = put_aside
        self._most: int | None = None
        self._counted = 0

    def received(self, data: bytes) -> int:
        """Take in `data` up to the end of the request. The number of bytes that need not be given again."""
        consumed: int = super().received(data)
        if self.headers_finished and not self.empty and self.error is None:
            self._check_body()
        if self.completed and not self.empty and consumed < len(data):
            self._put_aside(data[consumed:])
            return len(data)
        return consumed

    def close(self) -> None:
        """Drop the body."""
        super().close()
        counted, self._counted = self._counted, 0
        self._bodies.give_back(self.client, counted)

    def _check_body(self) -> None:
        if self._most is None:
            if self.adj.trusted_proxy == self._peer:
                self.client = client_of(self.headers.get("X_FORWARDED_FOR", "").rpartition(",")[2].strip())
            self._most = self._body_limit(self.command, self.path)
        more = self.body_bytes_received - UNCOUNTED_BYTES - self._counted
        if max(self.content_length, self.body_bytes_received) > self._most:
            self._refuse(TOO_LARGE)
        elif more > 0:
            if self._bodies.take(self.client, more):
                self._counted += more
            else:
                self._refuse(TOO_MANY_BODIES)

    def _refuse(self, refusal: Refusal) -> None:
        self.error = _RefusalError(refusal)
        self.completed = True
        self.expect_continue = False  # nothing more is wanted
        self.close()  # at once, so that others are not refused for what is in vain


def client_of(address: str) -> str:
    """The client that an address belongs to, "" for this machine itself."""
    return "" if is_own_address(address) else address_group(address)
