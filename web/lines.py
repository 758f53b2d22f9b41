"""行 gyo: JSON on standard input and output: a line in, a line out, and refusals as the machine interfaces promise."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NoReturn

from scorer.answers import Answer, answered, written
from scorer.errors import Refusal


def answer_lines(answer: Answer, lines: Iterable[bytes]) -> None:
    """One line of JSON out for every line in that is not blank, in order, errors too."""
    out = sys.stdout.buffer
    for line in lines:
        if line.strip():
            out.write(written(answered(answer, line)))
    out.flush()


def refuse(refusal: Refusal) -> NoReturn:
    """The error object on standard error, and exit status 2."""
    sys.stderr.buffer.write(written(refusal.as_json()))
    sys.stderr.flush()
    raise SystemExit(2)
