"""出番 deban: the feeder's start."""

from __future__ import annotations

import argparse
import logging
import os
import resource
import signal

from .channel import Pipes
from .parent_death import bind_life_to
from .stdio import taken_over, words_at

_READY_SECONDS = 15.0  # numpy from a cold card


def main() -> None:
    """Feeds the scanner until it hangs up, or the camera fails: the last note then says how."""
    options = argparse.ArgumentParser(prog="feeder", description="Holds the Pi's camera; started by the scanner.")
    options.add_argument("--hertz", type=int, choices=(0, 50, 60), default=0)
    options.add_argument("--parent", type=int, default=os.getppid())
    options.add_argument("--linked", action="store_true", help="started by the system; the words come first")
    chosen = options.parse_args()
    if not chosen.linked:
        bind_life_to(chosen.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the page's process, which then ends us
    logging.basicConfig(format="%(name)s: %(message)s")
    # The scanner's limit is for strangers' pictures; the camera's buffers need more room for addresses.
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    asks, answers = taken_over()
    if chosen.linked:
        chosen = options.parse_args(words_at(asks))
    pipes = Pipes(asks, answers)
    pipes.note("opening", _READY_SECONDS)
    try:
        from .loop import feed  # noqa: PLC0415  without the system's numpy, that is to be told
    except ImportError as missing:
        pipes.note("no_picamera2")
        raise SystemExit(f"feeder: {missing}") from None
    try:
        feed(chosen.hertz, pipes)
    except ConnectionError:
        os._exit(0)  # nobody is there any more, and the camera's own way out may hang
