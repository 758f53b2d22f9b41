"""Books rounds as fast as it can and is killed in the middle, again and again: `python -m tests.web.settling URL N`.

Every child writes the key of each booked round to standard output after it was acknowledged, never before.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

from scorer.session import Opened
from tests.web.conftest import HANDS, NAMES
from web.room import Change, Room
from web.store import Store

ANSWERS = {f"hands.{seat}": list(hand) for seat, hand in enumerate(HANDS)}


def settle(url: str, life: int) -> None:
    room = Room(Store(url), lambda: None)
    if room.session is None:
        room.open(
            Opened("otoroku", "hanafuda", {"length": "last_standing"}, tuple(NAMES), (10_000,) * 4),
            Change(0, "open", "test"),
        )
    os.write(1, b"ready\n")
    while True:
        key = f"round-{life}-{room.version}"
        room.book(ANSWERS, Change(room.version, key, "test"))
        os.write(1, f"{key}\n".encode())


def main(url: str, kills: int) -> None:
    chance = random.Random(1)
    for life in range(kills):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(write, 1)
            settle(url, life)
        os.close(write)
        with os.fdopen(read) as said:
            for _ in range(chance.randint(1, 4)):
                print(said.readline(), end="")
            time.sleep(chance.uniform(0.0, 0.01))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            # A line cut off by the kill was never read whole by anybody.
            print("".join(line for line in said if line.endswith("\n")), end="")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
