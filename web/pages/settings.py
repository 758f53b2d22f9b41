"""設定 settei: what a phone keeps for itself, and for hosts the PIN and the other phones. Plain forms."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.pin import chosen
from web.companion import companion
from web.http.navigation import Place
from web.i18n.preferences import TASTES, keep
from web.i18n.request_locale import LANGUAGES
from web.request.auth import host_only, is_host, phone, pin_again, role, who_am_i

BLUEPRINT = Blueprint("settings", __name__, url_prefix="/settings")
PLACES = (
    Place(
        "/settings",
        Text("Settings", "設定"),
        80,
        says=Text(
            "Language, light, size of text, furigana; for hosts the PIN and the phones.",
            "言葉・明るさ・文字の大きさ・ふりがな。世話役は暗証番号と端末も。",
        ),
    ),
)

_DONE = {
    "pin": Text(
        "The PIN is changed; other hosts must give the new one.",
        "暗証番号を変えました。ほかの世話役は新しい番号が必要です。",
    ),
    "offer": Text("Offered. The other phone is asked now.", "申し出ました。相手の端末に確認が出ています。"),
    "uncrown": Text("That phone is no host any more.", "その端末は世話役ではなくなりました。"),
    "revoke": Text("That phone has no name and no role any more.", "その端末の名前と役割を外しました。"),
}


@BLUEPRINT.get("")
def settings() -> str:
    """The page of settings."""
    return _page()


@BLUEPRINT.post("/look")
def look() -> Response:
    """Keeps this phone's own language, light, size of text and furigana."""
    response = redirect(url_for("settings.settings"))
    for taste in TASTES:
        if (value := request.form.get(taste.key, "")) in taste.values:
            keep(response, taste.key, value)
    if (lang := request.form.get("lang", "")) in LANGUAGES:
        keep(response, "lang", lang)
    return response


@BLUEPRINT.post("/pin")
@host_only
def pin() -> Response | tuple[str, int]:
    """Changes the PIN: the old one first."""
    try:
        fresh = chosen(request.form.get("new"))
        if fresh != chosen(request.form.get("again")):
            raise Refusal("bad_pin", Text("the two new PINs differ", "新しい暗証番号が二つとも同じではありません"))
        pin_again(request.form.get("pin"), always=True)
    except Refusal as refusal:
        return _page(refusal), 403
    companion().pin.renew(fresh)
    companion().phones.crown(phone(), companion().pin.number)
    return _done("pin")


@BLUEPRINT.post("/phones/<other>")
@host_only
def change(other: str) -> Response | tuple[str, int]:
    """Offers a phone the role of host (asks for the PIN), takes that role back, or takes everything from it."""
    what, phones = request.form.get("what", ""), companion().phones
    try:
        if what == "offer":
            pin_again(request.form.get("pin"), always=True)
            phones.offer(other, companion().pin.number)
        elif what == "uncrown":
            phones.uncrown(other)
        elif what == "revoke":
            phones.revoke(other)
        else:
            raise Refusal("bad_request", Text("there is no such thing to do", "その操作はありません"))
    except Refusal as refusal:
        return _page(refusal), 403
    return _done(what)


def _done(what: str) -> Response:
    return redirect(url_for("settings.settings", done=what))


def _page(refusal: Refusal | None = None) -> str:
    table = companion()
    return render_template(
        "settings.html",
        refusal=refusal,
        done=_DONE.get(request.args.get("done", "")),
        tastes=TASTES,
        host=is_host(),
        role=role(),
        me=who_am_i(),
        mine=phone(),
        number=table.pin.number,
        phones=table.phones.all() if is_host() else (),
    )
