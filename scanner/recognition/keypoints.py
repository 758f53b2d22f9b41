"""SIFT keypoints of an enrolled deck matched by generalized Hough voting.

Each keypoint of the picture that matches one of a face votes for a pose of that card: center, rotation and scale. Votes
that agree are grouped (`KeypointMatcher.detect`), and RANSAC fits the card's outline to their keypoints. Cards are
found in this way even where their edges are hidden.
"""

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

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class KeypointConfig:
    """Parameters of keypoint detection and voting, set by `fudayomi bench eyes` with enrolled decks."""

    face_width_px: int = 128
    """Width in pixels of the pictures of faces in which keypoints are detected: about as wide as cards in a picture."""
    keypoints_per_face: int = 260
    """Keypoints stored per face, the strongest, which bounds the deck file and the search."""
    tile_px: int = 384
    """Side in pixels of the tiles in which a picture is searched. A whole picture would take hundreds of megabytes."""
    tile_overlap_px: int = 24
    """Pixels by which tiles extend into their neighbors, so that keypoints at their borders are described in full."""
    keypoints_per_tile: int = 700
    """Keypoints used per tile, the strongest, which bounds the time."""
    min_tile_mask_share: float = 0.01
    """Share 0..1 of a tile that must be searched; with less the tile holds no card."""
    neighbors: int = 3
    """Nearest neighbors that each keypoint votes for: the faces of a deck share parts of their drawings."""
    max_distance_ratio: float = 0.92
    """Distance to a neighbor as a share 0..1 of that to the next one not used (Lowe's ratio test)."""
    max_descriptor_distance: float = 330.0
    """Euclidean distance of two SIFT descriptors (128 bytes) beyond which they do not match."""
    max_matches_per_face: int = 400
    """Votes used per face, the best matches: the time grows with their square."""
    max_cards_per_face: int = 8
    """Groups tried per face, which bounds the time."""
    max_center_distance_widths: float = 0.3
    """Distance in card widths between the centers of two votes that agree."""
    max_rotation_deg: float = 24
    """Difference in degrees between the rotations of two votes that agree."""
    max_scale_ratio: float = 1.5
    """Ratio between the scales of two votes that agree, and to the known width of cards: SIFT scales are coarse."""
    min_votes: int = 5
    """Votes, and inliers at distinct places, that a card needs: two more than an affine transform has free points."""
    min_inliers_range: tuple[int, int] = (6, 12)
    """Limits of the calibrated number of inliers that prove a card by themselves."""
    sufficient_card_width_px: float = 70.0
    """Width in pixels at which a card shows its keypoints. Larger cards are shrunk to it to save time."""
    min_shrink: float = 0.4
    """Factor of that shrinking, at least."""
    ransac_tolerance_widths: float = 0.045
    """Distance in card widths of an inlier from its place on the fitted card, at most."""
    min_ransac_tolerance_px: float = 1.5
    """The same in pixels, at least, for small cards."""
    max_stretch: float = 2.2
    """Ratio of the axes of the fitted transform, at most: a card seen at a flatter angle cannot be read."""


CONFIG = KeypointConfig()


@dataclass(frozen=True, slots=True)
class KeypointDetection:
    """A card: corners (4, 2) in pixels from the top left of the art, code, and how many keypoints agree on it."""

    quad: Quad
    face: str
    inliers: int


