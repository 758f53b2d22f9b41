"""Notifications to systemd: one datagram, or nothing."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from scanner.picamera_daemon.sd_notify import sd_notify


@pytest.mark.parametrize("is_abstract", [False, True])
def test_the_lines_arrive_as_one_datagram(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_abstract: bool) -> None:
    name = f"fudayomi-test-{os.getpid()}" if is_abstract else str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}" if is_abstract else name)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}" if is_abstract else name)
        sd_notify("READY=1", "STATUS=札")
        assert manager.recv(100, socket.MSG_DONTWAIT) == "READY=1\nSTATUS=札".encode()
        with pytest.raises(BlockingIOError):
            manager.recv(100, socket.MSG_DONTWAIT)


def test_without_a_listener_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    sd_notify("READY=1")


def test_an_address_that_is_no_path_gets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("relative")
        for address in ("relative", ""):
            monkeypatch.setenv("NOTIFY_SOCKET", address)
            sd_notify("READY=1")
        with pytest.raises(BlockingIOError):
            manager.recv(100, socket.MSG_DONTWAIT)
