"""A PostgreSQL server for tests, which may kill and restart it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

try:
    import psycopg
except ImportError:  # tests that need it are skipped
    psycopg = None  # type: ignore[assignment]

MISSING = "no PostgreSQL server is installed: apt-get install postgresql"
_WAIT_S = 60
"""Seconds that a busy machine may take to start it, or to end processes that a kill left."""


def find_binaries() -> Path | None:
    """The folder of initdb and postgres, the newest version first; None where there is none."""
    on_path = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: -int(folder.parent.name))
    folders_found = [*([Path(on_path).resolve().parent] if on_path else []), *folders]
    return next((folder for folder in folders_found if (folder / "postgres").exists()), None)


class PostgresTrial:
    """A PostgreSQL server in a temporary folder. It refuses to run as root, so root starts it as user `postgres`."""

    def __init__(self, folder: Path) -> None:
        self.bin = find_binaries() or pytest.skip(MISSING)
        self.folder = folder
        self.data = folder / "data"
        self.as_user: list[str] = ["setpriv", "--pdeathsig", "KILL"]
        if os.getuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
            self.as_user += ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        initdb = [
            str(self.bin / "initdb"),
            "-D",
            str(self.data),
            "-U",
            "hall",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run([*self.as_user, *initdb], check=True, capture_output=True, cwd=folder)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of its database."""
        return f"postgresql://hall@/postgres?host={self.folder}"

    def start(self) -> PostgresTrial:
        """Start it and wait until it answers. Processes that a kill left may hold its memory for a moment."""
        until = time.monotonic() + _WAIT_S
        while time.monotonic() < until:
            if self.process is None or self.process.poll() is not None:
                options = ["-c", "listen_addresses=", "-k", str(self.folder), "-c", "shared_buffers=16MB"]
                command = [*self.as_user, str(self.bin / "postgres"), "-D", str(self.data), *options]
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return self
        raise AssertionError((self.folder / "log").read_text())

    def kill(self) -> None:
        """End all its processes as a power cut would: those that serve connections may live on without the first."""
        assert self.process is not None
        first = self.process.pid
        os.kill(first, signal.SIGSTOP)  # so that it starts no more of them
        for child in Path(f"/proc/{first}/task/{first}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.process = None

    def close(self) -> None:
        """End it if it runs."""
        if self.process is not None:
            self.kill()


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[PostgresTrial]:
    """One server for all tests of this process, in a folder of its own: other users cannot read those of pytest."""
    if psycopg is None:
        pytest.skip("psycopg is not installed: pip install 'fudayomi[hall]'")
    if find_binaries() is None:
        pytest.skip(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="fudayomi-pg-", dir="/tmp"))
    trial = PostgresTrial(folder).start()
    yield trial
    trial.close()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(postgres_cluster: PostgresTrial) -> PostgresTrial:
    """The server with an empty database."""
    postgres_cluster.start()
    with psycopg.connect(postgres_cluster.url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres_cluster
