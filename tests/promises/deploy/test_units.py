"""Configuration for systemd, Avahi and NetworkManager, without a Pi."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from scanner.enrolled.store import deck_path
from scanner.process import worker_process
from scanner.sources import picamera

DEPLOY = Path(__file__).parents[3] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
PAGE, EYES, FEEDER = "fudayomi.service", "fudayomi-eyes@.service", "fudayomi-feeder@.service"


@pytest.fixture
def run_analyze(tmp_path: Path):
    """Runs systemd-analyze on the units, with a program and a user of this machine."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd")
    for unit in UNITS:
        text = re.sub(r"/opt/fudayomi/current/bin/(fudayomi|python)", "/bin/true", unit.read_text())
        for name in {unit.name, unit.name.replace("@", "@1")}:
            (tmp_path / name).write_text(re.sub("(User|Group)=fudayomi", r"\1=daemon", text))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        files = [str(tmp_path / word) if (tmp_path / word).exists() else word for word in words]
        return subprocess.run(["systemd-analyze", *files], capture_output=True, text=True, check=False)

    return run


def test_systemd_understands_every_line(run_analyze) -> None:
    done = run_analyze("verify", *(unit.name for unit in UNITS), "fudayomi-eyes@1.service", "fudayomi-feeder@1.service")
    assert done.returncode == 0
    assert not re.search("unknown|invalid|ignoring|failed", done.stderr, re.IGNORECASE), done.stderr


@pytest.mark.parametrize(
    ("unit", "most"),
    [
        ("fudayomi.service", 2.5),
        ("fudayomi-eyes@1.service", 2.5),
        ("fudayomi-feeder@1.service", 4.5),
        ("fudayomi-backup.service", 1.0),
    ],
)
def test_units_are_closed(run_analyze, unit: str, most: float) -> None:
    done = run_analyze("security", "--offline=yes", "--no-pager", unit)
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) <= most


def unit_values(name: str, key: str) -> list[str]:
    """Values of `key`= in a unit, one for each line."""
    return re.findall(rf"^{key}=(.+)$", (DEPLOY / "systemd" / name).read_text(), re.MULTILINE)


def test_each_has_the_devices_it_needs_and_only_the_page_a_network() -> None:
    assert unit_values(PAGE, "PrivateDevices") == ["yes"]
    assert not unit_values(PAGE, "DeviceAllow")
    assert unit_values(EYES, "DeviceAllow") == ["char-video4linux rw"]
    assert unit_values(FEEDER, "DeviceAllow") == ["char-media rw", "char-video4linux rw", "char-dma_heap rw"]
    for unit in (EYES, FEEDER):
        assert unit_values(unit, "DevicePolicy") == ["closed"]
        assert unit_values(unit, "IPAddressDeny") == ["any"]
        assert not unit_values(unit, "IPAddressAllow")
        assert "AF_INET" not in unit_values(unit, "RestrictAddressFamilies")[0]
    state = "/var/lib/fudayomi"
    assert unit_values(EYES, "TemporaryFileSystem") == [f"{state}:ro"]
    assert unit_values(EYES, "BindPaths") == [str(deck_path("deck", Path(state)).parent)]
    assert unit_values(PAGE, "StateDirectory") == ["fudayomi fudayomi/decks"]
    assert not unit_values(EYES, "ReadWritePaths")
    assert unit_values(FEEDER, "InaccessiblePaths") == [state]


@pytest.mark.parametrize(
    ("asks", "name", "link"), [(PAGE, "FUDAYOMI_EYES", "eyes"), (EYES, "FUDAYOMI_FEEDER", "feeder")]
)
def test_who_asks_is_told_the_socket_and_has_it_started(asks: str, name: str, link: str) -> None:
    socket = f"fudayomi-{link}.socket"
    named = dict(word.split("=", 1) for line in unit_values(asks, "Environment") for word in line.split())
    assert unit_values(socket, "ListenStream") == [named[name]]
    assert unit_values(socket, "SocketMode") == ["0600"]
    assert unit_values(socket, "SocketUser") == unit_values(f"fudayomi-{link}@.service", "User") == ["fudayomi"]
    assert socket in unit_values(asks, "Wants")[0].split()
    assert socket in unit_values(asks, "After")[0].split()


def test_the_feeders_unit_runs_what_a_child_would_be() -> None:
    *python, _ = picamera._COMMAND
    assert unit_values(FEEDER, "ExecStart") == [" ".join([*python, "/opt/fudayomi/current/feeder", "--linked"])]
    assert 'scanner/picamera_daemon" "$folder/feeder"' in (DEPLOY / "install.sh").read_text()


def test_python_speaks_utf_8_and_no_runtime_reports_its_use() -> None:
    services = [unit for unit in UNITS if unit.suffix == ".service"]
    assert len(services) == 4
    for unit in services:
        words = " ".join(unit_values(unit.name, "Environment") + unit_values(unit.name, "ExecStart"))
        assert "PYTHONUTF8=1" in words or "-X utf8" in words, unit
        assert ("ORT_DISABLE_TELEMETRY=1" in words) == (unit.name in {PAGE, EYES}), unit


def test_what_hangs_or_is_killed_for_memory_does_not_stay() -> None:
    page, scanner = ((DEPLOY / "systemd" / name).read_text() for name in (PAGE, EYES))
    assert "OOMPolicy=continue" in page
    assert "Restart=always" in page
    for unit in (PAGE, EYES, FEEDER):
        assert unit_values(unit, "WatchdogSec")
        assert unit_values(unit, "MemoryMax")
    assert unit_values(FEEDER, "WatchdogSignal") == ["SIGKILL"]
    assert all(f"{name}={value}" in scanner for name, value in worker_process._LOW_MEMORY_ENV.items())


def test_avahi_and_the_unit_speak_of_the_same_port() -> None:
    port = ET.parse(DEPLOY / "network/avahi.service").getroot().findtext("service/port")  # noqa: S314  our own
    assert port == "8000"
    assert "--port" not in (DEPLOY / "systemd/fudayomi.service").read_text()


def test_the_hotspot_only_steps_in_when_no_other_network_does() -> None:
    file = configparser.ConfigParser(interpolation=None)
    file.read_string((DEPLOY / "network/hotspot.nmconnection.in").read_text())
    assert file["connection"]["autoconnect-priority"] == "-100"
    assert file["wifi"]["mode"] == "ap"
    assert file["wifi-security"]["key-mgmt"] == "wpa-psk"
    assert file["ipv4"]["method"] == "shared"
