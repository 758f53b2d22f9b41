"""Is it well? For machines; true as soon as pages are served, camera or not."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from flask import Blueprint

from web.context import context

BLUEPRINT = Blueprint("health", __name__)


@BLUEPRINT.get("/health")
def health() -> dict[str, Any]:
    """Status, version, the scanner's state and how many rounds the ledger holds."""
    table = context()
    return {
        "status": "ok",
        "version": version("fudayomi"),
        "scanner": table.scanner.state,
        "rounds": table.service.booked_rounds,
    }
