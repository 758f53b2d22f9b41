"""並べ narabe: whose card is it? The places on the table say, and the order within a hand is the order it lies in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scanner.reads import CardRead, PictureRead
from scanner.seat_zones import MAX_SEATS, Zone, zone_at
from scorer.errors import Refusal
from scorer.rules.prompts import Prompt, PromptKind
from scorer.texts import Text

CardsByHand = dict[str, list[int]]


def hand_paths_by_seat(asks: Sequence[Prompt], seats: int) -> tuple[str | None, ...]:
    """The path of the first cards asked of each seat, then of the whole table; None where none are asked.

    These lie on the table, each card once. What else is asked, or may be left out, speaks of the same cards again.
    """
    first: dict[int | None, str] = {}
    for ask in asks:
        if ask.kind is PromptKind.CARDS and not ask.optional:
            first.setdefault(ask.seat, ask.path)
    return (*(first.get(seat) for seat in range(seats)), first.get(None))


def assign_to_hands(
    read: PictureRead, asks: Sequence[Prompt], zones: Sequence[Zone], hand_path: str | None
) -> CardsByHand:
    """The places of the cards of a picture by the path of the hand they belong to.

    With `to`, all belong to that hand, in reading order. Else each belongs to the first cards asked of the seat in
    whose place it lies, and those in the middle to the first cards asked of the whole table; others stay ungiven.
    `zones`: the places seat by seat, the middle last; none of them when there are more seats than a picture can show.
    """
    if hand_path is not None:
        return {hand_path: _order_for_owner(read, range(len(read.cards)), _common_facing(read.cards))}
    if not zones:
        raise Refusal(
            "one_hand_each",
            Text(
                f"one picture shows the hands of at most {MAX_SEATS}; take one picture a hand",
                f"一枚の写真で読めるのは{MAX_SEATS}人までです。手ごとに写真を撮ってください",
            ),
        )
    seats = len(zones) - 1
    hands = hand_paths_by_seat(asks, seats)
    found: dict[int, list[int]] = {}
    for place, card in enumerate(read.cards):
        zone = zone_at(_center(card, read), zones)
        if zone is not None:
            found.setdefault(zone, []).append(place)
    return {
        path: _order_for_owner(read, found.get(zone, []), zones[zone].facing_deg)
        for zone, path in enumerate(hands)
        if path is not None and (zone < seats or zone in found)
    }


def check_against_pack(
    read: PictureRead, faces: Mapping[str, int], elsewhere: Iterable[str] = ()
) -> dict[int, tuple[str, bool]]:
    """What each face-up card of a picture is taken for, and whether without asking, by its place in the picture.

    `faces`: the cards in play and their copies; `taken`: cards known to lie elsewhere. The surest read chooses first;
    one that cannot be is not sure. If the eyes doubted it too, it becomes its likeliest possible alternative; what they
    were sure of stays what they saw, so that the table hears of a card that does not belong.
    """
    left = Counter(faces)
    left.subtract(elsewhere)
    found = {}
    for place, card in sorted(enumerate(read.cards), key=lambda pair: -pair[1].confidence):
        if card.card is not None:
            code = next((code for code in _candidate_codes(card) if left[code] > 0), card.card)
            found[place] = (code, card.sure and code == card.card and left[code] > 0)
            left[code] -= 1
    return found


def _candidate_codes(card: CardRead) -> list[str]:
    others = () if card.sure else (other.card for other in card.alternatives)
    return [code for code in (card.card, *others) if code]


def _center(card: CardRead, read: PictureRead) -> tuple[float, float]:
    """The centre of a card as fractions of the picture."""
    xs, ys = zip(*card.corners, strict=True)
    return sum(xs) / 4 / read.width, sum(ys) / 4 / read.height


def _order_for_owner(read: PictureRead, places: Sequence[int], facing: float) -> list[int]:
    """From the owner's left to right, row by row from the far one: rows are a card's height apart."""
    turn = math.radians(-facing)

    def to_owner_view(place: int) -> tuple[float, float]:
        x, y = _center(read.cards[place], read)
        x, y = x * read.width, y * read.height
        return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)

    points = {place: to_owner_view(place) for place in places}
    rows: list[list[int]] = []
    for place in sorted(places, key=lambda place: points[place][1]):
        if rows and points[place][1] - points[rows[-1][0]][1] < _card_height(read.cards[place]) / 2:
            rows[-1].append(place)
        else:
            rows.append([place])
    return [place for row in rows for place in sorted(row, key=lambda place: points[place][0])]


def _card_height(card: CardRead) -> float:
    (ax, ay), _, _, (dx, dy) = card.corners
    return math.hypot(dx - ax, dy - ay)


def _common_facing(cards: Sequence[CardRead]) -> float:
    """How most cards of one hand are turned, to the quarter: degrees clockwise from upright."""
    quarters = [_nearest_quarter(card) for card in cards if card.card]
    return max(sorted(set(quarters)), key=quarters.count) if quarters else 0.0


def _nearest_quarter(card: CardRead) -> float:
    (ax, ay), (bx, by) = card.corners[0], card.corners[1]
    return round(math.degrees(math.atan2(by - ay, bx - ax)) / 90) % 4 * 90.0
