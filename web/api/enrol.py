"""Routes of the enrolment wizard: a deck shown grid by grid, then trained."""

from __future__ import annotations

import io
from typing import Any

from flask import Blueprint, Response, request, send_file

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.request_size import takes_file
from web.context import context
from web.openapi.request_check import json_body
from web.refusals import no_picture_yet
from web.request.auth import host_only, require_upload_allowance
from web.request.evening_start import enrolled_decks

BLUEPRINT = Blueprint("enrol", __name__)


@BLUEPRINT.get("/api/enrol")
@host_only
def state() -> dict[str, Any]:
    """The deck being enrolled: plan, places captured, training. The enrolled deck when its training is over."""
    enrolment = context().require_enrolment().as_json()
    job = enrolment["lesson"]
    deck = next((deck for deck in enrolled_decks() if job and deck.name == job["name"]), None)
    is_over = deck is not None and not job["running"] and not job["refusal"]
    return {
        **enrolment,
        "learned": deck.as_json() if deck and is_over else None,
        "camera": context().settings.has_camera,
    }


@BLUEPRINT.post("/api/enrol/begin")
@host_only
def begin() -> dict[str, Any]:
    """Begin with `name` and `kind`. A previous enrolment is dropped."""
    data = json_body()
    context().require_enrolment().begin(data.get("name"), data.get("kind"))
    return state()


@BLUEPRINT.post("/api/enrol/cancel")
@host_only
def cancel() -> dict[str, Any]:
    """Drop the deck being enrolled."""
    context().require_enrolment().cancel()
    return state()


@BLUEPRINT.post("/api/enrol/show", endpoint="show")
@takes_file
@host_only
def submit_picture() -> dict[str, Any]:
    """Submit a picture of the cards at `grid` or of the one at `place`: the body, or the camera's when it is JSON."""
    enrolment, ctx = context().require_enrolment(), context()
    plan = enrolment.require_plan()
    place = request.args.get("place", type=int)
    places = (
        plan.grid_places(request.args.get("grid", -1, type=int))
        if place is None
        else _require_place(place, len(plan.order))
    )
    require_upload_allowance()
    body = b"" if request.is_json else request.get_data()
    codes = [plan.order[place] for place in places]
    result, content = ctx.scanner.run_wizard_step("grid", body, kind=plan.kind, codes=codes)
    parts = _split_parts(content, result["sizes"])
    count = len(result["cards"])
    accepted = count in plan.allowed_counts(places)
    if accepted:
        enrolment.save_cards(places, parts[1:], {places[int(index)]: code for index, code in result["odd"].items()})
    enrolment.last_picture = parts[0]
    return {**state(), "accepted": accepted, "seen": {"cards": result["cards"], "wanted": len(places)}}


@BLUEPRINT.post("/api/enrol/right", endpoint="right")
@host_only
def confirm_card() -> dict[str, Any]:
    """Confirm that the card at `place`, which looks like another one, is the right one."""
    context().require_enrolment().save_cards((request.args.get("place", -1, type=int),), (), {})
    return state()


@BLUEPRINT.post("/api/enrol/learn")
@host_only
def learn() -> dict[str, Any]:
    """Start the training. The state has its progress."""
    context().require_enrolment().start_training()
    return state()


@BLUEPRINT.get("/enrol/seen.jpg")
@host_only
def last_picture() -> Response:
    """The picture taken last."""
    if not context().require_enrolment().last_picture:
        raise no_picture_yet()
    return send_file(io.BytesIO(context().require_enrolment().last_picture), mimetype="image/jpeg")


@BLUEPRINT.get("/enrol/card/<int:place>.png")
@host_only
def card(place: int) -> Response:
    """The picture taken of one card."""
    picture = context().require_enrolment().card_picture(place) if place < 100 else None
    if picture is None:
        raise Refusal("not_found", Text("That card has not been seen", "その札はまだ写っていません"))
    return send_file(io.BytesIO(picture), mimetype="image/png")


def _require_place(place: int, count: int) -> tuple[int, ...]:
    if not 0 <= place < count:
        raise Refusal("bad_request", Text("The deck has no such card", "その札はありません"))
    return (place,)


def _split_parts(content: bytes, sizes: list[int]) -> list[bytes]:
    """The parts of `content`, which stand one after another, each of its size in bytes."""
    stream = io.BytesIO(content)
    return [stream.read(size) for size in sizes]
