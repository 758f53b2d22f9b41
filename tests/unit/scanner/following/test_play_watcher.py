"""Changes on a painted table: cards laid, covered, turned, moved, taken."""

from __future__ import annotations

import cv2
import pytest

from scorer.errors import Refusal
from scorer.following.sighting import Rest
from tests.support.painted_table import FRAME_S, FollowedTable, PaintedCard, doubtful_read, list_changes


@pytest.fixture
def followed_table() -> FollowedTable:
    """A followed table with the pile and one card."""
    watched = FollowedTable()
    watched.table.cards = {"pile": PaintedCard(None, 320, 180), "pine": PaintedCard("h01-1", 230, 180)}
    assert list_changes(watched.watch()) == [("appeared", None), ("appeared", "h01-1")]
    return watched


def names_on_table(rest: Rest) -> set[str | None]:
    return {card.names[0][0] if card.names else None for card in rest.table}


def test_a_table_at_rest_is_read_once(followed_table: FollowedTable) -> None:
    reads = followed_table.table.reads
    assert followed_table.watch(20) == []
    assert followed_table.table.reads == reads


def test_a_card_that_is_laid_is_told_once_with_seat_and_time(followed_table: FollowedTable) -> None:
    laid_at = followed_table.table.now + FRAME_S
    followed_table.table.cards["moon"] = PaintedCard("h08-1", 320, 320)
    (change,) = followed_table.watch()
    assert (change.kind, change.card.zone, change.card.names[0][0], change.card.is_sure) == (
        "appeared",
        0,
        "h08-1",
        True,
    )
    assert followed_table.rests[-1].time_s == pytest.approx(laid_at, abs=0.5)
    assert names_on_table(followed_table.rests[-1]) == {None, "h01-1", "h08-1"}


def test_a_hand_that_moves_at_one_side_holds_up_nothing_at_the_other(followed_table: FollowedTable) -> None:
    followed_table.table.cards["moon"] = PaintedCard("h08-1", 320, 320)
    happened = []
    for step in range(8):
        followed_table.table.covers = [((60 + 9 * step, 60), 30)]
        happened += followed_table.watch(1)
    assert list_changes(happened) == [("appeared", "h08-1")]


def test_a_card_under_a_hand_is_waited_for(followed_table: FollowedTable) -> None:
    followed_table.table.cards["moon"] = PaintedCard("h08-1", 420, 320)
    for step in range(6):
        followed_table.table.covers = [((420 + 6 * step, 320), 40)]
        assert followed_table.watch(1) == []
    followed_table.table.covers = []
    assert list_changes(followed_table.watch()) == [("appeared", "h08-1")]


def test_what_lies_over_a_card_for_ten_seconds_changes_nothing(followed_table: FollowedTable) -> None:
    followed_table.table.covers = [((230, 180), 60)]
    assert followed_table.watch(50) == []
    followed_table.table.covers = []
    assert followed_table.watch() == []
    followed_table.table.cards["pine"] = PaintedCard("h01-1", 230, 320)
    (change,) = followed_table.watch()
    assert change.kind == "moved"


def test_a_card_taken_from_under_a_sleeve_is_missed_when_the_sleeve_is_gone(followed_table: FollowedTable) -> None:
    followed_table.table.covers = [((230, 180), 60)]
    followed_table.watch(10)
    del followed_table.table.cards["pine"]
    followed_table.watch(5)
    followed_table.table.covers = []
    assert list_changes(followed_table.watch(12)) == [("left", "h01-1")]


def test_a_card_turned_over_keeps_its_identity(followed_table: FollowedTable) -> None:
    before = next(card for card in followed_table.rests[-1].table if not card.is_face_up)
    followed_table.table.cards["pile"] = PaintedCard("h03-1", 320, 180)
    (change,) = followed_table.watch()
    assert (change.kind, change.card.track, change.card.names[0][0]) == ("turned", before.track, "h03-1")


def test_a_card_moved_at_once_or_within_seconds_is_the_same(followed_table: FollowedTable) -> None:
    track = next(card.track for card in followed_table.rests[-1].table if card.is_face_up)
    followed_table.table.cards["pine"] = PaintedCard("h01-1", 320, 320)
    (change,) = followed_table.watch()
    assert (change.kind, change.card.track, change.card.zone) == ("moved", track, 0)
    del followed_table.table.cards["pine"]
    assert list_changes(followed_table.watch(7)) == [("left", "h01-1")]
    followed_table.table.cards["pine"] = PaintedCard("h01-1", 320, 40)
    (change,) = followed_table.watch()
    assert (change.kind, change.card.track, change.card.zone) == ("moved", track, 1)


