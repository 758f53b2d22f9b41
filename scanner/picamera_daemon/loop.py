"""当番 toban: look at every small picture, send one when asked, a large one once the table is still."""

from __future__ import annotations

import logging
import os
import time

from .camera import FOCUS_TIMEOUT_S, FRAME_TIMEOUT_S, METERING_TIMEOUT_S, OPEN_TIMEOUT_S, CameraUnusableError, PiCamera
from .channel import Channel
from .stillness import StillnessDetector

_LOG = logging.getLogger("feeder")
_CAPTURE_SLACK_S = FRAME_TIMEOUT_S + 1.0
_STALE_AFTER_NS = 2_000_000_000


def serve_camera(mains_hz: int, channel: Channel) -> None:
    """Feeds until the other end hangs up; when the camera fails, the last note says how and the process ends."""
    try:
        channel.send_note("opening", OPEN_TIMEOUT_S)
        camera = PiCamera(mains_hz)
        _capture_loop(camera, StillnessDetector(), channel)
    except CameraUnusableError as why:
        _LOG.warning("the camera cannot be used: %s (%r)", why, why.__cause__)
        channel.send_note(str(why))
        os._exit(1)  # stopping a camera that does not answer hangs for ever
    camera.close()


def _capture_loop(camera: PiCamera, detector: StillnessDetector, channel: Channel) -> None:
    _lock_exposure(camera, detector, channel)  # without light nothing can be focused
    channel.send_note("focusing", FOCUS_TIMEOUT_S + _CAPTURE_SLACK_S)
    well = "well" if camera.focus() else "unfocused"
    _lock_exposure(camera, detector, channel)
    channel.send_note(well)
    last = 0
    while channel.poll_requests():
        with camera.capture() as shot:
            detector.update(shot.luma())
            if (
                detector.is_frozen
                or shot.exposure_start_ns < last
                or time.monotonic_ns() - shot.exposure_start_ns > _STALE_AFTER_NS
            ):
                raise CameraUnusableError("silent")
            new = detector.is_new and shot.exposure_start_ns > last
            last = shot.exposure_start_ns
            ask = channel.request
            if (
                new
                and not detector.is_black
                and ask is not None
                and shot.exposure_start_ns >= ask.not_before_ns
                and (ask.is_preview or detector.is_still)
            ):
                channel.send_frame(ask, shot)
        channel.send_note("dark" if detector.is_black else well if detector.is_still else "moving", immediately=False)
        if detector.has_light_changed:
            _lock_exposure(camera, detector, channel)


def _lock_exposure(camera: PiCamera, detector: StillnessDetector, channel: Channel) -> None:
    channel.send_note("metering", METERING_TIMEOUT_S + _CAPTURE_SLACK_S)
    camera.lock_exposure()
    with camera.capture() as shot:
        detector.update(shot.luma())
    detector.mark_exposure_locked()
