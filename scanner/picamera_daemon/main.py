"""Command line and start of the camera daemon."""

from __future__ import annotations

import argparse
import logging
import os
import resource
import signal

from .channel import Channel
from .parent_death import die_with_parent
from .stdio import claim_stdio, read_argv

_STARTUP_TIMEOUT_S = 15.0
"""Seconds until the next note after the start: numpy may have to load from a cold SD card."""


def main() -> None:
    """Serve the scanner until it disconnects or the camera fails; then the last note gives the reason."""
    parser = argparse.ArgumentParser(prog="feeder", description="Holds the Pi's camera; started by the scanner.")
    parser.add_argument("--hertz", type=int, choices=(0, 50, 60), default=0)
    parser.add_argument("--parent", type=int, default=os.getppid())
    parser.add_argument(
        "--linked", action="store_true", help="started by the system; the arguments come first, on standard input"
    )
    arguments = parser.parse_args()
    if not arguments.linked:
        die_with_parent(arguments.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the page's process, which then ends this one
    logging.basicConfig(format="%(name)s: %(message)s")
    # The scanner's limit guards against untrusted pictures. The camera's buffers need more address space.
    _, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard_limit, hard_limit))
    input_fd, output_fd = claim_stdio()
    if arguments.linked:
        arguments = parser.parse_args(read_argv(input_fd))
    channel = Channel(input_fd, output_fd)
    channel.send_note("opening", _STARTUP_TIMEOUT_S)
    try:
        from .loop import serve_camera  # noqa: PLC0415  a missing numpy is reported
    except ImportError as error:
        channel.send_note("no_picamera2")
        raise SystemExit(f"feeder: {error}") from None
    try:
        serve_camera(arguments.hertz, channel)
    except ConnectionError:
        os._exit(0)  # the client is gone, and closing the camera may hang
