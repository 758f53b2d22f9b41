"""Find cards that were seen but not named.

Where the first network saw card and no card was accepted, an outline may still be that of a card: one that no face
fits, or half of one. The table is asked which card lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from scanner.detection.detection import Detection
from scanner.detection.detector import DetectorOutput
from scanner.detection.missed_cards import MissedArea
from scanner.detection.naming import CONFIG as ACCEPTANCE
from scanner.detection.naming import NamedCard
from scanner.detection.suppression import own_part, suppress


def find_unnamed(output: DetectorOutput, cards: Sequence[NamedCard], picture_area: float) -> list[Detection]:
    """Outlines likelier card than not, most of whose own part was missed beside the `cards` of the whole picture.

    Each shows no more than what none of the cards does. Without any card only what is one beyond doubt, and no
    large part of the picture, whose area is in square pixels: cloths look like large cards.
    """
    if not cards:
        largest = ACCEPTANCE.max_lone_back_share * picture_area
        return suppress([found for found in output.outlines if found.is_clear and found.area <= largest])
    known = [card.detection for card in cards]
    area = MissedArea.of(output.proposals, known)
    likely = [found for found in output.outlines if found.card_log_odds >= ACCEPTANCE.min_card_log_odds]
    missed = compress(likely, area.shares([found.quad for found in likely]) > 0)
    return suppress([part for found in missed if (part := own_part(found, known))])
