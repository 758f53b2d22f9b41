"""Validation agrees with jsonschema and knows all keywords in use."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from web.openapi import route_specs
from web.openapi.components import SCHEMAS
from web.openapi.schema import BOOLEAN, COUNT, NUMBER, STRING, Schema, array, by_key, enum_of, nullable, obj, ref
from web.openapi.validation import ANNOTATIONS, find_fault

KNOWN = ANNOTATIONS | {
    *("type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems"),
    *("anyOf", "enum", "minimum", "maximum", "minLength", "maxLength", "pattern", "$ref"),
}
SAMPLES: list[Schema] = [
    obj(a=COUNT, optional={"b": nullable(STRING), "c": array(BOOLEAN)}),
    by_key(array(NUMBER)),
    {**array(enum_of("a", "b", 1)), "minItems": 1, "maxItems": 2},
    {"type": "string", "minLength": 1, "maxLength": 2, "pattern": "^[a-z]*$"},
    {"type": "integer", "minimum": -1, "maximum": 3},
    nullable(obj(a=ref("Text"))),
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 5)
    | st.floats(0.1, 2.5)
    | st.sampled_from(["", "a", "ab", "abc", "A", "a\n"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "c", "en", "ja"]), inner, max_size=4)
    ),
    max_leaves=6,
)


def find_keywords(schema: Any) -> set[str]:
    """All keywords in a schema and its parts."""
    found = set(schema)
    for name, part in schema.items():
        if name == "properties":
            parts = list(part.values())
        else:
            parts = [each for each in (part if isinstance(part, list) else [part]) if isinstance(each, dict)]
        found = found.union(*map(find_keywords, parts))
    return found


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(SAMPLES), VALUES)
def test_what_the_standard_refuses_is_refused(schema: Schema, value: object) -> None:
    whole = {**schema, "components": {"schemas": SCHEMAS}}
    ours = find_fault(value, schema, SCHEMAS)
    if not Draft202012Validator(whole).is_valid(value):
        assert ours
    elif value != "a\n" and not isinstance(value, float):
        # Ours is stricter only where Python's $ lets a line end pass.
        assert ours is None or "\n" in str(value)


@pytest.mark.parametrize("route", sorted(route_specs()), ids=" ".join)
def test_every_keyword_of_a_request_is_known(route: tuple[str, str]) -> None:
    spec = route_specs()[route]
    for schema in (*spec.query.values(), *spec.path.values(), *([spec.body] if spec.body else ())):
        assert find_keywords(schema) <= KNOWN


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({}, "a: is missing"),
        ({"a": True}, "a: must be of type integer"),
        ({"a": 2.0}, "a: must be of type integer"),
        ({"a": -1}, "a: is too small or too large"),
        ({"a": 1, "b": {}}, "b: is none of what it may be"),
        ({"a": 1, "c": [True, 0]}, "c[1]: must be of type boolean"),
        ([], "it: must be of type object"),
        ({"a": 1, "more": "is let be"}, None),
    ],
)
def test_the_fault_is_named(value: object, says: str | None) -> None:
    assert find_fault(value, SAMPLES[0], SCHEMAS) == says
