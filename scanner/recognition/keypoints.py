"""入れ札 irefuda: small marks of a known deck's drawings vote for where its cards lie, edges hidden or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Quad
from scanner.imaging.image import ColorImage
from scorer.decks import decks

_FACE_WIDTH_PX = 128
_KEYPOINTS_PER_FACE = 260
_MIN_TILE_MASK_SHARE = 0.01
_TILE_PX = 384
_TILE_OVERLAP_PX = 24
_KEYPOINTS_PER_TILE = 700
_MAX_MATCHES_PER_FACE = 400
_MAX_CARDS_PER_FACE = 8
_NEIGHBORS = 3
_MAX_DISTANCE_RATIO = 0.92
_MAX_DESCRIPTOR_DISTANCE = 330.0
_MAX_CENTER_DISTANCE_WIDTHS = 0.3
_MAX_ROTATION_RAD = np.deg2rad(24)
_MAX_LOG_SCALE = np.log(1.5)
_MIN_VOTES = 5
_MIN_INLIERS_RANGE = (6, 12)
_SUFFICIENT_CARD_WIDTH_PX = 70.0
"""A card this many pixels wide shows its marks; wider ones are shrunk to it."""
_RANSAC_TOLERANCE_WIDTHS = 0.045

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class KeypointDetection:
    """A card that marks agree on: `quad` (4, 2) in pixels from the art's top left, its code, how many marks agree."""

    quad: Quad
    face: str
    inliers: int


def _sift_detector(max_keypoints: int) -> cv2.SIFT:
    return cv2.SIFT.create(nfeatures=max_keypoints, contrastThreshold=0.025, edgeThreshold=14)


def extract_keypoints(kind: str, pictures: list[tuple[int, ColorImage]]) -> dict[str, NDArray[Any]]:
    """The marks of a deck's faces, given as (number of the label, picture): arrays for its file.

    `marks_at` float32 (n, 4): place in mm on the card, size in mm, direction in radians; `marks_what` uint8 (n, 128);
    `marks_label` int16 (n,).
    """
    width, height = decks()[kind].size_mm
    size = (_FACE_WIDTH_PX, round(_FACE_WIDTH_PX * height / width))
    places, looks, labels = [np.zeros((0, 4), np.float32)], [np.zeros((0, 128), np.uint8)], [np.zeros(0, np.int16)]
    sift = _sift_detector(_KEYPOINTS_PER_FACE)
    for label, picture in pictures:
        grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        keys, what = sift.detectAndCompute(grey, None)
        if not keys:
            continue
        places.append(_keypoint_array(keys) * np.array([width / size[0]] * 3 + [1], np.float32))
        looks.append(np.asarray(what, np.uint8))
        labels.append(np.full(len(keys), label, np.int16))
    return {
        "marks_at": np.concatenate(places),
        "marks_what": np.concatenate(looks),
        "marks_label": np.concatenate(labels),
        "marks_many": np.array(_MIN_INLIERS_RANGE[1]),
    }


def calibrate_min_inliers(
    matcher: KeypointMatcher, pictures: list[tuple[str, ColorImage]], equivalents: Mapping[str, Sequence[str]]
) -> int:
    """How many marks show a card: more than faces of the deck have in common with faces not the `same`."""
    width = round(_SUFFICIENT_CARD_WIDTH_PX)
    common = [0]
    for code, picture in pictures:
        height = round(width * picture.shape[0] / picture.shape[1])
        small = cv2.cvtColor(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        edge = width // 2
        grey = np.asarray(cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=90), np.uint8)
        votes = matcher.detect(grey, None, None)
        common.append(max((vote.inliers for vote in votes if vote.face not in equivalents[code]), default=0))
    return int(np.clip(np.quantile(common, 0.95) + 2, *_MIN_INLIERS_RANGE))


def _keypoint_array(keypoints: Sequence[cv2.KeyPoint]) -> Floats:
    """Each mark's place and size in pixels, its direction in radians: (n, 4)."""
    return np.array([(*key.pt, key.size, np.deg2rad(key.angle)) for key in keypoints], np.float32).reshape(-1, 4)


