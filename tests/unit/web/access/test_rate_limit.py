"""Rate limits: so many in a window, for an address and for all together."""

from __future__ import annotations

import pytest

from web.access import rate_limit
from web.access.rate_limit import RateLimiter


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_window_slides(clock: Clock) -> None:
    limiter = RateLimiter({60: 2}, clock=clock)
    answers = []
    for clock.now in (1000.0, 1030.0, 1059.9, 1060.0, 1060.1, 1090.0):
        answers.append(limiter.allow("a"))
    assert answers == [True, True, False, True, False, True]


def test_what_is_refused_is_not_counted(clock: Clock) -> None:
    limiter = RateLimiter({10: 1}, clock=clock)
    assert limiter.allow("a")
    assert not any(limiter.allow("a") for _ in range(50))
    clock.now += 10
    assert limiter.allow("a")


def test_the_strictest_window_counts(clock: Clock) -> None:
    limiter = RateLimiter({1: 2, 100: 3}, clock=clock)
    assert [limiter.allow("a") for _ in range(3)] == [True, True, False]
    clock.now += 50
    assert [limiter.allow("a") for _ in range(2)] == [True, False]


def test_addresses_have_limits_of_their_own_and_one_together(clock: Clock) -> None:
    limiter = RateLimiter({60: 2}, {60: 3}, clock=clock)
    assert [limiter.allow(who) for who in "aabbc"] == [True, True, True, False, False]
    limiter.forget("a")
    assert not limiter.allow("a")  # three requests of all together are still counted


def test_who_is_forgotten_begins_anew_and_a_crowd_pushes_out_the_oldest(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "_MAX_ADDRESSES", 2)
    limiter = RateLimiter({60: 1}, clock=clock)
    assert [limiter.allow(who) for who in "abab"] == [True, True, False, False]
    limiter.forget("a")
    assert limiter.allow("a")
    assert limiter.allow("c")  # now b, the least recent, is forgotten
    assert [limiter.allow(who) for who in "ab"] == [False, True]


def test_addresses_of_one_network_count_together(clock: Clock) -> None:
    limiter = RateLimiter({60: 2}, clock=clock)
    assert [limiter.allow(f"2001:db8:1:2::{number}") for number in range(3)] == [True, True, False]
    assert limiter.allow("2001:db8:1:3::1")
    limiter.forget("2001:db8:1:2::9")
    assert limiter.allow("2001:db8:1:2::1")


def test_who_asks_for_the_first_time_may_be_spared_the_common_limit(clock: Clock) -> None:
    limiter = RateLimiter({60: 3}, {60: 4}, spared=1, clock=clock)
    assert [limiter.allow(who) for who in "aaabb"] == [True, True, True, True, False]
    assert limiter.allow("c")
    assert not limiter.allow("c")
    limiter.forget("c")
    assert limiter.allow("c")
    clock.now += 60
    assert limiter.allow("b")


def test_the_common_limit_spares_who_sent_little(clock: Clock) -> None:
    limiter = RateLimiter({60: 10}, {60: 12}, spared=2, clock=clock)
    assert sum(limiter.allow(who) for who in "ab" for _ in range(10)) == 12
    assert [limiter.allow("host") for _ in range(3)] == [True, True, False]
    assert not limiter.allow("b")
