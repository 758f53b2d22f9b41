from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.hall import NAMES
from web.cli import main


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
    said = run("--help").output
    assert "--behind-proxy" in said
    assert "ratings" in said
