"""Attempts at the PIN are slowed down, also across restarts."""

from __future__ import annotations

import random
import re
from contextlib import closing

import pytest
from click.testing import CliRunner

from scorer.errors import Refusal
from scorer.texts import Text
from tests.support.table import PIN, Phone
from web.access.backoff import (
    COMMON_WAIT_S,
    FREE_FAILURES,
    FRESH_FAILURES,
    MAX_CLIENTS,
    MAX_WAIT_S,
    MIN_WAIT_S,
    PersistentBackoff,
    TooManyAttemptsError,
)
from web.access.pin import Pin, validate_pin
from web.cli import main
from web.ledger.store import Store


class Clock:
    def __init__(self, now: float = 5000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def try_pin(tries: PersistentBackoff, who: str) -> bool:
    try:
        tries.start(who)
    except TooManyAttemptsError:
        return False
    return True


def test_ten_thousand_guesses_from_fifty_addresses_get_few_tries_and_fewer_every_hour(store, clock):
    tries, chance = PersistentBackoff(store, clock), random.Random(4)
    evaluated = []
    for _hour in range(3):
        began, count = clock.now, 0
        for guess in range(10_000):
            clock.now = began + guess * 3600 / 10_000
            count += try_pin(tries, f"10.0.0.{chance.randrange(50)}")
        evaluated.append(count)
        clock.now = began + 3600
    assert 0 < evaluated[0] <= 12 * 50
    assert all(count <= 2 * 50 for count in evaluated[1:])


def test_one_address_gets_twelve_guesses_in_its_first_hour_and_then_one(store, clock):
    tries, began, at = PersistentBackoff(store, clock), clock.now, []
    while clock.now < began + 5 * 3600:
        if try_pin(tries, "a"):
            at.append(clock.now - began)
        clock.now += 1
    by_hour = [sum(hour * 3600 <= when < (hour + 1) * 3600 for when in at) for hour in range(5)]
    assert by_hour[0] <= 12
    assert max(by_hour[1:]) <= 1


@pytest.mark.parametrize("addresses", [1, 30])
def test_who_has_not_failed_does_not_wait_for_those_who_have(store, clock, addresses):
    """For half an hour strangers guess in each second in which they may. The host comes at any time, with one try."""
    tries, chance = PersistentBackoff(store, clock), random.Random(addresses)
    began = clock.now
    for second in range(1800):
        clock.now = began + second
        for address in range(addresses):
            try_pin(tries, f"10.0.0.{address}")
        if chance.random() < 0.04:
            assert try_pin(tries, "the host")
            tries.succeed("the host")


def test_a_host_who_mistyped_waits_five_seconds(store, clock):
    tries = PersistentBackoff(store, clock)
    for address in range(30):
        assert try_pin(tries, f"10.0.0.{address}")
    assert try_pin(tries, "the host"), "a wrong one"
    clock.now += COMMON_WAIT_S - 0.1
    assert not try_pin(tries, "the host")
    clock.now += 0.2
    assert try_pin(tries, "the host")


def test_strangers_with_new_addresses_without_end_get_a_rate(store, clock):
    tries, count = PersistentBackoff(store, clock), 0
    for guess in range(1200):
        clock.now += 1
        count += try_pin(tries, f"fd00::{guess}")
    assert FRESH_FAILURES < count <= FRESH_FAILURES + 1200 / COMMON_WAIT_S + 1
    with pytest.raises(TooManyAttemptsError) as refused:
        tries.start("the host")
    assert refused.value.retry_after <= COMMON_WAIT_S
    assert len(store.get_setting("pin_tries")) <= MAX_CLIENTS


def test_a_restart_forgives_nothing(store, clock):
    tries = PersistentBackoff(store, clock)
    for _ in range(FREE_FAILURES):
        tries.start("a")
        clock.now += 20
    wait = tries.remaining_wait()
    assert 0 < wait <= MIN_WAIT_S
    # Another process, whose monotonic clock starts anywhere. The wall clock is not used.
    later = Clock(3.0)
    again = PersistentBackoff(store, later)
    assert again.remaining_wait() == pytest.approx(wait + 20, abs=0.1)  # what passed since the last try does not count
    assert not try_pin(again, "a")
    assert try_pin(again, "b"), "others do not wait for it"
    later.now += again.remaining_wait() + 0.01
    assert try_pin(again, "a")


def test_the_wait_of_an_address_doubles_up_to_an_hour_and_says_who_can_end_it(store, clock):
    tries, waits = PersistentBackoff(store, clock, Text("Ask a host.", "世話役に頼んでください。")), []
    for _ in range(16):
        clock.now += max(tries.remaining_wait(), 60) + 0.001
        tries.start("a")
        waits.append(tries.remaining_wait())
    assert waits[FREE_FAILURES - 1 : FREE_FAILURES + 2] == pytest.approx([MIN_WAIT_S, 2 * MIN_WAIT_S, 4 * MIN_WAIT_S])
    assert max(waits) <= MAX_WAIT_S
    assert waits[-1] == pytest.approx(MAX_WAIT_S)
    with pytest.raises(TooManyAttemptsError) as refused:
        tries.start("a")
    assert refused.value.retry_after == 3600
    assert "60 minutes. Ask a host." in refused.value.message.en
    assert "60分" in refused.value.message.ja
    tries.start("b")
    clock.now += 1
    with pytest.raises(TooManyAttemptsError) as short:
        tries.start("b")
    assert short.value.retry_after <= COMMON_WAIT_S
    assert "host" not in short.value.message.en
    tries.clear()
    tries.start("a")


def test_a_right_pin_counts_for_nothing_and_ends_the_wait(store, clock):
    tries = PersistentBackoff(store, clock)
    for _ in range(100):
        tries.start("host")
        tries.succeed("host")
    for _ in range(FREE_FAILURES - 1):
        clock.now += COMMON_WAIT_S
        tries.start("host")
    assert tries.recent_failures() == {"host": FREE_FAILURES - 1}
    clock.now += 60
    tries.start("host")
    tries.succeed("host")
    assert tries.remaining_wait() == 0
    assert tries.recent_failures() == {}


def test_a_host_does_not_wait_for_strangers(store, clock):
    tries = PersistentBackoff(store, clock)
    for _ in range(FREE_FAILURES):
        clock.now += 12
        tries.start("stranger")
    assert tries.remaining_wait() > 0
    clock.now += 0.1
    tries.start("phone 1", own_limit_only=True)
    with pytest.raises(TooManyAttemptsError):
        tries.start("phone 1", own_limit_only=True)


def test_old_tries_are_forgotten(store, clock):
    tries = PersistentBackoff(store, clock)
    tries.start("a")
    clock.now += 100_000
    tries.start("b")
    assert set(store.get_setting("pin_tries")) == {"b"}


def test_over_http_a_restart_forgives_nothing_either(app, store):
    app.extensions["fudayomi"].pin.backoff._clock = lambda: 1000.0
    guest = Phone(app.test_client())
    assert guest.send("/api/host", {"pin": "000000"}).json["error"]["code"] == "wrong_pin"
    answer = guest.send("/api/host", {"pin": PIN})
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    with pytest.raises(TooManyAttemptsError):
        Pin(store, lambda: 3.0).check(PIN, "127.0.0.1")


@pytest.mark.parametrize("pin", ["12345", "1" * 13, "abcdef", "111111", "345678", "987654", "", None, 135790, "13579O"])
def test_a_pin_that_is_none_or_is_guessed_first_is_refused(pin):
    with pytest.raises(Refusal, match="bad_pin"):
        validate_pin(pin)


def test_wide_digits_are_digits(app):
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in PIN)
    assert Phone(app.test_client()).send("/api/host", {"pin": f" {wide} "}).json["host"]


