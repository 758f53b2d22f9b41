"""What forms and addresses of the hall hold, read alike on every page."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from web.hall.context import hall
from web.openapi.schema import LAST_ID


def chosen_member(field: str) -> int | None:
    """The number of the member that a form names, None for nobody.

    A small hall offers its members by number in the field; in a larger one a name or code is typed in `FIELD.typed`.
    Refusal `bad_name` if that is nobody, or more than one.
    """
    typed = request.form.get(f"{field}.typed", "").strip()
    return hall().members.find_typed(typed) if typed else whole_number(request.form, field)


def whole_number(given: Mapping[str, str], field: str) -> int | None:
    """The number in a form or address, None without one. One that no id can be is the last that could be."""
    try:
        return min(max(int(given[field]), 0), LAST_ID)
    except (KeyError, ValueError):
        return None
