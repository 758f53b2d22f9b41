"""Short constructors for the schemas of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Schema = dict[str, Any]

STRING: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
_MOST = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exactly."""
INTEGER: Schema = {"type": "integer", "minimum": -_MOST, "maximum": _MOST}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": _MOST}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
LAST_ID = 2**31 - 1
"""The largest number of a thing that every database keeps as an id."""
ID: Schema = {"type": "integer", "minimum": 0, "maximum": LAST_ID}
BOOLEAN: Schema = {"type": "boolean"}
ANY: Schema = {}
PICTURE: Schema = {"type": "string", "contentMediaType": "image/*", "description": "At most 16 MB."}


@dataclass(frozen=True, slots=True)
class RouteSpec:
    """What one route takes and answers.

    `role`: the least role that may use it. `accepts_picture`: its body may be a picture. `query`, `path`:
    schemas by name. A variable of the path without one is a string. `other_statuses`: further statuses with their
    meaning. `refused_by_view`: members of the body that the view checks, because it refuses them with a code of theirs.
    """

    answer: Schema
    role: str = "anyone"
    body: Schema | None = None
    query: Mapping[str, Schema] = field(default_factory=dict)
    path: Mapping[str, Schema] = field(default_factory=dict)
    accepts_picture: bool = False
    media_type: str = "application/json"
    other_statuses: Mapping[str, str] = field(default_factory=dict)
    refused_by_view: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ApiDescription:
    """What one application serves to machines: its routes by method and rule, and what they share.

    `text`: how to use it. `schemas`: those that `$ref` may name. `roles`: who may, by the word of a `RouteSpec`.
    `security`: how somebody shows who he is, as OpenAPI writes it.
    """

    text: str
    routes: Mapping[tuple[str, str], RouteSpec]
    schemas: Mapping[str, Schema]
    roles: Mapping[str, str]
    security: Mapping[str, Schema]


def ref(name: str) -> Schema:
    """The shared schema of that name."""
    return {"$ref": f"#/components/schemas/{name}"}


def obj(description: str = "", /, *, optional: Mapping[str, Schema] | None = None, **members: Schema) -> Schema:
    """An object with these members, and perhaps with the `optional` ones.

    A trailing _ keeps a name from being Python's.

    >>> obj(from_=STRING)["required"]
    ['from']
    """
    named = {name.removesuffix("_"): schema for name, schema in members.items()}
    result: Schema = {"type": "object", "properties": {**named, **(optional or {})}}
    if named:
        result["required"] = list(named)
    return {**result, "description": description} if description else result


def array(schema: Schema, description: str = "") -> Schema:
    """An array of values of `schema`."""
    result: Schema = {"type": "array", "items": schema}
    return {**result, "description": description} if description else result


def by_key(schema: Schema, description: str = "") -> Schema:
    """An object whose members are all of `schema`, by a key that the description names."""
    result: Schema = {"type": "object", "additionalProperties": schema}
    return {**result, "description": description} if description else result


def closed(schema: Schema) -> Schema:
    """`schema` without members that it does not name, at any depth but behind a `$ref`.

    >>> closed(obj(name=STRING))["additionalProperties"]
    False
    """
    result = dict(schema)
    if "properties" in schema:
        result["properties"] = {name: closed(member) for name, member in schema["properties"].items()}
        result.setdefault("additionalProperties", False)
    if "items" in schema:
        result["items"] = closed(schema["items"])
    if "anyOf" in schema:
        result["anyOf"] = [closed(each) for each in schema["anyOf"]]
    return result


def nullable(schema: Schema, description: str = "") -> Schema:
    """A value of `schema`, or null."""
    result: Schema = {"anyOf": [schema, {"type": "null"}]}
    return {**result, "description": description} if description else result


def enum_of(*values: str | int) -> Schema:
    """One of these values."""
    return {"enum": list(values)}


def described(schema: Schema, description: str) -> Schema:
    """`schema` with a description."""
    return {**schema, "description": description}
