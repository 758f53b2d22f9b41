"""Refusals: stable error codes and sentences in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scorer.texts import Text

ERROR_CODES: Mapping[str, Text] = MappingProxyType(
    {
        "unknown_card": Text("no deck has a card of that code", "どの札にもない符号"),
        "wrong_deck": Text("a card of another deck, or one that the game takes out", "別の札、または抜いて遊ぶ札"),
        "duplicate_card": Text("one copy more than the deck holds", "一組にある枚数より多い札"),
        "too_many_cards": Text("more cards than a hand may have", "多すぎる手札"),
        "too_few_cards": Text("fewer cards than a hand must have", "少なすぎる手札"),
        "hand_played_on": Text("cards after the hand or the round was decided", "決着のあとの札"),
        "bad_option": Text("no such game, role, house rule, or value of one", "ない遊び・役どころ・取り決め"),
        "bad_count": Text("numbers of seats, hands or stones that cannot be", "合わない数"),
        "bad_round": Text("JSON that is not of the promised shape", "約束と違う形の JSON"),
        "bad_json": Text("text that is no JSON", "JSON でない文"),
        "bad_notation": Text("text that is no card, hand or round", "札書きとして読めない文"),
        "cannot_follow": Text(
            "a corrected round after which a later one could not have been played", "後の局とつながらない直し"
        ),
        "bad_event": Text("a ledger entry that cannot be, or not at this place", "帳面に来られない記録"),
        "impossible": Text("a position that the rules cannot reach", "起こりえない局面"),
        "over": Text("what only a game that goes on allows", "終局のあとではできないこと"),
        "no_odds": Text("a game without draws to count", "数える引きのない遊び"),
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
