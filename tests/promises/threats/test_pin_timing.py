"""The time of an answer does not tell how many digits of a PIN are right."""

from __future__ import annotations

import hmac
import random
import statistics
import time
from contextlib import closing
from pathlib import Path

import pytest
import werkzeug.security

from scorer.errors import Refusal
from web.access.pin import Pin
from web.ledger.store import Store

RIGHT = "246810"
MOST_Z = 4.5
"""Standard errors by which two classes of guesses may differ. By chance one in 150,000 pairs differs by more."""
MOST_SHARE = 0.02
"""Share of a check's time by which their medians may differ: a digit is not worth that many guesses over a network."""


def guess(right_digits: int, chance: random.Random) -> str:
    """A wrong PIN whose first digits are right."""
    rest = "".join(str((int(digit) + chance.randint(1, 9)) % 10) for digit in RIGHT[right_digits:])
    return RIGHT[:right_digits] + rest


@pytest.fixture
def pin(tmp_path: Path):
    """A PIN without waits: only the comparison is looked at."""
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        pin = Pin(store)
        pin.renew(RIGHT)
        pin.backoff.start = lambda *_given, **_more: None
        yield pin


def test_what_is_compared_is_a_hash_in_constant_time(pin, monkeypatch) -> None:
    """Every guess is hashed whole, by the same salt and cost, and two digests of one length are compared."""
    compared, hashed = [], []
    real_compare, real_hash = hmac.compare_digest, werkzeug.security._hash_internal
    monkeypatch.setattr(
        werkzeug.security.hmac, "compare_digest", lambda *pair: (compared.append(pair), real_compare(*pair))[1]
    )
    monkeypatch.setattr(
        werkzeug.security, "_hash_internal", lambda *given: (hashed.append(given), real_hash(*given))[1]
    )
    guesses = ["000000", "200000", "246811", "", "x" * 64, "２４６８１１"]
    for text in guesses:
        with pytest.raises(Refusal, match="wrong_pin"):
            pin.check(text, "10.0.0.1")
    assert pin.check(RIGHT, "10.0.0.1") == 1
    assert len(hashed) == len(compared) == len(guesses) + 1
    assert len({given[:2] for given in hashed}) == 1
    assert {len(text) for pair in compared for text in pair} == {128}


def differing(pin: Pin, samples: int) -> tuple[float, float]:
    """The largest difference of two classes of guesses: in standard errors, and of medians as a share of a check.

    A class has 0 to 5 right digits. The classes take turns in random order, so that a busy machine slows all of them.
    """
    chance = random.Random(11)
    times: dict[int, list[float]] = {digits: [] for digits in range(len(RIGHT))}
    for _ in range(samples):
        for digits in chance.sample(range(len(RIGHT)), len(RIGHT)):
            text = guess(digits, chance)
            start = time.process_time_ns()
            with pytest.raises(Refusal):
                pin.check(text, "10.0.0.1")
            times[digits].append(time.process_time_ns() - start)
    # The slowest tenth of each class is the machine's.
    kept = {digits: sorted(taken)[: max(2, samples * 9 // 10)] for digits, taken in times.items()}
    pairs = [(kept[one], kept[other]) for one in kept for other in kept if one < other]
    errors = [
        abs(statistics.mean(one) - statistics.mean(other))
        / ((statistics.variance(one) / len(one) + statistics.variance(other) / len(other)) ** 0.5 or 1)
        for one, other in pairs
    ]
    medians = [statistics.median(taken) for taken in kept.values()]
    return max(errors), (max(medians) - min(medians)) / min(medians)


def test_the_measure_finds_a_comparison_that_stops_at_the_first_wrong_digit(pin, monkeypatch) -> None:
    """A check that takes a little longer for each right digit is found with few samples, so the other test can fail."""

    def leak(_hash: str, given: str) -> bool:
        same = next((n for n, (one, other) in enumerate(zip(given, RIGHT, strict=True)) if one != other), 6)
        until = time.process_time_ns() + 200_000 + 20_000 * same
        while time.process_time_ns() < until:
            pass
        return False

    monkeypatch.setattr("web.access.pin.check_password_hash", leak)
    errors, share = differing(pin, 60)
    assert errors > MOST_Z
    assert share > MOST_SHARE


@pytest.mark.long
def test_the_time_of_a_check_does_not_tell_right_digits(pin, capsys) -> None:
    errors, share = differing(pin, 400)
    with capsys.disabled():
        print(f"\n{6 * 400} guesses: at most {errors:.1f} standard errors, {share:.2%} of a check")
    assert errors < MOST_Z or share < MOST_SHARE
