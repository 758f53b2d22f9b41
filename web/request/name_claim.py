"""The claim of a name: a phone becomes a player or a guest."""

from __future__ import annotations

from flask import session

from scorer.errors import Refusal
from scorer.person_names import fold_name
from scorer.texts import Text
from web.context import context
from web.request.auth import client_address, current_phone_id
from web.session.validators import clean_name


def claim_name(name: object, *, take: bool) -> None:
    """Give this phone the name of a player or guest, with `take` even when another phone holds it.

    Raises `bad_name`, `too_many_tries` or `name_taken`.
    """
    ctx = context()
    clean = clean_name(name)
    if not ctx.join_limit.allow(client_address()):
        raise Refusal(
            "too_many_tries", Text("Too many names; wait a minute", "名前を変えすぎです。1分ほど待ってください")
        )
    evening = ctx.service.session
    # A player may type his name in another case or width.
    people = [name for seat in evening.people for name in seat] if evening else []
    player_names = {fold_name(name): name for name in people}
    ctx.phones.claim_name(current_phone_id(), player_names.get(fold_name(clean), clean), take_over=take)
    session.pop("watching", None)
