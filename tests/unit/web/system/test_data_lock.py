"""One process alone holds a ledger, and is named to the others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from web.system.data_lock import DataLock, HeldError, require_free


def test_one_process_owns_a_ledger_until_it_lets_go(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    require_free(file)
    assert list(tmp_path.iterdir()) == []
    with closing(DataLock(file)) as lock:
        assert lock.is_owner
        assert lock.is_kept
        with closing(DataLock(file)) as other:
            assert not other.is_owner
            assert not other.is_kept
        with pytest.raises(HeldError) as held:
            require_free(file)
        assert held.value.folder == tmp_path
        assert re.search(rf"\(process {os.getpid()} on \S+\)$", held.value.holder)
    require_free(file)
    with closing(DataLock(file)) as again:
        assert again.is_owner


def test_a_process_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    code = f"""
import os, sys
sys.argv = ["/usr/bin/fudayomi", "serve", "--hall", "http://hall/join/secret"]
from pathlib import Path
from web.system.data_lock import DataLock
lock = DataLock(Path({str(file)!r}))
print("held", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(HeldError) as held:
            require_free(file)
        assert held.value.holder.startswith(f"fudayomi serve (process {holder.pid} on ")
        assert "secret" not in held.value.holder
        holder.kill()
    require_free(file)


def test_a_lock_whose_file_was_taken_away_is_not_kept(tmp_path: Path) -> None:
    with closing(DataLock(tmp_path / "ledger.db")) as lock:
        (tmp_path / "ledger.db.lock").unlink()
        assert not lock.is_kept
        with closing(DataLock(tmp_path / "ledger.db")) as other:
            assert other.is_owner
            assert not lock.is_kept


def test_where_nobody_can_write_nobody_else_owns_it(tmp_path: Path) -> None:
    with closing(DataLock(tmp_path / "none" / "ledger.db")) as lock:
        assert lock.is_owner
        assert lock.is_kept
    require_free(tmp_path / "none" / "ledger.db")


def test_a_holder_without_a_name_is_another_process(tmp_path: Path) -> None:
    with closing(DataLock(tmp_path / "ledger.db")):
        (tmp_path / "ledger.db.lock").write_bytes(b"\x1b[31m\xff")
        with pytest.raises(HeldError) as held:
            require_free(tmp_path / "ledger.db")
        assert held.value.holder == "another process"
