"""The ledgers that are measured are real ones."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from web.cli.benches.ledger import ledger, write_ledger
from web.ledger.store import Store
from web.session.service import SessionService


def test_a_ledger_to_measure_can_be_played_on(tmp_path: Path) -> None:
    write_ledger(tmp_path, 3, 12)
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        service = SessionService(store, lambda: None)
        assert (service.evening_id, service.booked_rounds, service.version) == (3, 36, 13)
        assert service.prompts()


@pytest.mark.parametrize("size", ["5", "x", "0x", "axb"])
def test_a_size_that_is_none_is_refused(size: str) -> None:
    assert CliRunner().invoke(ledger, ["--size", size]).exit_code == click.UsageError.exit_code
