"""Cards keep their numbers though the scanner began anew."""

from __future__ import annotations

from dataclasses import replace

from scorer.following.sighting import Change, Rest, SeenCard
from web.following.track_map import TrackMap, table_changes, with_seats

PINE = SeenCard(1, 0, (0.2, 0.8), (("h01-1", 0.9),))
PLUM = SeenCard(2, 1, (0.8, 0.8), (("h02-1", 0.9),))
BACK = SeenCard(3, None, (0.5, 0.5))


def test_numbers_of_one_worker_stay() -> None:
    tracks, rest = TrackMap(next_number=7).renumber(Rest(1.0, (Change("appeared", PINE),), (PINE,)))
    assert rest.table[0].track == rest.changes[0].card.track == 7
    tracks, rest = tracks.renumber(Rest(2.0, (Change("turned", BACK, BACK), Change("left", PINE)), (BACK,)))
    assert [change.card.track for change in rest.changes] == [8, 7]
    assert rest.changes[0].before is not None
    assert rest.changes[0].before.track == 8
    assert tracks.next_number == 9


def test_a_new_worker_is_joined_by_place_and_name() -> None:
    """It numbers the plum 1; the pine is gone, the back was turned up, and one card is new."""
    turned = replace(BACK, track=2, names=(("h03-1", 0.9),), position=(0.51, 0.5))
    new = SeenCard(3, 0, (0.21, 0.3), (("h04-1", 0.9),))
    tracks, rest = TrackMap(next_number=4).rejoin(
        (PINE, PLUM, BACK), Rest(0.5, (), (replace(PLUM, track=1), turned, new))
    )
    assert [card.track for card in rest.table] == [2, 3, 4]
    assert [(change.kind, change.card.track) for change in rest.changes] == [
        ("turned", 3),
        ("appeared", 4),
        ("left", 1),
    ]
    assert tracks.next_number == 5


def test_another_card_in_the_same_place_is_another_card() -> None:
    other = replace(PINE, track=1, names=(("h05-1", 0.9),))
    _, rest = TrackMap(next_number=2).rejoin((PINE,), Rest(0.5, (), (other,)))
    assert [(change.kind, change.card.track) for change in rest.changes] == [("appeared", 2), ("left", 1)]


def test_a_card_that_changed_its_owner_has_moved() -> None:
    moved = replace(PINE, zone=1)
    assert table_changes((PINE,), (moved,)) == (Change("moved", moved, PINE),)


def test_zones_of_players_become_seats_and_who_rests_has_none() -> None:
    rest = with_seats(Rest(1.0, (Change("moved", PLUM, PINE),), (PINE, PLUM, BACK)), {0: 2})
    assert [card.zone for card in rest.table] == [2, None, None]
    assert rest.changes[0].card.zone is None
    assert rest.changes[0].before is not None
    assert rest.changes[0].before.zone == 2
