"""The data folder: as asked, else by the environment or the platform."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from web.cli import main
from web.system.data_dir import ensure_data_dir, ledger_url, pin_reset_command, public_pin_command


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("FUDAYOMI_DATA", raising=False)


def test_the_option_goes_before_the_environment_and_that_before_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ensure_data_dir().name == "fudayomi"
    monkeypatch.setenv("FUDAYOMI_DATA", str(tmp_path / "env"))
    assert ensure_data_dir() == tmp_path / "env"
    assert ensure_data_dir(tmp_path / "option") == tmp_path / "option"
    monkeypatch.setenv("FUDAYOMI_DATA", "")
    assert ensure_data_dir().name == "fudayomi"


def test_a_new_folder_is_for_its_owner_only_and_an_old_one_stays_as_it_is(tmp_path: Path) -> None:
    new = ensure_data_dir(tmp_path / "a" / "b")
    assert new.stat().st_mode & 0o777 == 0o700
    new.chmod(0o750)
    (new / "ledger.db").touch()
    assert ensure_data_dir(new).stat().st_mode & 0o777 == 0o750
    assert (new / "ledger.db").exists()


@pytest.fixture
def umask() -> Iterator[None]:
    """The usual umask, and whatever it was before again afterwards."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("command", [["pin"], ["hall", "ratings"]])
def test_ledgers_and_keys_are_for_their_owner_wherever_they_are_started(tmp_path: Path, command: list[str]) -> None:
    folder = tmp_path / "data"
    (folder / "backups").mkdir(parents=True)
    old = [folder / name for name in ("ledger.db", "hall.db", "ledger.db-wal", "rounds.log", "backups/ledger-1.db")]
    for file in old:
        file.touch(mode=0o644)
    (folder / "letter.txt").touch(mode=0o644)
    result = CliRunner().invoke(main, [*command, "--data", str(folder)])
    assert result.exit_code == 0, result.output
    open_to_others = {file.name for file in folder.rglob("*") if file.is_file() and file.stat().st_mode & 0o077}
    assert open_to_others == {"letter.txt"}, "nothing that is not ours is changed"


@pytest.mark.usefixtures("umask")
def test_a_database_elsewhere_is_private_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "elsewhere" / "table.db"
    file.parent.mkdir()
    file.touch(mode=0o644)
    monkeypatch.setenv("FUDAYOMI_DATABASE", f"sqlite:///{file}")
    assert CliRunner().invoke(main, ["pin"]).exit_code == 0
    assert {each.stat().st_mode & 0o077 for each in file.parent.iterdir()} == {0}


def test_a_tilde_is_the_home_folder_and_a_file_is_no_folder(tmp_path: Path) -> None:
    assert ensure_data_dir("~/table") == tmp_path / "home" / "table"
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        ensure_data_dir(tmp_path / "file")


def test_the_command_for_a_new_pin_names_the_folder_unless_it_is_the_usual_one(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.argv", [str(tmp_path / "bin" / "fudayomi")])
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/fudayomi")
    assert pin_reset_command(None) == pin_reset_command(tmp_path / "fudayomi") == "fudayomi pin --reset"
    assert pin_reset_command(tmp_path / "my table") == f"fudayomi pin --reset --data '{tmp_path}/my table'"
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert pin_reset_command(None) == f"{tmp_path}/bin/fudayomi pin --reset"


def test_a_page_names_no_folder_of_this_machine(tmp_path: Path) -> None:
    assert public_pin_command(None) == public_pin_command(tmp_path / "share/fudayomi") == "fudayomi pin --reset"
    assert public_pin_command(tmp_path / "my table") == "fudayomi pin --reset --data FOLDER"


def test_the_ledger_lies_in_the_data_folder_unless_a_database_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FUDAYOMI_DATABASE", raising=False)
    assert ledger_url(lambda: ensure_data_dir(tmp_path / "new")) == f"sqlite:///{tmp_path / 'new' / 'ledger.db'}"
    assert (tmp_path / "new").is_dir()
    monkeypatch.setenv("FUDAYOMI_DATABASE", "postgresql://hall/table")
    assert ledger_url(lambda: ensure_data_dir(tmp_path / "other")) == "postgresql://hall/table"
    assert not (tmp_path / "other").exists(), "no folder is needed"