def test_the_owner_gets_back_in_at_the_machine_while_the_companion_runs(tmp_path, monkeypatch):
    result = CliRunner().invoke(main, ["pin", "--data", str(tmp_path)])
    assert "no PIN yet" in result.output
    assert str(tmp_path) in result.output
    result = CliRunner().invoke(main, ["pin", "--reset", "--data", str(tmp_path / "elsewhere")])
    assert result.exit_code == 1
    assert str(tmp_path / "elsewhere") in result.output
    assert list(tmp_path.iterdir()) == [], "a misspelt folder gets no ledger"
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        clock = Clock()
        running = Pin(store, clock)
        running.renew(PIN)
        for _ in range(FREE_FAILURES):
            clock.now += 12
            with pytest.raises(Refusal):
                running.check("000000", "a")
        assert "Too many wrong PINs" in CliRunner().invoke(main, ["pin", "--data", str(tmp_path)]).output
        fresh = re.search(r"\d{6}", CliRunner().invoke(main, ["pin", "--reset", "--data", str(tmp_path)]).output)
        assert fresh
        assert "A PIN is set" in CliRunner().invoke(main, ["pin", "--data", str(tmp_path)]).output
        clock.now += 1.5
        assert running.number == 2
        assert running.check(fresh[0], "a") == 2
