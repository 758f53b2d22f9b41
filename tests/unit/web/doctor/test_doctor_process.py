"""The checks of the machine, run in a process of their own."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from scorer.errors import Refusal
from web.doctor.doctor_process import CheckResult, run_doctor_command
from web.doctor.runner import check_names

ANSWER = """
import json, os, sys
print(json.dumps({"checks": [
    {"name": "disk", "title": "Disk", "ok": False, "measured": True,
     "says": os.environ["LC_ALL"], "do": " ".join(sys.argv[1:])}]}))
raise SystemExit(1)
"""


def command(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_the_command_is_told_what_runs_and_in_which_language(tmp_path: Path) -> None:
    (found,) = run_doctor_command("v4l2:/dev/video0", 8123, tmp_path, language="ja", command=command(ANSWER))
    options = f"--source v4l2:/dev/video0 --port 8123 --data {tmp_path}"
    assert found == CheckResult("disk", "Disk", ok=False, message="ja.UTF-8", advice=options)
    (found,) = run_doctor_command("none", 8000, None, language="en", command=command(ANSWER))
    assert (found.message, found.advice) == ("en.UTF-8", "--source none --port 8000")


def test_the_page_shows_what_the_command_finds(tmp_path: Path) -> None:
    found = run_doctor_command("none", 1, tmp_path, language="ja")
    assert [each.name for each in found] == check_names()
    assert not any(each.message.isascii() for each in found)


@pytest.mark.parametrize("code", ["raise SystemExit(2)", "print('{')", "print('[]')", "print('{\"checks\": [1]}')"])
def test_a_command_that_fails_is_a_refusal(code: str) -> None:
    with pytest.raises(Refusal, match="no_checks"):
        run_doctor_command("none", 1, None, language="en", command=command(code))


def test_one_phone_at_a_time(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "gate")
    waiting = command(f"open({str(tmp_path / 'gate')!r}).read()\n{ANSWER}")
    first: list[CheckResult] = []

    def run() -> None:
        first.extend(run_doctor_command("none", 1, None, language="en", command=waiting))

    thread = threading.Thread(target=run)
    thread.start()
    with (tmp_path / "gate").open("w"), pytest.raises(Refusal, match="checks_running"):
        run_doctor_command("none", 1, None, language="en", command=waiting)
    thread.join()
    assert [each.name for each in first] == ["disk"]
