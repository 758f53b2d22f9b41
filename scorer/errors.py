"""断り kotowari: positions that cannot be, refused with a stable code and a sentence in both languages."""

from __future__ import annotations

from typing import Any

from scorer.texts import Text


class Refusal(ValueError):  # noqa: N818  the table's word: a position is refused, the program has no error
    """A position, option or picture that cannot be accepted; nothing is settled.

    `code` is stable and documented (scorer/GAMES.md lists every one); `seat` is the index of the seat it is
    about, `cards` the cards it is about. Source: machine interfaces, "Errors".
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


def shown(value: object) -> str:
    """`value` as an error may repeat it: at most 40 characters of any scalar, never the inside of anything nested.

    >>> shown(True), shown(None), shown("west"), shown([[]]), shown(10**40)
    ('true', 'null', 'west', '[…]', 'a huge number')
    """
    if isinstance(value, str):
        return value[:40].encode("utf-8", "replace").decode()
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else "a huge number"
    return str(value) if isinstance(value, float) else "[…]"
