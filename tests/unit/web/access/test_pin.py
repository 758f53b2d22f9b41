"""The PIN is stored as a hash, and a new one signs everybody out."""

from __future__ import annotations

import pytest

from tests.support.table import PIN, Phone
from web.access.pin import Pin
from web.access.rate_limit import RateLimiter


@pytest.fixture
def stopped_clock(app):
    """Stops the clock between attempts, however slow the machine is."""
    app.extensions["fudayomi"].pin.backoff._clock = lambda: 1000.0


def test_the_right_pin_makes_a_host_and_signing_out_a_guest(guest):
    assert not guest.get("/api/me").json["host"]
    guest.sign_in()
    assert guest.get("/api/me").json["host"]
    guest.send("/api/host", method="DELETE")
    assert not guest.get("/api/me").json["host"]


@pytest.mark.usefixtures("stopped_clock")
def test_a_wrong_pin_is_refused_and_the_next_try_must_wait(guest):
    assert guest.send("/api/host", {"pin": "000000"}).json["error"]["code"] == "wrong_pin"
    answer = guest.send("/api/host", {"pin": PIN})
    assert answer.status_code == 429
    assert answer.json["error"]["code"] == "too_many_tries"
    assert answer.headers["Retry-After"]


def test_only_a_hash_is_kept(store, app):
    kept = str(store.get_setting("pin"))
    assert PIN not in kept
    assert "scrypt" in kept


def test_a_new_pin_signs_every_host_out(app, host, store):
    assert host.get("/api/me").json["host"]
    fresh = app.extensions["fudayomi"].pin.renew()
    assert len(fresh) == 6
    assert fresh.isdigit()
    assert not host.get("/api/me").json["host"]
    assert Pin(store).number == 2


def test_a_limit_lets_go_with_time_and_remembers_addresses_apart():
    now = [0.0]
    limit = RateLimiter({10: 2}, clock=lambda: now[0])
    assert [limit.allow("a"), limit.allow("a"), limit.allow("a"), limit.allow("b")] == [True, True, False, True]
    now[0] = 10.5
    assert limit.allow("a")
    limit.forget("a")
    assert [limit.allow("a"), limit.allow("a"), limit.allow("a")] == [True, True, False]


@pytest.mark.usefixtures("stopped_clock")
def test_a_stranger_with_garbage_is_only_refused(app):
    for at, pin in enumerate(["x" * 10_000, None, 5, ["1"], "\ud800", ""]):
        phone = Phone(app.test_client())
        answer = phone.client.post(
            "/api/host",
            json={"pin": pin},
            base_url="http://10.0.0.1",
            headers={"Origin": "http://10.0.0.1"},
            environ_overrides={"REMOTE_ADDR": f"10.1.0.{at}"},
        )
        # What is not a text does not count.
        expected = "wrong_pin" if isinstance(pin, str) and pin.isascii() else "bad_request"
        assert answer.json["error"]["code"] == expected
