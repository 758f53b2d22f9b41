"""What lies on a table unexplained, by its pixels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from scanner.following.pixel_account import PixelAccount
from scanner.reads import CardRead
from scanner.tracking import local_rest
from scanner.tracking.face_evidence import FaceEvidence
from scanner.tracking.followed_table import FollowedCard
from scanner.tracking.motion import SmallImage

CARD_PX = 360.0
BOX = (100, 60, 118, 90)
EDGE_BOX = (100, 0, 118, 30)
Scene = Callable[[float], SmallImage]


def paint(box: tuple[int, int, int, int] | None = None, level: float = 220.0, light: float = 1.0) -> SmallImage:
    image = np.full((180, 320, 3), (60, 110, 70), np.float32)
    image += np.random.default_rng(3).normal(0, 3, image.shape).astype(np.float32)
    if box is not None:
        left, top, right, bottom = box
        image[top:bottom, left:right] = level
    return np.asarray(image * light, np.float32)


def card_at(box: tuple[int, int, int, int], *, is_told: bool = True) -> FollowedCard:
    left, top, right, bottom = map(float, box)
    read = CardRead.outline(((left, top), (right, top), (right, bottom), (left, bottom)))
    return FollowedCard(1, read, FaceEvidence(), 0.0, is_told=is_told)


def watch(account: PixelAccount, scene: Scene, until_s: float, cards: tuple[FollowedCard, ...] = ()) -> list[float]:
    """The seconds at which something is told."""
    state: local_rest.RestState | None = None
    told = []
    for number in range(int(5 * until_s)):
        time_s = number / 5
        image = scene(time_s) + np.random.default_rng(number).normal(0, 1, (180, 320, 3)).astype(np.float32)
        state, parts = local_rest.look(state, image, time_s, CARD_PX)
        for part in parts:
            state = local_rest.settle(state, part.mask)
        account.look(image, time_s, state, cards, CARD_PX)
        if account.unexplained(time_s):
            told.append(time_s)
    return told


def test_what_comes_to_lie_there_is_told_after_some_seconds_and_read_again_before() -> None:
    account = PixelAccount()
    told = watch(account, lambda time_s: paint(BOX if time_s >= 3 else None), 12)
    assert 6.5 < told[0] < 9
    assert told[-1] > 11.5
    (part,) = account.parts
    assert part.is_card_like
    assert not part.is_at_edge
    assert account.is_due(12)
    account.note_reading(12)
    assert not account.is_due(13)
    assert account.is_due(60)


def test_what_is_told_as_a_card_is_explained_and_what_is_only_suspected_is_not() -> None:
    scene = lambda time_s: paint(BOX if time_s >= 3 else None)  # noqa: E731  one line each
    assert watch(PixelAccount(), scene, 12, (card_at(BOX),)) == []
    assert watch(PixelAccount(), lambda time_s: paint(BOX if time_s >= 3 else None), 12) != []


def test_a_thing_that_goes_again_is_forgotten() -> None:
    account = PixelAccount()
    told = watch(account, lambda time_s: paint(BOX if 3 <= time_s < 10 else None), 14)
    assert told[-1] < 12
    assert account.parts == ()


def test_an_arm_that_rests_is_waited_for_longer() -> None:
    told = watch(PixelAccount(), lambda time_s: paint(EDGE_BOX if time_s >= 3 else None), 16)
    assert 10.5 < told[0] < 13


@pytest.mark.parametrize("light", [0.75, 1.25])
def test_light_that_changes_is_no_thing(light: float) -> None:
    assert watch(PixelAccount(), lambda time_s: paint(light=light if time_s >= 3 else 1.0), 14) == []


def test_a_shade_over_a_part_of_the_table_is_no_thing() -> None:
    x = np.arange(320, dtype=np.float32)
    shade = 1 - 0.35 * np.exp(-(((x - 40) / 70) ** 2))
    assert watch(PixelAccount(), lambda t: paint() * (shade[None, :, None] if t >= 3 else 1), 14) == []


def test_a_dismissed_thing_belongs_to_the_table() -> None:
    account = PixelAccount()
    watch(account, lambda time_s: paint(BOX if time_s >= 3 else None), 10)
    account.dismiss(account.parts[0].number, paint(BOX))
    assert account.parts == ()
    assert account.unexplained(20) == ()


def test_a_picture_that_is_another_as_a_whole_is_told_and_taken_for_the_table_then() -> None:
    account = PixelAccount()
    other = np.zeros((180, 320, 3), np.float32)
    other[:, ::8] = 250
    other[:, 1::8] = 250
    other[:, 2::8] = 250
    other[:, 3::8] = 250
    told = watch(account, lambda time_s: paint() if time_s < 3 else other, 30)
    assert told
    assert told[-1] < 20


def test_things_that_are_round_or_small_are_no_cards() -> None:
    account = PixelAccount()
    rows, columns = np.mgrid[0:180, 0:320]
    round_thing = (rows - 90) ** 2 + (columns - 160) ** 2 < 12**2

    def scene(time_s: float) -> SmallImage:
        image = paint()
        if time_s >= 3:
            image[round_thing] = 230
        return image

    assert watch(account, scene, 10)
    assert [part.is_card_like for part in account.parts] == [False]
