import json

import pytest
from click.testing import CliRunner

from web.cli import main


@pytest.mark.long
def test_rounds_of_every_table_stand_on_every_phone() -> None:
    words = ["bench", "hall", "--tables", "2", "--phones", "3", "--seconds", "2", "--rounds-an-hour", "3600", "--json"]
    figures = json.loads(CliRunner().invoke(main, words).stdout)
    assert figures["rounds"] >= 1
    assert figures["rounds_seen"] >= 1
    assert figures["p99_ms"] >= figures["p50_ms"] > 0


@pytest.mark.long
def test_pages_are_measured_with_a_past() -> None:
    words = ["bench", "hall", "--tables", "2", "--phones", "1", "--seconds", "1", "--rounds-an-hour", "3600", "--json"]
    lines = CliRunner().invoke(main, [*words, "--stored", "0", "--stored", "100"]).stdout.splitlines()
    none, some = (json.loads(line) for line in lines)
    assert (none["stored"], some["stored"]) == (0, 100)
    assert some["/tables/1"]["bytes"] > 0
