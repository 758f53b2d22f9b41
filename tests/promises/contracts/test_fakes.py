"""The fake scanner has the methods and arguments of the real one."""

from __future__ import annotations

import inspect

from scanner.worker.client import ScannerClient
from tests.support.table import FakeScanner

PUBLIC = [name for name in vars(ScannerClient) if not name.startswith("_")]
NOT_ASKED = {"last_frame_at"}
"""What nothing in the page asks of a scanner."""


def test_the_fake_scanner_has_every_public_member() -> None:
    fake = FakeScanner()
    assert [name for name in PUBLIC if not hasattr(fake, name)] == sorted(NOT_ASKED)


def test_the_fake_scanner_takes_the_same_arguments() -> None:
    def arguments(scanner: type, name: str) -> list[tuple[str, object]]:
        parameters = inspect.signature(getattr(scanner, name)).parameters.values()
        return [(parameter.name, parameter.default) for parameter in parameters]

    methods = [name for name in PUBLIC if inspect.isfunction(getattr(ScannerClient, name))]
    assert len(methods) >= 7
    for name in methods:
        assert arguments(FakeScanner, name) == arguments(ScannerClient, name), name
