"""The file that keeps the inputs of a followed round over a kill.

It lies beside the ledger and is no part of it: a file that is missing, damaged or of another round says nothing. A
round is a fold over its inputs, so nothing else needs to be stored.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorer.errors import Refusal
from scorer.json_input import parse_json
from web.openapi.schema import ANY, COUNT, by_key, obj
from web.openapi.validation import find_fault

INPUT_FILE_NAME = "following.jsonl"
"""File of the inputs, beside the database."""
MAX_INPUTS = 5000
"""Lines that are read again, at most: some hours of a table that never lies still."""

_LOG = logging.getLogger(__name__)
_HEAD = obj(evening=COUNT, version=COUNT, left=by_key(ANY))
Input = Mapping[str, Any]
"""One line: a rest, a tap, or what was put into the draft."""


class InputFile:
    """The inputs of the round under way in `folder`. None: nothing is kept, as with a ledger on a database server."""

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / INPUT_FILE_NAME

    def begin(self, head: Input) -> None:
        """Begin the file of another round: its `evening` and `version`, and the table that was `left` from before."""
        self._write("w", head)

    def append(self, line: Input) -> None:
        """Add one input. A disk that takes nothing is no fault: the round goes on in memory."""
        self._write("a", line)

    def clear(self) -> None:
        """Keep nothing any more."""
        if self._file is not None:
            try:
                self._file.unlink(missing_ok=True)
            except OSError as error:
                _LOG.warning("the followed round could not be dropped: %s", error)

    def read(self, evening: int, version: int) -> tuple[Input, list[Input]] | None:
        """Head and inputs of that round, None without a whole head of it. What follows a damaged line is left out."""
        if self._file is None:
            return None
        try:
            lines = self._file.read_bytes().split(b"\n")[: MAX_INPUTS + 1]
        except OSError:
            return None
        inputs: list[Input] = []
        for line in filter(None, lines):
            try:
                parsed = parse_json(line)
            except Refusal:
                break
            if not isinstance(parsed, dict):
                break
            inputs.append(parsed)
        if not inputs or find_fault(inputs[0], _HEAD, {}):
            return None
        head = inputs[0]
        return (head, inputs[1:]) if (head["evening"], head["version"]) == (evening, version) else None

    def _write(self, mode: str, line: Input) -> None:
        if self._file is None:
            return
        try:
            with self._file.open(mode, encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        except OSError as error:
            _LOG.warning("the followed round could not be kept: %s", error)
