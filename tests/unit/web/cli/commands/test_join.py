"""`fudayomi join`: codes, the PIN, the address on the own Wi-Fi."""

from __future__ import annotations

import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from tests.support.server import PIN, TableServer
from web.cli import main
from web.cli.commands.doctor import service_options
from web.system.wifi import WifiNetwork, load_wifi


@pytest.mark.parametrize("lang", ["C", "ja_JP.UTF-8"])
def test_the_tables_own_wifi_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.setattr("web.config.own_address", lambda: "10.42.0.1")
    monkeypatch.setattr("web.config.own_addresses", lambda: ("10.42.0.1", "10.8.0.2"))
    words = ["join", "--data", str(tmp_path), "--svg", str(tmp_path)]
    environment = {"LC_ALL": lang, "FUDAYOMI_OPTIONS": "--port 8123"}
    alone = CliRunner().invoke(main, words, env=environment)
    assert alone.output.startswith("1.")
    assert "http://10.42.0.1:8123/" in alone.output
    assert alone.output.index("10.42.0.1") < alone.output.index("http://10.8.0.2:8123/")
    told = CliRunner().invoke(main, words, env=environment | {"FUDAYOMI_OPTIONS": "--url http://192.168.5.5:80"})
    assert told.output.startswith("1.")
    assert "http://192.168.5.5:80/" in told.output
    (tmp_path / "wifi").write_text("Fudayomi-ab12\nkeykeykey2345\n")
    both = CliRunner().invoke(main, words, env=environment)
    assert both.exit_code == 0, both.output
    assert both.output.index("Fudayomi-ab12") < both.output.index("2. ") < both.output.index("10.42.0.1")
    assert "keykeykey2345" in both.output
    for name in ("wifi", "page"):
        assert ET.parse(tmp_path / f"{name}.svg").getroot().tag.endswith("svg")  # noqa: S314  our own


def test_the_code_of_a_network_escapes_what_scanners_take_for_signs() -> None:
    import segno.helpers  # noqa: PLC0415

    assert segno.helpers.make_wifi_data(ssid="a;b", password="c:d", security="WPA") == "WIFI:T:WPA;S:a\\;b;P:c\\:d;;"  # noqa: S106
    assert WifiNetwork("a;b", "c:d").qr_code().version


@pytest.mark.parametrize("text", [None, "", "only a name", "\n\n", "name\n"])
def test_half_a_note_is_no_wifi(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "wifi").write_text(text)
    assert load_wifi(tmp_path) is None


@pytest.mark.parametrize(
    ("options", "source", "port"),
    [
        ("", "none", 8000),
        ("--source picamera:50 --port 8080", "picamera:50", 8080),
        ("--port=80 --source=webcam:1", "webcam:1", 80),
        ("'--port' x --no-qr", "none", 8000),
        ('"--source webcam:0"', "none", 8000),
    ],
)
def test_the_options_of_the_service(monkeypatch: pytest.MonkeyPatch, options: str, source: str, port: int) -> None:
    monkeypatch.setenv("FUDAYOMI_OPTIONS", options)
    assert service_options() == (source, port)


def test_in_the_journal_there_is_no_pin_and_whoever_stands_at_the_machine_gets_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = TableServer(tmp_path, source="none")
    server.log.touch()
    log = server.log.stat()
    monkeypatch.setenv("JOURNAL_STREAM", f"{log.st_dev}:{log.st_ino}")
    server.start(ready=False)
    text = server.log.read_text()
    assert PIN not in text
    assert "sudo fudayomi pin --reset" in text
    drawn = CliRunner().invoke(main, ["pin", "--reset", "--data", str(tmp_path)]).output.split()[-1]
    time.sleep(1.2)
    assert server.request("POST", "/api/host", {"pin": drawn})[0] == 200
    assert server.stop() == 0
