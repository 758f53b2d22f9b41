"""The enrolled decks of this table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.request.evening_start import enrolled_decks

BLUEPRINT = Blueprint("decks", __name__)


@BLUEPRINT.get("/api/enrolled", endpoint="listed")
def list_enrolled() -> dict[str, Any]:
    """Every enrolled deck: name, kind, expected shares, nearest pairs, faces it lacks."""
    return {"decks": [deck.as_json() for deck in enrolled_decks()]}
