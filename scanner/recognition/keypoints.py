"""入れ札 irefuda: small marks of a known deck's drawings vote for where its cards lie, edges hidden or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import CARD_MM, Quad
from scanner.recognition.features import Picture

_FACE_WIDTH = 128
_MARKS_A_FACE = 260
_BARE = 0.01
_TILE = 384
_RIM = 24
_MARKS_A_TILE = 700
_MARKS_A_CARD = 400
_MOST_CARDS = 8
_NEAREST = 3
_ALIKE = 0.92
_FAR = 330.0
_APART = 0.3
_TURN = np.deg2rad(24)
_ZOOM = np.log(1.5)
_FEWEST = 5
_MANY = (6, 12)
_ENOUGH = 70.0
"""A card this many pixels wide shows its marks; wider ones are shrunk to it."""
_SCATTER = 0.045

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Vote:
    """A card that marks agree on: `quad` (4, 2) in pixels from the art's top left, its code, how many marks agree."""

    quad: Quad
    face: str
    marks: int


def _sift(most: int) -> cv2.SIFT:
    return cv2.SIFT.create(nfeatures=most, contrastThreshold=0.025, edgeThreshold=14)


def marks_of(kind: str, pictures: list[tuple[int, Picture]]) -> dict[str, NDArray[Any]]:
    """The marks of a deck's faces, given as (number of the label, picture): arrays for its file.

    `marks_at` float32 (n, 4): place in mm on the card, size in mm, direction in radians; `marks_what` uint8 (n, 128);
    `marks_label` int16 (n,).
    """
    width, height = CARD_MM[kind]
    size = (_FACE_WIDTH, round(_FACE_WIDTH * height / width))
    places, looks, labels = [np.zeros((0, 4), np.float32)], [np.zeros((0, 128), np.uint8)], [np.zeros(0, np.int16)]
    sift = _sift(_MARKS_A_FACE)
    for label, picture in pictures:
        grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        keys, what = sift.detectAndCompute(grey, None)
        if not keys:
            continue
        places.append(_places(keys) * np.array([width / size[0]] * 3 + [1], np.float32))
        looks.append(np.asarray(what, np.uint8))
        labels.append(np.full(len(keys), label, np.int16))
    return {
        "marks_at": np.concatenate(places),
        "marks_what": np.concatenate(looks),
        "marks_label": np.concatenate(labels),
        "marks_many": np.array(_MANY[1]),
    }


def many(voter: Voter, pictures: list[tuple[str, Picture]], same: Mapping[str, Sequence[str]]) -> int:
    """How many marks show a card: more than faces of the deck have in common with faces not the `same`."""
    width = round(_ENOUGH)
    common = [0]
    for code, picture in pictures:
        height = round(width * picture.shape[0] / picture.shape[1])
        small = cv2.cvtColor(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        edge = width // 2
        grey = np.asarray(cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=90), np.uint8)
        votes = voter.votes(grey, None, None)
        common.append(max((vote.marks for vote in votes if vote.face not in same[code]), default=0))
    return int(np.clip(np.quantile(common, 0.95) + 2, *_MANY))


def _places(keys: Sequence[cv2.KeyPoint]) -> Floats:
    """Each mark's place and size in pixels, its direction in radians: (n, 4)."""
    return np.array([(*key.pt, key.size, np.deg2rad(key.angle)) for key in keys], np.float32).reshape(-1, 4)