def _detect_keypoints(grey: NDArray[np.uint8], mask: NDArray[np.uint8] | None) -> tuple[Floats, Floats]:
    """The marks of a picture where the mask lets look: places (n, 4) and looks (n, 128).

    Tile by tile: the whole picture at once would take hundreds of megabytes.
    """
    sift = _sift_detector(_KEYPOINTS_PER_TILE)
    places, looks = [np.zeros((0, 4), np.float32)], [np.zeros((0, 128), np.float32)]
    for top in range(0, grey.shape[0], _TILE_PX):
        for left in range(0, grey.shape[1], _TILE_PX):
            rows, columns = (
                slice(max(0, start - _TILE_OVERLAP_PX), start + _TILE_PX + _TILE_OVERLAP_PX) for start in (top, left)
            )
            part = None
            if mask is not None:
                x, y, wide, high = cv2.boundingRect(mask[top : top + _TILE_PX, left : left + _TILE_PX])
                if (
                    np.count_nonzero(mask[top + y : top + y + high, left + x : left + x + wide])
                    < _MIN_TILE_MASK_SHARE * _TILE_PX**2
                ):
                    continue
                rows = slice(max(0, top + y - _TILE_OVERLAP_PX), top + y + high + _TILE_OVERLAP_PX)
                columns = slice(max(0, left + x - _TILE_OVERLAP_PX), left + x + wide + _TILE_OVERLAP_PX)
                part = np.ascontiguousarray(mask[rows, columns])
            keys, what = sift.detectAndCompute(np.ascontiguousarray(grey[rows, columns]), part)
            if not keys:
                continue
            at = _keypoint_array(keys) + np.array([columns.start, rows.start, 0, 0], np.float32)
            own = (at[:, 0] >= left) & (at[:, 0] < left + _TILE_PX) & (at[:, 1] >= top) & (at[:, 1] < top + _TILE_PX)
            places.append(at[own])
            looks.append(np.asarray(what, np.float32)[own])
    return np.concatenate(places), np.concatenate(looks)


