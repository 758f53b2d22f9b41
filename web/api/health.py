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
    """Status, version, the scanner's state, the number of rounds in the ledger, where it is kept, and who writes it.

    `ledger`: "saved"; "memory" while the disk takes nothing, so that a stop loses rounds; "shared" where another
    process may write it. `folds`: "renewed" where what was kept beside it did not come from it. `status` is "ok" unless
    `ledger` says otherwise. `unreadable`: evenings that cannot be read. The answer is 200 either way: starting anew
    would not help.
    """
    ctx = context()
    is_saved, is_alone = ctx.store.is_saved, ctx.store.is_alone
    ledger = ("saved" if is_alone else "shared") if is_saved else "memory"
    return {
        "status": "ok" if ledger == "saved" else "degraded",
        "version": version("fudayomi"),
        "scanner": ctx.scanner.state,
        "rounds": ctx.service.booked_rounds,
        "ledger": ledger,
        "folds": "renewed" if ctx.maintenance.are_folds_renewed else "kept",
        "unreadable": ctx.archive.unreadable(),
    }
