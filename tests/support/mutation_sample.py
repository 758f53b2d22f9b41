"""Tries a random sample of the mutants of `scorer`.

`python -m tests.support.mutation_sample 1000 SEED [SECONDS]` in the folder `mutants` that mutmut makes.
mutmut notes first which test reaches which function, and tries each mutant with all of those, which takes days. This
tries the quickest first: the tests of the module, the recorded answers of the mutant's game or family, or of all games,
one game after the other, then the tests of its folder and of its game. When the whole sample was tried so, what lives
is tried with the tests of all rules. What finds a mutant must find nothing without one, or the run ends. The same
number and seed give the same sample. After SECONDS it stops with what it has; what was not tried with all tests counts
as living. It prints the mutants that live, the share that was killed, and where the share of all mutants lies with 95 %
confidence. `mutmut show NAME` shows one.
"""

from __future__ import annotations

import io
import json
import math
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from tests.support import mutant_switch

LIMIT_S = 20
"""Processor seconds after which a mutant counts as one that runs for ever, which somebody would notice: for answers."""
NEAR_LIMIT_S = 120
"""The same for the tests near it. Those of a folder take up to 45 seconds by themselves."""
FURTHER_LIMIT_S = 600
"""The same for the tests of all rules, which take some minutes."""
MEMORY_BYTES = 3 * 2**30
"""Address space of a copy of the process: mutants that append for ever filled the machine. The tests take .6 GiB."""
_OPTIONS = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--hypothesis-profile=ci"]
_SWITCHED = ["-p", "tests.support.mutant_switch"]
_UNIT = Path("tests/unit")
_PROMISES = Path("tests/promises")
_GOLDEN_ROUNDS = _PROMISES / "golden" / "test_golden_rounds.py"
_FURTHER = tuple(map(str, (_PROMISES / "golden", _UNIT / "scorer", _PROMISES / "games")))
"""The tests of all rules, the fastest first."""
_GAMES_OF_FAMILY = {
    "captures": ("koikoi", "hana-awase", "hachi-hachi", "kujuroku"),
    "egara": ("etori", "kakeya"),
    "sums": ("otoroku", "dontsuku", "tokotoko", "oicho-kabu"),
}


def main(count: int, seed: int, seconds: float) -> None:
    """Draw, try, report."""
    files = {name: file for file in sorted(Path("scorer").rglob("*.meta")) for name in mutants_of(file)}
    sample = random.Random(seed).sample(sorted(files), min(count, len(files)))
    mutant_switch.choose("")
    mutant_switch.install()
    with redirect_stdout(io.StringIO()):
        pytest.main(["--collect-only", "-qqq", *_OPTIONS, *_FURTHER])
    end = time.monotonic() + seconds
    alive, tried = list[str](), 0
    for name in sample:
        if time.monotonic() > end:
            break
        if not is_killed_nearby(name, files[name]):
            alive.append(name)
            print(f"lives: {name}", file=sys.stderr, flush=True)
        tried += 1
        if tried % 20 == 0:
            print(f"{tried} tried, {len(alive)} live", file=sys.stderr, flush=True)
    report(f"{len(files)} mutants, {tried} drawn with seed {seed}, tests near them", tried, len(alive))
    for name in list(alive):
        if time.monotonic() > end:
            break
        if any(is_killed(name, fails, (tests,), FURTHER_LIMIT_S) for tests in _FURTHER):
            alive.remove(name)
            print(f"killed by tests of other rules: {name}", file=sys.stderr, flush=True)
    print(*alive, sep="\n")
    report("tests of all rules", tried, len(alive))


def report(what: str, tried: int, alive: int) -> None:
    """Print the share that was killed."""
    low, high = confidence_interval(tried - alive, tried)
    print(f"{what}: {1 - alive / tried:.1%} killed, {alive} live; of all mutants {low:.1%} to {high:.1%}", flush=True)


