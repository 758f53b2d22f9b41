"""Which parameters of a test the gate runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_in_gate(values: Iterable[Any], count: int = 1) -> list[Any]:
    """The values as parameters: the first `count` of them in the gate, the others in `make test-all`.

    A tuple is one value for each argument of the test.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=() if place < count else pytest.mark.long
        )
        for place, value in enumerate(values)
    ]
