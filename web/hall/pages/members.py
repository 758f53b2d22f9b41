"""The members of the hall, and the page of one."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.games import games
from scorer.texts import Text
from web.hall.context import hall, is_referee, referee_phone, require_referee
from web.hall.forms import chosen_member, whole_number
from web.hall.storage.members import HISTORY_ITEMS
from web.http.navigation import NavEntry

BLUEPRINT = Blueprint("hall_members", __name__, url_prefix="/members")
_SEARCH_LENGTH = 40
"""Characters of a search that are looked at."""
PLACES = (NavEntry("/members", Text("Members", "会員"), 30, "人"),)


@BLUEPRINT.get("")
def members() -> str:
    """Members by name. `search`: part of a name, or a code; `after`: the number of the last one of the page before."""
    return _render_list()


@BLUEPRINT.post("")
def add() -> Response | tuple[str, int]:
    """Add a member."""
    require_referee()
    try:
        hall().members.add(request.form.get("name"), request.form.get("code"))
    except Refusal as refusal:
        return _render_list(refusal), 422
    return redirect(url_for("hall_members.members"))


@BLUEPRINT.get("/<int:member>")
def page(member: int) -> str:
    """What a member played."""
    return _render_member(member)


@BLUEPRINT.post("/<int:member>/rename")
def rename(member: int) -> Response | tuple[str, int]:
    """Give a member another name and code."""
    require_referee()
    try:
        hall().members.rename(member, request.form.get("name"), request.form.get("code"))
    except Refusal as refusal:
        return _render_member(member, refusal), 422
    return redirect(url_for("hall_members.page", member=member))


@BLUEPRINT.post("/<int:member>/merge")
def merge(member: int) -> Response | tuple[str, int]:
    """This member was another one all along."""
    require_referee()
    try:
        into = chosen_member("into") or 0
        hall().members.merge(member, into)
    except Refusal as refusal:
        return _render_member(member, refusal), 422
    return redirect(url_for("hall_members.page", member=into))


@BLUEPRINT.post("/<int:member>/forget")
def forget(member: int) -> Response:
    """Put a pseudonym in place of a member's name everywhere. It cannot be taken back, so the PIN is asked for."""
    require_referee()
    # The limit is that of the phone, from whichever addresses its cookie is sent.
    hall().pin.check(request.form.get("pin"), referee_phone(), is_host=True)
    hall().members.forget(member)
    return redirect(url_for("hall_members.members"))


def _render_list(refusal: Refusal | None = None) -> str:
    search, after = request.args.get("search", "")[:_SEARCH_LENGTH], whole_number(request.args, "after")
    found, are_more = hall().members.page(search, after)
    return render_template(
        "hall/members.html",
        members=found,
        next=found[-1].id if are_more else None,
        search=search,
        is_part=bool(search or are_more or after),
        refusal=refusal,
    )


def _render_member(number: int, refusal: Refusal | None = None) -> str:
    members = hall().members
    member = members.find(number)
    before = whole_number(request.args, "before")
    history = members.history(member.id, before)
    return render_template(
        "hall/member.html",
        member=member,
        choices=members.choices() if is_referee() else [],
        namesakes=members.namesakes(member.id) if is_referee() and not member.is_forgotten else [],
        sums=members.sums(member.id),
        ratings=hall().ratings.of_member(member.id) if hall().ratings.is_on else [],
        seasons=hall().setting_store.seasons,
        history=history,
        earlier=history[-1]["evening"] if len({round_["evening"] for round_ in history}) == HISTORY_ITEMS else None,
        games={key: game.name for key, game in games().items()},
        refusal=refusal,
    )
