"""The page of one table, and for a referee who sits there."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from web.hall.context import hall, is_referee, require_referee
from web.hall.forms import chosen_member, whole_number
from web.hall.live.table_cards import table_detail
from web.hall.messages import hall_messages
from web.refusals import nothing_here
from web.session.validators import clean_name

BLUEPRINT = Blueprint("hall_table", __name__, url_prefix="/tables")


@BLUEPRINT.get("/<int:table>")
def page(table: int) -> str:
    """One table, live."""
    return _render_page(table)


@BLUEPRINT.post("/<int:table>/seats")
def seat(table: int) -> Response | tuple[str, int]:
    """Say who sits under a name this evening: a member's number, or nobody for a guest."""
    require_referee()
    evening = whole_number(request.form, "evening")
    try:
        hall().members.seat(evening or 0, clean_name(request.form.get("name")), chosen_member("member"))
    except Refusal as refusal:
        return _render_page(table, refusal), 422
    hall().announce_table(table)
    return redirect(url_for("hall_table.page", table=table))


@BLUEPRINT.post("/<int:table>/remove")
def remove(table: int) -> Response:
    """Take a table off the hall until it joins again. What it sent stays."""
    require_referee()
    if hall().tables.find(table) is None:
        raise nothing_here()
    hall().tables.remove(table)
    hall().announce_table(table)
    return redirect(url_for("hall_overview.overview"))


def _render_page(table: int, refusal: Refusal | None = None) -> str:
    with hall().database.read() as connection:
        detail = table_detail(connection, table)
    if detail is None:
        raise nothing_here()
    return render_template(
        "hall/table.html",
        table=detail,
        choices=hall().members.choices() if is_referee() else [],
        messages=hall_messages(),
        refusal=refusal,
    )
