"""Settings of a phone, and for hosts the PIN and the other phones.

The page has plain forms, which work without a script.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.texts import LANGUAGES, Text
from web.access.pin import validate_pin
from web.context import context
from web.http.kept_cookie import require_cookie
from web.http.navigation import NavEntry
from web.http.preferences import PREFERENCES, set_preference_cookie
from web.request.auth import (
    current_name,
    current_phone_id,
    current_role,
    guesses_by_address,
    host_only,
    is_host,
    require_pin,
)

BLUEPRINT = Blueprint("settings", __name__, url_prefix="/settings")
PLACES = (
    NavEntry(
        "/settings",
        Text("Settings", "設定"),
        80,
        sign="設",
        description=Text(
            "Language, theme, text size, furigana; for hosts also the PIN and the phones.",
            "言葉・明るさ・文字の大きさ・ふりがな。世話役は暗証番号と端末も。",
        ),
    ),
)

_CONFIRMATIONS = {
    "pin": Text(
        "The PIN is changed; other hosts must give the new one.",
        "暗証番号を変えました。ほかの世話役は新しい番号が必要です。",
    ),
    "offer": Text("Offered. The other phone is asked now.", "申し出ました。相手の端末に確認が出ています。"),
    "uncrown": Text("That phone is no host any more.", "その端末は世話役ではなくなりました。"),
    "revoke": Text(
        "That phone has no name and no role any more. It stays away for this evening until you ask it back.",
        "その端末の名前と役割を外しました。呼び戻すまで、この会では名前を持てません。",
    ),
    "back": Text("That phone may take a name again.", "その端末は、また名前を選べます。"),
    "tries": Text("No phone has to wait any more.", "待ち時間をなくしました。"),
}


@BLUEPRINT.get("")
def settings() -> str:
    """The page of settings."""
    return _render_page()


@BLUEPRINT.post("/look")
def save_preferences() -> Response:
    """Store what this phone prefers: its language, and every `Preference`."""
    require_cookie()
    response = redirect(url_for("settings.settings"))
    for preference in PREFERENCES:
        if (value := request.form.get(preference.key, "")) in preference.values:
            set_preference_cookie(response, preference.key, value)
    if (lang := request.form.get("lang", "")) in LANGUAGES:
        set_preference_cookie(response, "lang", lang)
    return response


@BLUEPRINT.post("/pin")
@host_only
def change_pin() -> Response | tuple[str, int]:
    """Change the PIN, given the old one."""
    try:
        pin = validate_pin(request.form.get("new"))
        if pin != validate_pin(request.form.get("again")):
            raise Refusal("bad_pin", Text("The two new PINs differ", "新しい暗証番号が二つとも同じではありません"))
        require_pin(request.form.get("pin"), always=True)
    except Refusal as refusal:
        return _render_page(refusal), 403
    context().pin.renew(pin)
    context().phones.grant_host(current_phone_id(), context().pin.number)
    return _redirect_with_confirmation("pin")


@BLUEPRINT.post("/tries")
@host_only
def end_wait() -> Response:
    """Forget the wrong PINs of every phone, so that none has to wait."""
    context().pin.backoff.clear()
    context().phones.announce()
    return _redirect_with_confirmation("tries")


@BLUEPRINT.post("/phones/<other>")
@host_only
def change_phone(other: str) -> Response | tuple[str, int]:
    """Offer a phone the role of host (asks for the PIN), take it back, send the phone away, or ask it back."""
    action, phones = request.form.get("what", ""), context().phones
    try:
        if action == "offer":
            require_pin(request.form.get("pin"), always=True)
            phones.offer_host(other, context().pin.number)
        elif action == "uncrown":
            phones.revoke_host(other)
        elif action == "revoke":
            phones.send_away(other)
        elif action == "back":
            phones.ask_back(other)
        else:
            raise Refusal("bad_request", Text("This page cannot do that.", "その操作はありません"))
    except Refusal as refusal:
        return _render_page(refusal), 403
    return _redirect_with_confirmation(action)


def _redirect_with_confirmation(action: str) -> Response:
    return redirect(url_for("settings.settings", done=action))


def _render_page(refusal: Refusal | None = None) -> str:
    ctx = context()
    return render_template(
        "settings.html",
        refusal=refusal,
        done=_CONFIRMATIONS.get(request.args.get("done", "")),
        offered_preferences=PREFERENCES,
        host=is_host(),
        role=current_role(),
        me=current_name(),
        secure=request.is_secure,
        mine=current_phone_id(),
        number=ctx.pin.number,
        phones=ctx.phones.all() if is_host() else (),
        away={phone.id for phone in ctx.phones.all() if ctx.phones.is_away(phone.id)},
        guesses=guesses_by_address() if is_host() else {},
    )
