"""Load labelled card faces as training sets, one folder per deck."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from scanner.art import load_svg
from scanner.imaging.decode import decode, render_svg
from scanner.imaging.image import ColorImage
from scanner.recognition.prediction import BACK
from scanner.setup.card_set import CardSet
from scanner.training import artists
from scorer.cards import Face
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text

_FACE_WIDTH_PX = 132
"""Width in pixels at which a drawing is rendered: more than the 96 that print styles use for crops of 64 pixels."""
ARTIST_PREFIX = "hand-"
"""Prefix of the names of decks that were drawn as training data only."""
_REARRANGEABLE_KINDS = {"hanafuda"}
"""Kinds of deck whose drawings may be rearranged. For the others one pip more or less would be another card."""
_OWN_WEIGHT = 5.0
"""Views of our own drawings relative to those of a real deck: rearranged, one drawing stands for many patterns.
The best of a few weights on three held-out patterns."""
_ARTIST_WEIGHT = 0.4
"""Views of an artist's deck relative to those of a real deck: with many more of them, real cards look unfamiliar.
The best of a few weights on three held-out patterns."""


def _artwork_key(face: Face) -> tuple[str, int, str, str]:
    return face.suit, face.number, face.kind, face.name.en


@cache
def same_artwork(kind: str) -> dict[str, str]:
    """Map each code of a deck to the first code with the same drawing: two chaff cards of one month look alike enough.

    The extras of a deck are not learned.

    >>> same_artwork("hanafuda")["h03-4"], same_artwork("hanafuda")["h12-2"]
    ('h03-3', 'h12-2')
    """
    first: dict[tuple[str, int, str, str], str] = {}
    return {
        code: first.setdefault(_artwork_key(face), code)
        for code, face in decks()[kind].faces.items()
        if code in decks()[kind].copies
    }


def load_card_set(folder: Path, kind: str, about: dict[str, dict[str, str]], *, exact_codes: bool = False) -> CardSet:
    """Load the set in `folder`: `labels.csv` (`file,card,notes`) and, if present, `deck.json` (`pattern`, `licence`).

    `about` gives the same keys by folder name; `deck.json` takes precedence. `exact_codes` keeps each code; otherwise
    all codes that share a drawing become the first of them.
    Raises `bad_image`, `bad_cards` for an unreadable `labels.csv`, or `unknown_card` for labels of another deck.
    """
    drawings = same_artwork(kind)
    faces, backs = [], []
    try:
        with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        deck_json = folder / "deck.json"
        own = parse_json(deck_json.read_text(encoding="utf-8")) if deck_json.exists() else {}
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
    description = {**about.get(folder.name, {}), **{key: str(value) for key, value in own.items()}}
    return CardSet(
        folder.name,
        description.get("pattern", folder.name),
        description.get("licence", "none stated"),
        description.get("source", ""),
        tuple(faces),
        tuple(backs),
    )


def project_card_set(kind: str) -> CardSet:
    """Our own drawings of a kind of deck, back included."""
    cards = [(first, load_svg(code)) for code, first in same_artwork(kind).items()]
    deck = _card_set_from_svgs("fudayomi", "scanner/art", cards, _OWN_WEIGHT, (svg_to_bgr(load_svg(kind)),))
    return deck if kind in _REARRANGEABLE_KINDS else replace(deck, drawings=(), weight=1.0)


def svg_card_sets(kind: str) -> list[CardSet]:
    """Every deck of a kind that we drew: the project's own first, then those of the artists."""
    first_codes = same_artwork(kind)
    drawings = {artist: artists.load_drawings(kind, artist).items() for artist in artists.list_artists(kind)}
    return [project_card_set(kind)] + [
        _card_set_from_svgs(
            ARTIST_PREFIX + artist,
            "scanner/training/artists",
            [(first_codes[code], svg) for code, svg in cards],
            _ARTIST_WEIGHT,
        )
        for artist, cards in drawings.items()
    ]


def _card_set_from_svgs(
    name: str, source: str, cards: Sequence[tuple[str, str]], weight: float, backs: tuple[ColorImage, ...] = ()
) -> CardSet:
    faces = tuple((code, svg_to_bgr(svg)) for code, svg in cards)
    return CardSet(name, name, "MIT", source, faces, backs, tuple(svg for _, svg in cards), weight)


def svg_to_bgr(svg: str) -> ColorImage:
    """Render one of our drawings as BGR. Transparent pixels outside the rounded corners take the edge's colour."""
    pixels = render_svg(svg, _FACE_WIDTH_PX).astype(np.float32)
    alpha = pixels[..., 3:] / 255
    edge = pixels[pixels.shape[0] // 2, 0, :3]
    return np.asarray(pixels[..., :3] * alpha + edge * (1 - alpha), np.uint8)
