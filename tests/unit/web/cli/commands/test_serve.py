"""`fudayomi serve`: its messages at the start and on failure."""

from __future__ import annotations

import re
import socket
import stat
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from tests.support.server import TableServer
from web.cli import main
from web.system.data_dir import ensure_data_dir


def test_it_says_where_it_is_and_the_pin_once(tmp_path, monkeypatch):
    server = TableServer(tmp_path, source="none").start(ready=False)
    assert server.stop() == 0
    first = server.log.read_text()
    assert server.url in first
    assert re.search(r"PIN.*: \d{6}", first)
    server.start(ready=False)
    health = server.health()
    assert health is not None
    assert {"status", "version", "scanner", "rounds", "ledger", "folds", "unreadable"} == set(health)
    assert health["scanner"] in {"up", "down", "starting"}
    assert server.stop() == 0
    again = server.log.read_text()[len(first) :]
    assert "PIN" not in again
    assert "Traceback" not in first + again


@pytest.mark.long
def test_streams_do_not_hold_up_the_end(tmp_path):
    server = TableServer(tmp_path, source="none").start(ready=False)
    with socket.create_connection((server.host, server.port)) as phone:
        phone.sendall(f"GET /api/live HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n\r\n".encode())
        with phone.makefile("rb") as answer:
            assert any(b"text/event-stream" in line for line in iter(answer.readline, b"\r\n"))
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 45


def test_a_port_in_use_is_told_plainly(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code = "from web.cli import main; main()"
        command = [sys.executable, "-c", code, "serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path)]
        completed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert completed.returncode == 1
    assert f"port {port}" in completed.stderr
    assert "Traceback" not in completed.stderr


def test_a_source_there_is_not_is_told_plainly(tmp_path):
    result = CliRunner().invoke(main, ["serve", "--source", "crystal-ball", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "crystal-ball" in result.output


def test_a_folder_that_cannot_be_is_told_plainly(tmp_path):
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["serve", "--data", str(tmp_path / "file" / "below")])
    assert result.exit_code == 1
    assert "ledger cannot be kept" in result.output


def test_everything_lives_in_one_folder_of_its_owner(tmp_path, monkeypatch):
    monkeypatch.setenv("FUDAYOMI_DATA", str(tmp_path / "env"))
    assert ensure_data_dir() == tmp_path / "env"
    assert ensure_data_dir(tmp_path / "given") == tmp_path / "given"
    assert stat.S_IMODE(ensure_data_dir().stat().st_mode) == 0o700


@pytest.mark.parametrize("option", ["--host", "--port", "--source", "--no-qr", "--data", "--name"])
def test_help_tells_every_option(option):
    assert option in CliRunner().invoke(main, ["serve", "--help"]).output
