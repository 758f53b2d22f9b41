"""A Raspberry Pi that commit 35d6b22 was installed on is upgraded today.

`installed-35d6b22.tar.xz` is what `deploy/install.sh --hotspot` of that commit put into a folder, with the stand-ins
for system commands of `test_install.py`; what only people read is left out. Its ledger is that of `test_upgrade.py`.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.promises.deploy.test_install import (
    current_version,
    new_calls,
    run_install,  # noqa: F401  a fixture
)
from tests.promises.recovery.test_interrupted_upgrade import RunInstall, run_guard

HERE = Path(__file__).parent
OLD = "0.1.0-756b3bc95091"
KEPT = (
    "etc/fudayomi/options",
    "etc/NetworkManager/system-connections/fudayomi-hotspot.nmconnection",
    "var/lib/fudayomi/wifi",
    "var/lib/fudayomi/ledger.db",
    "var/lib/fudayomi/rounds.log",
    "var/lib/fudayomi/decks/mine.npz",
)


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The root folder of a Pi with the older version, its options, its Wi-Fi and its data folder."""
    root = tmp_path / "root"
    root.mkdir()
    for archive, target in (("installed", root), ("data", root / "var/lib/fudayomi")):
        subprocess.run(["tar", "-xf", HERE / f"{archive}-35d6b22.tar.xz", "-C", target], check=True)
    assert current_version(tmp_path) == OLD
    return root


def read_files(pi: Path) -> dict[str, bytes]:
    """What an upgrade must not change."""
    return {name: (pi / name).read_bytes() for name in KEPT}


def dump_ledger(file: Path) -> list[str]:
    """A ledger's tables and rows, as SQL."""
    with closing(sqlite3.connect(file)) as ledger:
        return list(ledger.iterdump())


def assert_units_of(pi: Path, version: str) -> None:
    """Assert that systemd has the units of a version, all of them and no others."""
    expected = {
        file.name: file.read_bytes() for file in (pi / f"opt/fudayomi/versions/{version}/deploy/systemd").iterdir()
    }
    found = {file.name: file.read_bytes() for file in (pi / "etc/systemd/system").glob("fudayomi*")}
    assert found == expected


def test_it_is_upgraded_and_taken_back(run_install: RunInstall, pi: Path, tmp_path: Path) -> None:  # noqa: F811
    kept = read_files(pi)
    ledger = dump_ledger(pi / "var/lib/fudayomi/ledger.db")
    assert_units_of(pi, OLD)

    done = run_install()
    assert done.returncode == 0, done.stderr
    assert ".local:8123/" in done.stdout, "the port of the older options"
    new = current_version(tmp_path)
    assert new != OLD
    assert_units_of(pi, new)
    assert read_files(pi) == kept
    (copy,) = (pi / "var/lib/fudayomi/backups").glob("ledger-*.db")
    assert dump_ledger(copy) == ledger
    calls = new_calls(tmp_path)
    for unit in ("fudayomi-eyes.socket", "fudayomi-feeder.socket"):
        assert calls.index("systemctl daemon-reload") < calls.index(f"systemctl try-restart {unit}")
    assert calls.index("systemctl stop fudayomi.service") < calls.index("systemctl restart --no-block fudayomi.service")

    back = run_install("--rollback")
    assert back.returncode == 0, back.stderr
    assert current_version(tmp_path) == OLD
    assert_units_of(pi, OLD)
    assert read_files(pi) == kept


def test_a_version_that_does_not_start_gives_way_to_it(
    run_install: RunInstall,  # noqa: F811
    pi: Path,
    tmp_path: Path,
) -> None:
    kept = read_files(pi)
    failed = run_install(health="no")
    assert failed.returncode == 1
    assert f"going back to {OLD}" in failed.stdout
    assert current_version(tmp_path) == OLD
    assert_units_of(pi, OLD)
    assert {name: data for name, data in read_files(pi).items() if not name.endswith("ledger.db")} == {
        name: data for name, data in kept.items() if not name.endswith("ledger.db")
    }
    (before,) = (pi / "var/lib/fudayomi").glob("ledger-before-*/ledger.db")
    assert dump_ledger(pi / "var/lib/fudayomi/ledger.db") == dump_ledger(before)


def test_the_guard_puts_the_older_ledger_back(
    run_install: RunInstall,  # noqa: F811
    pi: Path,
    tmp_path: Path,
) -> None:
    """The Pi lost power before the new version was confirmed, and that version starts in vain three times."""
    ledger = dump_ledger(pi / "var/lib/fudayomi/ledger.db")
    assert run_install().returncode == 0
    new = current_version(tmp_path)
    # So it is called until the upgrade is confirmed.
    shutil.move(pi / "opt/fudayomi/previous", pi / "opt/fudayomi/upgrading")
    (pi / "var/lib/fudayomi/ledger.db").write_text("only the new version reads this")
    assert [run_guard(tmp_path, "before") for _ in range(4)] == [new, new, new, OLD]
    assert_units_of(pi, OLD)
    assert dump_ledger(pi / "var/lib/fudayomi/ledger.db") == ledger
