"""After a hall's backup is restored, tables send what it lacks."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.support.hall import HallTrial, InProcessClient, TableTrial
from web.outbox import outbox


def test_a_restored_hall_on_postgresql_asks_for_what_it_lacks(postgres, tmp_path) -> None:
    dump = tmp_path / "hall.dump"
    with closing(HallTrial(postgres.url)) as hall, closing(hall.table(tmp_path / "pine")) as table:
        table.play(3).send_all()
        command = [str(postgres.bin / "pg_dump"), "--format=custom", f"--file={dump}", postgres.url]
        subprocess.run(command, check=True)
        table.play(2).send_all()
    command = [str(postgres.bin / "pg_restore"), "--clean", "--if-exists", f"--dbname={postgres.url}", str(dump)]
    subprocess.run(command, check=True)
    with closing(HallTrial(postgres.url)) as hall, restored(hall, tmp_path) as table:
        table.play().send_all()
        assert_has_everything(hall, table)


def test_a_restored_file_hall_has_everything_though_nobody_plays_on(tmp_path, monkeypatch) -> None:
    with (
        closing(HallTrial(f"sqlite:///{tmp_path / 'hall.db'}")) as hall,
        closing(hall.table(tmp_path / "pine")) as table,
    ):
        table.play(3).send_all()
        with closing(sqlite3.connect(tmp_path / "hall.db")) as connection:
            connection.execute("VACUUM INTO ?", (str(tmp_path / "backup.db"),))
        table.play(2).send_all()
    with closing(HallTrial(f"sqlite:///{tmp_path / 'backup.db'}")) as hall, restored(hall, tmp_path) as table:
        table.send_all()
        assert hall.get("/api/tables/1").json["round"] == 4, "it asks only now and then"
        monkeypatch.setattr(outbox, "ASK_AGAIN_S", 0.0)
        table.send_all()
        assert_has_everything(hall, table)


def restored(hall: HallTrial, folder: Path) -> closing[TableTrial]:
    """The table, at a hall that has less than before."""
    assert hall.get("/api/tables/1").json["round"] == 4
    return closing(TableTrial(folder / "pine", lambda _url: InProcessClient(hall.app)))


def assert_has_everything(hall: HallTrial, table: TableTrial) -> None:
    assert table.outbox.status.refusal is None
    assert hall.nets(1) == table.nets()
    assert hall.get("/api/tables/1").json["sequence"] == table.store.last_sequence()
