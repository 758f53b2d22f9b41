"""Fixtures that several folders share, and the seed of the test order."""

import pytest

pytest_plugins = [
    "tests.support.browser",
    "tests.support.dropped_game",
    "tests.support.hall",
    "tests.support.new_game",
    "tests.support.painted_cards",
    "tests.support.postgres",
    "tests.support.repeated_work",
    "tests.support.table",
]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how to run the tests in the same order again. The plugin says so only where pytest is not quiet."""
    if (seed := config.getoption("randomly_seed", None)) is not None:
        terminalreporter.write_line(f"the same order again: --randomly-seed={seed}")
