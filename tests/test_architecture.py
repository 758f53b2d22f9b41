"""Rules for folders, names, docstrings, thresholds, tests, commits.

Import directions and circles stand in `pyproject.toml` under `tool.importlinter`. An allow-list here may only shrink:
a test fails when an entry is no longer needed.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest

from tests.support.source_imports import imports_of

ROOT = Path(__file__).parents[1]
PACKAGES = ("scorer", "scanner", "web")
FILES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
MODULES = [file for file in FILES if file.name != "__init__.py"]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
SUPPORT = [file for file in TESTS if file.is_relative_to(ROOT / "tests/support")]

MAX_MODULES = 12
MAX_GAME_MODULES = 8
"""Modules of a game, with its `__init__`: one subject each, beside its texts."""
MAX_LINES = 300
PLUGIN_FOLDERS = (
    "scorer/decks",
    "scorer/games",
    "scanner/sources",
    "scanner/synth/layouts",
    "scanner/training/artists",
    "web/api",
    "web/pages",
    "web/cli/benches",
    "web/cli/commands",
    "web/doctor/checks",
    "web/hall/api",
    "web/hall/pages",
    "web/hall/storage/versions",
    "web/ledger/migrations/versions",
)
"""One file, or one folder, is one discovered thing."""

FORBIDDEN = {"told", "tell", "said", "says", "asked", "made", "seen", "kept", "taken", "laid", "given", "shown"}
FORBIDDEN |= {"worn", "drawn"}
"""Words that named many things at once."""
GERUNDS = {"evening", "lighting", "naming", "profiling", "sighting", "wording"}
"""Nouns of the field that end as a verb does."""
LAYOUTS = "scanner/synth/layouts"
"""Files here are named by what users type: how the cards lie."""

MAX_SUMMARY = 72
NATIVE_TERMS = ("scorer/", "scanner/synth/surfaces.py")
"""Where docstrings may open with a native term, such as 親 oya."""

UNTESTED = {
    "scorer/rules/hand_class.py": "data without behaviour: promises/games/test_contracts.py",
    "scorer/rules/play/practice.py": "data without behaviour: unit/scorer/families/egara/test_drills.py",
    "scorer/rules/session_view.py": "a protocol: promises/games/test_contracts.py",
    "scanner/imaging/image.py": "a type",
    "scanner/setup/card_set.py": "data without behaviour: unit/scanner/training/test_card_sets.py",
    "scanner/training/augmentation.py": "needs torch, which the gate has not",
    "scanner/training/classifier/network.py": "needs torch, which the gate has not",
    "scanner/training/classifier/optimization.py": "needs torch, which the gate has not",
    "scanner/training/detector/layers.py": "needs torch, which the gate has not",
    "scanner/training/detector/optimization.py": "needs torch, which the gate has not",
    "scanner/training/detector/network.py": "needs torch, which the gate has not",
    "scanner/training/detector/refinement_network.py": "needs torch, which the gate has not",
    "scanner/training/onnx_weights.py": "needs torch, which the gate has not",
    "scanner/recognition/prediction.py": "data without behaviour: unit/scanner/recognition/test_classifier.py",
    "scanner/training/indices/network.py": "needs torch, which the gate has not",
    "scanner/training/onnx_export.py": "needs torch, which the gate has not",
    "scanner/training/precision.py": "needs torch, which the gate has not",
    "scanner/training/quantization.py": "needs onnx, which the gate has not",
    "web/access/roles.py": "three words",
    "web/access/setting_store.py": "a protocol: unit/web/access/test_pin.py",
    "web/context.py": "data without behaviour: unit/web/test_app.py",
    "web/hall/config.py": "data without behaviour: unit/web/hall/test_app.py",
    "web/hall/context.py": "data without behaviour: unit/web/hall/test_app.py",
    "web/hall/messages.py": "texts: promises/browser/test_hall.py",
    "web/hall/storage/schema.py": "declarations: promises/hall/test_postgres.py",
    "web/ledger/migrations/env.py": "run by Alembic: unit/web/ledger/test_store.py",
    "web/openapi/components.py": "declarations: promises/contracts/test_openapi.py",
    "web/openapi/evening.py": "declarations: promises/contracts/test_openapi.py",
    "web/openapi/people.py": "declarations: promises/contracts/test_openapi.py",
    "web/openapi/rules.py": "declarations: promises/contracts/test_openapi.py",
    "web/openapi/schema.py": "declarations: promises/contracts/test_openapi.py",
    "web/openapi/table.py": "declarations: promises/contracts/test_openapi.py",
    "web/openapi/wizards.py": "declarations: promises/contracts/test_openapi.py",
}
"""Modules outside plugin folders that have no test file of their own, with the reason. The list may only shrink."""


def name_of(file: Path) -> str:
    """The path of a file, relative to the checkout."""
    return file.relative_to(ROOT).as_posix()


def test_a_folder_holds_at_most_twelve_modules() -> None:
    count = Counter(name_of(file.parent) for file in MODULES)
    for folder in PLUGIN_FOLDERS:
        count.pop(folder, None)
    assert {folder: size for folder, size in count.items() if size > MAX_MODULES} == {}


def test_a_game_holds_at_most_eight_modules() -> None:
    count = Counter(name_of(file.parent) for file in (ROOT / "scorer/games").glob("*/*.py"))
    assert count
    assert {folder: size for folder, size in count.items() if size > MAX_GAME_MODULES} == {}


def test_plugin_folders_exist() -> None:
    assert [folder for folder in PLUGIN_FOLDERS if not (ROOT / folder).is_dir()] == []


@pytest.mark.parametrize(
    ("folder", "attribute"),
    [
        ("scorer/decks", "DECK"),
        ("scorer/games", "GAME"),
        ("scanner/sources", "SOURCE"),
        ("scanner/synth/layouts", "LAYOUT"),
        ("web/api", "BLUEPRINT"),
        ("web/pages", "BLUEPRINT"),
        ("web/cli/benches", "COMMAND"),
        ("web/cli/commands", "COMMAND"),
        ("web/doctor/checks", "CHECK"),
        ("web/hall/api", "BLUEPRINT"),
        ("web/hall/pages", "BLUEPRINT"),
    ],
)
def test_plugin_folders_hold_plugins_only(folder: str, attribute: str) -> None:
    plugins = [
        *(file for file in (ROOT / folder).glob("*.py") if file.name != "__init__.py"),
        *(ROOT / folder).glob("*/__init__.py"),
    ]
    assert plugins
    lacking = [
        name_of(file)
        for file in plugins
        if not re.search(rf"^{attribute}\b|^(class|def) {attribute}\b", file.read_text(), re.MULTILINE)
    ]
    assert lacking == []


def test_a_game_is_removed_by_deleting_its_folder() -> None:
    """No file outside a game's folder imports it, and no game imports another."""
    strangers = [
        (name_of(file), module)
        for file in FILES
        for module, _ in imports_of(file)
        if module.startswith("scorer.games.") and not name_of(file).startswith("/".join(module.split(".")[:3]))
    ]
    assert strangers == []