class KeypointMatcher:
    """Matches the keypoints of one deck. From `min_inliers` on, they prove by themselves that a card is there.

    Raises ValueError or KeyError for stored arrays that are not those of `extract_keypoints`.
    """

    def __init__(self, kind: str, labels: tuple[str, ...], stored: Mapping[str, NDArray[Any]]) -> None:
        self._card_size = decks()[kind].size_mm
        self._labels = labels
        self._keypoints = stored["marks_at"].astype(np.float32)
        descriptors = stored["marks_what"]
        self._label_indices = stored["marks_label"].astype(np.int64)
        n = len(self._label_indices)
        fits = (self._keypoints.shape, descriptors.shape) == ((n, 4), (n, 128)) and descriptors.dtype == np.uint8
        if not fits or not np.isfinite(self._keypoints).all() or not (self._keypoints[:, 2] > 0).all():
            raise ValueError("marks")
        if n and not (self._label_indices.min() >= 0 and self._label_indices.max() < len(labels)):
            raise ValueError("marks")
        self._descriptors = descriptors
        self.min_inliers = int(stored["marks_many"])
        self._flann: cv2.FlannBasedMatcher | None = None

    def _flann_matcher(self) -> cv2.FlannBasedMatcher:
        """The k-d trees of the deck's descriptors, built on first use."""
        if self._flann is None:
            cv2.setRNGSeed(1)
            self._flann = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 2}, {"checks": 40})
            self._flann.add([self._descriptors.astype(np.float32)])
            self._flann.train()
        return self._flann

    def detect(
        self, grey: NDArray[np.uint8], mask: NDArray[np.uint8] | None, width: float | None
    ) -> list[KeypointDetection]:
        """Cards that the keypoints of a grey picture agree on, those with most inliers first.

        `mask`: 255 where to search, None for everywhere. `width`: of a card in pixels, if known.
        """
        if len(self._label_indices) <= CONFIG.neighbors:
            return []
        scale = 1.0 if width is None else min(1.0, max(CONFIG.sufficient_card_width_px / width, CONFIG.min_shrink))
        if scale < 1:
            size = (round(grey.shape[1] * scale), round(grey.shape[0] * scale))
            grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
            if mask is not None:
                mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), np.uint8)
        keypoints, descriptors = _detect_keypoints(grey, mask)
        if len(keypoints) < CONFIG.min_votes:
            return []
        keypoints[:, :3] /= scale
        matches = self._match_descriptors(keypoints, descriptors)
        return sorted(self._group_by_pose(*matches, width), key=lambda detection: -detection.inliers)

    def _match_descriptors(
        self, keypoints: Floats, descriptors: Floats
    ) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
        """Matches, best first: keypoints of the picture (m, 4), indices in the deck (m,) and in the picture (m,)."""
        neighbors = self._flann_matcher().knnMatch(descriptors, k=CONFIG.neighbors + 1)
        complete = [row for row in neighbors if len(row) > CONFIG.neighbors]
        deck_index = np.array([[match.trainIdx for match in row] for row in complete])
        if not len(deck_index):
            return keypoints[:0], np.zeros(0, np.int64), np.zeros(0, np.int64)
        distance = np.array([[match.distance for match in row] for row in complete])
        image_index = np.array([row[0].queryIdx for row in complete])
        nearest, limit = distance[:, : CONFIG.neighbors], CONFIG.max_distance_ratio * distance[:, CONFIG.neighbors :]
        rows, columns = np.nonzero((nearest < limit) & (nearest < CONFIG.max_descriptor_distance))
        best_first = np.argsort(distance[rows, columns], kind="stable")
        rows, columns = rows[best_first], columns[best_first]
        matched = image_index[rows]
        return keypoints[matched], deck_index[rows, columns].astype(np.int64), matched.astype(np.int64)

    def _group_by_pose(
        self, keypoints: Floats, deck_index: NDArray[np.int64], image_index: NDArray[np.int64], width: float | None
    ) -> list[KeypointDetection]:
        """The generalized Hough transform: cards on which the poses voted for by matches agree."""
        scale = keypoints[:, 2] / self._keypoints[deck_index, 2]
        rotation = keypoints[:, 3] - self._keypoints[deck_index, 3]
        to_center = np.array(self._card_size, np.float32) / 2 - self._keypoints[deck_index, :2]
        cos, sin = np.cos(rotation) * scale, np.sin(rotation) * scale
        x, y = to_center[:, 0], to_center[:, 1]
        center = keypoints[:, :2] + np.stack([cos * x - sin * y, sin * x + cos * y], axis=1)
        fits = np.ones(len(keypoints), bool)
        if width is not None:
            fits = np.abs(np.log(scale * self._card_size[0] / width)) < np.log(CONFIG.max_scale_ratio)
        label = self._label_indices[deck_index]
        detections: list[KeypointDetection] = []
        for face in np.unique(label[fits]):
            own = np.flatnonzero(fits & (label == face))[: CONFIG.max_matches_per_face]
            agrees = self._poses_agree(center[own], rotation[own], scale[own])
            unused = np.ones(len(own), bool)
            for _ in range(CONFIG.max_cards_per_face):
                votes = (agrees & unused).sum(axis=1) * unused
                if votes.max(initial=0) < CONFIG.min_votes:
                    break
                group = np.flatnonzero(agrees[votes.argmax()] & unused)
                voters = own[group]
                detection, is_inlier = self._fit_card(
                    keypoints[voters, :2], self._keypoints[deck_index[voters], :2], str(self._labels[face])
                )
                if detection is None:
                    unused[group] = False
                else:
                    detections.append(detection)
                    # A keypoint belongs to one card only, though the halves of some faces are the same.
                    unused &= ~np.isin(image_index[own], image_index[voters[is_inlier]])
        return detections

    def _poses_agree(self, center: Floats, rotation: Floats, scale: Floats) -> NDArray[np.bool_]:
        """Which votes (n, n) agree with each other on the center, rotation and scale of a card."""
        width = np.minimum.outer(scale, scale) * self._card_size[0]
        distance = np.linalg.norm(center[:, None] - center[None], axis=2) / width
        turn = np.abs((rotation[:, None] - rotation[None] + np.pi) % (2 * np.pi) - np.pi)
        zoom = np.abs(np.log(scale[:, None] / scale[None]))
        agrees = (distance < CONFIG.max_center_distance_widths) & (turn < np.deg2rad(CONFIG.max_rotation_deg))
        return np.asarray(agrees & (zoom < np.log(CONFIG.max_scale_ratio)))

    def _fit_card(
        self, image_points: Floats, card_points: Floats, face: str
    ) -> tuple[KeypointDetection | None, NDArray[np.bool_]]:
        """The card on which these keypoints lie, and which are inliers (n,). None if too few fit one flat card."""
        none = np.zeros(len(image_points), bool)
        scale = float(
            np.linalg.norm(np.std(image_points, axis=0)) / max(float(np.linalg.norm(np.std(card_points, axis=0))), 1e-3)
        )
        reach = max(CONFIG.min_ransac_tolerance_px, CONFIG.ransac_tolerance_widths * scale * self._card_size[0])
        cv2.setRNGSeed(1)
        matrix, mask = cv2.estimateAffine2D(card_points, image_points, method=cv2.RANSAC, ransacReprojThreshold=reach)
        if matrix is None or len(np.unique(np.round(image_points[mask.ravel() > 0]), axis=0)) < CONFIG.min_votes:
            return None, none
        is_inlier = mask.ravel() > 0
        width, height = self._card_size
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        quad = np.asarray(corners @ matrix[:, :2].T + matrix[:, 2], np.float32)
        stretch = np.linalg.svd(matrix[:, :2], compute_uv=False)
        if np.linalg.det(matrix[:, :2]) <= 0 or stretch[0] > CONFIG.max_stretch * stretch[1]:
            return None, none
        return KeypointDetection(quad, face, int(is_inlier.sum())), is_inlier


