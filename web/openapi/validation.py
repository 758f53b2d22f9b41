"""A value held against a schema of the OpenAPI document.

Only the keywords that our schemas use are known. The server checks every request with it, so it needs no library that
resolves addresses or compiles anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorer.nearest_name import with_nearest
from scorer.texts import verbatim
from web.openapi.schema import Schema

_IS_TYPE: Mapping[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in {int, float},
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}

ANNOTATIONS = frozenset({"description", "contentMediaType"})
"""Keywords that say something to readers and ask nothing of a value."""


def find_fault(value: object, schema: Schema, shared: Mapping[str, Schema]) -> str | None:
    """Where and why `value` is not of `schema`, None if it is. `shared`: the schemas that `$ref` may name.

    A number without a fraction is no integer unless it is written as one.

    >>> find_fault({"on": 1}, {"type": "object", "properties": {"on": {"type": "boolean"}}}, {})
    'on: must be of type boolean'
    """
    return next(_faults(value, schema, shared, ""), None)


def _faults(value: Any, schema: Schema, shared: Mapping[str, Schema], path: str) -> Iterator[str]:
    if "$ref" in schema:
        yield from _faults(value, shared[schema["$ref"].rpartition("/")[2]], shared, path)
        return
    kind = schema.get("type", "")
    if kind and not _IS_TYPE[kind](value):
        yield f"{path or 'it'}: must be of type {kind}"
        return
    yield from _choice_faults(value, schema, shared, path)
    if kind in {"integer", "number"}:
        yield from _number_faults(value, schema, path)
    elif kind == "string":
        yield from _text_faults(value, schema, path)
    elif kind == "array":
        yield from _array_faults(value, schema, shared, path)
    elif kind == "object":
        yield from _object_faults(value, schema, shared, path)


def _choice_faults(value: object, schema: Schema, shared: Mapping[str, Schema], path: str) -> Iterator[str]:
    if "enum" in schema and not any(type(value) is type(allowed) and value == allowed for allowed in schema["enum"]):
        yield f"{path or 'it'}: must be one of {', '.join(map(str, schema['enum']))}"
    if "anyOf" in schema and all(any(_faults(value, alternative, shared, path)) for alternative in schema["anyOf"]):
        yield f"{path or 'it'}: is none of what it may be"


def _number_faults(value: float, schema: Schema, path: str) -> Iterator[str]:
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{path or 'it'}: is too small or too large"


def _text_faults(value: str, schema: Schema, path: str) -> Iterator[str]:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        yield f"{path or 'it'}: is too short or too long"
    elif "pattern" in schema and not _pattern(schema["pattern"]).fullmatch(value):
        yield f"{path or 'it'}: has characters that do not belong there"


@lru_cache
def _pattern(source: str) -> re.Pattern[str]:
    """A pattern of the document. Ours stand between ^ and $, of which Python's lets a line end pass."""
    return re.compile(source.removeprefix("^").removesuffix("$"))


def _array_faults(value: Sequence[Any], schema: Schema, shared: Mapping[str, Schema], path: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{path or 'it'}: has too few or too many items"
    for index, item in enumerate(value):
        yield from _faults(item, schema.get("items", {}), shared, f"{path}[{index}]")


def _object_faults(value: Mapping[str, Any], schema: Schema, shared: Mapping[str, Schema], path: str) -> Iterator[str]:
    members: Mapping[str, Schema] = schema.get("properties", {})
    prefix = f"{path}." if path else ""
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{prefix}{name}: is missing"
    others: Schema | bool = schema.get("additionalProperties", {})
    for name, item in value.items():
        member = members.get(name, others)
        if isinstance(member, bool):  # false: the schema names all its members
            yield with_nearest(verbatim(f"{prefix}{name[:40]}: is not known"), name, members).en
        else:
            yield from _faults(item, member, shared, f"{prefix}{name[:40]}")
