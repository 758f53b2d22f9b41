"""座席 zaseki: where on the picture everybody sits: as dragged to on the page, else all round the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scanner.seat_zones import CENTER_ZONE, MAX_SEATS, Zone, seat_zones
from scorer.errors import Refusal
from scorer.session.state import Session
from scorer.texts import Text
from web.ledger.store import Store

_SETTING_KEY = "zones"
_MIN_ZONE_SHARE = 0.08  # of the picture, each side of a zone
_PICTURE_ASPECT = 16 / 9  # a camera's picture, wide for its height


def seat_zones_for(players: int, store: Store) -> tuple[Zone, ...]:
    """The places of so many players, in their order, and that of the middle; nothing for more than a picture shows."""
    if not 1 <= players <= MAX_SEATS:
        return ()
    kept = (store.get_setting(_SETTING_KEY) or {}).get(str(players))
    if kept is None:
        return (*seat_zones(players), CENTER_ZONE)
    zones = [Zone(x, y, width, height) for x, y, width, height in kept]
    return (*(replace(zone, facing_deg=_facing_from_edge(zone)) for zone in zones[:-1]), zones[-1])


def order_by_seat(session: Session, zones: Sequence[Zone]) -> tuple[Zone, ...]:
    """The places seat by seat, dealer first, then the middle: people stay where they sit when the deal goes on."""
    return (*(zones[player] for player in session.seat_order), zones[-1])


def order_by_player(session: Session, piles: Sequence[Sequence[str]]) -> list[list[str]]:
    """Piles seat by seat, the middle last, in the order of the players' places; nothing where nobody plays."""
    laid: list[list[str]] = [[] for _ in session.players]
    for player, pile in zip(session.seat_order, piles, strict=False):
        laid[player] = list(pile)
    return [*laid, list(piles[-1])]


def save_zones(players: int, given: object, store: Store) -> None:
    """Remembers the places of so many players: [x, y, width, height] each, fractions of the picture, the middle last.

    None: all round the table again. `bad_request` for anything else.
    """
    kept = dict(store.get_setting(_SETTING_KEY) or {})
    if given is None:
        kept.pop(str(players), None)
    else:
        kept[str(players)] = _parse_zones(players, given)
    store.set_setting(_SETTING_KEY, kept)


def _parse_zones(players: int, given: object) -> list[list[float]]:
    zones = given if isinstance(given, list) and len(given) == players + 1 else []
    out = []
    for zone in zones:
        if not (isinstance(zone, list) and len(zone) == 4 and all(type(part) in {int, float} for part in zone)):
            break
        x, y, width, height = (float(part) for part in zone)
        if not (0 <= x <= 1 and 0 <= y <= 1 and _MIN_ZONE_SHARE <= width <= 1 and _MIN_ZONE_SHARE <= height <= 1):
            break
        out.append([round(part, 4) for part in (x, y, width, height)])
    if len(out) != players + 1:
        raise Refusal(
            "bad_request",
            Text(
                "a place is its middle and its size, in fractions of the picture, one a player and one in the middle",
                "席の場所は、中心と大きさを画像に対する割合で、人数分と場の分を送ってください",
            ),
        )
    return out


def _facing_from_edge(zone: Zone) -> int:
    """How the cards of somebody who sits there are turned: as from the nearest edge."""
    edges = {0: 1 - zone.y, 90: zone.x * _PICTURE_ASPECT, 180: zone.y, 270: (1 - zone.x) * _PICTURE_ASPECT}
    return min(edges, key=lambda facing: edges[facing])
