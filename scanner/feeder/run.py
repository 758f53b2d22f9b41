"""出番 deban: the feeder's start."""

from __future__ import annotations

import argparse
import logging
import os
import resource
import signal

from .life import bind_life_to
from .pipes import Pipes


def main() -> None:
    """Feeds the parent until it hangs up, or the camera fails: the last note then says how."""
    options = argparse.ArgumentParser(prog="feeder", description="Holds the Pi's camera; started by the scanner.")
    options.add_argument("--hertz", type=int, choices=(0, 50, 60), default=0)
    options.add_argument("--parent", type=int, default=os.getppid())
    chosen = options.parse_args()
    bind_life_to(chosen.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the page's process, which then ends us
    logging.basicConfig(format="%(name)s: %(message)s")
    # The scanner's limit is for strangers' pictures; the camera's buffers need more room for addresses.
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    pipes = Pipes()
    try:
        from .feed import feed  # noqa: PLC0415  without the system's numpy, that is to be told
    except ImportError as missing:
        pipes.note("no_picamera2")
        raise SystemExit(f"feeder: {missing}") from None
    try:
        feed(chosen.hertz, pipes)
    except BrokenPipeError:
        os._exit(0)  # nobody is there any more, and the camera's own way out may hang
