"""Processor time is there again after a while."""

from __future__ import annotations

import pytest

from web.server import processor_budget
from web.server.processor_budget import BURST_S, ProcessorBudget


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_what_was_used_comes_back_with_time_and_never_more() -> None:
    clock = Clock()
    budget = ProcessorBudget(burst_s=4.0, share=0.5, clock=clock)
    assert budget.left_s("a") == 4.0
    budget.charge("a", 3.0)
    budget.charge("a", 3.0)
    assert budget.left_s("a") == pytest.approx(-2.0)
    assert budget.left_s("b") == 4.0
    clock.now += 4.0
    assert budget.left_s("a") == pytest.approx(0.0)
    clock.now += 1000.0
    assert budget.left_s("a") == 4.0
    budget.charge("a", 1.0)
    assert budget.left_s("a") == pytest.approx(3.0)


def test_a_crowd_pushes_out_who_asked_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor_budget, "_MAX_CLIENTS", 2)
    budget = ProcessorBudget(clock=Clock())
    for client in "abac":
        budget.charge(client, 1.0)
    assert [round(budget.left_s(client), 6) for client in "abc"] == [BURST_S - 2, BURST_S, BURST_S - 1]