def test_no_name_says_twelve_things() -> None:
    defined = re.compile(
        rf"^[ \t]*(?:async )?(?:def|class) _*(?:{'|'.join(FORBIDDEN)})_*\b", re.MULTILINE | re.IGNORECASE
    )
    names = [(name_of(file), found) for file in (*FILES, *TESTS) for found in defined.findall(file.read_text())]
    assert names == []


def test_modules_are_nouns() -> None:
    stems = {file.stem for file in MODULES if name_of(file.parent) != LAYOUTS}
    assert sorted(stem for stem in stems - GERUNDS if re.search(r"(ing|ed)$", stem)) == []
    assert stems >= GERUNDS, "shrink the list"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_public_class_name_stands_for_one_class(package: str) -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in (ROOT / package).rglob("*.py"):
        for name in re.findall(r"^class ([A-Za-z]\w*)", file.read_text(), re.MULTILINE):
            places[name].append(name_of(file))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_a_module_says_in_one_line_what_is_inside() -> None:
    opened = {name_of(file): re.match(r'r?"""(.*?)(?:"""|\n)', file.read_text()) for file in (*FILES, *SUPPORT)}
    summaries = {name: found[1] if found else "" for name, found in opened.items()}
    faults = {
        name: summary
        for name, summary in summaries.items()
        if not 0 < len(summary) <= MAX_SUMMARY
        or ";" in summary
        or not (summary.isascii() or name.startswith(NATIVE_TERMS))
    }
    assert faults == {}


def test_every_threshold_has_a_unit_and_a_reason() -> None:
    """A number at module level has a docstring under it; a number in a config class is a field with one."""
    bare = {name_of(file): list(bare_numbers(ast.parse(file.read_text()).body)) for file in MODULES}
    assert {name: names for name, names in bare.items() if names} == {}


