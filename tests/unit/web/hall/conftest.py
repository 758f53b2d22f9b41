"""A hall's tables, for the tests of several folders."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.hall import HallTrial, TableTrial


@pytest.fixture
def table(hall: HallTrial, tmp_path: Path) -> Iterator[TableTrial]:
    """A table that has joined the hall."""
    with closing(hall.table(tmp_path / "pine")) as joined:
        yield joined