def _seen(grey: NDArray[np.uint8], mask: NDArray[np.uint8] | None) -> tuple[Floats, Floats]:
    """The marks of a picture where the mask lets look: places (n, 4) and looks (n, 128).

    Tile by tile: the whole picture at once would take hundreds of megabytes.
    """
    sift = _sift(_MARKS_A_TILE)
    places, looks = [np.zeros((0, 4), np.float32)], [np.zeros((0, 128), np.float32)]
    for top in range(0, grey.shape[0], _TILE):
        for left in range(0, grey.shape[1], _TILE):
            rows, columns = (slice(max(0, start - _RIM), start + _TILE + _RIM) for start in (top, left))
            part = None
            if mask is not None:
                x, y, wide, high = cv2.boundingRect(mask[top : top + _TILE, left : left + _TILE])
                if np.count_nonzero(mask[top + y : top + y + high, left + x : left + x + wide]) < _BARE * _TILE**2:
                    continue
                rows = slice(max(0, top + y - _RIM), top + y + high + _RIM)
                columns = slice(max(0, left + x - _RIM), left + x + wide + _RIM)
                part = np.ascontiguousarray(mask[rows, columns])
            keys, what = sift.detectAndCompute(np.ascontiguousarray(grey[rows, columns]), part)
            if not keys:
                continue
            at = _places(keys) + np.array([columns.start, rows.start, 0, 0], np.float32)
            own = (at[:, 0] >= left) & (at[:, 0] < left + _TILE) & (at[:, 1] >= top) & (at[:, 1] < top + _TILE)
            places.append(at[own])
            looks.append(np.asarray(what, np.float32)[own])
    return np.concatenate(places), np.concatenate(looks)


