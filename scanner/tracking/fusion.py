"""突き合わせ tsukiawase: several readings of one table at rest made one; the deck itself as a further witness.

Pictures of a table at rest share their errors: their evidence is averaged, never added up, so that no mistake grows
sure by being repeated. Only what is independent makes a doubtful card sure: the same card lying elsewhere, or turned,
or a deck whose other cards have all been seen.
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

_MAX_REST_SHIFT_WIDTHS = 0.4  # of a card's width: two pictures of one card at rest
_MIN_PROBABILITY = 0.002  # what a reading leaves to each face that it does not name
_MAX_DOUBT_SHARE = 0.005  # of doubt at most, for a card that its deck vouches for
_MIN_POSE_CONFIDENCE = 0.97  # of confidence in each of two poses, for the two to make a card sure


@cache
def canonical_codes(kind: str) -> Mapping[str, str]:
    """Each code of a deck to the first of those that are one face to every rule."""
    return {code: group[0] for code, group in equivalent_codes(kind).items()}


@cache
def copies_per_face(kind: str) -> Mapping[str, int]:
    """How many cards of each such face the deck holds."""
    held: Counter[str] = Counter()
    for code, face in decks()[kind].faces.items():
        held[canonical_codes(kind)[code]] += face.copies
    return held


def card_center(read: CardRead) -> tuple[float, float]:
    """Its centre in pixels."""
    return sum(x for x, _ in read.corners) / 4, sum(y for _, y in read.corners) / 4


def card_width(read: CardRead) -> float:
    """The mean of its short sides in pixels, at least 1."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = read.corners
    return max(1.0, min(math.hypot(bx - ax, by - ay), math.hypot(dx - ax, dy - ay), math.hypot(cx - bx, cy - by)))


def card_angle_deg(read: CardRead) -> float:
    """Degrees clockwise from upright, -180..180."""
    (ax, ay), (bx, by) = read.corners[:2]
    return math.degrees(math.atan2(by - ay, bx - ax))


def distance_in_widths(card: CardRead, other: CardRead) -> float:
    """Distance of the centres in widths of the first."""
    (ax, ay), (bx, by) = card_center(card), card_center(other)
    return math.hypot(ax - bx, ay - by) / card_width(card)


def _group_by_place(readings: Sequence[PictureRead]) -> list[list[CardRead]]:
    """The cards of all readings by place, each group in the order of the readings."""
    groups: list[list[CardRead]] = []
    for reading in readings:
        free = list(groups)
        for card in reading.cards:
            near = min(free, key=lambda group: distance_in_widths(group[-1], card), default=None)
            if near is not None and distance_in_widths(near[-1], card) < _MAX_REST_SHIFT_WIDTHS:
                near.append(card)
                free.remove(near)
            else:
                groups.append([card])
    return groups


def readings_agree(earlier: PictureRead, later: PictureRead, kind: str) -> bool:
    """Whether two readings see the same cards at the same places, and are sure of all of them."""
    faces = canonical_codes(kind)

    def is_same_read(group: list[CardRead]) -> bool:
        if len(group) != 2:
            return False
        first, second = group
        same = faces.get(first.card or "") == faces.get(second.card or "")
        return same and first.sure and second.sure and first.face == second.face

    return all(is_same_read(group) for group in _group_by_place((earlier, later)))


def fuse_readings(readings: Sequence[PictureRead], kind: str) -> list[CardRead]:
    """What several readings of one table at rest say together; what only a minority saw is not there."""
    return [_fuse_card(group, kind) for group in _group_by_place(readings) if 2 * len(group) > len(readings)]


def _fuse_card(group: list[CardRead], kind: str) -> CardRead:
    last = group[-1]
    down = sum(card.face == "down" for card in group)
    if 2 * down > len(group):
        return replace(last, card=None, face="down", sure=last.sure and last.face == "down", alternatives=())
    group = [card for card in group if card.face == "up" and card.card]
    if not group:
        return replace(last, sure=False)
    faces, last = canonical_codes(kind), group[-1]
    logs: dict[str, float] = {}
    for card in group:
        for face in {faces.get(code, code) for code in _face_probabilities(card)}:
            logs.setdefault(face, 0.0)
    for card in group:
        said: dict[str, float] = {}
        for code, part in _face_probabilities(card).items():
            named = faces.get(code, code)
            said[named] = said.get(named, 0.0) + part
        for face in logs:
            logs[face] += math.log(max(_MIN_PROBABILITY, said.get(face, 0.0))) / len(group)
    total = sum(math.exp(log) for log in logs.values())
    order = sorted(logs, key=lambda face: -logs[face])
    shares = {face: math.exp(logs[face]) / max(total, 1.0) for face in order}
    tops = [faces.get(card.card or "", "") for card in group]
    best = order[0]
    sure = all(top == best for top in tops) and 2 * sum(card.sure for card in group) >= len(group)
    named_so = [card for card in group if faces.get(card.card or "") == best]
    code = (named_so[-1].card if named_so else None) or best
    most = max((card.confidence for card in named_so), default=shares[best])
    doubts = [card.doubt for card in group if card.doubt]
    return replace(
        last,
        card=code,
        confidence=min(shares[best], most) if not sure else most,
        sure=sure,
        alternatives=tuple(Alternative(face, shares[face]) for face in order[1:6]),
        doubt="" if sure else (doubts[-1] if doubts else "close_call"),
    )


