"""Frames of a source: new, repeated, late, and in full size."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.sources import HEALTHY, Health, Source
from scanner.worker.table_camera import TableCamera

Frame = NDArray[np.uint8]


class Camera(Source):
    """A camera with its own clock. It gives `frame`, and a preview of half its size."""

    def __init__(self) -> None:
        super().__init__()
        self.frame: Frame | None = np.random.default_rng(3).integers(0, 255, (360, 640, 3), np.uint8)
        self.now, self.slow, self.reads = 100.0, 0.0, 0

    def read(self, timeout: float) -> Frame | None:
        self.now += self.slow
        self.reads += 1
        return self.frame

    def preview(self, kind: str, timeout: float) -> Frame | None:
        return None if self.frame is None else np.ascontiguousarray(self.frame[::2, ::2])

    def health(self) -> Health:
        return HEALTHY


class PlainCamera(Camera):
    """A camera whose preview is the picture itself."""

    preview = Source.preview


@pytest.fixture
def source() -> Camera:
    return Camera()


@pytest.fixture
def camera(source: Camera) -> TableCamera:
    source.preview_is_downscaled = True
    return TableCamera(source, "hanafuda", lambda: source.now)


def test_a_picture_comes_small_and_large_and_the_large_one_only_if_it_is_wanted(
    source: Camera, camera: TableCamera
) -> None:
    preview = camera.preview()
    assert preview is not None
    assert (preview.frame.shape, preview.image.shape, preview.time_s) == ((180, 320, 3), (180, 320, 3), 100.0)
    assert source.reads == 0
    large = camera.picture(preview)
    assert large is not None
    assert large.shape == (360, 640, 3)
    assert preview.live_jpeg()[:2] == b"\xff\xd8"


def test_where_something_moved_in_between_there_is_no_large_picture(source: Camera, camera: TableCamera) -> None:
    preview = camera.preview()
    assert preview is not None
    assert source.frame is not None
    source.frame = source.frame.copy()
    source.frame[100:200, 100:200] //= 4
    assert camera.picture(preview) is None
    source.frame = None
    assert camera.picture(preview) is None
    assert camera.preview() is None


def test_a_picture_that_repeats_is_marked(source: Camera, camera: TableCamera) -> None:
    assert [preview and preview.is_repeated for preview in (camera.preview(), camera.preview())] == [False, True]


def test_a_late_picture_is_none_unless_it_was_drawn_for_the_asking() -> None:
    source = PlainCamera()
    camera = TableCamera(source, "hanafuda", lambda: source.now)
    source.slow = 2.5
    assert camera.preview() is None
    source.renders_on_demand = True
    preview = camera.preview()
    assert preview is not None
    assert camera.picture(preview) is preview.frame
