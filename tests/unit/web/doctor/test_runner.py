"""Every check of the doctor runs, and one that fails stops no other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest

from web.doctor import checks
from web.doctor.machine import Machine
from web.doctor.runner import check_names, run_checks

MACHINE = cast("Machine", object())
GOOD = """
from scorer.texts import Text
from web.doctor.machine import Finding
TITLE = Text("Good", "良し")
def CHECK(machine):
    return Finding(machine is not None, Text("good", "良し"))
"""


@pytest.fixture
def check_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    folder = tmp_path / "trial_checks"
    folder.mkdir()
    texts = {
        "__init__": "",
        "c_good": GOOD,
        "a_broken": GOOD.partition("    return")[0] + "    raise OSError('secret path')",
        "b_empty": "",
    }
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    module = __import__("trial_checks")
    yield module
    for name in [name for name in sys.modules if name.startswith("trial_checks")]:
        del sys.modules[name]


def test_checks_run_in_the_order_of_their_names_and_a_failing_one_is_a_finding(check_package: ModuleType) -> None:
    found = list(run_checks(MACHINE, check_package))
    assert [(name, title.en, finding.ok) for name, title, finding in found] == [
        ("a_broken", "Good", False),
        ("b_empty", "b_empty", False),
        ("c_good", "Good", True),
    ]
    assert found[0][2].message.en == "This could not be checked (OSError)."
    assert found[1][2].message.ja == "確認できませんでした（AttributeError）。"
    assert "secret" not in repr(found)
    assert found[0][2].advice.en == "Run it again."


def test_every_file_of_the_folder_is_a_check() -> None:
    files = {file.stem for file in Path(checks.__path__[0]).glob("*.py")} - {"__init__"}
    assert check_names() == sorted(files)
    assert len(files) > 3
