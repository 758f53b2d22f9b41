"""Codes to scan and the PIN to tell: `fudayomi join`, `fudayomi pin`, and the address of a table with its own Wi-Fi."""

from __future__ import annotations

import stat
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from scorer.errors import Refusal
from tests.web.serving import PIN, Served
from web import address
from web.cli import main
from web.commands.doctor import service
from web.pin import Pin
from web.store import Store
from web.wifi import Wifi, own_wifi


@pytest.mark.parametrize("lang", ["C", "ja_JP.UTF-8"])
def test_the_tables_own_wifi_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    monkeypatch.setattr("web.companion.own_address", lambda: "10.42.0.1")
    words = ["join", "--data", str(tmp_path), "--svg", str(tmp_path)]
    environment = {"LC_ALL": lang, "FUDAYOMI_OPTIONS": "--port 8123"}
    alone = CliRunner().invoke(main, words, env=environment)
    assert alone.output.startswith("1.")
    assert "http://10.42.0.1:8123/" in alone.output
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
    assert Wifi("a;b", "c:d").code().version


@pytest.mark.parametrize("text", [None, "", "only a name", "\n\n", "name\n"])
def test_half_a_note_is_no_wifi(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "wifi").write_text(text)
    assert own_wifi(tmp_path) is None


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
    assert service() == (source, port)


def test_a_table_whose_network_leads_nowhere_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nowhere(address.socket.socket):
        def connect(self, *_where: object) -> None:
            raise OSError("Network is unreachable")

    answers = {"lo": "127.0.0.1", "eth0": None, "wlan0": "10.42.0.1"}

    def ioctl(_descriptor: int, _what: int, asked: bytes) -> bytes:
        found = answers[asked.rstrip(b"\0").decode()]
        if found is None:
            raise OSError
        return bytes(20) + address.socket.inet_aton(found) + bytes(8)

    monkeypatch.setattr(address.socket, "socket", Nowhere)
    monkeypatch.setattr(address.socket, "if_nameindex", lambda: list(enumerate(answers)))
    monkeypatch.setattr(address.fcntl, "ioctl", ioctl)
    assert address.own_address() == "10.42.0.1"
    answers["wlan0"] = None
    assert address.own_address() == address.LONELY


def test_as_a_service_the_pin_is_a_file_of_its_owner_and_not_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pin"
    monkeypatch.setenv("FUDAYOMI_PIN_FILE", str(file))
    served = Served(tmp_path, source="none").start(ready=False)
    first = file.read_text().strip()
    assert len(first) == 6
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert first not in served.log.read_text()
    assert "sudo fudayomi pin" in served.log.read_text()
    assert served.ask("POST", "/api/host", {"pin": first})[0] == 200
    assert served.stop() == 0
    shown = CliRunner().invoke(main, ["pin", "--data", str(tmp_path)])
    assert shown.output.strip() == first


def test_a_new_pin_is_shown_once_drawn_and_the_old_one_is_void(tmp_path: Path) -> None:
    missing = CliRunner().invoke(main, ["pin", "--data", str(tmp_path)])
    assert missing.exit_code == 1
    assert "pin --new" in missing.output
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        Pin(store).renew(PIN)
    drawn = CliRunner().invoke(main, ["pin", "--new", "--data", str(tmp_path)])
    assert drawn.exit_code == 0, drawn.output
    new = drawn.stdout.strip()
    assert (tmp_path / "pin").read_text().strip() == new
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        pin = Pin(store)
        assert pin.check(new, "here") == 2
        with pytest.raises(Refusal):
            pin.check(PIN, "there")
