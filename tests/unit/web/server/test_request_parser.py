"""Requests are known for too large by their heads, and come one at a time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from waitress.adjustments import Adjustments

from web.server.body_budget import BodyBudget
from web.server.request_parser import UNCOUNTED_BYTES, RequestParser, client_of

LIMIT = 1000 * UNCOUNTED_BYTES


def make_parser(budget: BodyBudget | None = None, **settings: Any) -> RequestParser:
    aside: list[bytes] = []
    parser = RequestParser(
        Adjustments(max_request_body_size=2 * LIMIT, **settings),
        client="10.0.0.7",
        peer="10.0.0.7",
        body_limit=lambda _method, path: LIMIT if path == "/files" else 100,
        bodies=budget or BodyBudget(),
        put_aside=aside.append,
    )
    parser.aside = aside
    return parser


def head(path: str = "/", **headers: object) -> bytes:
    lines = [f"POST {path} HTTP/1.1", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "\r\n"]).encode()


def refusal_of(parser: RequestParser) -> tuple[str, str]:
    status, headers, body = parser.error.to_response("")
    assert headers == [("Content-Type", "application/json")]
    return status[:3], json.loads(body)["error"]["code"]


def test_a_body_is_refused_by_its_path_before_it_comes() -> None:
    parser = make_parser()
    parser.received(head(Content_Length=101, Expect="100-continue"))
    assert parser.completed
    assert not parser.expect_continue
    assert refusal_of(parser) == ("413", "too_large")
    large = make_parser()
    large.received(head("/files", Content_Length=101))
    assert not large.completed
    large.received(b"x" * 101)
    assert large.completed
    assert large.error is None


def test_a_body_that_does_not_say_its_length_is_refused_when_it_is_too_large() -> None:
    parser = make_parser()
    parser.received(head(Transfer_Encoding="chunked"))
    for _ in range(20):
        parser.received(b"a\r\n0123456789\r\n")
    assert refusal_of(parser) == ("413", "too_large")


def test_bodies_are_counted_while_they_are_held_but_for_their_first_bytes() -> None:
    budget = BodyBudget(each=100, overall=1000)
    parser = make_parser(budget)
    parser.received(head("/files", Content_Length=UNCOUNTED_BYTES + 500))
    parser.received(b"x" * UNCOUNTED_BYTES)
    assert budget.held == 0
    parser.received(b"x" * 60)
    parser.received(b"x" * 40)
    assert (budget.held, parser.completed) == (100, False)
    parser.received(b"x")
    assert refusal_of(parser) == ("429", "too_many_tries")
    assert budget.held == 0
    parser.close()
    assert budget.held == 0


def test_what_comes_after_a_request_is_put_aside() -> None:
    parser = make_parser()
    second = head("/files")
    assert parser.received(b"\r\n\r\n") == 4
    assert parser.empty
    assert not parser.aside
    parser = make_parser()
    sent = head(Content_Length=3) + b"abc" + second
    assert parser.received(head(Content_Length=3)) == len(head(Content_Length=3))
    assert parser.received(b"abc" + second) == 3 + len(second)
    assert parser.aside == [second]
    parser = make_parser()
    assert parser.received(head() + sent) == len(head() + sent)
    assert parser.aside == [sent]


@pytest.mark.parametrize(
    ("trusted", "forwarded", "client"),
    [
        (None, "203.0.113.9", "10.0.0.7"),
        ("10.0.0.7", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.7", "1.2.3.4, 2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("127.0.0.1", "203.0.113.9", "10.0.0.7"),
    ],
)
def test_behind_a_trusted_proxy_the_client_is_the_one_it_names(trusted: str, forwarded: str, client: str) -> None:
    more = {} if trusted is None else {"trusted_proxy": trusted, "trusted_proxy_headers": {"x-forwarded-for"}}
    parser = make_parser(**more)
    parser.received(head(X_Forwarded_For=forwarded))
    assert parser.client == client


def test_nonsense_is_refused_as_waitress_does() -> None:
    parser = make_parser()
    parser.received(b"nonsense\r\n\r\n")
    assert parser.completed
    assert parser.error.code == 400
    parser.close()


def test_this_machine_is_a_client_without_limits() -> None:
    assert [client_of(address) for address in ("127.0.0.1", "::1", "127.0.0.2")] == ["", "", "127.0.0.2"]