def is_killed_nearby(name: str, meta: Path) -> bool:
    """Whether the recorded answers or the tests near a mutant's module find it, also in a new process."""
    from tests.promises.golden.recorded_answers import KINDS  # noqa: PLC0415  the switch comes before the rules

    keys, (own, *more) = games_near(meta), tests_of(meta)
    kinds = ["films", "swapped", "account", "followed"] if meta.parts[1] == "following" else KINDS
    if is_killed(name, fails, tuple(own), NEAR_LIMIT_S):
        return True
    if any(is_killed(name, answers_differ, (kind, key), LIMIT_S) for kind in kinds for key in keys):
        return True
    if any(is_killed(name, fails, tuple(tests), NEAR_LIMIT_S) for tests in more):
        return True
    # What lives is tried again from the start where its function is called when modules are read.
    return mutant_switch.was_called(name) and (
        is_killed_from_the_start(name, [str(_PROMISES / "golden"), "-k", " or ".join(keys)])
        or is_killed_from_the_start(name, own)
    )


def games_near(meta: Path) -> Sequence[str]:
    """The games whose answers a module can change: its own, those of its family, or all."""
    from scorer.games import games  # noqa: PLC0415  the switch comes before the rules

    parts = meta.with_suffix("").with_suffix("").parts
    if parts[1] == "games" and len(parts) > 2:
        return [key for key in games() if key == parts[2].replace("_", "-")] or list(games())
    return _GAMES_OF_FAMILY.get(parts[2], list(games())) if parts[1] == "families" else list(games())


def answers_differ(kind: str, key: str) -> int:
    """1 if a game answers otherwise than recorded, else 0."""
    from tests.promises.golden.recorded_answers import answers_now, recorded  # noqa: PLC0415  the same

    return int(answers_now(key, kind) != recorded(key, kind))


def fails(*tests: str) -> int:
    """0 if the tests pass, or there are none."""
    code = int(pytest.main([*_OPTIONS, *tests]))
    return 0 if code == int(pytest.ExitCode.NO_TESTS_COLLECTED) else code


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
    folder, stem = (
        (module.parent.parent, module.parent.name) if module.stem == "__init__" else (module.parent, module.stem)
    )
    own = _UNIT / folder / f"test_{stem.strip('_')}.py"
    near = sorted({*(_UNIT / folder).glob("test_*.py"), *(_UNIT / module.parent).glob("test_*.py")})
    more = []
    if module.parts[1] == "games" and len(module.parts) > 3:
        game = module.parts[2]
        near = [_PROMISES / "games" / f"test_{game}.py", _GOLDEN_ROUNDS, *near]
        # Promises of all games name the game in brackets. Its own tests name it, or stand in its folder.
        more = ["-k", f"{game} or {game.replace('_', '-')}"]
    elif module.parts[1] in {"families", "following"}:
        near += [_GOLDEN_ROUNDS]
    far = [*map(str, (path for path in near if path.exists())), *more]
    return [[str(own)], far] if own.exists() else [far]


def is_killed(name: str, check: Callable[..., int], asked: tuple[str, ...], limit_s: int) -> bool:
    """Whether a check finds the mutant. Raises `AssertionError` if it finds as much without one."""
    if not finds(name, check, asked, limit_s):
        return False
    assert not finds("", check, asked, limit_s), f"{check.__name__} {asked} fails without a mutant"
    return True


@cache
def finds(name: str, check: Callable[..., int], asked: tuple[str, ...], limit_s: int) -> bool:
    """Whether a check is not 0 for the mutant, in a copy of this process, which has read every test."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            mutant_switch.choose(name)
            code = check(*asked)
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] != 0


def is_killed_from_the_start(name: str, tests: list[str]) -> bool:
    """Whether a test fails for the mutant, in a process of its own."""
    if not fails_from_the_start(name, tuple(tests)):
        return False
    assert not fails_from_the_start("", tuple(tests)), f"{tests} fail without a mutant"
    return True


@cache
def fails_from_the_start(name: str, tests: tuple[str, ...]) -> bool:
    """Whether they fail there."""
    command = [
        "prlimit",
        f"--cpu={FURTHER_LIMIT_S}",
        f"--as={MEMORY_BYTES}",
        sys.executable,
        "-m",
        "pytest",
        *_SWITCHED,
        *_OPTIONS,
        *tests,
    ]
    environment = {**os.environ, mutant_switch.VARIABLE: name}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode not in {0, 5}


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 3600.0)
