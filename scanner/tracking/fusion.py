"""Temporal fusion of several readings of one table at rest.

Pictures of a table at rest share their errors. Their evidence is therefore averaged, never added up: a mistake must
not become certain by repetition. A doubtful card becomes sure only through independent evidence: the same card in
another place or at another angle, or a deck whose other cards have all been recognised.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from scanner.reads import Alternative, CardRead, PictureRead
from scanner.recognition.labels import equivalent_codes
from scorer.decks import decks


@dataclass(frozen=True, slots=True)
class FusionConfig:
    """Thresholds of temporal fusion, set on the synthetic sequences that the tests of the tracker replay."""

    max_rest_shift_widths: float = 0.4
    """Card widths. Reads of two pictures of a table at rest are of one card if their centres are nearer than this."""
    min_probability: float = 0.002
    """Probability, 0..1, that a reading leaves to each face it does not name. It keeps the logarithm finite."""
    max_doubt_share: float = 0.005
    """Share, 0..1, of the probability that may stay with rival faces of a card that the deck constraint makes sure."""
    min_pose_confidence: float = 0.97
    """Probability, 0..1, that each of two poses needs before the two together make a card sure."""
    min_pose_turn_deg: float = 20
    """Degrees. A card turned by more than this is in another pose, so that light and print reach it differently."""
    max_earlier_poses: int = 3
    """Number of earlier poses of a card that are remembered besides the current one."""


CONFIG = FusionConfig()


@cache
def canonical_codes(kind: str) -> Mapping[str, str]:
    """The canonical code of each code of a deck: the first of the codes that are one face to every rule."""
    return {code: group[0] for code, group in equivalent_codes(kind).items()}


@cache
def copies_per_face(kind: str) -> Mapping[str, int]:
    """How many cards of each face, by its canonical code, the deck holds."""
    copies: Counter[str] = Counter()
    for code, face in decks()[kind].faces.items():
        copies[canonical_codes(kind)[code]] += face.copies
    return copies


def card_center(read: CardRead) -> tuple[float, float]:
    """The card's centre in pixels."""
    return sum(x for x, _ in read.corners) / 4, sum(y for _, y in read.corners) / 4


def card_width(read: CardRead) -> float:
    """The card's width in pixels: the shortest of its first, second and fourth side, at least 1."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = read.corners
    return max(1.0, min(math.hypot(bx - ax, by - ay), math.hypot(dx - ax, dy - ay), math.hypot(cx - bx, cy - by)))


def card_angle_deg(read: CardRead) -> float:
    """The card's angle in degrees clockwise from upright, -180..180."""
    (ax, ay), (bx, by) = read.corners[:2]
    return math.degrees(math.atan2(by - ay, bx - ax))


def distance_in_widths(card: CardRead, other: CardRead) -> float:
    """Distance between the centres of two cards, in widths of the first."""
    (ax, ay), (bx, by) = card_center(card), card_center(other)
    return math.hypot(ax - bx, ay - by) / card_width(card)


def _group_by_place(readings: Sequence[PictureRead]) -> list[list[CardRead]]:
    """The cards of all readings grouped by place, each group in the order of the readings."""
    groups: list[list[CardRead]] = []
    for reading in readings:
        free = list(groups)
        for card in reading.cards:
            nearest = min(free, key=lambda group: distance_in_widths(group[-1], card), default=None)
            if nearest is not None and distance_in_widths(nearest[-1], card) < CONFIG.max_rest_shift_widths:
                nearest.append(card)
                free.remove(nearest)
            else:
                groups.append([card])
    return groups


def readings_agree(earlier: PictureRead, later: PictureRead, kind: str) -> bool:
    """Whether two readings name the same cards at the same places and are sure of all of them."""
    faces = canonical_codes(kind)

    def is_same_read(group: list[CardRead]) -> bool:
        if len(group) != 2:
            return False
        first, second = group
        same = faces.get(first.card or "") == faces.get(second.card or "")
        return same and first.sure and second.sure and first.face == second.face

    return all(is_same_read(group) for group in _group_by_place((earlier, later)))


def fuse_readings(readings: Sequence[PictureRead], kind: str) -> list[CardRead]:
    """Fuse several readings of one table at rest. A card that only half of the readings or fewer contain is dropped."""
    return [_fuse_card(group, kind) for group in _group_by_place(readings) if 2 * len(group) > len(readings)]


