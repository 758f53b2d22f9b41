"""The page of the checks that `fudayomi doctor` makes, for hosts."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.roles import HOST
from web.context import context
from web.doctor.doctor_process import CheckResult, run_doctor_command
from web.http.navigation import NavEntry
from web.i18n.request_locale import request_language
from web.request.auth import host_only, is_host

BLUEPRINT = Blueprint("doctor_page", __name__)
PLACES = (
    NavEntry(
        "/doctor",
        Text("Check the machine", "本体を調べる"),
        85,
        sign="診",
        description=Text(
            "Camera, light, disk, clock, network: what is wrong, and what to do.",
            "カメラ、明るさ、容量、時計、ネットワーク。悪いところと直し方。",
        ),
        roles=frozenset({HOST}),
    ),
)


@BLUEPRINT.get("/doctor")
def doctor() -> str:
    """What is checked, and for a host the way to do it."""
    return _render_page()


@BLUEPRINT.post("/doctor")
@host_only
def check() -> str | tuple[str, int] | Response:
    """Run the checks of the command and show what they found, with what to do."""
    settings = context().settings
    try:
        return _render_page(
            run_doctor_command(settings.source, settings.port, settings.data_dir, language=request_language())
        )
    except Refusal as refusal:
        return _render_page(refusal=refusal), 422


def _render_page(results: tuple[CheckResult, ...] = (), refusal: Refusal | None = None) -> str:
    return render_template("doctor.html", results=results, refusal=refusal, host=is_host())
