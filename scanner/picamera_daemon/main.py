"""出番 deban: the feeder's start."""

from __future__ import annotations

import argparse
import logging
import os
import resource
import signal

from .channel import Channel
from .parent_death import die_with_parent
from .stdio import claim_stdio, read_argv

_STARTUP_TIMEOUT_S = 15.0  # numpy from a cold card


def main() -> None:
    """Feeds the scanner until it hangs up, or the camera fails: the last note then says how."""
    options = argparse.ArgumentParser(prog="feeder", description="Holds the Pi's camera; started by the scanner.")
    options.add_argument("--hertz", type=int, choices=(0, 50, 60), default=0)
    options.add_argument("--parent", type=int, default=os.getppid())
    options.add_argument("--linked", action="store_true", help="started by the system; the words come first")
    chosen = options.parse_args()
    if not chosen.linked:
        die_with_parent(chosen.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the page's process, which then ends us
    logging.basicConfig(format="%(name)s: %(message)s")
    # The scanner's limit is for strangers' pictures; the camera's buffers need more room for addresses.
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    asks, answers = claim_stdio()
    if chosen.linked:
        chosen = options.parse_args(read_argv(asks))
    pipes = Channel(asks, answers)
    pipes.send_note("opening", _STARTUP_TIMEOUT_S)
    try:
        from .loop import serve_camera  # noqa: PLC0415  without the system's numpy, that is to be told
    except ImportError as missing:
        pipes.send_note("no_picamera2")
        raise SystemExit(f"feeder: {missing}") from None
    try:
        serve_camera(chosen.hertz, pipes)
    except ConnectionError:
        os._exit(0)  # nobody is there any more, and the camera's own way out may hang
