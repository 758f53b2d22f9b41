"""見習い minarai: `python -m scanner.training.enrolment.worker` learns one enrolled deck for the page, line by line of
JSON.

Started by the page's process for one deck, it ends with it; pictures are opened under a limit of memory and time, and
the deck is written whole or not at all. FUDAYOMI_VIEWS: views of each picture to learn from, 8 to 400; fewer are
learned sooner on a slow machine, and read less surely.
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
_RENDERING_SHARE = 0.6  # of the time goes into looking at faces, the rest into learning and trying


def load_card_pictures(kind: str, folder: Path) -> tuple[tuple[str, ColorImage], ...]:
    """The cards kept in the wizard's folder (`card-NN.png` by place): code and picture (height, width, 3)."""
    files = ((code, folder / f"card-{place:02}.png") for place, code in enumerate(grid_order(kind)))
    return tuple((code, decode(file.read_bytes())) for code, file in files if file.exists())


def _views_from_environment() -> int | None:
    given = os.environ.get("FUDAYOMI_VIEWS", "")
    return min(400, max(8, int(given))) if given.isdecimal() else None


def _limit_resources(memory_bytes: int) -> None:
    with contextlib.suppress(OSError):  # a strict unit may forbid it
        os.nice(10)
    for limit, most in (
        (resource.RLIMIT_CPU, _CPU_LIMIT_S),
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # some systems have no such limit
            resource.setrlimit(limit, (most, most))


def main() -> None:
    """Learns, keeps, says so; exit status 2 after a refusal."""
    options = argparse.ArgumentParser(
        prog="scanner.training.enrolment.worker", description="Learns a deck; the page starts it."
    )
    options.add_argument("name")
    options.add_argument("kind")
    options.add_argument("folder", type=Path)
    options.add_argument("data", type=Path)
    options.add_argument("--memory", type=int, default=1 << 30, help="bytes of address space")
    options.add_argument("--parent", type=int, default=os.getppid())
    given = options.parse_args()
    die_with_parent(given.parent)
    _limit_resources(given.memory)
    said = 0

    def report(text: Text, share: float, *, done: bool = False) -> None:
        print(json.dumps({"says": text.as_json(), "share": share, "done": done}), flush=True)

    try:
        faces = load_card_pictures(given.kind, given.folder)
        looks = -(-len(faces) // 4)

        def progress(text: Text) -> None:
            nonlocal said
            said += 1
            part = (
                min(said / looks, 1) * _RENDERING_SHARE
                if said <= looks
                else _RENDERING_SHARE + 0.2 * (said - looks - 1)
            )
            report(text, min(part, 0.95))

        chosen = CardSet(given.name, given.name, "", "", faces, ())
        learned = train_deck(given.name, given.kind, chosen, progress, views_per_picture=_views_from_environment())
        save_deck(given.name, given.data, encode_deck(learned.manifest, learned.arrays))
        report(Text("learned", "覚えました"), 1.0, done=True)
    except Refusal as refusal:
        print(json.dumps(refusal.as_json()), flush=True)
        raise SystemExit(2) from refusal


if __name__ == "__main__":
    main()
