"""A few hundred random requests and files. `fuzzed_requests` sends many."""

from __future__ import annotations

from tests.promises.threats.fuzzed_requests import fuzz


def test_random_requests_and_files_meet_only_declared_refusals() -> None:
    counts = fuzz(400, seed=7, files=150)
    assert counts[200] > 20
    assert counts[400] > 20
    assert counts[403] > 20
