"""A weak power supply is reported, and for a minute afterwards."""

from __future__ import annotations

import pytest

from web.system import power


@pytest.mark.parametrize(
    ("name", "alarm", "weak"), [("rpi_volt", "1", True), ("rpi_volt", "0", False), ("nvme", "1", False)]
)
def test_what_the_kernel_says(tmp_path, name, alarm, weak):
    for number, (driver, value) in enumerate([("cpu_thermal", "1"), (name, alarm)]):
        folder = tmp_path / f"sys/class/hwmon/hwmon{number}"
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{driver}\n")
        (folder / "in0_lcrit_alarm").write_text(f"{value}\n")
    assert power.is_undervoltage(tmp_path) is weak


def test_where_nobody_measures_nothing_is_said(tmp_path):
    assert not power.is_undervoltage(tmp_path)
    folder = tmp_path / "sys/class/hwmon/hwmon0"
    folder.mkdir(parents=True)
    (folder / "name").write_text("rpi_volt\n")
    assert not power.is_undervoltage(tmp_path), "the file for the alarm is missing"


def test_the_words_stay_for_a_minute(app, host, monkeypatch):
    table = app.extensions["fudayomi"]
    now = [1000.0]
    monkeypatch.setattr(table.maintenance, "_clock", lambda: now[0])
    monkeypatch.setattr(power, "is_undervoltage", lambda: True)
    table.maintenance.tick()
    assert "power supply is too weak" in host.snapshot["says"]["en"]
    assert "電圧" in host.snapshot["says"]["ja"]
    monkeypatch.setattr(power, "is_undervoltage", lambda: False)
    for seconds, is_shown in ((30, True), (31, False)):
        now[0] += seconds
        table.maintenance.tick()
        assert (host.snapshot["says"] is not None) is is_shown
