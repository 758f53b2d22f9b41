"""A power cut at any step of an upgrade leaves a version that works.

No round is lost, and the next run finishes the upgrade. By default only some steps are tested; all of them with
`FUDAYOMI_EVERY_STEP=1 pytest tests/promises/recovery/test_interrupted_upgrade.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.promises.deploy.test_install import (
    change_source,
    count_rounds,
    current_version,
    run_install,  # noqa: F401  a fixture
    write_ledger,
)
from tests.support.gate import first_in_gate

RunInstall = Callable[..., subprocess.CompletedProcess[str]]
EVERY = bool(os.environ.get("FUDAYOMI_EVERY_STEP"))
ROUNDS = 3


def run_guard(tmp_path: Path, verb: str) -> str:
    """Run what systemd runs as root at every start. The version in use afterwards."""
    environment = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "FUDAYOMI_ROOT": str(tmp_path / "root")}
    script = tmp_path / "root/opt/fudayomi/guard"
    text = script.read_text().replace("/usr/bin/python3", "python3")
    for_stand_ins = {"SANDBOX": str(tmp_path), "REAL_PYTHON": shutil.which("python3") or "python3"}
    done = subprocess.run(
        ["/bin/sh", "-c", text, "guard", verb],
        env=environment | for_stand_ins,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return current_version(tmp_path)


def test_an_upgrade_is_confirmed_by_two_at_once(run_install: RunInstall, tmp_path: Path) -> None:  # noqa: F811
    """systemd confirms it as soon as the page is up, and so does install.sh, which asks the page itself."""
    assert run_install().returncode == 0
    version = current_version(tmp_path)
    (tmp_path / "root/opt/fudayomi/upgrading").write_text("older\n\n")
    (tmp_path / "bin/systemctl").write_text("#!/bin/sh\nsleep 0.3\n")  # long enough for both to meet
    environment = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "FUDAYOMI_ROOT": str(tmp_path / "root")}
    command = ["/bin/sh", tmp_path / "root/opt/fudayomi/guard", "well"]
    processes = [subprocess.Popen(command, env=environment | {"SANDBOX": str(tmp_path)}) for _ in range(2)]
    assert [process.wait(30) for process in processes] == [0, 0]
    assert (tmp_path / "root/opt/fudayomi/previous").read_text() == "older\n\n"
    assert current_version(tmp_path) == version


@pytest.fixture
def old_version(run_install: RunInstall, tmp_path: Path) -> str:  # noqa: F811
    """The name of the installed version, which has played some rounds. The next version is ready to install."""
    assert run_install().returncode == 0
    write_ledger(tmp_path, ROUNDS)
    change_source(tmp_path, "# better\n")
    shutil.copytree(tmp_path / "root", tmp_path / "before", symlinks=True)
    return current_version(tmp_path)


def restore_root(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "root")
    shutil.copytree(tmp_path / "before", tmp_path / "root", symlinks=True)


def steps_to_pull(run_install: RunInstall, tmp_path: Path, **how: str) -> list[int]:  # noqa: F811
    """Numbers of the steps to interrupt, the last step among them."""
    run_install(pull_at=10**6, **how)
    last = int((tmp_path / "step").read_text())
    restore_root(tmp_path)
    assert last > 30
    # From the middle on. test_install.py tests the build before it, which simply begins anew.
    return list(range(1, last + 1)) if EVERY else [last // 2, 2 * last // 3, 5 * last // 6, last]


@pytest.mark.parametrize("then", first_in_gate(["reboot", "run again", "give up"]))
def test_a_good_upgrade(run_install: RunInstall, tmp_path: Path, old_version: str, then: str) -> None:  # noqa: F811
    source = (tmp_path / "sources/scorer/one.py").read_text()
    for step in steps_to_pull(run_install, tmp_path):
        assert run_install(pull_at=step).returncode == -9
        root = tmp_path / "root"
        assert (root / "opt/fudayomi/current/complete").exists(), f"step {step}"
        assert count_rounds(root / "var/lib/fudayomi/ledger.db") == ROUNDS, f"step {step}"
        if then == "reboot":
            run_guard(tmp_path, "before")
            version = run_guard(tmp_path, "well")
            assert not (root / "opt/fudayomi/upgrading").exists()
            assert run_guard(tmp_path, "before") == version, "what runs well stays"
        if then == "give up":
            change_source(tmp_path, "# scorer\n")  # the sources of the old version again
        assert run_install().returncode == 0, f"step {step}"
        change_source(tmp_path, source)
        assert (current_version(tmp_path) == old_version) is (then == "give up"), f"step {step}"
        assert count_rounds(root / "var/lib/fudayomi/ledger.db") == ROUNDS
        left = {path.name for path in (root / "opt/fudayomi").iterdir()}
        assert left <= {"versions", "current", "previous", "guard"}, f"step {step}"
        restore_root(tmp_path)


def test_a_bad_upgrade_interrupted_goes_back_by_itself_when_the_pi_starts(
    run_install: RunInstall,  # noqa: F811
    tmp_path: Path,
    old_version: str,
) -> None:
    for step in steps_to_pull(run_install, tmp_path, health="no"):
        assert run_install(health="no", pull_at=step).returncode == -9
        starts = [run_guard(tmp_path, "before") for _ in range(5)]
        assert starts[-1] == old_version, f"step {step}"
        assert count_rounds(tmp_path / "root/var/lib/fudayomi/ledger.db") == ROUNDS, f"step {step}"
        assert run_guard(tmp_path, "well") == old_version
        units = tmp_path / "root/etc/systemd/system"
        wanted = tmp_path / "root/opt/fudayomi/current/deploy/systemd"
        assert {file.name: file.read_text() for file in units.glob("fudayomi*")} == {
            file.name: file.read_text() for file in wanted.iterdir()
        }, "the units go back with their version"
        restore_root(tmp_path)
