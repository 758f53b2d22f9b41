"""One state has one process: a second is refused, and what it wrote is found."""

from __future__ import annotations

import errno
import json
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorer.session.events import EveningOpened
from tests.support.hands import HANDS
from tests.support.server import PIN, TableServer, free_port
from web.archive.evenings import EveningArchive
from web.ledger.checkpoint import CHECKPOINT_FILE_NAME, read_checkpoint, write_checkpoint
from web.ledger.notices import FOREIGN_ENTRIES, WRONG_FOLDS
from web.ledger.store import Store
from web.session.maintenance import LedgerMaintenance
from web.session.service import Change, SessionService
from web.system.data_lock import DataLock

ROOT = Path(__file__).parents[3]
OURS, THEIRS = ("Aki", "Emi"), ("Ken", "Yuki")


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command of ours on the data of `folder`, in English."""
    return subprocess.run(
        [sys.executable, "-c", "from web.cli import main; main()", *words, "--data", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"LC_ALL": "C.UTF-8", "PATH": ""},
        timeout=120,
    )


@pytest.fixture
def table(tmp_path: Path):
    server = TableServer(tmp_path, source="none").start(ready=False)
    yield server
    server.kill()


def test_a_second_server_ends_with_one_sentence_and_changes_nothing(table: TableServer) -> None:
    cookie = sign_in(table)
    opened = {"version": 0, "key": "an-evening", "game": "otoroku", "players": list(OURS), "pin": PIN}
    assert table.request("POST", "/api/evening", opened, cookie)[0] == 200
    second = run("serve", "--source", "none", "--no-qr", "--port", str(free_port()), folder=table.folder)
    assert second.returncode == 1
    assert table.process is not None
    assert re.fullmatch(
        rf"Error: the folder {table.folder} is in use by \S+ serve \(process {table.process.pid} on \S+\)\. "
        r"Stop that first, or name another folder with --data\.\n",
        second.stderr,
    )
    assert table.request("GET", "/health")[1]["ledger"] == "saved"


def test_a_copy_is_not_put_back_under_a_running_table(table: TableServer) -> None:
    backup = [sys.executable, "-I", str(ROOT / "deploy/backup.py")]
    copied = subprocess.run([*backup, "copy", str(table.folder)], capture_output=True, text=True, check=True)
    before = sorted(table.folder.iterdir())
    restore = [*backup, "restore", str(table.folder), copied.stdout.strip()]
    refused = subprocess.run(restore, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{table.folder} is in use by ")
    assert refused.stderr.endswith(": stop that first; nothing was changed\n")
    assert sorted(table.folder.iterdir()) == before
    table.stop()
    assert subprocess.run(restore, capture_output=True, check=False).returncode == 0


def test_a_new_pin_reaches_the_running_table_by_design(table: TableServer) -> None:
    """How soon is in `tests/unit/web/cli/commands/test_join.py`."""
    done = run("pin", "--reset", folder=table.folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1].isdigit()
    assert table.request("GET", "/health")[1]["status"] == "ok"


def test_a_second_hall_on_the_same_file_ends_with_the_sentence(tmp_path: Path) -> None:
    with closing(DataLock(tmp_path / "hall.db")):
        second = run("hall", "--port", str(free_port()), folder=tmp_path)
    assert second.returncode == 1
    assert f"the folder {tmp_path} is in use by " in second.stderr


def test_health_tells_when_another_process_may_write(table: TableServer) -> None:
    (table.folder / "ledger.db.lock").unlink()
    health = table.request("GET", "/health")[1]
    assert (health["status"], health["ledger"]) == ("degraded", "shared")


def sign_in(table: TableServer) -> str:
    assert table.request("POST", "/api/host", {"pin": PIN})[0] == 200
    return table.cookie


def open_store(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'ledger.db'}")


def play(service: SessionService, players: tuple[str, ...], first: int) -> None:
    """An evening of these players, and a round of it."""
    opened = EveningOpened("otoroku", "hanafuda", {}, players, (100,) * len(players))
    service.open_evening(opened, Change(service.version, f"opened-{first}", players[0]))
    hands = HANDS[first : first + 2]
    answers = {f"hands.{seat}": list(hand) for seat, hand in enumerate(hands)}
    service.book(answers, Change(1, f"round-{first}", players[0]))


def players_by_evening(folder: Path) -> dict[int, tuple[str, ...]]:
    """What a start shows: the evening under way, and every evening as it is listed."""
    with closing(open_store(folder)) as store:
        service = SessionService(store, lambda: None)
        archive = EveningArchive(store, lambda: service.current_evening)
        archive.people()
        assert service.session is not None
        shown = {record.head.id: tuple(sorted(part.name for part in record.people)) for record in archive.records()}
        assert service.evening_id is not None
        assert tuple(sorted(service.session.players)) == shown[service.evening_id]
        return shown


@pytest.mark.parametrize("has_locks", [True, False])
def test_what_two_servers_booked_is_shown_as_it_was_booked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_locks: bool
) -> None:
    """Both write where no lock can be had, as on a share. Neither folds the other's evening as its own."""

    def no_locks(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    if not has_locks:
        monkeypatch.setattr("web.system.data_lock.fcntl.flock", no_locks)
    with closing(open_store(tmp_path)) as first, closing(open_store(tmp_path)) as second:
        ours, theirs = (SessionService(store, lambda: None) for store in (first, second))
        play(ours, OURS, 0)
        play(theirs, THEIRS, 2)
        EveningArchive(first, lambda: ours.current_evening).people()
        ours.save_checkpoint()
        theirs.save_checkpoint()
    assert players_by_evening(tmp_path) == {1: OURS, 2: THEIRS}


def test_a_table_goes_on_with_what_another_process_wrote_and_says_so(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as first, closing(open_store(tmp_path)) as second:
        ours = SessionService(first, lambda: None)
        play(ours, OURS, 0)
        assert not ours.catch_up()
        play(SessionService(second, lambda: None), THEIRS, 2)
        LedgerMaintenance(first, ours).tick()
        assert ours.session is not None
        assert ours.session.players == THEIRS
        assert first.notice == FOREIGN_ENTRIES
        assert not ours.catch_up()


def test_an_evening_that_was_kept_wrong_is_found_and_made_anew(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        service = SessionService(store, lambda: None)
        play(service, OURS, 0)
        service.save_checkpoint()
        kept = read_checkpoint(tmp_path / CHECKPOINT_FILE_NAME)
        assert kept is not None
    session = json.loads(json.dumps(kept.session).replace("Aki", "Ken").replace("Emi", "Yuki"))
    fields = {name: getattr(kept, name) for name in kept.__slots__} | {"session": session}
    write_checkpoint(tmp_path / CHECKPOINT_FILE_NAME, type(kept)(**fields))
    with closing(open_store(tmp_path)) as store:
        service = SessionService(store, lambda: None)
        assert service.session is not None
        assert service.session.players == THEIRS, "the test needs a checkpoint that is believed at first"
        maintenance = LedgerMaintenance(store, service)
        maintenance._look_at_past()
        assert maintenance.are_folds_renewed
        assert service.session.players == OURS
        assert store.notice == WRONG_FOLDS
    assert players_by_evening(tmp_path) == {1: OURS}


def test_an_evening_that_was_kept_right_is_left_alone(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        service = SessionService(store, lambda: None)
        play(service, OURS, 0)
        service.save_checkpoint()
    with closing(open_store(tmp_path)) as store:
        maintenance = LedgerMaintenance(store, SessionService(store, lambda: None))
        maintenance._look_at_past()
        assert not maintenance.are_folds_renewed
        assert store.notice is None
