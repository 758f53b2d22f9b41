"""What forms of the hall hold, read alike on every page."""

from __future__ import annotations

from flask import request

from web.hall.context import hall


def chosen_member(field: str) -> int | None:
    """The number of the member that a form names, None for nobody.

    A small hall offers its members by number in the field; in a larger one a name or code is typed in `FIELD.typed`.
    Refusal `bad_name` if that is nobody, or more than one.
    """
    typed = request.form.get(f"{field}.typed", "").strip()
    return hall().members.find_typed(typed) if typed else request.form.get(field, type=int)