def _fuse_card(group: list[CardRead], kind: str) -> CardRead:
    """Average the log probabilities of all readings of one card."""
    latest = group[-1]
    back_count = sum(card.face == "down" for card in group)
    if 2 * back_count > len(group):
        return replace(latest, card=None, face="down", sure=latest.sure and latest.face == "down", alternatives=())
    group = [card for card in group if card.face == "up" and card.card]
    if not group:
        return replace(latest, sure=False)
    faces, latest = canonical_codes(kind), group[-1]
    logs: dict[str, float] = {}
    for card in group:
        for face in {faces.get(code, code) for code in _face_probabilities(card)}:
            logs.setdefault(face, 0.0)
    for card in group:
        probabilities: dict[str, float] = {}
        for code, probability in _face_probabilities(card).items():
            face = faces.get(code, code)
            probabilities[face] = probabilities.get(face, 0.0) + probability
        for face in logs:
            logs[face] += math.log(max(CONFIG.min_probability, probabilities.get(face, 0.0))) / len(group)
    total = sum(math.exp(log) for log in logs.values())
    order = sorted(logs, key=lambda face: -logs[face])
    shares = {face: math.exp(logs[face]) / max(total, 1.0) for face in order}
    named_faces = [faces.get(card.card or "", "") for card in group]
    best = order[0]
    sure = all(face == best for face in named_faces) and 2 * sum(card.sure for card in group) >= len(group)
    supporters = [card for card in group if faces.get(card.card or "") == best]
    code = (supporters[-1].card if supporters else None) or best
    max_confidence = max((card.confidence for card in supporters), default=shares[best])
    doubts = [card.doubt for card in group if card.doubt]
    return replace(
        latest,
        card=code,
        confidence=min(shares[best], max_confidence) if not sure else max_confidence,
        sure=sure,
        alternatives=tuple(Alternative(face, shares[face]) for face in order[1:6]),
        doubt="" if sure else (doubts[-1] if doubts else "close_call"),
    )


def _face_probabilities(card: CardRead) -> dict[str, float]:
    """Probability 0..1 of each code that the reading names."""
    probabilities = {alternative.card: alternative.confidence for alternative in card.alternatives}
    return probabilities | ({card.card: card.confidence} if card.card else {})


@dataclass(frozen=True, slots=True)
class PoseReading:
    """The face that one pose of a card was read as.

    `x`, `y`: its centre in pixels. `angle_deg`: degrees clockwise from upright. `face`: canonical code. `confidence`:
    probability 0..1.
    """

    x: float
    y: float
    angle_deg: float
    face: str
    confidence: float


def with_other_poses(
    card: CardRead, previous: tuple[PoseReading, ...], kind: str
) -> tuple[CardRead, tuple[PoseReading, ...]]:
    """The card with the evidence of its other poses, and the poses to remember.

    The card becomes sure when two poses agree with little doubt and none differs.
    """
    if card.card is None:
        return card, ()
    x, y = card_center(card)
    current = PoseReading(x, y, card_angle_deg(card), canonical_codes(kind).get(card.card, card.card), card.confidence)
    others = tuple(pose for pose in previous if _is_other_pose(pose, current, card_width(card)))
    if (
        not card.sure
        and card.doubt == "close_call"
        and any(pose.confidence >= CONFIG.min_pose_confidence for pose in others)
    ):
        all_agree = all(pose.face == current.face for pose in others)
        if all_agree and current.confidence >= CONFIG.min_pose_confidence:
            card = replace(card, sure=True, doubt="")
    return card, (*others[-CONFIG.max_earlier_poses :], current)


def _is_other_pose(previous: PoseReading, current: PoseReading, min_distance_px: float) -> bool:
    turn_deg = abs((previous.angle_deg - current.angle_deg + 180) % 360 - 180)
    distance_px = math.hypot(previous.x - current.x, previous.y - current.y)
    return distance_px > min_distance_px or turn_deg > CONFIG.min_pose_turn_deg


def apply_deck_constraints(cards: list[CardRead], kind: str) -> list[CardRead]:
    """The cards after a check against the number of copies in the deck.

    A card in doubt between two similar faces becomes sure when all copies of every other possible face are surely
    elsewhere on the table. A sure card beyond the number of copies in the deck becomes unsure.
    """
    faces = canonical_codes(kind)
    remaining = Counter(copies_per_face(kind))
    result = list(cards)
    for index in sorted(range(len(cards)), key=lambda index: (not cards[index].sure, -cards[index].confidence)):
        card = cards[index]
        if card.card is None or not card.sure:
            continue
        face = faces.get(card.card, card.card)
        if remaining[face] <= 0:
            result[index] = replace(card, sure=False, doubt="twice")
        remaining[face] -= 1
    for index, card in enumerate(result):
        if card.card is None or card.sure or card.doubt != "close_call":
            continue
        face = faces.get(card.card, card.card)
        rivals = {code: share for code, share in _face_probabilities(card).items() if faces.get(code, code) != face}
        unnamed = max(0.0, 1 - card.confidence - sum(rivals.values()))
        doubt_share = unnamed + sum(share for code, share in rivals.items() if remaining[faces.get(code, code)] > 0)
        if remaining[face] > 0 and doubt_share / (card.confidence + doubt_share) <= CONFIG.max_doubt_share:
            confidence = card.confidence / (card.confidence + doubt_share)
            result[index] = replace(card, sure=True, doubt="", confidence=confidence)
            remaining[face] -= 1
    return result


def assign_codes(cards: list[CardRead], kind: str) -> list[CardRead]:
    """The cards, each with a code of its own where several codes are one face to the rules.

    Earlier cards keep their codes.
    """
    faces, deck_faces = canonical_codes(kind), decks()[kind].faces
    remaining = Counter({code: face.copies for code, face in deck_faces.items()})
    result = []
    for card in cards:
        own = card.card
        if own is not None and own in faces:
            code = next((code for code in (own, *equivalent_codes(kind)[own]) if remaining[code] > 0), own)
            remaining[code] -= 1
            card = replace(card, card=code)  # noqa: PLW2901  the same card under its own code
        result.append(card)
    return result
