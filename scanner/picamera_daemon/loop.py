"""当番 toban: look at every small picture, send one when asked, a large one once the table is still."""

from __future__ import annotations

import logging
import os
import time

from .camera import FOCUS_SECONDS, FRAME_SECONDS, METER_SECONDS, OPEN_SECONDS, Camera, Unusable
from .channel import Pipes
from .stillness import Watch

_LOG = logging.getLogger("feeder")
_SLACK = FRAME_SECONDS + 1.0
_STALE_NANOSECONDS = 2_000_000_000


def feed(hertz: int, pipes: Pipes) -> None:
    """Feeds until the other end hangs up; when the camera fails, the last note says how and the process ends."""
    try:
        pipes.note("opening", OPEN_SECONDS)
        camera = Camera(hertz)
        _look(camera, Watch(), pipes)
    except Unusable as why:
        _LOG.warning("the camera cannot be used: %s (%r)", why, why.__cause__)
        pipes.note(str(why))
        os._exit(1)  # stopping a camera that does not answer hangs for ever
    camera.close()


def _look(camera: Camera, watch: Watch, pipes: Pipes) -> None:
    _measure(camera, watch, pipes)  # without light nothing can be focused
    pipes.note("focusing", FOCUS_SECONDS + _SLACK)
    well = "well" if camera.focus() else "unfocused"
    _measure(camera, watch, pipes)
    pipes.note(well)
    last = 0
    while pipes.listen():
        with camera.shot() as shot:
            watch.see(shot.luma())
            if watch.frozen or shot.began < last or time.monotonic_ns() - shot.began > _STALE_NANOSECONDS:
                raise Unusable("silent")
            new = watch.fresh and shot.began > last
            last = shot.began
            ask = pipes.ask
            if new and not watch.black and ask is not None and shot.began >= ask.since and (ask.small or watch.still):
                pipes.answer(ask, shot)
        pipes.note("dark" if watch.black else well if watch.still else "moving", now=False)
        if watch.relit:
            _measure(camera, watch, pipes)


def _measure(camera: Camera, watch: Watch, pipes: Pipes) -> None:
    pipes.note("metering", METER_SECONDS + _SLACK)
    camera.meter()
    with camera.shot() as shot:
        watch.see(shot.luma())
    watch.measured()
