"""deploy/install.sh in a folder, with stand-ins for system commands."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

STAND_INS = {
    "apt-get": "",
    "adduser": "",
    "deluser": "",
    "systemctl": "",
    "nmcli": "",
    # Tests cannot make files of other users, so owner and group are dropped from the arguments.
    "install": """
left=$#
while [ $left -gt 0 ]; do
  argument="$1"; shift; left=$((left - 1))
  case "$argument" in -o | -g) shift; left=$((left - 1)) ;; *) set -- "$@" "$argument" ;; esac
done
exec /usr/bin/install "$@"
""",
    "sync": "",
    "id": "exit 1",
    "runuser": 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    # Makes a virtual environment whose programs only record their calls. The test decides whether the page answers.
    "python3": """
case "$1 $2" in
  "-m venv")
    mkdir -p "$3/bin"
    for program in pip fudayomi; do cp "$SANDBOX/bin/recorder" "$3/bin/$program"; done
    exit 0 ;;
esac
case "$2" in
  *health*) [ "$(cat "$SANDBOX/health")" = yes ]; exit ;;
esac
exec "$REAL_PYTHON" -S "$@"
""",
    "recorder": "",
} | {name: f'exec /bin/{name} "$@"' for name in ("mv", "ln", "rm", "cp", "touch", "mktemp", "chmod", "sed")}

# Each call of a stand-in is a step. At step PULL_AT all processes are killed, as by a power cut.
STEP = """#!/bin/sh
if [ -n "$PULL_AT" ]; then
  step=$(($(/bin/cat "$SANDBOX/step") + 1)); echo $step > "$SANDBOX/step"
  if [ $step = "$PULL_AT" ]; then kill -9 0; fi
