"""手慣らし tenarashi: one physical deck learned from pictures of its faces, and how sure it will be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import input_size
from scanner.recognition.classifier import FORMAT, screened
from scanner.recognition.features import VERSION, Picture, features, length
from scanner.recognition.keypoints import Voter, many, marks_of
from scanner.recognition.labels import BACK, NONE, alike
from scanner.synth.backgrounds import Rng, back
from scanner.training.card_sets import CardSet
from scanner.training.classifier import calibration, crops, mlp
from scanner.training.classifier.dataset import symmetric
from scorer.discover import decks
from scorer.errors import Refusal
from scorer.texts import Text

_VIEWS = 4000
_HELD_OUT = 12
_PASSES = mlp.Passes(batch=64, epochs=14)
_WIDEST = 256
_NEAR = 6

Progress = Callable[[Text], None]
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Near:
    """Two faces of the deck that look most alike: the share 0..1 of views of either taken for the other's, `margin`
    the least lead, in logits, that one of a hundred views of either still had over the other."""

    faces: tuple[str, str]
    margin: float


@dataclass(frozen=True, slots=True)
class Learned:
    """A deck as `scanner.enrolled.deck_file.packed` takes it, and what to expect of it on views it never saw."""

    manifest: dict[str, Any]
    arrays: Arrays
    figures: calibration.HeldOut
    near: tuple[Near, ...]
    missing: tuple[str, ...]


def _fine(picture: Picture) -> Picture:
    """The picture no wider than views need it."""
    share = _WIDEST / picture.shape[1]
    if share >= 1:
        return picture
    size = (_WIDEST, round(picture.shape[0] * share))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


class _Maker:
    """Makes views of one deck's faces, its back, and what is none of them."""

    def __init__(self, chosen: CardSet, kind: str, seed: int) -> None:
        self._faces = [(code, _fine(picture)) for code, picture in chosen.faces]
        self._backs = [_fine(picture) for picture in chosen.backs]
        self._size = input_size(kind)
        self._rng: Rng = np.random.default_rng(seed)
        self._symmetric = [symmetric(picture, self._size) for _, picture in self._faces]

    def _beside(self) -> tuple[Picture, ...]:
        return tuple(self._faces[number][1] for number in self._rng.integers(0, len(self._faces), 2))

    def _edged(self, picture: Picture) -> Picture:
        return crops.edged(picture, self._rng)

    def face(self, number: int, count: int) -> list[tuple[str, Picture]]:
        """Views of one picture, a third as many of its wrong cuts, and a quarter as many upside down."""
        code, picture = self._faces[number]
        rng, size = self._rng, self._size
        made = [(code, crops.shot(self._edged(picture), rng, size, self._beside()).crop) for _ in range(count)]
        made += [(NONE, crops.wrong_cut(self._edged(picture), rng, size, self._beside())) for _ in range(count // 3)]
        if not self._symmetric[number]:
            turned = np.ascontiguousarray(picture[::-1, ::-1])
            made += [(NONE, crops.shot(self._edged(turned), rng, size, self._beside()).crop) for _ in range(count // 4)]
        return made

    def down(self, count: int) -> list[tuple[str, Picture]]:
        """Views of backs: half of them the deck's own, where there is a picture of it."""
        made = []
        for _ in range(count):
            own = bool(self._backs) and self._rng.random() < 0.5
            card = (
                self._backs[int(self._rng.integers(len(self._backs)))]
                if own
                else back(self._rng, (2 * self._size[0], 2 * self._size[1]))
            )
            made.append((BACK, crops.shot(card, self._rng, self._size, self._beside()).crop))
        return made


def _rows(made: list[tuple[str, Picture]], size: tuple[int, int]) -> tuple[NDArray[np.float16], calibration.Words]:
    rows = np.empty((len(made), length(*size)), np.float16)
    for row, (_, crop) in enumerate(made):
        rows[row] = features(crop)
    return rows, np.array([label for label, _ in made])


def _views(
    maker: _Maker, chosen: CardSet, size: tuple[int, int], count: int, progress: Callable[[int], None]
) -> tuple[NDArray[np.float16], calibration.Words]:
    parts = []
    for number in range(len(chosen.faces)):
        parts.append(_rows(maker.face(number, count), size))
        progress(number + 1)
    parts.append(_rows(maker.down(2 * count), size))
    return np.concatenate([rows for rows, _ in parts]), np.concatenate([labels for _, labels in parts])


def _nearest(said: calibration.Said, kind: str) -> tuple[Near, ...]:
    """The pairs of faces whose views lead least over each other, closest first."""
    group = alike(kind)
    leads: dict[tuple[str, str], list[float]] = {}
    for column, own in enumerate(said.labels):
        if own in {BACK, NONE}:
            continue
        rows = said.logits[said.truth == own]
        for other, label in enumerate(said.labels):
            if label not in {BACK, NONE} and label not in group[own] and len(rows):
                pair = (min(own, label), max(own, label))
                leads.setdefault(pair, []).append(float(np.quantile(rows[:, column] - rows[:, other], 0.01)))
    closest = sorted(leads.items(), key=lambda item: min(item[1]))[:_NEAR]
    return tuple(Near(pair, round(min(margins), 2)) for pair, margins in closest)


def learn(
    name: str, kind: str, chosen: CardSet, progress: Progress, *, each: int | None = None, seed: int = 0
) -> Learned:
    """Learns the deck `name` from pictures of its faces (codes exact); the same for the same pictures and seed.

    `each`: views of each picture, otherwise as many as a minute allows.
    `too_few_cards` for less than two faces: there would be nothing to tell apart.
    """
    codes = {code for code, _ in chosen.faces}
    if len(codes) < 2:
        raise Refusal(
            "too_few_cards",
            Text("a deck needs pictures of at least two faces", "札を登録するには二種類以上の絵柄が要ります"),
        )
    size = input_size(kind)
    count = each or int(np.clip(_VIEWS // len(chosen.faces), 24, 120))
    total = len(chosen.faces)

    def told(done: int) -> None:
        if done % 4 == 0 or done == total:
            progress(Text(f"looking at face {done} of {total}", f"絵柄を見ています {done}/{total}"))

    rows, labels = _views(_Maker(chosen, kind, seed), chosen, size, count, told)
    progress(Text("learning to tell them apart", "見分け方を覚えています"))
    trained = mlp.screen(rows, labels, seed, _PASSES)
    progress(Text("trying it on views it never saw", "初めて見る写りで試しています"))
    held, truth = _views(_Maker(chosen, kind, seed + 1), chosen, size, min(count // 2, _HELD_OUT), lambda _: None)
    logits = screened(trained.arrays, held.astype(np.float32))
    said = calibration.Said(trained.labels, logits, truth, np.full(len(truth), name), truth, np.ones(len(truth), bool))
    trusted, (figures,) = calibration.measured([said], kind)
    near = _nearest(said, kind)
    first = dict(reversed(chosen.faces))  # copies of a face would outvote the others
    pictures = [(trained.labels.index(code), _fine(picture)) for code, picture in first.items()]
    arrays: Arrays = {key: array.astype(np.float16) for key, array in trained.arrays.items()}
    arrays |= marks_of(kind, pictures)
    voter = Voter(kind, trained.labels, arrays)
    arrays["marks_many"] = np.array(many(voter, list(first.items()), alike(kind)))
    missing = tuple(code for code in decks()[kind].faces if code not in codes)
    manifest = {
        "format": FORMAT,
        "name": name,
        "kind": kind,
        "features": VERSION,
        "input": list(size),
        "hidden": mlp.HIDDEN,
        "labels": list(trained.labels),
        "screen": {
            "confidence": [round(trusted.slope, 5), round(trusted.offset, 5)],
            "sure_margin": round(trusted.sure_margin, 4),
            "back_margin": round(trusted.back_margin, 4),
        },
        "network": None,
        "back_seen": bool(chosen.backs),  # a back never seen may be anything pale: it is not sure
        "pictures": total,
        "held_out": {
            key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(figures).items()
        },
        "near": [[*one.faces, one.margin] for one in near],
    }
    return Learned(manifest, arrays, figures, near, missing)
