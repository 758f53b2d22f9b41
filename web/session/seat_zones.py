"""Where on the picture everybody sits.

Zones are as dragged on the page, else spread around the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scanner.seat_zones import CENTER_ZONE, MAX_SEATS, Zone, seat_zones
from scorer.errors import Refusal
from scorer.session.state import Session
from scorer.texts import Text
from web.ledger.store import Store
from web.openapi.schema import NUMBER, array, by_key

_SETTING_KEY = "zones"
_SETTING = by_key(array({**array(NUMBER), "minItems": 4, "maxItems": 4}))
_MIN_ZONE_SHARE = 0.08
"""Least width and height of a zone, as a share of the picture."""
_PICTURE_ASPECT = 16 / 9
"""Width by height of a camera's picture."""


def seat_zones_for(players: int, store: Store) -> tuple[Zone, ...]:
    """Zones of that many players, in their order, then of the middle. Empty for more than a picture shows."""
    if not 1 <= players <= MAX_SEATS:
        return ()
    saved = (store.get_setting(_SETTING_KEY, _SETTING) or {}).get(str(players))
    if saved is None or len(saved) != players + 1:
        return (*seat_zones(players), CENTER_ZONE)
    zones = [Zone(x, y, width, height) for x, y, width, height in saved]
    return (*(replace(zone, facing_deg=_facing_from_edge(zone)) for zone in zones[:-1]), zones[-1])


def has_saved_zones(players: int, store: Store) -> bool:
    """Whether a host has said where that many players sit."""
    saved = (store.get_setting(_SETTING_KEY, _SETTING) or {}).get(str(players))
    return saved is not None and len(saved) == players + 1


def order_by_seat(session: Session, zones: Sequence[Zone]) -> tuple[Zone, ...]:
    """Zones by seat, dealer first, then the middle. Players stay where they sit when the deal passes on."""
    return (*(zones[player] for player in session.seat_order), zones[-1])


def order_by_player(session: Session, piles: Sequence[Sequence[str]]) -> list[list[str]]:
    """Piles given by seat, the middle last, in the order of the players' zones. Empty for a player without a seat."""
    by_player: list[list[str]] = [[] for _ in session.players]
    for player, pile in zip(session.seat_order, piles, strict=False):
        by_player[player] = list(pile)
    return [*by_player, list(piles[-1])]


def save_zones(players: int, zones: object, store: Store) -> None:
    """Store the zones of that many players: [x, y, width, height] each, the middle last.

    (x, y) is the centre. All are fractions of the picture. None restores the zones around the table. Raises
    `bad_request` for anything else.
    """
    saved = dict(store.get_setting(_SETTING_KEY, _SETTING) or {})
    if zones is None:
        saved.pop(str(players), None)
    else:
        saved[str(players)] = _parse_zones(players, zones)
    store.set_setting(_SETTING_KEY, saved)


def _parse_zones(players: int, zones: object) -> list[list[float]]:
    items = zones if isinstance(zones, list) and len(zones) == players + 1 else []
    parsed = []
    for item in items:
        if not (isinstance(item, list) and len(item) == 4 and all(type(part) in {int, float} for part in item)):
            break
        x, y, width, height = (float(part) for part in item)
        if not (0 <= x <= 1 and 0 <= y <= 1 and _MIN_ZONE_SHARE <= width <= 1 and _MIN_ZONE_SHARE <= height <= 1):
            break
        parsed.append([round(part, 4) for part in (x, y, width, height)])
    if len(parsed) != players + 1:
        raise Refusal(
            "bad_request",
            Text(
                "A place is its middle and its size, in fractions of the picture, one a player and one in the middle",
                "席の場所は、中心と大きさを画像に対する割合で、人数分と場の分を送ってください",
            ),
        )
    return parsed


def _facing_from_edge(zone: Zone) -> int:
    """Rotation of the cards of somebody who sits there, in degrees: as from the nearest edge."""
    edges = {0: 1 - zone.y, 90: zone.x * _PICTURE_ASPECT, 180: zone.y, 270: (1 - zone.x) * _PICTURE_ASPECT}
    return min(edges, key=lambda facing: edges[facing])
