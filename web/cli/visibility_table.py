"""The table of benchmarks by how much of each card shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_COLUMNS = ("cards", "found", "named", "sure", "silent")


def format_visibility(rows: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[str]:
    """Lines with a heading: for each named row and each visibility band its counts, and the share named in percent.

    `rows`: the value of "by_visibility" in `EvaluationCounts.as_json`, by name.
    """
    width = max((len(name) for name in rows), default=0)
    yield f"{'':{width}}  {'shows':10}" + "".join(f" {name:>8}" for name in _COLUMNS) + "  % named"
    for name, bands in rows.items():
        for band, counts in bands.items():
            share = f"{100 * counts['named'] / counts['cards']:9.1f}" if counts["cards"] else f"{'-':>9}"
            yield f"{name:{width}}  {band:10}" + "".join(f" {counts[key]:>8}" for key in _COLUMNS) + share
