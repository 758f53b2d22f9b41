"""The files for systemd, Avahi and NetworkManager: what can be said of them without a Pi."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from scanner import child

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())


@pytest.fixture
def analyze(tmp_path: Path):
    """Runs systemd-analyze on the units, with a program and a user that this machine has."""
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


def test_systemd_understands_every_line(analyze) -> None:
    done = analyze("verify", *(unit.name for unit in UNITS), "fudayomi-eyes@1.service")
    assert done.returncode == 0
    assert not re.search("unknown|invalid|ignoring|failed", done.stderr, re.IGNORECASE), done.stderr


@pytest.mark.parametrize(
    ("unit", "most"), [("fudayomi.service", 2.5), ("fudayomi-eyes@1.service", 4.5), ("fudayomi-backup.service", 1.0)]
)
def test_units_are_closed(analyze, unit: str, most: float) -> None:
    done = analyze("security", "--offline=yes", "--no-pager", unit)
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) <= most


def test_the_page_has_no_camera_and_the_scanner_no_network() -> None:
    page, eyes = ((DEPLOY / "systemd" / name).read_text() for name in ("fudayomi.service", "fudayomi-eyes@.service"))
    assert "PrivateDevices=yes" in page
    assert "DeviceAllow" not in page
    assert "video" not in page
    assert "AF_INET" not in eyes
    assert "IPAddressDeny=any" in eyes
    assert "IPAddressAllow" not in eyes
    socket = (DEPLOY / "systemd/fudayomi-eyes.socket").read_text()
    assert re.findall(r"^ListenStream=(.+)$", socket, re.MULTILINE) == re.findall(r"FUDAYOMI_EYES=(\S+)", page)
    assert "SocketMode=0600" in socket


def test_what_hangs_or_is_killed_for_memory_does_not_stay() -> None:
    page, eyes = ((DEPLOY / "systemd" / name).read_text() for name in ("fudayomi.service", "fudayomi-eyes@.service"))
    assert "OOMPolicy=continue" in page
    assert "Restart=always" in page
    assert "WatchdogSec=" in page
    assert "WatchdogSec=" in eyes
    assert all(f"{name}={value}" in eyes for name, value in child._FRUGAL.items())


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
