"""When a practice question comes back, as FSRS schedules it.

Nothing is stored here. The phone sends what it knows of a question and keeps the answer.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.openapi.request_check import json_body
from web.refusals import bad_memory

BLUEPRINT = Blueprint("practice", __name__, url_prefix="/api/practice")


@BLUEPRINT.post("/review")
def review() -> dict[str, Any]:
    """Schedule a question that was answered `right` or not. `memory`: what the last review gave, null for the first."""
    from fsrs import Card, Rating, Scheduler  # noqa: PLC0415  only phones that practise need it

    data = json_body()
    memory = data.get("memory")
    try:
        card = Card() if memory is None else Card.from_dict(memory)
        rating = Rating.Good if data.get("right") is True else Rating.Again
        # Without fuzzing the same answers give the same day.
        card, _ = Scheduler(enable_fuzzing=False).review_card(card, rating)
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
        raise bad_memory() from None
    return {"memory": card.to_dict(), "due": card.due.isoformat()}
