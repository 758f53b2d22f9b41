"""Refusals: stable error codes and sentences in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scorer.texts import Text
from scorer.wording import shared

_WORDING = shared("errors")
ERROR_CODES: Mapping[str, Text] = MappingProxyType(
    {
        code: _WORDING.text(code)
        for code in (
            "unknown_card",
            "wrong_deck",
            "duplicate_card",
            "too_many_cards",
            "too_few_cards",
            "hand_played_on",
            "bad_option",
            "bad_count",
            "bad_round",
            "bad_json",
            "bad_notation",
            "cannot_follow",
            "bad_event",
            "impossible",
            "over",
            "no_odds",
        )
    }
)
"""Every error code of the rules and its meaning. The scanner and the page add codes of their own."""


class Refusal(ValueError):  # noqa: N818  a position is refused, the program has no error
    """A position, option or picture that cannot be accepted. Nothing is settled.

    `code` is stable and documented (`ERROR_CODES`, docs/GAMES.md). `seat` is the index of the seat it is about (None:
    no single seat), `cards` are the cards it is about. Source: machine interfaces, "Errors".
    """

    def __init__(self, code: str, message: Text, *, seat: int | None = None, cards: tuple[str, ...] = ()) -> None:
        super().__init__(f"{code}: {message.en}")
        self.code = code
        self.message = message
        self.seat = seat
        self.cards = cards

    def as_json(self) -> dict[str, Any]:
        """The error object of the command line and the JSON API."""
        return {
            "error": {
                "code": self.code,
                "message": self.message.as_json(),
                "seat": self.seat,
                "cards": list(self.cards),
            }
        }


def safe_repr(value: object) -> str:
    """`value` as an error may repeat it: at most 40 characters of any scalar, never the inside of anything nested.

    An integer of more than 30 digits becomes a bound.

    >>> safe_repr(True), safe_repr(None), safe_repr("west"), safe_repr([[]]), safe_repr(10**40)
    ('true', 'null', 'west', '[…]', '> 10^30')
    """
    if isinstance(value, str):
        return value[:40].encode("utf-8", "replace").decode()
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        if abs(value) < 10**30:
            return str(value)
        return "> 10^30" if value > 0 else "< -10^30"
    return str(value) if isinstance(value, float) else "[…]"


def safe_quote(value: object) -> str:
    """Like `safe_repr`, but with a text in quotes, for where it could be mistaken for the number it spells.

    >>> safe_quote("2"), safe_quote(2)
    ('"2"', '2')
    """
    return f'"{safe_repr(value)}"' if isinstance(value, str) else safe_repr(value)