class KeypointMatcher:
    """The marks of one deck, ready to vote; `many` of them show that a card is there.

    Raises ValueError or KeyError for arrays that are none.
    """

    def __init__(self, kind: str, labels: tuple[str, ...], stored: Mapping[str, NDArray[Any]]) -> None:
        self._card_size = decks()[kind].size_mm
        self._labels = labels
        self._keypoints = stored["marks_at"].astype(np.float32)
        what = stored["marks_what"]
        self._label_indices = stored["marks_label"].astype(np.int64)
        count = len(self._label_indices)
        fits = self._keypoints.shape == (count, 4) and what.shape == (count, 128) and what.dtype == np.uint8
        if not fits or not np.isfinite(self._keypoints).all() or not (self._keypoints[:, 2] > 0).all():
            raise ValueError("marks")
        if count and not (self._label_indices.min() >= 0 and self._label_indices.max() < len(labels)):
            raise ValueError("marks")
        self._descriptors = what
        self.min_inliers = int(stored["marks_many"])
        self._flann: cv2.FlannBasedMatcher | None = None

    def _flann_matcher(self) -> cv2.FlannBasedMatcher:
        """The tree of marks, grown when first asked."""
        if self._flann is None:
            cv2.setRNGSeed(1)
            self._flann = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 2}, {"checks": 40})
            self._flann.add([self._descriptors.astype(np.float32)])
            self._flann.train()
        return self._flann

    def detect(
        self, grey: NDArray[np.uint8], mask: NDArray[np.uint8] | None, width: float | None
    ) -> list[KeypointDetection]:
        """Cards the marks of a grey picture agree on, most marks first.

        `mask`: where to look (255), everywhere without one; `width`: of a card in pixels as far as known already.
        """
        if len(self._label_indices) <= _NEIGHBORS:
            return []
        shrunk = 1.0 if width is None else min(1.0, max(_SUFFICIENT_CARD_WIDTH_PX / width, 0.4))
        if shrunk < 1:
            size = (round(grey.shape[1] * shrunk), round(grey.shape[0] * shrunk))
            grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
            mask = (
                None if mask is None else np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), np.uint8)
            )
        places, what = _detect_keypoints(grey, mask)
        if len(places) < _MIN_VOTES:
            return []
        places[:, :3] /= shrunk
        found = self._match_descriptors(places, what)
        return sorted(self._group_by_pose(*found, width), key=lambda vote: -vote.inliers)

    def _match_descriptors(
        self, keypoints: Floats, descriptors: Floats
    ) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
        """Pairs of a mark of the picture and one of the deck it looks like: places (m, 4), numbers of either (m,)."""
        pairs = self._flann_matcher().knnMatch(descriptors, k=_NEIGHBORS + 1)
        number = np.array([[match.trainIdx for match in row] for row in pairs if len(row) > _NEIGHBORS])
        if not len(number):
            return keypoints[:0], np.zeros(0, np.int64), np.zeros(0, np.int64)
        far = np.array([[match.distance for match in row] for row in pairs if len(row) > _NEIGHBORS])
        asked = np.array([row[0].queryIdx for row in pairs if len(row) > _NEIGHBORS])
        good = (far[:, :_NEIGHBORS] < _MAX_DISTANCE_RATIO * far[:, _NEIGHBORS:]) & (
            far[:, :_NEIGHBORS] < _MAX_DESCRIPTOR_DISTANCE
        )
        rows, columns = np.nonzero(good)
        best_first = np.argsort(far[rows, columns], kind="stable")
        rows, columns = rows[best_first], columns[best_first]
        return keypoints[asked[rows]], number[rows, columns].astype(np.int64), asked[rows].astype(np.int64)

    def _group_by_pose(
        self, keypoints: Floats, deck_index: NDArray[np.int64], image_index: NDArray[np.int64], width: float | None
    ) -> list[KeypointDetection]:
        zoom = keypoints[:, 2] / self._keypoints[deck_index, 2]
        turn = keypoints[:, 3] - self._keypoints[deck_index, 3]
        way = np.array(self._card_size, np.float32) / 2 - self._keypoints[deck_index, :2]
        cos, sin = np.cos(turn) * zoom, np.sin(turn) * zoom
        centre = keypoints[:, :2] + np.stack(
            [cos * way[:, 0] - sin * way[:, 1], sin * way[:, 0] + cos * way[:, 1]], axis=1
        )
        fits = np.ones(len(keypoints), bool)
        if width is not None:
            fits = np.abs(np.log(zoom * self._card_size[0] / width)) < _MAX_LOG_SCALE
        label = self._label_indices[deck_index]
        agreed: list[KeypointDetection] = []
        for face in np.unique(label[fits]):
            own = np.flatnonzero(fits & (label == face))[:_MAX_MATCHES_PER_FACE]
            agree = self._poses_agree(centre[own], turn[own], zoom[own])
            left = np.ones(len(own), bool)
            for _ in range(_MAX_CARDS_PER_FACE):
                votes = (agree & left).sum(axis=1) * left
                if votes.max(initial=0) < _MIN_VOTES:
                    break
                group = np.flatnonzero(agree[votes.argmax()] & left)
                marks = own[group]
                vote, inside = self._fit_card(
                    keypoints[marks, :2], self._keypoints[deck_index[marks], :2], str(self._labels[face])
                )
                if vote is None:
                    left[group] = False
                else:
                    agreed.append(vote)
                    # Nor may they tell of a second card: the halves of some faces are the same.
                    left &= ~np.isin(image_index[own], image_index[marks[inside]])
        return agreed

    def _poses_agree(self, center: Floats, rotation: Floats, scale: Floats) -> NDArray[np.bool_]:
        """Which votes (n, n) agree with each other on centre, direction and size of a card."""
        apart = np.linalg.norm(center[:, None] - center[None], axis=2) / (
            np.minimum.outer(scale, scale) * self._card_size[0]
        )
        turned = np.abs((rotation[:, None] - rotation[None] + np.pi) % (2 * np.pi) - np.pi)
        zoomed = np.abs(np.log(scale[:, None] / scale[None]))
        return np.asarray(
            (apart < _MAX_CENTER_DISTANCE_WIDTHS) & (turned < _MAX_ROTATION_RAD) & (zoomed < _MAX_LOG_SCALE)
        )

    def _fit_card(
        self, image_points: Floats, card_points: Floats, face: str
    ) -> tuple[KeypointDetection | None, NDArray[np.bool_]]:
        """The card on which these marks lie, and which of them; None when too few fit one flat card."""
        none = np.zeros(len(image_points), bool)
        spread = float(
            np.linalg.norm(np.std(image_points, axis=0)) / max(float(np.linalg.norm(np.std(card_points, axis=0))), 1e-3)
        )
        reach = max(1.5, _RANSAC_TOLERANCE_WIDTHS * spread * self._card_size[0])
        cv2.setRNGSeed(1)
        matrix, inside = cv2.estimateAffine2D(card_points, image_points, method=cv2.RANSAC, ransacReprojThreshold=reach)
        if matrix is None or len(np.unique(np.round(image_points[inside.ravel() > 0]), axis=0)) < _MIN_VOTES:
            return None, none
        kept = inside.ravel() > 0
        width, height = self._card_size
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        quad = np.asarray(corners @ matrix[:, :2].T + matrix[:, 2], np.float32)
        stretch = np.linalg.svd(matrix[:, :2], compute_uv=False)
        if np.linalg.det(matrix[:, :2]) <= 0 or stretch[0] > 2.2 * stretch[1]:
            return None, none
        return KeypointDetection(quad, face, int(kept.sum())), kept
