import json
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from tests.support.hall import NAMES
from tests.support.server import free_port
from web.cli import main
from web.hall.storage.database import HallDatabase
from web.hall.storage.settings import HallSettingStore
from web.hall.storage.tables import TableRegistry


@pytest.fixture
def database(hall, tmp_path: Path) -> str:
    """The database URL of a hall with a finished evening of two members."""
    for name in NAMES[:2]:
        hall.context.members.add(name)
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(2)
        table.service.close(table.change())
        table.send_all()
    return f"sqlite:///{tmp_path / 'hall.db'}"


def run(*words: str, lang: str = "C"):
    return CliRunner().invoke(main, ["hall", *words], env={"LC_ALL": lang})


def test_ratings_are_computed_beside_a_running_hall(hall, database) -> None:
    done = run("ratings", "--database", database)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("ratings computed: 4\n")
    assert "No page shows them" in done.output
    assert hall.context.ratings.of_member(1)[0].games == 1
    hall.context.ratings.switch(is_on=True)
    assert run("--database", database, "ratings").output == "ratings computed: 4\n"
    assert "計算したレーティング：4件" in run("ratings", "--database", database, lang="ja_JP.UTF-8").output


def test_a_command_that_cannot_says_why(database, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("web.hall.ratings.rating_fold.find_spec", lambda _name: None)
    done = run("ratings", "--database", database)
    assert done.exit_code == 1
    assert "pip install" in done.output
    assert run("ratings", "--database", f"sqlite:///{tmp_path / 'no' / 'folder.db'}").exit_code == 1


def test_help_names_both(database) -> None:
    output = run("--help").output
    assert "--behind-proxy" in output
    assert "ratings" in output


def numbers_of_tables(port: int) -> list[int]:
    """The numbers of the tables of a hall, once there are some."""
    until = time.monotonic() + 120
    tables: list[dict[str, int]] = []
    while not tables:
        assert time.monotonic() < until, "no table joins"
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/api/tables") as answer:
            tables = json.load(answer)["tables"]
        time.sleep(0.05)
    return [table["table"] for table in tables]


@pytest.mark.long
def test_synthetic_tables_leave_when_their_hall_ends_in_any_way(tmp_path) -> None:
    """The next start shows only its own: the ledgers of the others are gone."""
    port, url = free_port(), f"sqlite:///{tmp_path / 'demo.db'}"
    prelude = "from web.cli import main; main()"
    arguments = ["hall", "--demo", "1", "--port", str(port), "--database", url, "--host", "127.0.0.1"]
    command = [sys.executable, "-c", prelude, *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            assert numbers_of_tables(port) == [1]
        finally:
            process.kill()
    parent = f"import subprocess; subprocess.run({command!r})"
    with subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE) as process:
        try:
            assert numbers_of_tables(port) == [2], "that of the killed hall is gone"
        finally:
            process.kill()
        assert process.stdout is not None
        process.stdout.read()  # ends with the last who may write: the hall ends by itself after its parent
    with closing(HallDatabase(url)) as database:
        assert TableRegistry(database, HallSettingStore(database)).all() == []
