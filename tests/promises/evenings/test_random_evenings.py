"""A few evenings of random commands. `random_evenings` plays many."""

from __future__ import annotations

from tests.promises.evenings.random_evenings import play_evenings


def test_random_commands_keep_ledger_session_and_balances_together() -> None:
    play_evenings(6, 25, derandomize=True)
