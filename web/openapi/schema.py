"""言い方 iikata: short ways to write the schemas of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Schema = dict[str, Any]

STRING: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
INTEGER: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
BOOLEAN: Schema = {"type": "boolean"}
ANY: Schema = {}
PICTURE: Schema = {"type": "string", "contentMediaType": "image/*", "description": "At most 16 MB."}


@dataclass(frozen=True, slots=True)
class RouteSpec:
    """What one route takes and answers. `who`: least role. `picture`: its body may be a JPEG, PNG or WEBP.

    `query`, `path`: schemas by name; a path part that is not said is a string. `other`: further statuses in words.
    """

    answer: Schema
    role: str = "anyone"
    body: Schema | None = None
    query: Mapping[str, Schema] = field(default_factory=dict)
    path: Mapping[str, Schema] = field(default_factory=dict)
    accepts_picture: bool = False
    media_type: str = "application/json"
    other_statuses: Mapping[str, str] = field(default_factory=dict)


def ref(name: str) -> Schema:
    """The shape of that name."""
    return {"$ref": f"#/components/schemas/{name}"}


def obj(description: str = "", /, *, optional: Mapping[str, Schema] | None = None, **members: Schema) -> Schema:
    """An object with these members, and perhaps with those `optional`; a trailing _ keeps a name from being Python's.

    >>> obj(from_=STRING)["required"]
    ['from']
    """
    named = {name.removesuffix("_"): schema for name, schema in members.items()}
    out: Schema = {"type": "object", "properties": {**named, **(optional or {})}}
    if named:
        out["required"] = list(named)
    return {**out, "description": description} if description else out


def array(schema: Schema, description: str = "") -> Schema:
    """A list of it."""
    out: Schema = {"type": "array", "items": schema}
    return {**out, "description": description} if description else out


def by_key(schema: Schema, description: str = "") -> Schema:
    """An object whose members all are of it, by a key the description names."""
    out: Schema = {"type": "object", "additionalProperties": schema}
    return {**out, "description": description} if description else out


def nullable(schema: Schema, description: str = "") -> Schema:
    """It, or null."""
    out: Schema = {"anyOf": [schema, {"type": "null"}]}
    return {**out, "description": description} if description else out


def enum_of(*values: str | int) -> Schema:
    """One of these words."""
    return {"enum": list(values)}


def described(schema: Schema, description: str) -> Schema:
    """It, with a description."""
    return {**schema, "description": description}
