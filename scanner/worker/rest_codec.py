"""Rests of a followed table as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.following.sighting import Change, Rest, SeenCard, Unexplained

MAX_CARDS = 256
"""Cards or changes that one rest may name, far more than lie on any table: a longer list is garbage."""


def rest_to_json(rest: Rest) -> dict[str, Any]:
    """The rest as plain JSON: `t`, `clear`, `table`, `changes` of [kind, card, before, seconds, hands, start].

    `unexplained` is there only if something is.
    """
    changes = [
        [
            change.kind,
            _card_to_json(change.card),
            change.before and _card_to_json(change.before),
            change.time_s,
            list(change.hands),
            *([True] if change.is_start else []),
        ]
        for change in rest.changes
    ]
    table = [_card_to_json(card) for card in rest.table]
    parts = [[part.number, part.zone, *part.box, part.since_s, part.is_card_like] for part in rest.unexplained]
    line = {"t": round(rest.time_s, 3), "clear": rest.is_clear, "table": table, "changes": changes}
    return {**line, "unexplained": parts} if parts else line


def rest_from_json(data: Mapping[str, Any]) -> Rest:
    """Decode what `rest_to_json` wrote. KeyError, TypeError or ValueError for anything else."""
    changes, table, parts = data["changes"], data["table"], data.get("unexplained", [])
    lists = (changes, table, parts)
    if not all(isinstance(each, list) and len(each) <= MAX_CARDS for each in lists):
        raise ValueError("a rest names its changes and its table")
    return Rest(
        float(data["t"]),
        tuple(
            Change(
                str(kind),
                _card_from_json(card),
                None if before is None else _card_from_json(before),
                None if not more or more[0] is None else float(more[0]),
                _seats_from_json(more[1:2]),
                bool(more[2:3] and more[2]),
            )
            for kind, card, before, *more in changes
        ),
        tuple(_card_from_json(card) for card in table),
        bool(data["clear"]),
        tuple(map(_part_from_json, parts)),
    )


def _part_from_json(data: Sequence[Any]) -> Unexplained:
    number, zone, left, top, width, height, since_s, is_card_like = data
    if type(number) is not int or not (zone is None or type(zone) is int):
        raise ValueError("a part has a number and a zone")
    box = (float(left), float(top), float(width), float(height))
    return Unexplained(number, zone, box, float(since_s), bool(is_card_like))


def _seats_from_json(data: Sequence[Any]) -> tuple[int, ...]:
    seats = data[0] if data else []
    if len(seats) > MAX_CARDS or not all(type(seat) is int for seat in seats):
        raise ValueError("hands are numbers of seats")
    return tuple(seats)


def _card_to_json(card: SeenCard) -> list[Any]:
    """[track, zone, x, y, is_sure, side, [name, probability]…], which is shorter than an object."""
    x, y = card.position
    names = [[code, round(probability, 3)] for code, probability in card.names]
    return [card.track, card.zone, round(x, 4), round(y, 4), card.is_sure, card.side, *names]


def _card_from_json(data: Sequence[Any]) -> SeenCard:
    track, zone, x, y, is_sure, *names = data
    side = names.pop(0) if names and not isinstance(names[0], list) else None
    if type(track) is not int or not all(seat is None or type(seat) is int for seat in (zone, side)):
        raise ValueError("a card has a number and a zone")
    pairs = tuple((str(code), float(probability)) for code, probability in names)
    return SeenCard(track, zone, (float(x), float(y)), pairs, bool(is_sure), side)