def extract_keypoints(kind: str, pictures: list[tuple[int, ColorImage]]) -> dict[str, NDArray[Any]]:
    """The keypoints of a deck's faces, from pairs of label index and picture, as arrays for the deck file.

    `marks_at` float32 (n, 4): place in mm on the card, size in mm, direction in radians. `marks_what` uint8 (n, 128):
    SIFT descriptors. `marks_label` int16 (n,): label indices. `marks_many`: `KeypointMatcher.min_inliers`.
    """
    width, height = decks()[kind].size_mm
    size = (CONFIG.face_width_px, round(CONFIG.face_width_px * height / width))
    keypoints, descriptors = [np.zeros((0, 4), np.float32)], [np.zeros((0, 128), np.uint8)]
    labels = [np.zeros(0, np.int16)]
    sift = _sift_detector(CONFIG.keypoints_per_face)
    for label, picture in pictures:
        grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        detected, described = sift.detectAndCompute(grey, None)
        if not detected:
            continue
        keypoints.append(_keypoint_array(detected) * np.array([width / size[0]] * 3 + [1], np.float32))
        descriptors.append(np.asarray(described, np.uint8))
        labels.append(np.full(len(detected), label, np.int16))
    return {
        "marks_at": np.concatenate(keypoints),
        "marks_what": np.concatenate(descriptors),
        "marks_label": np.concatenate(labels),
        "marks_many": np.array(CONFIG.min_inliers_range[1]),
    }


