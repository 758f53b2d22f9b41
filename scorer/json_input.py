"""The one reader of JSON that others wrote: depth, numbers, text.

Requests, files, settings and messages of other processes come through `parse_json`, so that nothing behind it meets a
value nested too deep to walk, a number without a value, or text that no file and no database can hold.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from scorer.errors import Refusal
from scorer.texts import Text
from scorer.wording import shared

_WORDING = shared("json_input")
MAX_JSON_DEPTH = 32
"""Deepest nesting of arrays and objects. An evening's file needs twelve, and a walk of more could exhaust the stack."""

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters other than tab and line ends, and surrogates: no UTF-8 can hold the latter."""
_MAY_BE_UNWRITABLE = re.compile(r"\\u|" + _UNWRITABLE.pattern)
"""What the source of an unwritable text must hold: an escape, or the character itself."""


def parse_json(source: str | bytes, *, any_text: bool = False) -> Any:
    """The value of the JSON `source`.

    Raises `bad_json` for what is no JSON, is nested deeper than `MAX_JSON_DEPTH`, or has a number that is not finite or
    a text that cannot be written. With `any_text` texts are not looked at: an old ledger may hold any.

    >>> parse_json('{"a": [1, "x"]}')
    {'a': [1, 'x']}
    """
    try:
        text = source.decode(json.detect_encoding(source)) if isinstance(source, bytes) else source
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise _bad_json(_WORDING.text("not_json")) from None
    looks_at_text = not any_text and _MAY_BE_UNWRITABLE.search(text) is not None
    level: list[Any] = [value]
    for _ in range(MAX_JSON_DEPTH + 1):
        if looks_at_text and not all(is_writable(item) for item in level if isinstance(item, str)):
            raise _bad_json(_WORDING.text("unwritable"))
        level = [item for item in level if isinstance(item, (dict, list))]
        if not level:
            return value
        level = [child for item in level for child in _children(item, with_keys=looks_at_text)]
    raise _bad_json(_WORDING.text("nested_too_deep"))


def is_writable(text: str) -> bool:
    """Whether a file and a database can hold the text: no surrogates, no control characters but tab and line ends.

    >>> is_writable("Aki"), is_writable("\\x00"), is_writable("\\ud800")
    (True, False, False)
    """
    return _UNWRITABLE.search(text) is None


def _children(item: dict[str, Any] | list[Any], *, with_keys: bool) -> list[Any]:
    if isinstance(item, dict):
        return [*item, *item.values()] if with_keys else list(item.values())
    return item


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number beyond all others")
    return number


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _bad_json(message: Text) -> Refusal:
    return Refusal("bad_json", message)


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse_constant)
