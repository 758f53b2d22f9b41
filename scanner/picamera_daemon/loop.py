"""Capture loop of the camera daemon.

It examines every small picture, sends a small one on request, and a large one once the table is still.
"""

from __future__ import annotations

import logging
import os
import time

from .camera import FOCUS_TIMEOUT_S, FRAME_TIMEOUT_S, METERING_TIMEOUT_S, OPEN_TIMEOUT_S, CameraUnusableError, PiCamera
from .channel import Channel
from .stillness import StillnessDetector

_LOG = logging.getLogger("feeder")
_CAPTURE_SLACK_S = FRAME_TIMEOUT_S + 1.0
"""Seconds announced on top of a step's time limit, for the capture that may be under way when the limit is reached."""

_STALE_AFTER_NS = 2_000_000_000
"""Age of an exposure, in nanoseconds, beyond which the camera delivers old pictures and counts as silent."""


def serve_camera(mains_hz: int, channel: Channel) -> None:
    """Serve until the client disconnects. If the camera fails, the last note gives the reason and the process ends."""
    try:
        channel.send_note("opening", OPEN_TIMEOUT_S)
        camera = PiCamera(mains_hz)
        _capture_loop(camera, StillnessDetector(), channel)
    except CameraUnusableError as error:
        _LOG.warning("the camera cannot be used: %s (%r)", error, error.__cause__)
        channel.send_note(str(error))
        os._exit(1)  # stopping a camera that does not answer would hang for ever
    camera.close()


def _capture_loop(camera: PiCamera, detector: StillnessDetector, channel: Channel) -> None:
    _lock_exposure(camera, detector, channel)  # focusing needs a well-exposed picture
    channel.send_note("focusing", FOCUS_TIMEOUT_S + _CAPTURE_SLACK_S)
    rest_note = "well" if camera.focus() else "unfocused"
    _lock_exposure(camera, detector, channel)
    channel.send_note(rest_note)
    last_exposure_ns = 0
    while channel.poll_requests():
        with camera.capture() as capture:
            detector.update(capture.luma())
            if (
                detector.is_frozen
                or capture.exposure_start_ns < last_exposure_ns
                or time.monotonic_ns() - capture.exposure_start_ns > _STALE_AFTER_NS
            ):
                raise CameraUnusableError("silent")
            is_new = detector.is_new and capture.exposure_start_ns > last_exposure_ns
            last_exposure_ns = capture.exposure_start_ns
            request = channel.request
            if (
                is_new
                and not detector.is_black
                and request is not None
                and capture.exposure_start_ns >= request.not_before_ns
                and (request.is_preview or detector.is_still)
            ):
                channel.send_frame(request, capture)
        channel.send_note(
            "dark" if detector.is_black else rest_note if detector.is_still else "moving", immediately=False
        )
        if detector.has_light_changed:
            _lock_exposure(camera, detector, channel)


def _lock_exposure(camera: PiCamera, detector: StillnessDetector, channel: Channel) -> None:
    channel.send_note("metering", METERING_TIMEOUT_S + _CAPTURE_SLACK_S)
    camera.lock_exposure()
    with camera.capture() as capture:
        detector.update(capture.luma())
    detector.mark_exposure_locked()
