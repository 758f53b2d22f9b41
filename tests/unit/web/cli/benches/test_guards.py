"""`bench guards`: guards by name, the same models are equal to themselves."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

import models
from web.cli.benches import guards


def test_a_guard_is_chosen_by_its_name_and_compared_with_other_models() -> None:
    arguments = ["--json", "--count", "1", "--guard", "empty", "--against", str(Path(models.__path__[0]))]
    answer = CliRunner().invoke(guards.COMMAND, arguments)
    assert answer.exit_code == 0, answer.output
    body = json.loads(answer.output)
    assert list(body["rows"]) == ["empty tables"]
    assert len(body["rows"]["empty tables"]) == 2
    assert {found["verdict"] for found in body["against"]["empty tables"].values()} == {"equal"}


def test_the_report_is_a_table() -> None:
    answer = CliRunner().invoke(guards.COMMAND, ["--count", "1", "--guard", "empty"])
    assert "empty tables" in answer.output
    assert "memory" in answer.output
