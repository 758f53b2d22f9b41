"""The referee's page: PIN, joining code, seasons, other pages."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.roles import GUEST, HOST
from web.hall.context import hall, is_referee, referee_phone, require_referee
from web.http.kept_cookie import require_cookie
from web.http.local_path import local_path
from web.http.navigation import NavEntry, more_entries
from web.session.validators import clean_name
from web.system.wifi import page_qr_code, qr_svg

BLUEPRINT = Blueprint("hall_referee", __name__)
PLACES = (NavEntry("/more", Text("More", "その他"), 90, "他"),)


@BLUEPRINT.get("/more")
def more() -> str:
    """The page of everything else."""
    return _render_page()


@BLUEPRINT.get("/join")
@BLUEPRINT.get("/join/<code>")
def join(code: str = "") -> str:
    """What to do with the address that tables join by."""
    del code
    return _render_page()


@BLUEPRINT.post("/more/pin")
def pin() -> BaseResponse | tuple[str, int]:
    """Make this phone a referee's when it gives the PIN. `next`: the page to show afterwards."""
    require_cookie()
    try:
        number = hall().pin.check(request.form.get("pin"), request.remote_addr or "?")
    except Refusal as refusal:
        return _render_page(refusal, request.form.get("next", "")), 403
    session.permanent = True
    session["referee"] = hall().referees.sign_in(number)
    wanted = request.form.get("next")
    return redirect(local_path(wanted) if wanted else url_for("hall_referee.more"))


@BLUEPRINT.post("/more/leave")
def leave() -> BaseResponse:
    """This phone is a referee's no longer, nor whoever has its cookie. `all`: no phone is."""
    if request.form.get("all"):
        require_referee()
        hall().referees.sign_out_all()
    elif phone := referee_phone():
        hall().referees.sign_out(phone)
    session.pop("referee", None)
    return redirect(url_for("hall_referee.more"))


@BLUEPRINT.post("/more/tries")
def end_wait() -> BaseResponse:
    """Forget the wrong PINs of every phone, so that none has to wait."""
    require_referee()
    hall().pin.backoff.clear()
    return redirect(url_for("hall_referee.more"))


@BLUEPRINT.post("/more/code")
def renew_code() -> BaseResponse:
    """Make a new code for joining. Tables that have joined stay."""
    require_referee()
    hall().tables.renew_code()
    return redirect(url_for("hall_referee.more"))


@BLUEPRINT.post("/more/season")
def open_season() -> BaseResponse | tuple[str, int]:
    """Begin a season. Evenings that are opened from now on belong to it."""
    require_referee()
    try:
        name = clean_name(request.form.get("name"))
    except Refusal as refusal:
        return _render_page(refusal), 422
    hall().setting_store.add_season(name)
    return redirect(url_for("hall_referee.more"))


@BLUEPRINT.get("/join.svg")
def code() -> Response:
    """A QR code with the address of this page."""
    return Response(qr_svg(page_qr_code(hall().settings.url)), mimetype="image/svg+xml")


def _render_page(refusal: Refusal | None = None, wanted: str = "") -> str:
    context, role = hall(), HOST if is_referee() else GUEST
    return render_template(
        "hall/more.html",
        refusal=refusal,
        next=wanted,
        url=context.settings.url,
        code=context.tables.code if is_referee() else "",
        guesses=context.pin.backoff.recent_failures() if is_referee() else {},
        phones=context.referees.count(context.pin.number) if is_referee() else 0,
        seasons=context.setting_store.seasons,
        places=more_entries(context.navigation, role),
    )
