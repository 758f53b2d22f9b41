"""Fixtures of a running table: ledger, scanner, application, phones, browser."""

from tests.support.table import address, app, browser, dropped, empty, eyes, guest, host, stage, store

__all__ = ["address", "app", "browser", "dropped", "empty", "eyes", "guest", "host", "stage", "store"]