class Voter:
    """The marks of one deck, ready to vote; `many` of them show that a card is there.

    Raises ValueError or KeyError for arrays that are none.
    """

    def __init__(self, kind: str, labels: tuple[str, ...], stored: Mapping[str, NDArray[Any]]) -> None:
        self._shape = CARD_MM[kind]
        self._labels = labels
        self._at = stored["marks_at"].astype(np.float32)
        what = stored["marks_what"]
        self._label = stored["marks_label"].astype(np.int64)
        count = len(self._label)
        fits = self._at.shape == (count, 4) and what.shape == (count, 128) and what.dtype == np.uint8
        if not fits or not np.isfinite(self._at).all() or not (self._at[:, 2] > 0).all():
            raise ValueError("marks")
        if count and not (self._label.min() >= 0 and self._label.max() < len(labels)):
            raise ValueError("marks")
        self._what = what
        self.many = int(stored["marks_many"])
        self._index: cv2.FlannBasedMatcher | None = None

    def _matcher(self) -> cv2.FlannBasedMatcher:
        """The tree of marks, grown when first asked."""
        if self._index is None:
            cv2.setRNGSeed(1)
            self._index = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 2}, {"checks": 40})
            self._index.add([self._what.astype(np.float32)])
            self._index.train()
        return self._index

    def votes(self, grey: NDArray[np.uint8], mask: NDArray[np.uint8] | None, width: float | None) -> list[Vote]:
        """Cards the marks of a grey picture agree on, most marks first.

        `mask`: where to look (255), everywhere without one; `width`: of a card in pixels as far as known already.
        """
        if len(self._label) <= _NEAREST:
            return []
        shrunk = 1.0 if width is None else min(1.0, max(_ENOUGH / width, 0.4))
        if shrunk < 1:
            size = (round(grey.shape[1] * shrunk), round(grey.shape[0] * shrunk))
            grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
            mask = (
                None if mask is None else np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), np.uint8)
            )
        places, what = _seen(grey, mask)
        if len(places) < _FEWEST:
            return []
        places[:, :3] /= shrunk
        found = self._matched(places, what)
        return sorted(self._agreed(*found, width), key=lambda vote: -vote.marks)

    def _matched(self, places: Floats, what: Floats) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
        """Pairs of a mark of the picture and one of the deck it looks like: places (m, 4), numbers of either (m,)."""
        pairs = self._matcher().knnMatch(what, k=_NEAREST + 1)
        number = np.array([[match.trainIdx for match in row] for row in pairs if len(row) > _NEAREST])
        if not len(number):
            return places[:0], np.zeros(0, np.int64), np.zeros(0, np.int64)
        far = np.array([[match.distance for match in row] for row in pairs if len(row) > _NEAREST])
        asked = np.array([row[0].queryIdx for row in pairs if len(row) > _NEAREST])
        good = (far[:, :_NEAREST] < _ALIKE * far[:, _NEAREST:]) & (far[:, :_NEAREST] < _FAR)
        rows, columns = np.nonzero(good)
        best_first = np.argsort(far[rows, columns], kind="stable")
        rows, columns = rows[best_first], columns[best_first]
        return places[asked[rows]], number[rows, columns].astype(np.int64), asked[rows].astype(np.int64)

    def _agreed(
        self, seen: Floats, number: NDArray[np.int64], mark: NDArray[np.int64], width: float | None
    ) -> list[Vote]:
        zoom = seen[:, 2] / self._at[number, 2]
        turn = seen[:, 3] - self._at[number, 3]
        way = np.array(self._shape, np.float32) / 2 - self._at[number, :2]
        cos, sin = np.cos(turn) * zoom, np.sin(turn) * zoom
        centre = seen[:, :2] + np.stack([cos * way[:, 0] - sin * way[:, 1], sin * way[:, 0] + cos * way[:, 1]], axis=1)
        fits = np.ones(len(seen), bool)
        if width is not None:
            fits = np.abs(np.log(zoom * self._shape[0] / width)) < _ZOOM
        label = self._label[number]
        agreed: list[Vote] = []
        for face in np.unique(label[fits]):
            own = np.flatnonzero(fits & (label == face))[:_MARKS_A_CARD]
            agree = self._agree(centre[own], turn[own], zoom[own])
            left = np.ones(len(own), bool)
            for _ in range(_MOST_CARDS):
                votes = (agree & left).sum(axis=1) * left
                if votes.max(initial=0) < _FEWEST:
                    break
                group = np.flatnonzero(agree[votes.argmax()] & left)
                marks = own[group]
                vote, inside = self._laid(seen[marks, :2], self._at[number[marks], :2], str(self._labels[face]))
                if vote is None:
                    left[group] = False
                else:
                    agreed.append(vote)
                    # Nor may they tell of a second card: the halves of some faces are the same.
                    left &= ~np.isin(mark[own], mark[marks[inside]])
        return agreed

    def _agree(self, centre: Floats, turn: Floats, zoom: Floats) -> NDArray[np.bool_]:
        """Which votes (n, n) agree with each other on centre, direction and size of a card."""
        apart = np.linalg.norm(centre[:, None] - centre[None], axis=2) / (np.minimum.outer(zoom, zoom) * self._shape[0])
        turned = np.abs((turn[:, None] - turn[None] + np.pi) % (2 * np.pi) - np.pi)
        zoomed = np.abs(np.log(zoom[:, None] / zoom[None]))
        return np.asarray((apart < _APART) & (turned < _TURN) & (zoomed < _ZOOM))

    def _laid(self, seen: Floats, card: Floats, face: str) -> tuple[Vote | None, NDArray[np.bool_]]:
        """The card on which these marks lie, and which of them; None when too few fit one flat card."""
        none = np.zeros(len(seen), bool)
        spread = float(np.linalg.norm(np.std(seen, axis=0)) / max(float(np.linalg.norm(np.std(card, axis=0))), 1e-3))
        reach = max(1.5, _SCATTER * spread * self._shape[0])
        cv2.setRNGSeed(1)
        matrix, inside = cv2.estimateAffine2D(card, seen, method=cv2.RANSAC, ransacReprojThreshold=reach)
        if matrix is None or len(np.unique(np.round(seen[inside.ravel() > 0]), axis=0)) < _FEWEST:
            return None, none
        kept = inside.ravel() > 0
        width, height = self._shape
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        quad = np.asarray(corners @ matrix[:, :2].T + matrix[:, 2], np.float32)
        stretch = np.linalg.svd(matrix[:, :2], compute_uv=False)
        if np.linalg.det(matrix[:, :2]) <= 0 or stretch[0] > 2.2 * stretch[1]:
            return None, none
        return Vote(quad, face, int(kept.sum())), kept
