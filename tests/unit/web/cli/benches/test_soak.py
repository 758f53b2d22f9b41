"""`fudayomi bench soak` plays real rounds and tells what they cost."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys

import pytest
from click.testing import CliRunner

from web.cli.benches.soak import COMMAND, ProcessSamples
from web.system.process_stats import ProcessStats

MOST_WEB_MB, MOST_SCANNER_MB = 100, 250


@pytest.mark.long
def test_rounds_are_played_and_both_processes_stay_small() -> None:
    answer = CliRunner().invoke(COMMAND, ["--minutes", "0.1", "--phones", "4", "--pause", "0", "--json"])
    assert answer.exit_code == 0, answer.output
    figures = json.loads(answer.output)
    assert figures["rounds"] >= 1
    assert figures["scans"] > figures["rounds"]
    assert (figures["fed"], figures["workers"]) == (4, 1)
    assert 10 < figures["web"]["peak_mb"] <= MOST_WEB_MB
    assert 10 < figures["scanner"]["peak_mb"] <= MOST_SCANNER_MB


def test_killed_it_leaves_no_companion_running() -> None:
    script = (
        "from web.cli.bench_server import ServerUnderTest\n"
        "with ServerUnderTest() as server: print(server.server_pid, flush=True); input()"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bench:
        assert bench.stdout is not None
        server = os.pidfd_open(int(bench.stdout.readline()))
        try:
            bench.kill()
            assert select.select([server], [], [], 20)[0]
        finally:
            os.close(server)


def test_growth_is_told_an_hour_and_warming_up_is_none() -> None:
    steps = [50.0, 80.0, 90.0] + [90.0 + step for step in range(6)]
    row = ProcessSamples([(600.0 * at, ProcessStats(mb, mb, 0.0, 5, 9)) for at, mb in enumerate(steps)]).as_json()
    assert (row["start_mb"], row["end_mb"], row["peak_mb"]) == (50.0, 95.0, 95.0)
    assert row["mb_per_hour"] == 6.0
