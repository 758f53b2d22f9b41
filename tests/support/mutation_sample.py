"""Tries a random sample of the mutants of `scorer`.

`python -m tests.support.mutation_sample 1000 SEED [SECONDS]` in the folder `mutants` that mutmut makes.
mutmut notes first which test reaches which function, and tries each mutant with all of those, which takes days. This
tries the tests of the module, of its folder and of its game, about two seconds of them. What lives is tried with the
tests of all rules: golden rounds, promises of the games, unit tests. The same number and seed give the same sample.
After SECONDS it stops with what it has. It prints the mutants that live, the share that was killed, and where the share
of all mutants lies with 95 % confidence. `mutmut show NAME` shows one.
"""

from __future__ import annotations

import json
import math
import os
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

LIMIT_S = 15
"""Processor seconds after which a mutant counts as one that runs for ever, which somebody would notice."""
FURTHER_LIMIT_S = 600
"""The same for the tests of all rules, which take two minutes by themselves."""
_OPTIONS = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--hypothesis-profile=ci"]
_UNIT = Path("tests/unit")
_PROMISES = Path("tests/promises")
_FURTHER = tuple(map(str, (_PROMISES / "golden", _PROMISES / "games", _UNIT / "scorer")))
"""The tests of all rules, the fastest first."""


def main(count: int, seed: int, seconds: float) -> None:
    """Draw, try, report."""
    names = {name: file for file in sorted(Path("scorer").rglob("*.meta")) for name in mutants_of(file)}
    sample = random.Random(seed).sample(sorted(names), min(count, len(names)))
    os.environ["MUTANT_UNDER_TEST"] = ""
    pytest.main(["--collect-only", "-qqq", *_OPTIONS, *_FURTHER])
    end = time.monotonic() + seconds
    alive, tried = [], 0
    for name in sample:
        if time.monotonic() > end:
            break
        steps = tests_of(names[name])
        # What lives is tried again from the start: some functions are called only when a module is read.
        if (
            not any(is_killed(name, tests) for tests in steps)
            and not is_killed_from_the_start(name, steps[0])
            and not any(is_killed(name, [tests], FURTHER_LIMIT_S) for tests in _FURTHER)
        ):
            alive.append(name)
            print(f"lives: {name}", file=sys.stderr, flush=True)
        tried += 1
        if tried % 20 == 0:
            print(f"{tried} tried, {len(alive)} live", file=sys.stderr, flush=True)
    print(*alive, sep="\n")
    share = 1 - len(alive) / tried
    low, high = confidence_interval(tried - len(alive), tried)
    print(f"{len(names)} mutants, {tried} drawn with seed {seed}: {share:.1%} killed, {len(alive)} live")
    print(f"of all mutants {low:.1%} to {high:.1%} are killed, with 95 % confidence")


def confidence_interval(hits: int, count: int) -> tuple[float, float]:
    """Where the share lies with 95 % confidence after so many hits of `count` (Wilson, 1927)."""
    z, share = 1.96, hits / count
    middle = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)


def mutants_of(meta: Path) -> list[str]:
    """The names of the mutants of a module, as mutmut wrote them down beside it."""
    return list(json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"])


def tests_of(meta: Path) -> list[list[str]]:
    """Tests of a module: its own file, then those of its game and its folder. They are tried in this order."""
    module = meta.with_suffix("")
    own = _UNIT / module.parent / f"test_{module.stem.strip('_')}.py"
    near = sorted((_UNIT / module.parent).glob("test_*.py"))
    more = []
    if module.parts[1] == "games" and len(module.parts) > 3:
        game = module.parts[2]
        near = [_PROMISES / "games" / f"test_{game}.py", _PROMISES / "golden", *near]
        # Promises of all games name the game in brackets. Its own tests name it, or stand in its folder.
        more = ["-k", f"{game} or {game.replace('_', '-')}"]
    elif module.parts[1] in {"families", "following"}:
        near += [_PROMISES / "golden"]
    far = [*map(str, (path for path in near if path.exists())), *more]
    return [[str(own)], far] if own.exists() else [far]


def is_killed(name: str, tests: list[str], limit_s: int = LIMIT_S) -> bool:
    """Whether a test fails for the mutant, in a copy of this process, which has read every test."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s + 1))
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            os.environ["MUTANT_UNDER_TEST"] = name
            code = int(pytest.main([*_OPTIONS, *tests]))
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    return status not in {0, int(pytest.ExitCode.NO_TESTS_COLLECTED) << 8}


def is_killed_from_the_start(name: str, tests: list[str]) -> bool:
    """Whether a test fails for the mutant, in a process of its own."""
    command = ["prlimit", f"--cpu={LIMIT_S}", sys.executable, "-m", "pytest", *_OPTIONS, *tests]
    environment = {**os.environ, "MUTANT_UNDER_TEST": name}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode not in {0, 5}


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 3600.0)
