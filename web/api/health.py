"""Health of the program, for machines.

It answers as soon as pages are served, with a camera or without.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from flask import Blueprint

from web.context import context

BLUEPRINT = Blueprint("health", __name__)


@BLUEPRINT.get("/health")
def health() -> dict[str, Any]:
    """Status, version, the scanner's state, the number of rounds in the ledger, evenings that could not be read."""
    ctx = context()
    return {
        "status": "ok",
        "version": version("fudayomi"),
        "scanner": ctx.scanner.state,
        "rounds": ctx.service.booked_rounds,
        "unreadable": ctx.archive.unreadable(),
    }
