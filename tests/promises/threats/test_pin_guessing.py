"""Of one address twelve guesses in an hour count, of all a rate, even across restarts."""

from __future__ import annotations

from contextlib import closing

import pytest

from scorer.errors import Refusal
from web.access import pin as pins
from web.access.pin import Pin
from web.ledger.store import Store

GUESSES, MANY_GUESSES = 300, 10_000
MOST_AN_HOUR_OF_ONE, MOST_AN_HOUR = 12, 725


@pytest.mark.parametrize("addresses", [1, MANY_GUESSES])
@pytest.mark.parametrize("guesses", [GUESSES, pytest.param(MANY_GUESSES, marks=pytest.mark.long)])
def test_few_guesses_are_looked_at_and_a_restart_changes_nothing(tmp_path, monkeypatch, addresses, guesses):
    looked = 0

    def counted(_hash: str, _given: str) -> bool:
        nonlocal looked
        looked += 1
        return False

    monkeypatch.setattr(pins, "check_password_hash", counted)
    monkeypatch.setattr(pins, "generate_password_hash", lambda *_: "hash")
    url, now = f"sqlite:///{tmp_path / 'ledger.db'}", [1000.0]
    with closing(Store(url)) as first:
        Pin(first, lambda: now[0]).renew("246810")
    for life in range(10):
        with closing(Store(url)) as store:
            pin = Pin(store, lambda: now[0])
            for guess in range(guesses // 10):
                with pytest.raises(Refusal):
                    pin.check(f"{guess:06}", f"10.0.{guess * 7 % addresses // 250}.{guess * 7 % addresses % 250}")
                now[0] += 3600 / guesses
        now[0] = 5.0 + life  # after a restart the monotonic clock begins anew
    assert 0 < looked <= min(MOST_AN_HOUR, addresses * MOST_AN_HOUR_OF_ONE)


def test_a_guess_tells_nothing_by_its_words(guest, host):
    wrong = guest.send("/api/host", {"pin": "000000"})
    too_soon = guest.send("/api/host", {"pin": "135790"})
    assert (wrong.status_code, too_soon.status_code) == (403, 429)
    assert too_soon.json["error"]["code"] == "too_many_tries", "not even the right one is looked at too soon"
