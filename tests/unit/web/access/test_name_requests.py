"""Requests for a name stand for a while, are few, and end with an answer."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from web.access.name_requests import MAX_OPEN, OPEN_FOR_S, NameRequests


@pytest.fixture
def clock() -> list[float]:
    return [100.0]


@pytest.fixture
def requests(clock) -> NameRequests:
    return NameRequests(lambda: clock[0])


def test_a_request_ends_with_its_answer_or_with_time(requests, clock) -> None:
    requests.ask("a", "Ken", "10.0.0.1")
    requests.ask("a", "Aki", "10.0.0.1")
    assert [request.as_json() for request in requests.all()] == [
        {"phone": "a", "name": "Aki", "address": "10.0.0.1"}
    ], "a phone asks for one name"
    assert requests.take("a").name == "Aki"
    with pytest.raises(Refusal, match="no_phone"):
        requests.take("a")
    requests.ask("b", "Ken", "10.0.0.2")
    clock[0] += OPEN_FOR_S + 1
    assert requests.all() == ()


def test_a_stranger_cannot_fill_the_list(requests) -> None:
    requests.ask("a", "Ken", "10.0.0.1")
    with pytest.raises(Refusal, match="too_many_tries"):
        requests.ask("another cookie", "Ken", "10.0.0.1")
    for number in range(2, MAX_OPEN + 1):
        requests.ask(f"p{number}", "Ken", f"10.0.0.{number}")
    with pytest.raises(Refusal, match="too_many_tries"):
        requests.ask("one more", "Ken", "10.0.0.99")


def test_who_was_declined_waits(requests, clock) -> None:
    requests.ask("a", "Ken", "10.0.0.1")
    requests.decline(requests.take("a"))
    for phone, address in (("a", "10.0.0.3"), ("b", "10.0.0.1")):
        with pytest.raises(Refusal, match="declined"):
            requests.ask(phone, "Ken", address)
    clock[0] += OPEN_FOR_S + 1
    requests.ask("a", "Ken", "10.0.0.1")
