"""Assignment of the cards of a picture to hands.

The zone a card lies in decides whose it is. The order within a hand is the order in which its cards lie.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scanner.reads import CardRead, PictureRead
from scanner.seat_zones import MAX_SEATS, Zone, zone_at
from scorer.decks import same_faces
from scorer.errors import Refusal
from scorer.rules.prompts import Prompt, PromptKind
from scorer.texts import Text

_LARGEST_HAND = 11
"""Cards of the largest hand that is dealt in any game, with some to spare: eight in Koi-Koi."""
_SEATS_OF_A_TABLE = 2
"""Seats that have cards on a picture of the whole table, at least: fewer are one hand."""
CardsByHand = dict[str, list[int]]
"""Indices of the cards of a picture by the path of a hand."""


def hand_paths_by_seat(prompts: Sequence[Prompt], seats: int) -> tuple[str | None, ...]:
    """Path of the first hand asked of each seat, then of the whole table. None where none is asked.

    The cards of these hands lie on the table, each once. Other prompts for cards, and optional ones, ask about the same
    cards again.
    """
    first: dict[int | None, str] = {}
    for prompt in prompts:
        if prompt.kind is PromptKind.CARDS and not prompt.optional:
            first.setdefault(prompt.seat, prompt.path)
    return (*(first.get(seat) for seat in range(seats)), first.get(None))


def assign_to_hands(
    read: PictureRead, prompts: Sequence[Prompt], zones: Sequence[Zone], hand_path: str | None
) -> CardsByHand:
    """Indices of the cards of a picture, by the path of the hand they belong to.

    With `hand_path` all belong to that hand, in reading order. Otherwise each belongs to the first hand asked of the
    seat in whose zone it lies, and cards in the middle to the first hand asked of the whole table. Cards outside every
    zone are not assigned. `zones`: by seat, the middle last. They are empty when there are more seats than a picture
    can show, which raises `one_hand_each`.
    """
    if hand_path is not None:
        return {hand_path: _order_for_owner(read, range(len(read.cards)), _common_facing(read.cards))}
    if not zones:
        raise Refusal(
            "one_hand_each",
            Text(
                f"One picture shows the hands of at most {MAX_SEATS}; take one picture a hand",
                f"一枚の写真で読めるのは{MAX_SEATS}人までです。手ごとに写真を撮ってください",
            ),
        )
    seats = len(zones) - 1
    hands = hand_paths_by_seat(prompts, seats)
    by_zone: dict[int, list[int]] = {}
    for index, card in enumerate(read.cards):
        zone = zone_at(_center(card, read), zones)
        if zone is not None:
            by_zone.setdefault(zone, []).append(index)
    return {
        path: _order_for_owner(read, by_zone.get(zone, []), zones[zone].facing_deg)
        for zone, path in enumerate(hands)
        if path is not None and (zone < seats or zone in by_zone)
    }


def shows_whole_table(read: PictureRead, prompts: Sequence[Prompt], zones: Sequence[Zone], hand_path: str) -> bool:
    """Whether a picture that was taken for the hand `hand_path` shows the hands of several seats.

    There are more cards than that hand can have, or cards before every seat, most of them turned to it. Captured cards
    lie in any number and any way up: their picture is never taken for one of the table.
    """
    if not zones or any(prompt.path == hand_path and _is_pile(prompt) for prompt in prompts):
        return False
    hands = assign_to_hands(read, prompts, zones, None)
    laid = dict(zip(hand_paths_by_seat(prompts, len(zones) - 1)[:-1], zones, strict=False))
    given = {path: [read.cards[index] for index in hands[path]] for path in laid if path is not None}
    if sum(map(bool, given.values())) < _SEATS_OF_A_TABLE:
        return False
    maximum = max((prompt.maximum for prompt in prompts if prompt.path == hand_path), default=0)
    if sum(card.card is not None for card in read.cards) > maximum:
        return True
    facings = {path: _common_facing(cards) for path, cards in given.items() if cards}
    return len(facings) == len(given) and all(facing == laid[path].facing_deg for path, facing in facings.items())


def _is_pile(prompt: Prompt) -> bool:
    """Whether a prompt asks for captured cards: any number of them in any order, more than a hand may have."""
    return not (prompt.ordered or prompt.minimum) and prompt.maximum > _LARGEST_HAND


def check_against_pack(
    read: PictureRead, faces: Mapping[str, int], elsewhere: Iterable[str] = ()
) -> dict[int, tuple[str, bool]]:
    """Code of each face-up card of a picture and whether it is sure, by its index.

    `faces`: the cards in play and their copies. `elsewhere`: cards known to lie elsewhere. The most confident read
    chooses first. A card that the pack cannot hold is not sure. If the scanner doubted it, too, it becomes its
    likeliest alternative that is possible. A card the scanner was sure of keeps its code, so that users hear of a card
    that does not belong.
    """
    remaining = Counter(faces)
    remaining.subtract(elsewhere)
    checked = {}
    for index, card in sorted(enumerate(read.cards), key=lambda pair: -pair[1].confidence):
        if card.card is not None:
            code = next((code for code in _candidate_codes(card, faces) if remaining[code] > 0), card.card)
            is_as_read = code == card.card or card.card not in faces
            checked[index] = (code, card.sure and is_as_read and remaining[code] > 0)
            remaining[code] -= 1
    return checked


def _candidate_codes(card: CardRead, faces: Mapping[str, int]) -> list[str]:
    """The code read, then what else it may be. One that is not played with may be another of the same face."""
    alike = () if card.card is None or card.card in faces else same_faces(card.card)
    alternatives = () if card.sure else (alternative.card for alternative in card.alternatives)
    return [code for code in (card.card, *alike, *alternatives) if code]


def _center(card: CardRead, read: PictureRead) -> tuple[float, float]:
    """The centre of a card in fractions of the picture."""
    xs, ys = zip(*card.corners, strict=True)
    return sum(xs) / 4 / read.width, sum(ys) / 4 / read.height


def _order_for_owner(read: PictureRead, indices: Sequence[int], facing: float) -> list[int]:
    """Indices from the owner's left to right, row by row from the far one.

    `facing` is the rotation of the owner's cards in degrees. A card half its height or more below the first of a row
    begins a new row.
    """
    angle = math.radians(-facing)

    def to_owner_view(index: int) -> tuple[float, float]:
        x, y = _center(read.cards[index], read)
        x, y = x * read.width, y * read.height
        return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)

    points = {index: to_owner_view(index) for index in indices}
    rows: list[list[int]] = []
    for index in sorted(indices, key=lambda index: points[index][1]):
        if rows and points[index][1] - points[rows[-1][0]][1] < _card_height(read.cards[index]) / 2:
            rows[-1].append(index)
        else:
            rows.append([index])
    return [index for row in rows for index in sorted(row, key=lambda index: points[index][0])]


def _card_height(card: CardRead) -> float:
    (ax, ay), _, _, (dx, dy) = card.corners
    return math.hypot(dx - ax, dy - ay)


def _common_facing(cards: Sequence[CardRead]) -> float:
    """How most cards of one hand are rotated, to the quarter: degrees clockwise from upright."""
    quarters = [_nearest_quarter(card) for card in cards if card.card]
    return max(sorted(set(quarters)), key=quarters.count) if quarters else 0.0


def _nearest_quarter(card: CardRead) -> float:
    (ax, ay), (bx, by) = card.corners[0], card.corners[1]
    return round(math.degrees(math.atan2(by - ay, bx - ax)) / 90) % 4 * 90.0
