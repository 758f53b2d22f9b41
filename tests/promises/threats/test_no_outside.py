"""The program works without any network but the loopback."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.source_imports import imports_in

ROOT = Path(__file__).parents[3]
ALONE = ["unshare", "-rn", "sh", "-c", 'ip link set lo up 2>/dev/null; exec "$@"', "sh"]


def can_isolate() -> bool:
    return (
        bool(shutil.which("unshare"))
        and not subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode
    )


EVENING, DRAFT = "tests/promises/evenings/test_evening.py", "tests/unit/web/session/test_draft.py"
A_FEW = [
    f"{EVENING}::test_a_round_is_booked_and_everybody_sees_the_new_balances",
    f"{EVENING}::test_undo_takes_back_by_an_entry_and_redo_brings_again",
    f"{EVENING}::test_a_restart_brings_the_same_evening_back",
    f"{EVENING}::test_a_game_ends_after_the_agreed_rounds",
    f"{DRAFT}::test_the_whole_table_by_camera",
]


@pytest.mark.skipif(not can_isolate(), reason="this machine lets nobody leave its network")
@pytest.mark.parametrize(
    ("tests", "passed"), [(A_FEW, len(A_FEW)), pytest.param([EVENING, DRAFT], 80, marks=pytest.mark.long)], ids=str
)
def test_an_evening_without_any_network(tmp_path, tests, passed):
    out = subprocess.run(
        [*ALONE, sys.executable, "-m", "pytest", f"--basetemp={tmp_path / 'alone'}", *tests],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert out.returncode == 0, out.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", out.stdout)[-1]) >= passed, "some were left out"


CLIENTS = {"urllib.request", "requests", "httpx", "aiohttp", "ftplib", "smtplib", "xmlrpc"}


def imported_modules(text):
    """Modules that a file imports, with their packages."""
    for module, names in imports_in(text):
        for name in (module, *(f"{module}.{name}" for name in names)):
            yield from (name, name.partition(".")[0])


@pytest.mark.parametrize(
    "line",
    [
        *("import requests", "from urllib import request", "import urllib.request as u", "import xmlrpc.client"),
        *("import os, requests", "    from urllib import (  # later (here)\n        parse,\n        request,\n    )"),
    ],
)
def test_an_import_of_a_client_is_found(line):
    assert set(imported_modules(line)) & CLIENTS


def test_nothing_of_ours_can_fetch():
    # Benches ask a server that they started. Doctor and watchdog ask their own machine.
    # The outbox asks only the hall that the host joined.
    own = {"web/outbox/hall_client.py", "web/cli/bench_server.py", "web/cli/benches/live.py", "web/doctor/machine.py"}
    own |= {"web/cli/hall_bench/pages.py", "web/system/watchdog.py"}
    for file in (file for package in ("scorer", "scanner", "web") for file in (ROOT / package).rglob("*.py")):
        text = file.read_text()
        assert not set(imported_modules(text)) & CLIENTS, file
        assert "urlopen" not in text, file
        assert "HTTPConnection" not in text or str(file.relative_to(ROOT)) in own, file
    for file in (*(ROOT / "web/static").rglob("*.*"), *(ROOT / "web/templates").glob("*.html")):
        outside = re.findall(r"""["'(](?:https?:)?//[a-z.0-9]+""", file.read_text(errors="replace"))
        assert [one for one in outside if "www.w3.org" not in one] == [] or file.suffix == ".svg", file