def calibrate_min_inliers(
    matcher: KeypointMatcher, pictures: list[tuple[str, ColorImage]], equivalents: Mapping[str, Sequence[str]]
) -> int:
    """How many inliers prove a card: more than faces of the deck share with faces other than their `equivalents`."""
    width = round(CONFIG.sufficient_card_width_px)
    shared = [0]
    for code, picture in pictures:
        height = round(width * picture.shape[0] / picture.shape[1])
        small = cv2.cvtColor(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        edge = width // 2
        grey = np.asarray(cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=90), np.uint8)
        detections = matcher.detect(grey, None, None)
        shared.append(max((item.inliers for item in detections if item.face not in equivalents[code]), default=0))
    return int(np.clip(np.quantile(shared, 0.95) + 2, *CONFIG.min_inliers_range))


def _sift_detector(max_keypoints: int) -> cv2.SIFT:
    return cv2.SIFT.create(nfeatures=max_keypoints, contrastThreshold=0.025, edgeThreshold=14)


def _keypoint_array(keypoints: Sequence[cv2.KeyPoint]) -> Floats:
    """Place and size of each keypoint in pixels, direction in radians: (n, 4)."""
    return np.array([(*key.pt, key.size, np.deg2rad(key.angle)) for key in keypoints], np.float32).reshape(-1, 4)


def _detect_keypoints(grey: NDArray[np.uint8], mask: NDArray[np.uint8] | None) -> tuple[Floats, Floats]:
    """The keypoints (n, 4) of a picture where the mask is set, and their descriptors (n, 128), tile by tile."""
    sift = _sift_detector(CONFIG.keypoints_per_tile)
    tile, overlap = CONFIG.tile_px, CONFIG.tile_overlap_px
    keypoints, descriptors = [np.zeros((0, 4), np.float32)], [np.zeros((0, 128), np.float32)]
    for top in range(0, grey.shape[0], tile):
        for left in range(0, grey.shape[1], tile):
            rows, columns = (slice(max(0, start - overlap), start + tile + overlap) for start in (top, left))
            tile_mask = None
            if mask is not None:
                x, y, width, height = cv2.boundingRect(mask[top : top + tile, left : left + tile])
                box = mask[top + y : top + y + height, left + x : left + x + width]
                if np.count_nonzero(box) < CONFIG.min_tile_mask_share * tile**2:
                    continue
                rows = slice(max(0, top + y - overlap), top + y + height + overlap)
                columns = slice(max(0, left + x - overlap), left + x + width + overlap)
                tile_mask = np.ascontiguousarray(mask[rows, columns])
            detected, described = sift.detectAndCompute(np.ascontiguousarray(grey[rows, columns]), tile_mask)
            if not detected:
                continue
            at = _keypoint_array(detected) + np.array([columns.start, rows.start, 0, 0], np.float32)
            own = (at[:, 0] >= left) & (at[:, 0] < left + tile) & (at[:, 1] >= top) & (at[:, 1] < top + tile)
            keypoints.append(at[own])
            descriptors.append(np.asarray(described, np.float32)[own])
    return np.concatenate(keypoints), np.concatenate(descriptors)
