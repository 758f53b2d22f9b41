"""JSON that is too deep, not a number or not a text is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.errors import Refusal
from scorer.json_input import MAX_JSON_DEPTH, is_writable, parse_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(VALUES, st.booleans())
def test_what_is_read_is_what_json_says_and_can_be_written(value: object, ascii_only: bool) -> None:
    source = json.dumps(value, ensure_ascii=ascii_only)
    assert parse_json(source, any_text=True) == value
    # Written out, control characters are escaped again.
    if is_writable(source if not ascii_only else json.dumps(value, ensure_ascii=False)) and "\\u" not in source:
        assert parse_json(source.encode()) == value


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_depth_has_an_end(opening: str) -> None:
    closing = {"[": "]", '{"a":': "}"}[opening]
    for depth in (1, MAX_JSON_DEPTH):
        assert parse_json(opening * depth + "1" + closing * depth)
    for depth in (MAX_JSON_DEPTH + 1, 900, 100_000):
        with pytest.raises(Refusal, match="bad_json"):
            parse_json(opening * depth + "1" + closing * depth)
        with pytest.raises(Refusal, match="bad_json"):
            parse_json(opening * depth)


@pytest.mark.parametrize(
    "source",
    [
        *('"\\ud800"', '{"\\udfff": 1}', '["\\u0000"]', '"\\u001b"', '"\x7f"', '"\ud800"', '[["\\ud83d"]]'),
        *("NaN", "[Infinity]", "-Infinity", "1e999", "9" * 5000, "", "{", "'a'", '"a\nb"', "\ufeff1"),
        *(b"\xff", b'"\xed\xa0\x80"', b"", b"\x00"),
    ],
)
def test_what_is_no_json_or_cannot_be_written_is_refused(source: str | bytes) -> None:
    with pytest.raises(Refusal, match="bad_json"):
        parse_json(source)


@pytest.mark.parametrize("source", [b'\xef\xbb\xbf"a"', '"a"'.encode("utf-16"), '"\\t\\r\\n 札 \\ud83c\\udfb4"'])
def test_other_encodings_line_ends_and_pairs_are_read(source: str | bytes) -> None:
    assert is_writable(parse_json(source))


def test_an_old_ledger_may_hold_any_text() -> None:
    assert parse_json('{"key": "\\u0000\\ud800"}', any_text=True) == {"key": "\x00\ud800"}
