"""`fudayomi bench live` runs a real server and feeds real streams."""

from __future__ import annotations

import json
import os

import pytest
from click.testing import CliRunner

from web.cli.benches.live import COMMAND
from web.system.process_stats import read_process_stats


@pytest.mark.long
def test_every_phone_hears_every_change() -> None:
    answer = CliRunner().invoke(COMMAND, ["--phones", "5", "--changes", "4", "--pause", "0.1", "--json"])
    assert answer.exit_code == 0, answer.output
    figures = json.loads(answer.output)
    assert (figures["phones"], figures["streams"], figures["fed"]) == (5, 5, 5)
    assert 0 < figures["median_ms"] <= figures["p99_ms"] <= figures["worst_ms"]
    assert figures["server_mb"] > 10
    assert 0 <= figures["server_cpu"] < 2


def test_what_a_process_takes_is_told_until_it_is_gone() -> None:
    mine = read_process_stats(os.getpid())
    assert 10 < mine.memory_mb <= mine.peak_memory_mb
    assert mine.threads >= 1
    assert mine.open_files >= 3
    with pytest.raises(OSError, match="proc"):
        read_process_stats(2**22 + 1)
