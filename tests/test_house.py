"""Imports, dependencies, lock files and CI."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.support.source_imports import imports_of

ROOT = Path(__file__).parents[1]
PACKAGES = ("scorer", "scanner", "web")
FILES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-pi.lock")
HEAVY = {"scikit-learn", "scipy", "joblib", "torch", "pandas", "pytest", "playwright", "pyrefly", "ruff"}


def imported(file: Path) -> set[str]:
    """Top-level names of everything a file imports, wherever in the file."""
    return {module.split(".")[0] for module, _ in imports_of(file)}


def test_data_flows_one_way() -> None:
    later = {file: set(PACKAGES[PACKAGES.index(file.relative_to(ROOT).parts[0]) + 1 :]) | {"tests"} for file in FILES}
    assert [str(file) for file in FILES if imported(file) & later[file]] == []


def test_the_rules_need_the_standard_library_only() -> None:
    known = set(sys.stdlib_module_names) | {"scorer"}
    assert [str(file) for file in FILES if file.is_relative_to(ROOT / "scorer") and imported(file) - known] == []


def test_only_training_knows_scikit_learn() -> None:
    heavy = {"sklearn", "torch", "pickle", "joblib"}
    users = [file for file in FILES if imported(file) & heavy]
    assert [str(file) for file in users if not file.is_relative_to(ROOT / "scanner/training")] == []
    assert users


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_have_hashes_and_no_addresses(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert not re.search(r"https?://|file://|--index-url|--find-links", text)
    pinned = re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)
    blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
    assert pinned
    assert all("--hash=sha256:" in block for block in blocks)


def locked(lock: str) -> set[tuple[str, str]]:
    """Name and version of everything a lock file pins."""
    return set(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (ROOT / lock).read_text(), re.MULTILINE))


def test_the_locks_agree() -> None:
    runs, tests, pi = (locked(lock) for lock in LOCKS)
    assert pi < runs < tests


def test_the_pi_gets_what_runs_and_nothing_that_trains_or_tests() -> None:
    names = {name for name, _ in locked("requirements-pi.lock")}
    assert not names & HEAVY
    asked = re.search(r"^dependencies = \[(.*?)^\]", (ROOT / "pyproject.toml").read_text(), re.MULTILINE | re.DOTALL)
    assert asked is not None
    assert set(re.findall(r'"([a-z0-9-]+)', asked[1])) <= names


def test_the_program_runs_where_nothing_can_train() -> None:
    """Everything but training is imported, what learns a deck too, and a picture read: scikit-learn is out of reach."""
    script = """
        import importlib, pkgutil, sys
        for name in ("sklearn", "scipy", "joblib", "torch", "pytest", "hypothesis"):
            sys.modules[name] = None  # importing it raises ImportError
        import scanner, scorer, web
        for package in (scanner, scorer, web):
            for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
                training = ("scanner.training", "scanner.picamera_daemon", "web.ledger.migrations.env")
                if not module.name.startswith(training):
                    importlib.import_module(module.name)
        import scanner.training.enrolment.worker
        from scanner.reader import read_picture
        from scanner.sources.synthetic import SyntheticSource
        source = SyntheticSource("1")
        source.arrange("hanafuda", [["h01-1", "h08-1"], ["h03-1"]])
        assert len(read_picture(source.read(1), "hanafuda").cards) == 3
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True, timeout=120, cwd=ROOT)


def test_ci_is_make_test_and_nothing_else() -> None:
    lines = [line for line in (ROOT / ".ci/run").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[-1].removeprefix("exec ") == "make test"
    assert len([line for line in lines if not line.startswith("set ")]) == 1


def test_json_is_read_at_one_door() -> None:
    readers = re.compile(r"\bjson\.loads?\(|\bget_json\(|\.json\b(?=\.get|\[)|JSONDecoder\(")
    users = {str(file.relative_to(ROOT)) for file in FILES if readers.search(file.read_text())}
    assert users == {
        "scorer/json_input.py",
        "scorer/notation.py",  # one quoted word
        "scanner/picamera_daemon/stdio.py",  # runs under the system's Python, without imports of ours
        "web/cli/bench_server.py",  # the answers of the server that a benchmark started
        "web/ledger/migrations/versions/v0002_sums.py",  # stays as it was when it was written
    }


def test_environment_variables_of_the_page_are_read_at_one_door() -> None:
    readers = re.compile(r"getenv|environ(\.get\(|\[)\"FUDAYOMI")
    users = {str(file.relative_to(ROOT)) for file in FILES if readers.search(file.read_text())}
    assert {user for user in users if user.startswith("web/")} == {"web/system/environment.py"}


def test_the_runtime_is_loaded_behind_what_silences_it() -> None:
    """`scanner/__init__.py` sets ORT_DISABLE_TELEMETRY before any other module of the scanner is loaded."""
    users = {file.relative_to(ROOT).parts[0] for file in FILES if "onnxruntime" in imported(file)}
    assert users == {"scanner"}
    assert 'os.environ["ORT_DISABLE_TELEMETRY"] = "1"' in (ROOT / "scanner/__init__.py").read_text()


def test_pictures_are_decoded_at_one_door() -> None:
    decoders = re.compile(r"\b(imdecode|imread|Image\.open)\b")
    users = {str(file.relative_to(ROOT)) for file in FILES if decoders.search(file.read_text())}
    own_views = {
        "scanner/training/classifier/crops.py"
    }  # training's own JPEG noise: it decodes what it has just encoded
    assert users <= {"scanner/imaging/decode.py"} | own_views
