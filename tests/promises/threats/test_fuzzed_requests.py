"""A few hundred random requests to some routes, and files. `fuzzed_requests` sends many to all."""

from __future__ import annotations

from tests.promises.threats.fuzzed_requests import FAULTS, fuzz


def test_random_requests_and_files_meet_only_declared_refusals() -> None:
    outcome = fuzz(200, seed=7, files=80, share=0.07)
    assert outcome.counts["200"] > 30
    assert outcome.counts["400"] > 20
    assert outcome.counts["403"] > 20
    assert len(outcome.reached["table"]) > 3
    assert outcome.faults == {*FAULTS, "odd form"}
