"""The files for systemd, Avahi and NetworkManager: what can be said of them without a Pi."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())


@pytest.fixture
def analyze(tmp_path: Path):
    """Runs systemd-analyze on the units, with a program and a user that this machine has."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd")
    for unit in UNITS:
        text = unit.read_text().replace("/opt/fudayomi/current/bin/fudayomi", "/bin/true")
        (tmp_path / unit.name).write_text(text.replace("User=fudayomi", "User=daemon"))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        files = [str(tmp_path / word) if (tmp_path / word).exists() else word for word in words]
        return subprocess.run(["systemd-analyze", *files], capture_output=True, text=True, check=False)

    return run


def test_systemd_understands_every_line(analyze) -> None:
    done = analyze("verify", *(unit.name for unit in UNITS))
    assert done.returncode == 0
    assert not re.search("unknown|invalid|ignoring|failed", done.stderr, re.IGNORECASE), done.stderr


@pytest.mark.parametrize(("unit", "most"), [("fudayomi.service", 2.5), ("fudayomi-backup.service", 1.0)])
def test_units_are_closed(analyze, unit: str, most: float) -> None:
    done = analyze("security", "--offline=yes", "--no-pager", unit)
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) <= most


def test_a_scanner_killed_for_memory_leaves_the_page_running() -> None:
    unit = (DEPLOY / "systemd/fudayomi.service").read_text()
    assert "OOMPolicy=continue" in unit
    assert "Restart=always" in unit


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
