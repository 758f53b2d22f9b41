"""Prints the tests that belong to what changed: `python -m tests.changed_tests [BRANCH]`, `main` without one.

Unit tests mirror the packages, so a changed module has its test beside it; where it has none of its own, the tests of
its folder are printed. What needs a browser, a database, or minutes is left to the gate.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("scorer", "scanner", "web")
SLOW = ("tests/promises/browser/", "tests/promises/hall/", "tests/promises/recovery/", "tests/promises/threats/")
ALWAYS = ("tests/test_architecture.py", "tests/test_house.py")


def changed_files(branch: str) -> list[str]:
    """Files that differ from where this branch left `branch`, those that git does not know yet among them."""
    base = _git("merge-base", "HEAD", branch)[0]
    return sorted({*_git("diff", "--name-only", base), *_git("ls-files", "--others", "--exclude-standard")})


def find_tests(files: Iterable[str]) -> list[str]:
    """Paths of the tests of these files, below the project's root."""
    return sorted({*ALWAYS, *(test for file in files for test in _tests_of_file(Path(file)))})


def _tests_of_file(file: Path) -> list[str]:
    if file.parts[0] == "tests":
        is_test = file.name.startswith("test_") and file.suffix == ".py" and (ROOT / file).exists()
        return [str(file)] if is_test and not str(file).startswith(SLOW) else []
    if file.parts[0] not in PACKAGES:
        return []
    mirror = Path("tests/unit") / file.parent
    own = mirror / f"test_{file.name}"
    if file.suffix == ".py" and (ROOT / own).exists():
        return [str(own)]
    return sorted(str(test.relative_to(ROOT)) for test in (ROOT / mirror).glob("test_*.py"))


def _git(*arguments: str) -> list[str]:
    """The lines that git answers."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


if __name__ == "__main__":
    print(*find_tests(changed_files(*sys.argv[1:] or ["main"])))
