"""The claim of a name: a phone becomes a player or a guest."""

from __future__ import annotations

from flask import session

from scorer.errors import Refusal
from scorer.person_names import fold_name
from scorer.texts import Text
from web.context import context
from web.request.auth import client_address, current_phone_id
from web.session.validators import clean_name
from web.system.network import is_own_address


def claim_name(name: object, *, take: bool) -> None:
    """Give this phone the name of a player or guest, with `take` even when another phone holds it.

    Raises `bad_name`, `too_many_tries`, and what `PhoneRegistry.claim_name` raises.
    """
    ctx, address = context(), client_address()
    clean = clean_name(name)
    evening = ctx.service.session
    # A player may type his name in another case or width.
    people = [name for seat in evening.people for name in seat] if evening else []
    player_names = {fold_name(name): name for name in people}
    wanted = player_names.get(fold_name(clean))
    if not ctx.join_limit.allow(address) or (wanted is None and not ctx.guest_limit.allow("")):
        raise Refusal(
            "too_many_tries", Text("Too many names; wait a minute", "名前を変えすぎです。1分ほど待ってください")
        )
    # This machine's own browsers, and all phones behind a reverse proxy, share one address.
    place = "" if is_own_address(address) else address
    ctx.phones.claim_name(current_phone_id(), wanted or clean, take_over=take, address=place)
    session.pop("watching", None)
