"""Standard input and output as a connection, and the line of arguments."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from scanner.picamera_daemon.stdio import read_argv

CHILD = """
import os, sys
from scanner.picamera_daemon.stdio import claim_stdio
incoming, outgoing = claim_stdio()
print("a library prints", flush=True)
os.write(outgoing, os.read(incoming, 100) + repr(sys.stdin.read()).encode())
"""


def test_what_libraries_print_does_not_reach_the_connection() -> None:
    child = subprocess.run(
        [sys.executable, "-c", CHILD], input=b"question ", capture_output=True, check=True, timeout=60
    )
    assert child.stdout == b"question ''"
    assert child.stderr == b"a library prints\n"


def test_arguments_are_read_without_a_byte_beyond_their_line() -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, b'["--mains=50", 7]\nfollowing')
        assert read_argv(reading) == ["--mains=50", "7"]
        assert os.read(reading, 100) == b"following"
    finally:
        os.close(reading)
        os.close(writing)


def test_a_connection_that_ends_without_arguments_ends_the_process_in_peace() -> None:
    reading, writing = os.pipe()
    os.close(writing)
    try:
        with pytest.raises(SystemExit) as caught:
            read_argv(reading)
        assert caught.value.code == 0
    finally:
        os.close(reading)
