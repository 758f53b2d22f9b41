"""並べ narabe: whose card is it? The places on the table say, and the order within a hand is the order it lies in."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scanner.reads import CardRead, PictureRead
from scanner.seat_zones import MOST_SEATS, Zone, zone_of
from scorer.errors import Refusal
from scorer.rules.prompts import Ask, AskKind
from scorer.texts import Text

Places = dict[str, list[int]]


def given_to(read: PictureRead, asks: Sequence[Ask], zones: Sequence[Zone], to: str | None) -> Places:
    """The places of the cards of a picture by the path of the hand they belong to.

    With `to`, all belong to that hand, in reading order. Else each belongs to the first cards asked of the seat in
    whose place it lies, and those in the middle to the first cards asked of the whole table; others stay ungiven.
    `zones`: the places seat by seat, the middle last; none of them when there are more seats than a picture can show.
    """
    if to is not None:
        return {to: _in_order(read, range(len(read.cards)), _facing(read.cards))}
    if not zones:
        raise Refusal(
            "one_hand_each",
            Text(
                f"one picture shows the hands of at most {MOST_SEATS}; take one picture a hand",
                f"一枚の写真で読めるのは{MOST_SEATS}人までです。手ごとに写真を撮ってください",
            ),
        )
    seats = len(zones) - 1
    hands = cards_of_seats(asks, seats)
    found: dict[int, list[int]] = {}
    for place, card in enumerate(read.cards):
        zone = zone_of(_middle(card, read), zones)
        if zone is not None:
            found.setdefault(zone, []).append(place)
    return {
        path: _in_order(read, found.get(zone, []), zones[zone].facing)
        for zone, path in enumerate(hands)
        if path is not None and (zone < seats or zone in found)
    }


def cards_of_seats(asks: Sequence[Ask], seats: int) -> tuple[str | None, ...]:
    """The path of the first cards asked of each seat, then of the whole table; None where none are asked.

    These lie on the table, each card once. What else is asked, or may be left out, speaks of the same cards again.
    """
    first: dict[int | None, str] = {}
    for ask in asks:
        if ask.kind is AskKind.CARDS and not ask.optional:
            first.setdefault(ask.seat, ask.path)
    return (*(first.get(seat) for seat in range(seats)), first.get(None))


def _middle(card: CardRead, read: PictureRead) -> tuple[float, float]:
    """The centre of a card as fractions of the picture."""
    xs, ys = zip(*card.corners, strict=True)
    return sum(xs) / 4 / read.width, sum(ys) / 4 / read.height


def _in_order(read: PictureRead, places: Sequence[int], facing: float) -> list[int]:
    """From the owner's left to right, row by row from the far one: rows are a card's height apart."""
    turn = math.radians(-facing)

    def seen_by_owner(place: int) -> tuple[float, float]:
        x, y = _middle(read.cards[place], read)
        x, y = x * read.width, y * read.height
        return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)

    points = {place: seen_by_owner(place) for place in places}
    rows: list[list[int]] = []
    for place in sorted(places, key=lambda place: points[place][1]):
        if rows and points[place][1] - points[rows[-1][0]][1] < _height(read.cards[place]) / 2:
            rows[-1].append(place)
        else:
            rows.append([place])
    return [place for row in rows for place in sorted(row, key=lambda place: points[place][0])]


def _height(card: CardRead) -> float:
    (ax, ay), _, _, (dx, dy) = card.corners
    return math.hypot(dx - ax, dy - ay)


def _facing(cards: Sequence[CardRead]) -> float:
    """How most cards of one hand are turned, to the quarter: degrees clockwise from upright."""
    quarters = [_quarter(card) for card in cards if card.card]
    return max(sorted(set(quarters)), key=quarters.count) if quarters else 0.0


def _quarter(card: CardRead) -> float:
    (ax, ay), (bx, by) = card.corners[0], card.corners[1]
    return round(math.degrees(math.atan2(by - ay, bx - ax)) / 90) % 4 * 90.0
