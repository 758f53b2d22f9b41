"""手本 tehon: labelled pictures of card faces to learn from, one folder a deck."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from scanner.art import load_svg
from scanner.imaging.decode import decode, render_svg
from scanner.imaging.image import ColorImage
from scanner.recognition.labels import BACK, same_artwork
from scanner.setup.card_set import CardSet
from scanner.training import artists
from scorer.errors import Refusal
from scorer.texts import Text

_FACE_WIDTH_PX = 132
ARTIST_PREFIX = "hand-"
"""What the names of decks begin with that were drawn to learn from alone."""
_REARRANGEABLE_KINDS = {"hanafuda"}
"""Kinds of deck whose drawings may be laid anew: a pip more or less would be another card."""
_OWN_WEIGHT, _ARTIST_WEIGHT = 5.0, 0.4
"""Our own drawing, laid anew, stands for many patterns; of the hands more than a little makes real ones seem strange.
Of a few weights the best on three patterns held out."""


def load_card_set(folder: Path, kind: str, about: dict[str, dict[str, str]], *, exact_codes: bool = False) -> CardSet:
    """The labelled set in `folder`: `labels.csv` (`file,card,notes`) and, if there, `deck.json` (`pattern`, `licence`).

    `about` may say the same by folder name; `exact` keeps each code, else codes of one drawing become its first.
    Raises `bad_image`, or `unknown_card` for labels of another deck.
    """
    drawings = same_artwork(kind)
    faces, backs = [], []
    try:
        with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        own = json.loads((folder / "deck.json").read_text(encoding="utf-8")) if (folder / "deck.json").exists() else {}
        for row in rows:
            picture = decode((folder / Path(row["file"]).name).read_bytes())
            if row["card"] == BACK:
                backs.append(picture)
            elif row["card"] in drawings:
                faces.append((row["card"] if exact_codes else drawings[row["card"]], picture))
            else:
                raise Refusal(
                    "unknown_card",
                    Text(
                        f"{folder.name} has a card {row['card'][:20]} that is not {kind}", "この種類の札ではありません"
                    ),
                )
    except (OSError, KeyError, ValueError) as fault:
        if isinstance(fault, Refusal):
            raise
        raise Refusal(
            "bad_cards",
            Text(f"{folder.name} has no readable labels.csv", f"「{folder.name}」の labels.csv が読めません"),
        ) from fault
    known = {**about.get(folder.name, {}), **{key: str(value) for key, value in own.items()}}
    return CardSet(
        folder.name,
        known.get("pattern", folder.name),
        known.get("licence", "none stated"),
        known.get("source", ""),
        tuple(faces),
        tuple(backs),
    )


def project_card_set(kind: str) -> CardSet:
    """The project's own drawings of a kind of deck, back included."""
    cards = [(first, load_svg(code)) for code, first in same_artwork(kind).items()]
    deck = _card_set_from_svgs("fudayomi", "scanner/art", cards, _OWN_WEIGHT, (svg_to_bgr(load_svg(kind)),))
    return deck if kind in _REARRANGEABLE_KINDS else replace(deck, drawings=(), weight=1.0)


def svg_card_sets(kind: str) -> list[CardSet]:
    """Every deck of a kind that we drew: the project's own first, then those drawn by other hands to learn from."""
    first = same_artwork(kind)
    drawn_by = {hand: artists.load_drawings(kind, hand).items() for hand in artists.list_artists(kind)}
    return [project_card_set(kind)] + [
        _card_set_from_svgs(
            ARTIST_PREFIX + hand,
            "scanner/training/artists",
            [(first[code], svg) for code, svg in cards],
            _ARTIST_WEIGHT,
        )
        for hand, cards in drawn_by.items()
    ]


def _card_set_from_svgs(
    name: str, source: str, cards: Sequence[tuple[str, str]], weight: float, backs: tuple[ColorImage, ...] = ()
) -> CardSet:
    faces = tuple((code, svg_to_bgr(svg)) for code, svg in cards)
    return CardSet(name, name, "MIT", source, faces, backs, tuple(svg for _, svg in cards), weight)


def svg_to_bgr(svg: str) -> ColorImage:
    """A drawing of ours as BGR; what is clear in it, outside its rounded corners, takes its edge's colour."""
    pixels = render_svg(svg, _FACE_WIDTH_PX).astype(np.float32)
    share = pixels[..., 3:] / 255
    edge = pixels[pixels.shape[0] // 2, 0, :3]
    return np.asarray(pixels[..., :3] * share + edge * (1 - share), np.uint8)
