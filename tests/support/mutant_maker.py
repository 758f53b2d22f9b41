"""Makes the mutants of `scorer` with mutmut, and tries none.

`python -m tests.support.mutant_maker` in a copy of the checkout makes the folder `mutants`, in some four minutes of one
processor. `mutmut run` does so too, but runs all tests before it tries the first.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Copy what the tests need, and write each module with its mutants."""
    sys.argv = sys.argv[:1]  # mutmut reads it
    from mutmut import __main__ as mutmut  # noqa: PLC0415  an environment of its own has it

    Path("mutants").mkdir(exist_ok=True)
    mutmut.set_mutant_under_test("mutant_generation")
    mutmut.copy_src_dir()
    mutmut.copy_also_copy_files()
    mutmut.setup_source_paths()
    print(mutmut.create_mutants(1))


if __name__ == "__main__":
    main()