def test_a_card_laid_on_another_covers_it_and_both_stay(followed_table: FollowedTable) -> None:
    followed_table.table.cards["ribbon"] = PaintedCard("h01-2", 236, 190, 8)
    assert list_changes(followed_table.watch()) == [("appeared", "h01-2")]
    assert names_on_table(followed_table.rests[-1]) == {None, "h01-1", "h01-2"}
    del followed_table.table.cards["pine"], followed_table.table.cards["ribbon"]
    assert sorted(list_changes(followed_table.watch(12))) == [("left", "h01-1"), ("left", "h01-2")]


def test_the_card_below_is_there_again_when_the_upper_one_is_taken(followed_table: FollowedTable) -> None:
    followed_table.table.cards["ribbon"] = PaintedCard("h01-2", 232, 184, 3)
    followed_table.watch()
    del followed_table.table.cards["ribbon"]
    assert list_changes(followed_table.watch(12)) == [("left", "h01-2")]
    assert names_on_table(followed_table.rests[-1]) == {None, "h01-1"}


def test_a_doubtful_card_is_looked_at_again_and_told_with_what_it_may_be(followed_table: FollowedTable) -> None:
    followed_table.table.doubts["moon"] = doubtful_read("h08-1", "h08-3")
    followed_table.table.cards["moon"] = PaintedCard("h08-1", 320, 320)
    (change,) = followed_table.watch()
    assert not change.card.is_sure
    assert [code for code, _ in change.card.names] == ["h08-1", "h08-3"]


def test_a_pushed_camera_is_followed_without_an_event(followed_table: FollowedTable) -> None:
    followed_table.table.cards |= {"moon": PaintedCard("h08-1", 100, 200, 90), "rain": PaintedCard("h11-1", 480, 150)}
    followed_table.watch()
    followed_table.table.shift = (26, -14)
    assert followed_table.watch(12) == []
    assert not all(rest.is_clear for rest in followed_table.rests)
    followed_table.table.cards["deer"] = PaintedCard("h10-1", 320, 300)
    assert list_changes(followed_table.watch()) == [("appeared", "h10-1")]


@pytest.mark.parametrize("factors", [[0.55], [1 - step / 50 for step in range(20)]], ids=["at once", "slowly"])
def test_another_light_changes_nothing(followed_table: FollowedTable, factors: list[float]) -> None:
    for factor in factors:
        followed_table.table.light = factor
        assert followed_table.watch(1) == []
    assert followed_table.watch(8) == []


def test_frames_that_stop_repeat_and_jump_back_change_nothing(followed_table: FollowedTable) -> None:
    frame = followed_table.table.frame()
    for _ in range(10):
        followed_table.table.now += FRAME_S
        assert followed_table.watcher.see(frame, followed_table.table.now) is None
    assert followed_table.watcher.see(frame, 1.0) is None
    followed_table.table.now += 60
    assert followed_table.watch() == []


def test_a_picture_of_another_size_is_the_same_table(followed_table: FollowedTable) -> None:
    for _ in range(8):
        followed_table.table.now += FRAME_S
        half = cv2.resize(followed_table.table.frame(), (320, 180))
        assert followed_table.watcher.see(half, followed_table.table.now) is None


def test_one_of_another_shape_is_refused_and_the_table_stays_known(followed_table: FollowedTable) -> None:
    known = followed_table.watcher.table
    for _ in range(4):
        followed_table.table.now += FRAME_S
        with pytest.raises(Refusal, match="zones no longer fit"):
            followed_table.watcher.see(cv2.resize(followed_table.table.frame(), (640, 480)), followed_table.table.now)
    assert followed_table.watcher.table is known
    followed_table.table.cards["moon"] = PaintedCard("h08-1", 320, 320)
    assert list_changes(followed_table.watch()) == [("appeared", "h08-1")]


def test_zones_in_pixels_are_those_of_the_first_picture(followed_table: FollowedTable) -> None:
    double = cv2.resize(followed_table.table.frame(), (1280, 720))
    followed_table.watcher.see(double, followed_table.table.now + FRAME_S)
    followed_table.table.now += FRAME_S
    followed_table.table.cards["moon"] = PaintedCard("h08-1", 320, 320)
    (change,) = followed_table.watch()
    assert change.card.zone == 0
    assert change.card.position == pytest.approx((0.5, 320 / 360), abs=0.02)
