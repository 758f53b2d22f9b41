"""The worker's part of a followed round: rests, lost frames, bad zones."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np
import pytest

from scanner.reads import CardRead, PictureRead
from scanner.worker.__main__ import Worker
from scanner.worker.play_poll import PlayPoller, play_target
from scanner.worker.rest_codec import rest_from_json
from scorer.errors import Refusal
from tests.unit.scanner.worker.test_main import GraySource, read_two_cards

ZONES = [[[0.0, 0.5], [1.0, 0.5], [1.0, 1.0], [0.0, 1.0]], [[0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.0, 0.5]]]
CORNERS = ((300.0, 500.0), (360.0, 500.0), (360.0, 600.0), (300.0, 600.0))


def read_region(frame: Any, deck: str, region: Any, known: Any = (), places: Any = ()) -> PictureRead:
    """Read one card in the lower half if the picture is bright there, in any region, unless it is known."""
    height, width = frame.shape[:2]
    cards = () if known or frame[550, 330, 0] < 200 else (CardRead("h01-1", 0.99, True, "up", CORNERS),)
    return PictureRead(width, height, deck, 1.0, cards)


def table_frame(with_card: bool) -> Any:
    frame = np.full((720, 1280, 3), 90, np.uint8)
    if with_card:
        frame[500:600, 300:360] = 230
    return frame


class NoisySource(GraySource):
    """A camera whose pictures all differ a little."""

    moments = 0

    def read(self, timeout: float) -> Any:
        self.moments += 1
        return None if self.frame is None else self.frame + np.uint8(self.moments % 2)


def test_a_card_that_comes_to_rest_is_told_once_at_its_seat() -> None:
    source, seconds = NoisySource(table_frame(with_card=False)), count(0.0, 0.1)
    poller = PlayPoller(source, play_target("1.1", "hanafuda", ZONES), "hanafuda", read_region, lambda: next(seconds))
    for _ in range(3):
        assert poller.poll(live=False)[0]
    source.frame = table_frame(with_card=True)
    rests = [rest for _ in range(20) if (rest := poller.poll(live=True)[1]) is not None]
    seen = [card for rest in rests for card in rest.table]
    assert {(card.zone, card.names[0][0]) for card in seen} == {(0, "h01-1")}
    source.frame = None  # unplugged
    assert poller.poll(live=True) == (False, None, b"")


def test_a_camera_that_hangs_gives_no_new_picture_and_is_said_to_hang_after_a_while() -> None:
    source, now = GraySource(table_frame(with_card=True)), [0.0]
    poller = PlayPoller(source, play_target("1.1", "hanafuda", ZONES), "hanafuda", read_region, lambda: now[0])
    assert [poller.poll(live=False)[0] for _ in range(4)] == [True, False, False, False]
    assert poller.trouble is None
    now[0] = 11.0
    assert not poller.poll(live=False)[0]
    assert poller.trouble is not None
    assert "again and again" in poller.trouble.en
    source.frame = table_frame(with_card=False)
    assert poller.poll(live=False)[0]
    assert poller.trouble is None


def test_pictures_of_another_shape_are_said_to_fit_no_zones_until_the_first_shape_is_back() -> None:
    source, seconds = NoisySource(table_frame(with_card=True)), count(0.0, 0.1)
    poller = PlayPoller(source, play_target("1.1", "hanafuda", ZONES), "hanafuda", read_region, lambda: next(seconds))
    for _ in range(8):
        poller.poll(live=False)
    known = poller._watcher.table.cards
    source.frame = np.full((960, 1280, 3), 90, np.uint8)
    assert poller.poll(live=True)[:2] == (True, None)
    assert poller.trouble is not None
    assert "960" in poller.trouble.ja
    source.frame = table_frame(with_card=True)
    assert poller.poll(live=False)[0]
    assert poller.trouble is None
    assert [card.number for card in poller._watcher.table.cards] == [card.number for card in known] == [1]


def test_the_worker_says_what_is_wrong_with_a_followed_table_and_forgets_it_with_the_round() -> None:
    source = NoisySource(table_frame(with_card=True))
    worker = Worker(source, read_two_cards, region_reader=read_region)
    request = {"id": 1, "op": "follow", "round": "1.1", "deck": "hanafuda", "zones": ZONES, "cloth": None, "live": True}
    assert worker.handle(request, b"")[0]["says"] is None
    source.frame = np.full((960, 1280, 3), 90, np.uint8)
    assert "zones" in worker.handle(request, b"")[0]["says"]["en"]
    assert worker.handle({"id": 2, "op": "ping"}, b"")[0]["says"] is None


def test_a_picture_that_took_seconds_to_come_is_not_used() -> None:
    source, seconds = NoisySource(table_frame(with_card=True)), count(0.0, 2.5)
    poller = PlayPoller(source, play_target("1.1", "hanafuda", ZONES), "hanafuda", read_region, lambda: next(seconds))
    assert poller.poll(live=True) == (False, None, b"")


def test_the_worker_follows_a_round_and_another_one_begins_anew() -> None:
    worker = Worker(GraySource(table_frame(with_card=True)), read_two_cards, region_reader=read_region)
    request = {"id": 1, "op": "follow", "round": "1.1", "deck": "hanafuda", "zones": ZONES, "cloth": None, "live": True}
    answer, jpeg = worker.handle(request, b"")
    assert answer["fresh"]
    assert jpeg[:2] == b"\xff\xd8"
    for rest in answer["rests"]:
        rest_from_json(rest)
    first = worker._follower
    worker.handle(request, b"")
    assert worker._follower is first
    worker.handle({**request, "round": "1.2"}, b"")
    assert worker._follower is not first
    refused, _ = Worker(GraySource(table_frame(with_card=True)), read_two_cards).handle(request, b"")
    assert refused["refusal"]["error"]["code"] == "scanner_down"


@pytest.mark.parametrize("zones", [[], ZONES[:1], [[[0, 0]], [[1, 1]]], [["a"], ["b"]]])
def test_zones_that_are_none_are_refused(zones: Any) -> None:
    with pytest.raises(Refusal):
        play_target("1.1", "hanafuda", zones)
