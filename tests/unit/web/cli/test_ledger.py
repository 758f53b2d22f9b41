"""The ledger a command opens."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click
import pytest

from web.cli.ledger import open_ledger


def test_the_environment_goes_before_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FUDAYOMI_DATABASE", raising=False)
    with closing(open_ledger(tmp_path / "data")) as store:
        assert store.file == tmp_path / "data" / "ledger.db"
    monkeypatch.setenv("FUDAYOMI_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    with closing(open_ledger(tmp_path / "unused")) as store:
        assert store.file == tmp_path / "other.db"
    assert not (tmp_path / "unused").exists()


@pytest.mark.parametrize("address", ["nosuch://host/db", "no address"])
def test_an_address_that_is_none_is_said_without_a_traceback(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAYOMI_DATABASE", address)
    with pytest.raises(click.ClickException, match="the ledger cannot be kept there"):
        open_ledger(None)


def test_a_file_in_the_place_of_the_folder_is_said_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FUDAYOMI_DATABASE", raising=False)
    (tmp_path / "file").touch()
    with pytest.raises(click.ClickException, match="cannot be kept there"):
        open_ledger(tmp_path / "file")
