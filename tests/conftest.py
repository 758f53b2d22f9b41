"""Fixtures that several folders of tests share, each made once."""

pytest_plugins = [
    "tests.support.browser",
    "tests.support.dropped_game",
    "tests.support.painted_cards",
    "tests.support.table",
]
