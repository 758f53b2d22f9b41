"""What the page is shown of followed cards."""

from __future__ import annotations

from dataclasses import replace

from scanner.following.table_publisher import publish_table
from scanner.reads import Alternative, CardRead
from scanner.tracking.face_evidence import FaceEvidence, in_new_pose, with_reading
from scanner.tracking.followed_table import FollowedCard, FollowedTable
from scanner.tracking.table_state import TableState

EMPTY = TableState(0, 0.0, 1, 1, "hanafuda")
SIZE = (960, 540)


def followed_card(
    number: int, code: str | None, x: float = 50.0, *, sure: bool = True, **fields: object
) -> FollowedCard:
    """A card of 20 by 32 pixels of the small picture."""
    corners = ((x, 50.0), (x + 20, 50.0), (x + 20, 82.0), (x, 82.0))
    others = () if sure else (Alternative("h10-2", 0.0999),)
    read = CardRead(
        code, 0.99 if sure else 0.9, sure, "up" if code else "down", corners, others, "" if sure else "close_call"
    )
    followed = FollowedCard(number, read, with_reading(FaceEvidence(), read, "hanafuda"), 10.0, is_told=True)
    return replace(followed, **fields)  # type: ignore[arg-type]


def publish(state: TableState, *cards: FollowedCard, time_s: float = 20.0) -> TableState:
    return publish_table(state, FollowedTable("hanafuda", cards), time_s, SIZE)


def changes_of(state: TableState) -> list[tuple[str, int]]:
    return [(change.kind, change.track_id) for change in state.changes]


def test_cards_appear_in_pixels_of_the_picture_and_stay_without_news() -> None:
    first = publish(EMPTY, followed_card(1, "h08-1"), followed_card(2, None, 100))
    assert (first.version, changes_of(first)) == (1, [("appeared", 1), ("appeared", 2)])
    assert first.cards[0].read.corners[0] == (150.0, 150.0)
    assert (first.cards[0].read.card, first.cards[1].read.face, first.cards[0].since) == ("h08-1", "down", 10.0)
    again = publish(first, followed_card(1, "h08-1"), followed_card(2, None, 100), time_s=30.0)
    assert again == replace(first, captured_at=30.0)


def test_an_empty_table_is_a_state_too() -> None:
    assert publish(EMPTY).version == 1


def test_what_happened_is_the_difference_of_two_rests() -> None:
    first = publish(EMPTY, followed_card(1, "h08-1"), followed_card(2, None, 100), followed_card(3, "h01-1", 150))
    moved = replace(followed_card(3, "h01-1", 250), since=15.0)
    after = publish(first, replace(followed_card(2, "h02-1", 100), since=14.0), moved, followed_card(4, "h05-1", 200))
    assert changes_of(after) == [("gone", 1), ("turned", 2), ("moved", 3), ("appeared", 4)]
    assert [change.time_s for change in after.changes] == [20.0, 14.0, 15.0, 10.0]
    assert [change.card for change in after.changes] == ["h08-1", "h02-1", "h01-1", "h05-1"]


def test_a_covered_card_is_shown_where_it_was_and_is_not_sure() -> None:
    (shown,) = publish(EMPTY, followed_card(1, "h08-1", cover="thing")).cards
    assert (shown.is_covered, shown.read.sure, shown.read.doubt) == (True, False, "covered")


def test_of_two_cards_in_one_place_the_upper_is_shown() -> None:
    below = followed_card(1, "h08-1", cover="card")
    first = publish(EMPTY, followed_card(1, "h08-1"))
    assert changes_of(publish(first, below, followed_card(2, "h05-1", 53))) == [("gone", 1), ("appeared", 2)]
    beside = publish(first, below, followed_card(2, "h05-1", 60))
    assert [(one.track_id, one.is_covered) for one in beside.cards] == [(1, True), (2, False)]


def test_a_back_where_a_face_lay_is_the_card_turned_over() -> None:
    first = publish(EMPTY, followed_card(1, "h08-1"))
    down = publish(first, followed_card(1, "h08-1", cover="card"), followed_card(2, None, 52))
    assert changes_of(down) == [("turned", 1)]
    assert [(one.track_id, one.read.face) for one in down.cards] == [(1, "down")]
    assert changes_of(publish(down, followed_card(1, "h08-1"))) == [("turned", 1)]


def test_the_chaff_of_a_month_keeps_its_codes() -> None:
    first = publish(EMPTY, followed_card(1, "h01-3"), followed_card(2, "h01-4", 100))
    after = publish(first, followed_card(1, "h01-4"), followed_card(2, "h01-3", 100))
    assert (after.version, [one.read.card for one in after.cards]) == (first.version, ["h01-3", "h01-4"])


def test_a_card_with_no_rival_left_in_the_pack_is_sure_and_one_too_many_is_not() -> None:
    doubtful = replace(followed_card(1, "h09-2", sure=False))
    assert [one.read.sure for one in publish(EMPTY, doubtful, followed_card(2, "h10-2", 100)).cards] == [True, True]
    assert [one.read.sure for one in publish(EMPTY, doubtful).cards] == [False]
    doubled = publish(EMPTY, followed_card(1, "h08-1"), followed_card(2, "h08-1", 100))
    assert [one.read.doubt for one in doubled.cards] == ["", "twice"]


def test_two_poses_with_little_doubt_are_shown_as_sure() -> None:
    evidence = FaceEvidence()
    for _ in range(2):
        read = CardRead("h09-2", 0.98, False, "up", followed_card(1, None).read.corners, (Alternative("h10-2", 0.01),))
        evidence = with_reading(in_new_pose(evidence), read, "hanafuda")
    (shown,) = publish(EMPTY, followed_card(1, "h09-2", sure=False, evidence=evidence)).cards
    assert (shown.read.sure, shown.read.doubt) == (True, "")


def test_two_sure_readings_that_contradict_are_a_close_call() -> None:
    evidence = with_reading(followed_card(1, "h09-2").evidence, followed_card(1, "h10-2").read, "hanafuda")
    (shown,) = publish(EMPTY, followed_card(1, "h10-2", evidence=evidence)).cards
    assert (shown.read.sure, shown.read.doubt) == (False, "close_call")
