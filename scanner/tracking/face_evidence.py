"""Evidence for what a card is, by all readings of it.

Those of one pose share their errors, those of several are independent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from scanner.reads import CardRead
from scanner.tracking.pack import canonical_codes

_MIN_PROBABILITY = 0.002
"""Probability 0..1 that a reading leaves to each face it does not name."""
_SURE_PROBABILITY = 0.995
"""Probability 0..1 of a name that needs no question, at least: what a sure reading was calibrated to, and more."""
_SURE_IN_TWO_POSES = 0.97
"""Probability 0..1 that each of two poses needs before the two together make a card sure."""


@dataclass(frozen=True, slots=True)
class FaceEvidence:
    """The evidence for one card's face.

    `earlier`: log probabilities by canonical code of its earlier poses together. `current`: the same, summed over the
    `looks` readings of this pose. `has_sure_look`: whether a reading of any pose was sure of the likeliest face.
    `is_disputed`: whether two sure readings contradict each other.
    """

    earlier: tuple[tuple[str, float], ...] = ()
    current: tuple[tuple[str, float], ...] = ()
    looks: int = 0
    has_sure_look: bool = False
    is_disputed: bool = False

    def stated(self) -> list[tuple[str, float]]:
        """As `ranked`, but for a sure card with little left for other faces: nobody is asked about it."""
        ranked = self.ranked()
        if not self.is_sure or ranked[0][1] >= _SURE_PROBABILITY:
            return ranked
        rest = sum(share for _, share in ranked[1:]) or 1.0
        return [
            (face, _SURE_PROBABILITY if place == 0 else (1 - _SURE_PROBABILITY) * share / rest)
            for place, (face, share) in enumerate(ranked)
        ]

    def ranked(self) -> list[tuple[str, float]]:
        """Canonical codes and their probabilities 0..1, the likeliest first; at most six."""
        earlier, current = dict(self.earlier), dict(self.current)
        if not current and not earlier:
            return []
        floor = math.log(_MIN_PROBABILITY)
        faces = set(earlier) | set(current)
        logs = {
            face: (earlier.get(face, floor) if earlier else 0.0)
            + (current.get(face, floor * self.looks) / self.looks if self.looks else 0.0)
            for face in faces
        }
        top = max(logs.values())
        weights = {face: math.exp(log - top) for face, log in logs.items()}
        # What the readings leave open stays open: a single reading of .6 is not 1 because nothing else was named.
        total = max(sum(weights.values()), math.exp(-top) if not earlier else 0.0)
        order = sorted(weights, key=lambda face: -weights[face])
        return [(face, weights[face] / total) for face in order[:6]]

    @property
    def best(self) -> str | None:
        """The likeliest face by its canonical code, None without any evidence."""
        ranked = self.ranked()
        return ranked[0][0] if ranked else None

    @property
    def is_sure(self) -> bool:
        """Whether nobody needs to be asked."""
        if self.is_disputed:
            return False
        ranked = self.ranked()
        in_two_poses = bool(self.earlier and self.looks) and ranked[0][1] >= _SURE_IN_TWO_POSES
        return self.has_sure_look or (in_two_poses and _agree(self))


def _agree(evidence: FaceEvidence) -> bool:
    """Whether the earlier poses and this one have the same likeliest face, each with little doubt."""
    earlier, current = dict(evidence.earlier), dict(evidence.current)
    first, second = (max(logs, key=lambda face: logs[face]) for logs in (earlier, current))
    limit = math.log(_SURE_IN_TWO_POSES)
    return first == second and earlier[first] >= limit and current[second] / evidence.looks >= limit


def with_reading(evidence: FaceEvidence, read: CardRead, kind: str) -> FaceEvidence:
    """The evidence after another reading of the same pose. One of a back says nothing about the face."""
    if read.card is None or (evidence.has_sure_look and evidence.looks and not read.sure):
        return evidence  # less was seen of it than before
    if read.sure and evidence.looks and not evidence.has_sure_look:
        evidence = replace(evidence, current=(), looks=0)  # more is seen now than before
    seen: dict[str, float] = {}
    canonical = canonical_codes(kind)
    pairs = [(read.card, read.confidence), *((other.card, other.confidence) for other in read.alternatives)]
    for code, probability in pairs:
        face = canonical.get(code, code)
        seen[face] = seen.get(face, 0.0) + probability
    floor = math.log(_MIN_PROBABILITY)
    current = dict(evidence.current)
    logs = {
        face: current.get(face, floor * evidence.looks)
        + (math.log(min(1.0, max(_MIN_PROBABILITY, seen[face]))) if face in seen else floor)
        for face in {*current, *seen}
    }
    previous_best, was_sure = evidence.best, evidence.is_sure
    face = canonical.get(read.card, read.card)
    after = replace(evidence, current=tuple(sorted(logs.items())), looks=evidence.looks + 1)
    if not read.sure:
        return replace(after, has_sure_look=evidence.has_sure_look and after.best == previous_best)
    contradicts = was_sure and previous_best != face
    return replace(after, has_sure_look=after.best == face, is_disputed=evidence.is_disputed or contradicts)


def in_new_pose(evidence: FaceEvidence) -> FaceEvidence:
    """The evidence when the card has been moved: what comes now is independent of what was read before.

    Where two sure readings contradicted each other, a third one in another pose decides.
    """
    if evidence.is_disputed:
        evidence = replace(evidence, has_sure_look=False, is_disputed=False)
    if not evidence.looks:
        return evidence
    floor, earlier = math.log(_MIN_PROBABILITY), dict(evidence.earlier)
    current = {face: log / evidence.looks for face, log in evidence.current}
    merged = {
        face: (earlier.get(face, floor) if earlier else 0.0) + current.get(face, floor) for face in {*earlier, *current}
    }
    return replace(evidence, earlier=tuple(sorted(merged.items())), current=(), looks=0)