fi
"""


@pytest.fixture
def run_install(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the script with arguments. `health`: whether the page answers then, yes or no."""
    bins = tmp_path / "bin"
    bins.mkdir()
    for name, body in STAND_INS.items():
        record = f'echo "{name} $*" >> "$SANDBOX/calls"\n' if name != "python3" else ""
        (bins / name).write_text(f"{STEP}{record}{body}\n")
        (bins / name).chmod(0o755)
    for package in ("scorer", "scanner", "web", "models"):
        (tmp_path / "sources" / package).mkdir(parents=True)
        (tmp_path / "sources" / package / "one.py").write_text(f"# {package}\n")
    backup = ("ledger/__init__", "ledger/backups", "system/__init__", "system/data_lock")
    for file in ("web/__init__.py", *(f"web/{module}.py" for module in backup)):
        (tmp_path / "sources" / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / "sources" / file)
    for file in ("pyproject.toml", "requirements-pi.lock", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tmp_path / "sources" / file)
    for folder in ("deploy", "scanner/picamera_daemon"):
        shutil.copytree(ROOT / folder, tmp_path / "sources" / folder, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {
        "PATH": f"{bins}:{os.environ['PATH']}",
        "SANDBOX": str(tmp_path),
        "REAL_PYTHON": sys.executable,
        "FUDAYOMI_ROOT": str(tmp_path / "root"),
        "FUDAYOMI_ANY_MACHINE": "1",
        "FUDAYOMI_TRIES": "1",
    }

    def run(*arguments: str, health: str = "yes", pull_at: int | None = None) -> subprocess.CompletedProcess[str]:
        (tmp_path / "health").write_text(health)
        (tmp_path / "step").write_text("0")
        script = tmp_path / "sources/deploy/install.sh"
        return subprocess.run(
            [script, *arguments],
            env=environment | {"PULL_AT": str(pull_at) if pull_at is not None else ""},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            start_new_session=True,
        )

    return run


def new_calls(tmp_path: Path) -> list[str]:
    """Calls of the stand-ins since the last time this was called."""
    calls = (tmp_path / "calls").read_text().splitlines()
    (tmp_path / "calls").unlink()
    return calls


def current_version(tmp_path: Path) -> str:
    return (tmp_path / "root/opt/fudayomi/current").readlink().name


def write_ledger(tmp_path: Path, rounds: int) -> Path:
    file = tmp_path / "root/var/lib/fudayomi/ledger.db"
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("CREATE TABLE IF NOT EXISTS entries (body TEXT)")
        connection.execute("DELETE FROM entries")
        connection.executemany("INSERT INTO entries VALUES (?)", [("x",)] * rounds)
    connection.close()
    return file


def count_rounds(file: Path) -> int:
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    connection.close()
    return int(found)


def change_source(tmp_path: Path, text: str) -> None:
    (tmp_path / "sources/scorer/one.py").write_text(text)


def test_a_fresh_installation_and_the_same_again(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    first = run_install()
    assert first.returncode == 0, first.stderr
    root = tmp_path / "root"
    assert (root / "opt/fudayomi/current/bin/fudayomi").exists()
    assert (root / "opt/fudayomi/current/deploy/backup.py").exists()
    assert (root / "opt/fudayomi/current/feeder/__main__.py").exists()
    for file in (
        "systemd/system/fudayomi.service",
        "systemd/system/fudayomi-feeder.socket",
        "systemd/system/fudayomi-feeder@.service",
        "systemd/system/fudayomi-backup.timer",
        "avahi/services/fudayomi.service",
    ):
        assert (root / "etc" / file).exists()
    assert stat.S_IMODE((root / "var/lib/fudayomi").stat().st_mode) == 0o700
    calls = new_calls(tmp_path)
    assert "systemctl enable fudayomi-feeder.socket" in calls
    assert any(line.startswith("apt-get install") and "python3-picamera2" in line for line in calls)
    assert any("--require-hashes" in line and line.endswith("requirements-pi.lock") for line in calls)
    assert "systemctl restart --no-block fudayomi.service" in calls
    (root / "etc/fudayomi/options").write_text("FUDAYOMI_OPTIONS=--source picamera:50\n")
    version = current_version(tmp_path)
    assert run_install().returncode == 0
    assert current_version(tmp_path) == version
    assert not any("--require-hashes" in line for line in new_calls(tmp_path)), "built once"
    assert "picamera:50" in (root / "etc/fudayomi/options").read_text()


def test_an_upgrade_keeps_the_ledger_and_can_be_taken_back(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    run_install()
    old = current_version(tmp_path)
    file = write_ledger(tmp_path, 3)
    change_source(tmp_path, "# better\n")
    assert run_install().returncode == 0
    assert current_version(tmp_path) != old
    assert count_rounds(file) == 3
    assert len(list(file.parent.glob("backups/ledger-*.db"))) == 1
    write_ledger(tmp_path, 5)
    back = run_install("--rollback")
    assert back.returncode == 0, back.stderr
    assert current_version(tmp_path) == old
    assert count_rounds(file) == 5, "rounds booked since stay"
    again = run_install("--rollback")
    assert again.returncode == 1
    assert "no version" in again.stderr


def test_a_version_that_does_not_start_is_taken_back_with_the_ledger_of_before(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    run_install()
    old = current_version(tmp_path)
    file = write_ledger(tmp_path, 3)
    change_source(tmp_path, "# broken\n")
    (tmp_path / "bin/systemctl").write_text(
        '#!/bin/sh\necho "systemctl $*" >> "$SANDBOX/calls"\n'
        # the broken version migrates the ledger, so the old one cannot read it
        '[ "$*" = "restart --no-block fudayomi.service" ] && [ -e "$SANDBOX/break" ] && rm "$SANDBOX/break"'
        f" && echo garbage > {file}\nexit 0\n"
    )
    (tmp_path / "break").write_text("")
    failed = run_install(health="no")
    assert failed.returncode == 1
    assert "going back" in failed.stdout
    assert current_version(tmp_path) == old
    assert count_rounds(file) == 3
    assert run_install("--rollback").returncode == 1, "there is nothing older"
    assert [copy.read_text() for copy in file.parent.glob("ledger-before-*/ledger.db")] == ["garbage\n"]


def remove_feeder(tmp_path: Path) -> None:
    """Change the sources to those of before the camera daemon had a unit of its own."""
    systemd = tmp_path / "sources/deploy/systemd"
    (tmp_path / "newer-units").mkdir()
    for file in [*systemd.glob("fudayomi-feeder*"), systemd / "fudayomi-eyes@.service"]:
        shutil.copy(file, tmp_path / "newer-units")
    for file in systemd.glob("fudayomi-feeder*"):
        file.unlink()
    (systemd / "fudayomi-eyes@.service").write_text("[Service]\nDeviceAllow=char-media rw\n")


def test_an_upgrade_from_before_the_feeders_unit_and_back(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    remove_feeder(tmp_path)
    units = tmp_path / "root/etc/systemd/system"
    assert run_install().returncode == 0
    assert not list(units.glob("fudayomi-feeder*"))
    for file in (tmp_path / "newer-units").iterdir():
        shutil.copy(file, tmp_path / "sources/deploy/systemd")
    new_calls(tmp_path)
    assert run_install().returncode == 0
    calls = new_calls(tmp_path)
    assert calls.index("systemctl daemon-reload") < calls.index("systemctl enable fudayomi-feeder.socket")
    assert {f"systemctl try-restart fudayomi-{name}.socket" for name in ("eyes", "feeder")} <= set(calls)
    assert "char-media" not in (units / "fudayomi-eyes@.service").read_text()
    assert len(list(units.glob("fudayomi-feeder*"))) == 2
    assert run_install("--rollback").returncode == 0
    calls = new_calls(tmp_path)
    assert "systemctl disable --now --no-block fudayomi-feeder.socket" in calls
    assert not {f"systemctl {verb} fudayomi-feeder.socket" for verb in ("enable", "try-restart")} & set(calls)
    assert not list(units.glob("fudayomi-feeder*"))
    assert "char-media" in (units / "fudayomi-eyes@.service").read_text()


def test_without_a_copy_of_the_ledger_nothing_is_upgraded(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    run_install()
    old = current_version(tmp_path)
    (tmp_path / "root/var/lib/fudayomi/ledger.db").write_text("damaged " * 1000)
    change_source(tmp_path, "# better\n")
    new_calls(tmp_path)
    failed = run_install()
    assert failed.returncode == 1
    assert "nothing was upgraded" in failed.stderr
    assert current_version(tmp_path) == old
    assert new_calls(tmp_path)[-1] == "systemctl start fudayomi.service"


def test_an_interrupted_build_is_begun_anew(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    (tmp_path / "bin/recorder").write_text("#!/bin/sh\nexit 1\n")
    assert run_install().returncode != 0
    assert not (tmp_path / "root/opt/fudayomi/current").exists()
    (tmp_path / "bin/recorder").write_text('#!/bin/sh\necho "recorder $*" >> "$SANDBOX/calls"\n')
    assert run_install().returncode == 0
    assert (tmp_path / "root/opt/fudayomi/current/complete").exists()


def test_old_versions_go_but_not_the_one_before(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    for number in range(5):
        change_source(tmp_path, f"# {number}\n")
        assert run_install().returncode == 0
    versions = {path.name for path in (tmp_path / "root/opt/fudayomi/versions").iterdir()}
    assert len(versions) == 3
    assert {
        current_version(tmp_path),
        (tmp_path / "root/opt/fudayomi/previous").read_text().splitlines()[0],
    } <= versions


def test_the_tables_own_wifi_has_a_key_of_its_own_that_stays(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    file = tmp_path / "root/etc/NetworkManager/system-connections/fudayomi-hotspot.nmconnection"
    assert run_install("--hotspot").returncode == 0
    text = file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "@" not in text
    key = next(line for line in text.splitlines() if line.startswith("psk="))
    assert len(key) == len("psk=") + 15
    second = run_install("--hotspot")
    assert file.read_text() == text
    assert key.removeprefix("psk=") in second.stdout
    file.unlink()
    run_install("--hotspot")
    assert key not in file.read_text()


def test_removing_keeps_the_ledger_and_purging_does_not(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    run_install("--hotspot")
    file = write_ledger(tmp_path, 2)
    for _ in range(2):
        assert run_install("--uninstall").returncode == 0
    root = tmp_path / "root"
    left = sorted(str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir())
    assert left == ["etc/fudayomi/options", "var/lib/fudayomi/ledger.db"]
    assert not (root / "opt/fudayomi").exists()
    assert run_install().returncode == 0
    assert count_rounds(file) == 2
    assert run_install("--purge").returncode == 0
    assert not [path for path in root.rglob("*") if not path.is_dir()]


def test_an_unknown_option_changes_nothing(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    assert run_install("--instal").returncode == 2
    assert "--rollback" in run_install("--help").stdout
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(
    ("line", "port"),
    [
        ("FUDAYOMI_OPTIONS=", "8000"),
        ("FUDAYOMI_OPTIONS=--source picamera:50 --port 80", "80"),
        ("FUDAYOMI_OPTIONS='--port=8123'", "8123"),
        ("#FUDAYOMI_OPTIONS=--port 1", "8000"),
    ],
)
def test_the_port_of_the_options_is_announced_and_asked(
    run_install: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, line: str, port: str
) -> None:
    options = tmp_path / "root/etc/fudayomi/options"
    options.parent.mkdir(parents=True)
    options.write_text(line + "\n")
    (tmp_path / "bin/python3").write_text(
        (tmp_path / "bin/python3").read_text().replace("*health*)", '*health*) echo "asked $3" >> "$SANDBOX/calls";')
    )
    assert f".local:{port}/" in run_install().stdout
    assert f"asked {port}" in new_calls(tmp_path)
    assert f"<port>{port}</port>" in (tmp_path / "root/etc/avahi/services/fudayomi.service").read_text()
    assert options.read_text() == line + "\n"
