"""Limits of the enrolment worker, where the system lets them be set."""

from __future__ import annotations

import resource

import pytest

from scanner.training.enrolment import worker


def test_a_unit_that_forbids_to_step_behind_leaves_every_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_by: int) -> int:
        raise PermissionError

    set_: list[tuple[int, tuple[int, int]]] = []

    def limit(which: int, most: tuple[int, int]) -> None:
        if which == resource.RLIMIT_CPU:
            raise ValueError("no such limit here")
        set_.append((which, most))

    monkeypatch.setattr(worker.os, "nice", forbidden)
    monkeypatch.setattr(worker.resource, "setrlimit", limit)
    worker._limit_resources(1 << 30)
    assert set_ == [(resource.RLIMIT_AS, (1 << 30, 1 << 30)), (resource.RLIMIT_CORE, (0, 0))]
