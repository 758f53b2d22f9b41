"""Settings of a table: address, camera and the names it answers to."""

from __future__ import annotations

import pytest

from web import config
from web.config import Settings, own_host_names
from web.system.safe_mode import CrashLoopGuard


@pytest.mark.parametrize(
    ("source", "camera", "demo"),
    [
        ("none", False, False),
        ("synthetic", True, True),
        ("synthetic:seed=3", True, True),
        ("picamera", True, False),
        ("v4l2:/dev/synthetic", True, False),
    ],
)
def test_a_source_is_a_camera_or_the_table_of_the_demo(source: str, camera: bool, demo: bool) -> None:
    settings = Settings(source)
    assert (settings.has_camera, settings.is_demo) == (camera, demo)


def test_in_safe_mode_there_is_no_camera() -> None:
    guard = CrashLoopGuard()
    settings = Settings("synthetic", crash_guard=guard)
    guard.is_safe_mode = True
    assert not settings.has_camera
    assert not settings.is_demo
    guard.leave_safe_mode()
    assert settings.has_camera


def test_the_address_is_that_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "own_address", lambda: "[2001:db8::5]")
    assert Settings(port=80).url == "http://[2001:db8::5]:80/"


def test_the_names_of_the_machine_and_those_given_are_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAYOMI_NAMES", "Table.Example")
    monkeypatch.setattr(config.socket, "gethostname", lambda: "Pi")
    assert own_host_names() == {"localhost", "fudayomi.local", "pi", "pi.local", "table.example"}
