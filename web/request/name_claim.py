"""A phone takes the name of a player or a guest."""

from __future__ import annotations

from flask import session

from scorer.errors import Refusal
from scorer.texts import Text
from web.context import context
from web.request.auth import client_address, current_phone_id
from web.session.validators import clean_name


def claim_name(given: object, *, take: bool) -> None:
    """Gives the name to this phone, with `take` also when another phone holds it; `too_many_tries`, `name_taken`."""
    table = context()
    wanted = clean_name(given)
    if not table.join_limit.allow(client_address()):
        raise Refusal(
            "too_many_tries", Text("too many names; wait a minute", "名前を変えすぎです。1分ほど待ってください")
        )
    evening = table.service.session
    # Somebody who types his own name sits down as himself.
    seated = {player.casefold(): player for player in evening.players} if evening else {}
    table.phones.claim_name(current_phone_id(), seated.get(wanted.casefold(), wanted), take_over=take)
    session.pop("watching", None)
