"""The hall's JSON API described for programs and their authors."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app

from scorer.texts import Text
from web.hall.api_description import hall_api
from web.http.navigation import NavEntry
from web.openapi import build_document

BLUEPRINT = Blueprint("hall_openapi", __name__)
PLACES = (
    NavEntry(
        "/openapi.json",
        Text("For programs", "プログラムから使う"),
        95,
        sign="機",
        description=Text("The JSON API, described by OpenAPI.", "JSON APIの説明（OpenAPI）。"),
    ),
)


@BLUEPRINT.get("/openapi.json")
def openapi() -> dict[str, Any]:
    """This document."""
    return build_document(current_app, hall_api())
