"""Places of the seats: all round the table until somebody drags them."""

from __future__ import annotations

import pytest

from scanner.seat_zones import CENTER_ZONE, MAX_SEATS, seat_zones
from scorer.errors import Refusal
from scorer.games import game
from scorer.session.samples import sample_session
from scorer.session.state import Session
from web.session.seat_zones import order_by_player, order_by_seat, save_zones, seat_zones_for

DRAGGED = [[0.5, 0.9, 0.3, 0.2], [0.5, 0.1, 0.3, 0.2], [0.5, 0.5, 0.2, 0.2]]


def test_places_are_as_usual_until_they_are_dragged_and_again_when_forgotten(store) -> None:
    usual = (*seat_zones(2), CENTER_ZONE)
    assert seat_zones_for(2, store) == usual
    save_zones(2, DRAGGED, store)
    assert [[zone.x, zone.y, zone.width, zone.height] for zone in seat_zones_for(2, store)] == DRAGGED
    assert seat_zones_for(3, store) == (*seat_zones(3), CENTER_ZONE)
    save_zones(2, None, store)
    assert seat_zones_for(2, store) == usual
    assert seat_zones_for(MAX_SEATS + 1, store) == seat_zones_for(0, store) == ()


def test_cards_face_the_nearest_edge_of_a_wide_picture(store) -> None:
    facing = {(0.5, 0.9): 0, (0.5, 0.1): 180, (0.1, 0.5): 90, (0.9, 0.5): 270, (0.2, 0.75): 0, (0.1, 0.8): 90}
    found = {}
    for x, y in facing:
        save_zones(1, [[x, y, 0.2, 0.2], DRAGGED[2]], store)
        found[x, y] = seat_zones_for(1, store)[0].facing_deg
    assert found == facing


@pytest.mark.parametrize(
    "given",
    [
        [],
        DRAGGED[:2],
        [*DRAGGED, DRAGGED[0]],
        "zones",
        [[0.5, 0.9, 0.3], *DRAGGED[1:]],
        [[0.5, True, 0.3, 0.2], *DRAGGED[1:]],
        [[1.01, 0.9, 0.3, 0.2], *DRAGGED[1:]],
        [[0.5, 0.9, 0.07, 0.2], *DRAGGED[1:]],
        [[0.5, 0.9, 0.3, float("nan")], *DRAGGED[1:]],
    ],
)
def test_what_is_no_place_is_refused_and_changes_nothing(store, given: object) -> None:
    save_zones(2, DRAGGED, store)
    before = seat_zones_for(2, store)
    with pytest.raises(Refusal, match="bad_request"):
        save_zones(2, given, store)
    assert seat_zones_for(2, store) == before


def test_people_stay_where_they_sit_when_the_deal_goes_on() -> None:
    first = sample_session(game("otoroku"), seats=3)
    session = Session(first.game, first.deck, first.options, first.players, first.stones, dealer=2)
    assert session.seat_order == (2, 0, 1)
    zones = seat_zones(3)
    assert order_by_seat(session, (*zones, CENTER_ZONE)) == (zones[2], zones[0], zones[1], CENTER_ZONE)
    assert order_by_player(session, [["a"], ["b"], ["c"], ["middle"]]) == [["b"], ["c"], ["a"], ["middle"]]
