"""The plug pulled at every step of an upgrade: a whole version and every round are there, and the next run finishes.

All steps: FUDAYOMI_EVERY_STEP=1 pytest tests/promises/recovery/test_interrupted_upgrade.py; without it some of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.promises.deploy.test_install import change, count, current, ledger, pi  # noqa: F401  a fixture

Pi = Callable[..., subprocess.CompletedProcess[str]]
EVERY = bool(os.environ.get("FUDAYOMI_EVERY_STEP"))
ROUNDS = 3


def guard(tmp_path: Path, word: str) -> str:
    """What systemd runs as root around every start; the name of the version that is in use after it."""
    environment = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "FUDAYOMI_ROOT": str(tmp_path / "root")}
    script = tmp_path / "root/opt/fudayomi/guard"
    text = script.read_text().replace("/usr/bin/python3", "python3")
    rooms = {"ROOMS": str(tmp_path), "REAL_PYTHON": shutil.which("python3") or "python3"}
    done = subprocess.run(
        ["/bin/sh", "-c", text, "guard", word],
        env=environment | rooms,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return current(tmp_path)


def test_an_upgrade_is_confirmed_by_two_at_once(pi: Pi, tmp_path: Path) -> None:  # noqa: F811
    """By systemd as soon as the page is up, and by install.sh, which has asked the page itself."""
    assert pi().returncode == 0
    version = current(tmp_path)
    (tmp_path / "root/opt/fudayomi/upgrading").write_text("older\n\n")
    (tmp_path / "bin/systemctl").write_text("#!/bin/sh\nsleep 0.3\n")  # long enough for the other to come
    environment = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "FUDAYOMI_ROOT": str(tmp_path / "root")}
    words = ["/bin/sh", tmp_path / "root/opt/fudayomi/guard", "well"]
    both = [subprocess.Popen(words, env=environment | {"ROOMS": str(tmp_path)}) for _ in range(2)]
    assert [one.wait(30) for one in both] == [0, 0]
    assert (tmp_path / "root/opt/fudayomi/previous").read_text() == "older\n\n"
    assert current(tmp_path) == version


@pytest.fixture
def old(pi: Pi, tmp_path: Path) -> str:  # noqa: F811
    """A Pi that runs a version and has played some rounds; the next version lies ready. The old version's name."""
    assert pi().returncode == 0
    ledger(tmp_path, ROUNDS)
    change(tmp_path, "# better\n")
    shutil.copytree(tmp_path / "root", tmp_path / "before", symlinks=True)
    return current(tmp_path)


def again(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "root")
    shutil.copytree(tmp_path / "before", tmp_path / "root", symlinks=True)


def steps_of(pi: Pi, tmp_path: Path, **how: str) -> list[int]:  # noqa: F811
    """The numbers of the steps to pull the plug at; the last of them is the last of all."""
    pi(pull_at=10**6, **how)
    last = int((tmp_path / "step").read_text())
    again(tmp_path)
    assert last > 30
    # From the middle on: what is built before is only begun anew, in test_install.py.
    return list(range(1, last + 1)) if EVERY else [last // 2, 2 * last // 3, 5 * last // 6, last]


@pytest.mark.parametrize("then", ["reboot", "run again", "give up"])
def test_a_good_upgrade(pi: Pi, tmp_path: Path, old: str, then: str) -> None:  # noqa: F811
    source = (tmp_path / "house/scorer/one.py").read_text()
    for step in steps_of(pi, tmp_path):
        assert pi(pull_at=step).returncode == -9
        root = tmp_path / "root"
        assert (root / "opt/fudayomi/current/complete").exists(), f"step {step}"
        assert count(root / "var/lib/fudayomi/ledger.db") == ROUNDS, f"step {step}"
        if then == "reboot":
            guard(tmp_path, "before")
            version = guard(tmp_path, "well")
            assert not (root / "opt/fudayomi/upgrading").exists()
            assert guard(tmp_path, "before") == version, "what runs well stays"
        if then == "give up":
            change(tmp_path, "# scorer\n")  # the sources of the old version again
        assert pi().returncode == 0, f"step {step}"
        change(tmp_path, source)
        assert (current(tmp_path) == old) is (then == "give up"), f"step {step}"
        assert count(root / "var/lib/fudayomi/ledger.db") == ROUNDS
        left = {path.name for path in (root / "opt/fudayomi").iterdir()}
        assert left <= {"versions", "current", "previous", "guard"}, f"step {step}"
        again(tmp_path)


def test_a_bad_upgrade_interrupted_goes_back_by_itself_when_the_pi_starts(pi: Pi, tmp_path: Path, old: str) -> None:  # noqa: F811
    for step in steps_of(pi, tmp_path, health="no"):
        assert pi(health="no", pull_at=step).returncode == -9
        starts = [guard(tmp_path, "before") for _ in range(5)]
        assert starts[-1] == old, f"step {step}"
        assert count(tmp_path / "root/var/lib/fudayomi/ledger.db") == ROUNDS, f"step {step}"
        assert guard(tmp_path, "well") == old
        units = tmp_path / "root/etc/systemd/system"
        wanted = tmp_path / "root/opt/fudayomi/current/deploy/systemd"
        assert {file.name: file.read_text() for file in units.glob("fudayomi*")} == {
            file.name: file.read_text() for file in wanted.iterdir()
        }, "the units go back with their version"
        again(tmp_path)