def bare_numbers(body: list[ast.stmt]) -> Iterator[str]:
    """Names of the constants with a number that no docstring follows, in a module and in its config classes.

    The docstring of a config class may explain its fields, too.
    """
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.ClassDef) and statement.name.endswith("Config"):
            summary = ast.get_docstring(statement) or ""
            yield from (name for name in bare_numbers(statement.body) if f"`{name}`" not in summary)
        match statement:
            case (
                ast.Assign(targets=[target, *_], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value)
            ):
                explained = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
                if has_number(value) and not explained:
                    yield ast.unparse(target)


def has_number(value: ast.expr) -> bool:
    """Whether a number stands in an expression as itself, in arithmetic, in a tuple or in a NumPy scalar."""
    match value:
        case ast.Constant(value=number):
            return isinstance(number, int | float) and not isinstance(number, bool)
        case ast.UnaryOp(operand=operand):
            return has_number(operand)
        case ast.BinOp(left=left, right=right):
            return has_number(left) or has_number(right)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return any(map(has_number, parts))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np")) | ast.Name(id="float"), args=parts):
            return any(map(has_number, parts))
        case _:
            return False


def without_own_test() -> list[str]:
    """Modules outside plugin folders that have no `tests/unit/.../test_<name>.py`."""
    return sorted(
        name_of(file)
        for file in MODULES
        if not name_of(file.parent).startswith(PLUGIN_FOLDERS)
        and not (ROOT / "tests/unit" / file.parent.relative_to(ROOT) / f"test_{file.stem.strip('_')}.py").exists()
    )


def test_every_module_has_its_unit_test() -> None:
    """`a/b/c.py` has `tests/unit/a/b/test_c.py`, or stands in the list with a reason."""
    assert without_own_test() == sorted(UNTESTED)
    named = {test for reason in UNTESTED.values() for test in re.findall(r"[\w/]+\.py", reason)}
    assert sorted(test for test in named if not (ROOT / "tests" / test).exists()) == []


def test_only_what_the_gate_cannot_run_is_left_out_of_coverage() -> None:
    left_out = ConfigParser()
    left_out.read(ROOT / "tests/coverage.ini")
    assert [line for line in left_out["run"]["omit"].split("\n") if line.endswith(".py")] == sorted(
        f"*/{path}" for path, reason in UNTESTED.items() if "which the gate has not" in reason
    )


def test_unit_tests_mirror_the_packages() -> None:
    folders = {file.parent.relative_to(ROOT / "tests/unit") for file in (ROOT / "tests/unit").rglob("test_*.py")}
    assert sorted(str(folder) for folder in folders if not (ROOT / folder).is_dir()) == []


def test_files_are_small() -> None:
    lengths = {name_of(file): len(file.read_text().splitlines()) for file in FILES}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


@pytest.mark.parametrize("suffix", ["css", "js"])
def test_styles_and_scripts_of_the_page_are_small(suffix: str) -> None:
    files = list((ROOT / "web/static").rglob(f"*.{suffix}"))
    assert len(files) > 20
    lengths = {name_of(file): len(file.read_text().splitlines()) for file in files}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


def test_no_file_needs_the_privates_of_another() -> None:
    private = [
        f"{name_of(file)}: {module}.{name}"
        for file in FILES
        for module, names in imports_of(file)
        if module.split(".")[0] in PACKAGES
        for name in names
        if name.startswith("_") and not name.startswith("__")
    ]
    assert private == []


def git(*words: str) -> str:
    """What git prints; skips the test where the checkout is no repository or has no history."""
    answer = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if answer.returncode:
        pytest.skip(f"git {words[0]}: {answer.stderr.strip()}")
    return answer.stdout


@cache
def commits_under_the_rules() -> list[tuple[str, str, list[str]]]:
    """Subject, body and changed files of each commit that is no merge, since this file came."""
    first = git("log", "--diff-filter=A", "--format=%H", "--", "tests/test_architecture.py").split()
    if not first:
        return []
    log = git("log", "--no-merges", "--no-renames", "--name-only", "--format=%x00%s%x01%b%x01", f"{first[-1]}..HEAD")
    commits = [commit.split("\x01") for commit in log.split("\0")[1:]]
    return [(subject, body, files.split()) for subject, body, files in commits]


def test_commits_say_area_and_change_in_one_line() -> None:
    subjects = [subject for subject, _, _ in commits_under_the_rules()]
    assert [text for text in subjects if len(text) > 72 or not re.match(r"[a-z][\w ,/-]*: \S", text)] == []


def test_a_change_of_code_is_told_to_users_or_says_why_not() -> None:
    faults = [
        subject
        for subject, body, files in commits_under_the_rules()
        if any(file.startswith(("scorer/", "scanner/", "web/", "deploy/")) for file in files)
        and "CHANGELOG.md" not in files
        and "[no changelog]" not in body
    ]
    assert faults == []
