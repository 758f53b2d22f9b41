"""Films of rounds, with decks that were held out."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import models
from scanner.synth.habits.switches import FilmSwitches, draw_switches
from scorer.json_input import parse_json

if TYPE_CHECKING:
    from scanner.imaging.image import ColorImage
    from scanner.synth.face_textures import Faces
    from scanner.synth.films.film import Script

SHARED_CARDS = Path(models.__path__[0]).parent.parent / "shared" / "cards"
"""Where pictures of decks lie beside the checkout: a folder for each kind, with a folder for each deck."""

SHARED_BACKGROUNDS = SHARED_CARDS.parent / "backgrounds"
"""Where photographs of tables lie beside the checkout."""


def held_out_deck(kind: str, root: Path = SHARED_CARDS) -> Path | None:
    """A folder of pictures of a deck that no network has learned from, None where there is none.

    `root`: a folder for each kind, with a folder for each deck. The manifests of the models name what was held out.
    """
    folder = Path(models.__path__[0])
    if not (folder / kind / "manifest.json").is_file():
        return None
    outlines: Any = parse_json((folder / "detector" / "detector.json").read_bytes())
    names: Any = parse_json((folder / kind / "manifest.json").read_bytes())
    sets = [each["set"] for each in outlines["held_out"] if each["kind"] == kind]
    patterns = tuple({each["pattern"] for each in names["held_out"]}) if names["patterns_held_out"] else ()
    found = sorted(root.glob(f"{kind}/*/labels.csv"), key=lambda file: file.parent.name)
    strange = [file.parent for file in found if file.parent.name in sets]
    return next(
        iter(strange or [file.parent for file in found if patterns and file.parent.name.endswith(patterns)]), None
    )


def another_deck(kind: str, seed: int, root: Path = SHARED_CARDS) -> Path | None:
    """A folder of pictures of any other deck of a kind, None where there is none; `root` as in `held_out_deck`."""
    folders = [file.parent for file in sorted(root.glob(f"{kind}/*/labels.csv"))]
    usual = held_out_deck(kind, root) if folders else None
    others = [each for each in folders if each != usual]
    return random.Random(seed).choice(others) if others else None  # noqa: S311  a film, no secret


def draw_films(  # noqa: PLR0913  what a set of films is made of
    folder: Path,
    keys: list[str],
    count: int,
    seed: int,
    cards: Path | None,
    *,
    drawn: bool,
    is_flat: bool = False,
    switches: Callable[[int], FilmSwitches] = draw_switches,
) -> list[Path]:
    """Film `count` rounds of each game into `folder`, with the faces in the folder `cards`.

    Without, with a deck that was held out, or another one where `switches` of the film's seed say so; with our drawings
    where there is none that has all faces of the round, or if they are wanted (`drawn`). `is_flat`: drawn the second
    way, on photographs of tables where there are any.
    """
    from scanner.synth.films.film import FilmRequest, write_film, write_script  # noqa: PLC0415
    from scanner.synth.films.incidents import CONFIG  # noqa: PLC0415
    from scanner.synth.flat_films.flat_film import write_flat_film  # noqa: PLC0415

    films = []
    for key in keys:
        for number in range(seed, seed + count):
            script = write_script(FilmRequest(key, seed=number, switches=switches(number)))
            films.append(folder / f"{key}-{number}")
            faces = _faces_of(script, number, cards, drawn=drawn)
            if is_flat:
                write_flat_film(films[-1], script, faces, seed=number, background=_photograph(number))
            else:
                write_film(films[-1], script, faces, seed=number, config=CONFIG)
    return films


def _photograph(seed: int, root: Path = SHARED_BACKGROUNDS) -> ColorImage | None:
    """A photograph of a table for every other film, None for a painted one or where there are none."""
    from scanner.imaging.decode import decode  # noqa: PLC0415

    files = sorted(root.glob("*/*.jpg"))
    if seed % 2 or not files:
        return None
    return decode(random.Random(seed).choice(files).read_bytes())  # noqa: S311  a film, no secret


def _faces_of(script: Script, seed: int, cards: Path | None, *, drawn: bool) -> Faces:
    """The faces of a film."""
    from scanner.synth.face_textures import DrawnFaces, FolderFaces  # noqa: PLC0415
    from scanner.synth.films.film import missing_faces  # noqa: PLC0415

    deck = cards
    if deck is None and not drawn:
        deck = another_deck(script.kind, seed) if script.switches.deck else held_out_deck(script.kind)
    faces: Faces = DrawnFaces(script.kind) if deck is None else FolderFaces(deck, script.kind)
    return DrawnFaces(script.kind) if cards is None and missing_faces(script, faces) else faces
