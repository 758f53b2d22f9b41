"""The enrolment worker: trains one deck, reporting progress as JSON lines.

Run as `python -m scanner.training.enrolment.worker`. The web server starts one process per deck, and the process ends
with its parent. It opens pictures under a memory limit and a CPU-time limit. The deck is written completely or not at
all. FUDAYOMI_VIEWS: training views of each picture, 8 to 400; fewer train faster on a slow machine, but the deck is
then read with less confidence.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
from pathlib import Path

from scanner.enrolled.deck_file import encode_deck, save_deck
from scanner.enrolled.store import grid_order
from scanner.imaging.decode import decode
from scanner.imaging.image import ColorImage
from scanner.picamera_daemon.parent_death import die_with_parent
from scanner.setup.card_set import CardSet
from scanner.training.enrolment.train import train_deck
from scorer.errors import Refusal
from scorer.texts import Text

_CPU_LIMIT_S = 600
"""CPU seconds after which the system ends the process: ten times the minute that training is meant to take."""
_RENDERING_SHARE = 0.6
"""Share of the progress bar, 0..1, for rendering views of the faces; the rest is training and evaluation."""


def load_card_pictures(kind: str, folder: Path) -> tuple[tuple[str, ColorImage], ...]:
    """Load the cards in the wizard's folder (`card-NN.png` by place): code and picture (height, width, 3)."""
    files = ((code, folder / f"card-{place:02}.png") for place, code in enumerate(grid_order(kind)))
    return tuple((code, decode(file.read_bytes())) for code, file in files if file.exists())


def _views_from_environment() -> int | None:
    text = os.environ.get("FUDAYOMI_VIEWS", "")
    return min(400, max(8, int(text))) if text.isdecimal() else None


def _limit_resources(memory_bytes: int) -> None:
    with contextlib.suppress(OSError):  # a strict systemd unit may forbid it
        os.nice(10)
    for limit, maximum in (
        (resource.RLIMIT_CPU, _CPU_LIMIT_S),
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # some systems have no such limit
            resource.setrlimit(limit, (maximum, maximum))


def main() -> None:
    """Train the deck, save it and report progress on standard output; exit status 2 after a refusal."""
    parser = argparse.ArgumentParser(
        prog="scanner.training.enrolment.worker", description="Learns a deck; the page starts it."
    )
    parser.add_argument("name")
    parser.add_argument("kind")
    parser.add_argument("folder", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--memory", type=int, default=1 << 30, help="bytes of address space")
    parser.add_argument("--parent", type=int, default=os.getppid())
    options = parser.parse_args()
    die_with_parent(options.parent)
    _limit_resources(options.memory)
    message_count = 0

    def report(text: Text, share: float, *, done: bool = False) -> None:
        print(json.dumps({"says": text.as_json(), "share": share, "done": done}), flush=True)

    try:
        faces = load_card_pictures(options.kind, options.folder)
        rendering_messages = -(-len(faces) // 4)  # `train_deck` reports every fourth face, and the last

        def progress(text: Text) -> None:
            nonlocal message_count
            message_count += 1
            share = (
                min(message_count / rendering_messages, 1) * _RENDERING_SHARE
                if message_count <= rendering_messages
                else _RENDERING_SHARE + 0.2 * (message_count - rendering_messages - 1)
            )
            report(text, min(share, 0.95))

        card_set = CardSet(options.name, options.name, "", "", faces, ())
        result = train_deck(options.name, options.kind, card_set, progress, views_per_picture=_views_from_environment())
        save_deck(options.name, options.data, encode_deck(result.manifest, result.arrays))
        report(Text("learned", "覚えました"), 1.0, done=True)
    except Refusal as refusal:
        print(json.dumps(refusal.as_json()), flush=True)
        raise SystemExit(2) from refusal


if __name__ == "__main__":
    main()
