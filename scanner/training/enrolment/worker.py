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

from scanner.enrolled.deck_file import kept, packed
from scanner.enrolled.store import laid_order
from scanner.imaging.decode import decode
from scanner.picamera_daemon.parent_death import bind_life_to
from scanner.recognition.features import Picture
from scanner.training.card_sets import CardSet
from scanner.training.enrolment.train import learn
from scorer.errors import Refusal
from scorer.texts import Text

_CPU_SECONDS = 600
_LOOKED = 0.6  # of the time goes into looking at faces, the rest into learning and trying


def shown(kind: str, folder: Path) -> tuple[tuple[str, Picture], ...]:
    """The cards kept in the wizard's folder (`card-NN.png` by place): code and picture (height, width, 3)."""
    files = ((code, folder / f"card-{place:02}.png") for place, code in enumerate(laid_order(kind)))
    return tuple((code, decode(file.read_bytes())) for code, file in files if file.exists())


def _views() -> int | None:
    given = os.environ.get("FUDAYOMI_VIEWS", "")
    return min(400, max(8, int(given))) if given.isdecimal() else None


def _limit(memory: int) -> None:
    with contextlib.suppress(OSError):  # a strict unit may forbid it
        os.nice(10)
    for limit, most in (
        (resource.RLIMIT_CPU, _CPU_SECONDS),
        (resource.RLIMIT_AS, memory),
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
    bind_life_to(given.parent)
    _limit(given.memory)
    said = 0

    def told(text: Text, share: float, *, done: bool = False) -> None:
        print(json.dumps({"says": text.as_json(), "share": share, "done": done}), flush=True)

    try:
        faces = shown(given.kind, given.folder)
        looks = -(-len(faces) // 4)

        def progress(text: Text) -> None:
            nonlocal said
            said += 1
            part = min(said / looks, 1) * _LOOKED if said <= looks else _LOOKED + 0.2 * (said - looks - 1)
            told(text, min(part, 0.95))

        chosen = CardSet(given.name, given.name, "", "", faces, ())
        learned = learn(given.name, given.kind, chosen, progress, each=_views())
        kept(given.name, given.data, packed(learned.manifest, learned.arrays))
        told(Text("learned", "覚えました"), 1.0, done=True)
    except Refusal as refusal:
        print(json.dumps(refusal.as_json()), flush=True)
        raise SystemExit(2) from refusal


if __name__ == "__main__":
    main()
