"""Requests of a table to its hall."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text

TIMEOUT_S = 15.0
"""Seconds to wait for the hall. A batch of entries takes far less than one."""
_MAX_ANSWER_BYTES = 64 * 1024
"""Bytes of an answer that are read: it is a number or a refusal."""
_MAX_URL_LENGTH = 200
"""Characters of a hall's address."""


@dataclass(frozen=True, slots=True)
class HallAddress:
    """The address of a hall, and the code it was given with, "" without one."""

    url: str
    code: str = ""


def parse_hall_url(text: object) -> HallAddress:
    """The hall's address from what was typed or scanned: `http://HOST:PORT/join/CODE`, or without the code.

    Without a scheme it is http. Refusal `bad_hall` for anything else.

    >>> parse_hall_url("http://192.168.1.9:8100/join/ABCD-EFGH")
    HallAddress(url='http://192.168.1.9:8100', code='ABCD-EFGH')
    """
    parts = None
    if isinstance(text, str) and len(text) <= _MAX_URL_LENGTH:
        try:
            typed = text.strip()
            has_scheme = "://" in typed or not {".", ":"} & set(typed)  # one word is no address, rather a code
            parts = urlsplit(typed if has_scheme else f"http://{typed}")
            _ = parts.port  # ValueError for a bad port
        except ValueError:
            parts = None
    if (
        parts is None
        or parts.scheme not in {"http", "https"}
        or not parts.hostname
        or parts.username is not None
        or not parts.netloc.isascii()
        or not parts.netloc.isprintable()
        or " " in parts.netloc
    ):
        raise Refusal(
            "bad_hall",
            Text(
                "That is no hall's address; it looks like http://192.168.1.9:8100/join/CODE",
                "会場のアドレスではありません。http://192.168.1.9:8100/join/CODE のような形です",
            ),
        )
    folder, _, code = parts.path.rstrip("/").partition("/join")
    code = code.removeprefix("/")
    return HallAddress(f"{parts.scheme}://{parts.netloc}{folder}", code)


class HallClient:
    """Asks one hall. Refusal `hall_away` when it does not answer; else its own refusals."""

    def __init__(self, url: str, timeout_s: float = TIMEOUT_S) -> None:
        self._parts = urlsplit(url)
        self._timeout_s = timeout_s

    def send(self, method: str, path: str, body: bytes, key: str = "") -> dict[str, Any]:
        """The answer to one request with a JSON body."""
        headers = {"Content-Type": "application/json", "Origin": f"{self._parts.scheme}://{self._parts.netloc}"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        connection = self._connect()
        try:
            connection.request(method, self._parts.path + path, body, headers)
            response = connection.getresponse()
            answer: Any = parse_json(response.read(_MAX_ANSWER_BYTES))
        except (OSError, HTTPException, ValueError):
            raise hall_away() from None
        finally:
            connection.close()
        if not isinstance(answer, dict):
            raise hall_away()
        if response.status != 200:
            raise _to_refusal(answer)
        return answer

    def _connect(self) -> HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            return HTTPSConnection(host, port, timeout=self._timeout_s, context=ssl.create_default_context())
        return HTTPConnection(host, port, timeout=self._timeout_s)


def _to_refusal(answer: dict[str, Any]) -> Refusal:
    error = answer.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    if code in HALL_REFUSALS:
        return Refusal(str(code), HALL_REFUSALS[str(code)])
    return hall_away()


HALL_REFUSALS = {
    "wrong_code": Text("that is not the hall's code", "会場の参加コードが違います"),
    "not_joined": Text(
        "the hall no longer knows this table; join again", "会場に登録がありません。参加し直してください"
    ),
    "diverged": Text(
        "the hall has other entries of this table; join again to send its ledger anew",
        "会場にはこの卓の別の記録があります。参加し直すと、帳面を送り直します",
    ),
    "bad_batch": Text("the hall does not accept this table's entries", "会場がこの卓の記録を受け付けません"),
    "too_large": Text("the hall does not accept an entry so large", "大きすぎる記録があり、会場が受け付けません"),
    "too_many_tries": Text("too many tries; wait a moment", "試した回数が多すぎます。少し待ってください"),
}
"""What a hall may refuse, in words of ours: no text of another machine is shown."""


def hall_away() -> Refusal:
    """Refusal `hall_away`: nobody answers there, or not as a hall does."""
    return Refusal("hall_away", Text("The hall does not answer", "会場から返事がありません"))