def _face_probabilities(card: CardRead) -> dict[str, float]:
    named = {other.card: other.confidence for other in card.alternatives}
    return named | ({card.card: card.confidence} if card.card else {})


@dataclass(frozen=True, slots=True)
class PoseReading:
    """What one pose of a card said: the face and its probability."""

    x: float
    y: float
    angle_deg: float
    face: str
    confidence: float


def with_other_poses(
    card: CardRead, previous: tuple[PoseReading, ...], kind: str
) -> tuple[CardRead, tuple[PoseReading, ...]]:
    """The card with what other poses of it said: sure when two of them agree with little doubt and none differs."""
    if card.card is None:
        return card, ()
    x, y = card_center(card)
    now = PoseReading(x, y, card_angle_deg(card), canonical_codes(kind).get(card.card, card.card), card.confidence)
    others = tuple(one for one in previous if _is_other_pose(one, now, card_width(card)))
    if not card.sure and card.doubt == "close_call" and any(one.confidence >= _MIN_POSE_CONFIDENCE for one in others):
        agreed = all(one.face == now.face for one in others)
        if agreed and now.confidence >= _MIN_POSE_CONFIDENCE:
            card = replace(card, sure=True, doubt="")
    return card, (*others[-3:], now)


def _is_other_pose(previous: PoseReading, current: PoseReading, min_distance_px: float) -> bool:
    turned = abs((previous.angle_deg - current.angle_deg + 180) % 360 - 180)
    return math.hypot(previous.x - current.x, previous.y - current.y) > min_distance_px or turned > 20


def apply_deck_constraints(cards: list[CardRead], kind: str) -> list[CardRead]:
    """The cards with what the deck says of them all.

    A card that two looked alike for is sure when every other face it may be is surely lying elsewhere; one card more
    than the deck holds is not.
    """
    faces, held = canonical_codes(kind), copies_per_face(kind)
    left = Counter(held)
    out = list(cards)
    for at in sorted(range(len(cards)), key=lambda at: (not cards[at].sure, -cards[at].confidence)):
        card = cards[at]
        if card.card is None or not card.sure:
            continue
        face = faces.get(card.card, card.card)
        if left[face] <= 0:
            out[at] = replace(card, sure=False, doubt="twice")
        left[face] -= 1
    for at, card in enumerate(out):
        if card.card is None or card.sure or card.doubt != "close_call":
            continue
        face = faces.get(card.card, card.card)
        rivals = {code: share for code, share in _face_probabilities(card).items() if faces.get(code, code) != face}
        unnamed = max(0.0, 1 - card.confidence - sum(rivals.values()))
        doubt = unnamed + sum(share for code, share in rivals.items() if left[faces.get(code, code)] > 0)
        if left[face] > 0 and doubt / (card.confidence + doubt) <= _MAX_DOUBT_SHARE:
            out[at] = replace(card, sure=True, doubt="", confidence=card.confidence / (card.confidence + doubt))
            left[face] -= 1
    return out


def assign_codes(cards: list[CardRead], kind: str) -> list[CardRead]:
    """Faces that are one to the rules carry several codes: each card gets one of its own, earlier cards keep theirs."""
    faces, decked = canonical_codes(kind), decks()[kind].faces
    left = Counter({code: face.copies for code, face in decked.items()})
    out = []
    for card in cards:
        own = card.card
        if own is not None and own in faces:
            code = next((code for code in (own, *equivalent_codes(kind)[own]) if left[code] > 0), own)
            left[code] -= 1
            card = replace(card, card=code)  # noqa: PLW2901  the same card under its own code
        out.append(card)
    return out
