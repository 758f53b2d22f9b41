"""The events of an evening's ledger.

`Event.as_json` and `event_from_json` are each other's inverse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from scorer.errors import Refusal, safe_repr
from scorer.nearest_name import with_nearest
from scorer.session import text
from scorer.texts import Text

_LEFT_OUT = frozenset({"record"})
"""Fields that an entry does not have while they are None, so that it is what it was before they existed."""


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of the ledger. Each kind has its own fields."""

    kind: ClassVar[str]

    def as_json(self) -> dict[str, Any]:
        """The entry with its kind."""
        out: dict[str, Any] = {"kind": self.kind}
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None or field.name not in _LEFT_OUT:
                out[field.name] = list(value) if isinstance(value, tuple) else value
        return out


@dataclass(frozen=True, slots=True)
class EveningOpened(Event):
    """The evening begins: game, deck kind, options as given, players counter-clockwise, their stones, first dealer.

    With empty `stones` everybody gets what the game's options say.
    """

    kind: ClassVar[str] = "opened"
    game: str
    deck: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    stones: tuple[int, ...] = ()
    dealer: int = 0


@dataclass(frozen=True, slots=True)
class GameBegun(EveningOpened):
    """Another game begins in the same evening. It has stones of its own. The game before it stays as it ended."""

    kind: ClassVar[str] = "began"


@dataclass(frozen=True, slots=True)
class RoundSettled(Event):
    """A round was played: the round as `settle` took it and the settlement as it gave it, both as JSON.

    `record`: what a camera followed of it, None where none did. The rules do not look at it.
    """

    kind: ClassVar[str] = "settled"
    round: Mapping[str, Any]
    settlement: Mapping[str, Any]
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class RoundUndone(Event):
    """The last valid round or purchase, or the game just begun, is undone. `of` is the number of its event, from 1."""

    kind: ClassVar[str] = "undone"
    of: int


@dataclass(frozen=True, slots=True)
class RoundRedone(Event):
    """The round or purchase undone last counts again. `of` is the number of its event, from 1."""

    kind: ClassVar[str] = "redone"
    of: int


@dataclass(frozen=True, slots=True)
class RoundEdited(Event):
    """An earlier round is corrected. `of` is the number of its event, from 1.

    `rounds` holds it and every later round that counts, settled again, as objects of "of" (the number of the round's
    event), "round" and "settlement". Their earlier versions stay in the ledger.
    """

    kind: ClassVar[str] = "edited"
    of: int
    rounds: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PlayerJoined(Event):
    """A player sits down, or comes back, and brings `stones`.

    `place` is the index of a new player in the order of players (None: at its end).
    """

    kind: ClassVar[str] = "joined"
    player: str
    stones: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A player leaves. His balance stays on record."""

    kind: ClassVar[str] = "left"
    player: str


@dataclass(frozen=True, slots=True)
class StonesBought(Event):
    """A player at the table takes `stones` (> 0) more from the bank. At the end they count as brought."""

    kind: ClassVar[str] = "bought"
    player: str
    stones: int


@dataclass(frozen=True, slots=True)
class SeatsSwapped(Event):
    """Two players change seats. The deal and the stones go with the person."""

    kind: ClassVar[str] = "swapped"
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class EveningClosed(Event):
    """The evening ends. Whoever has the most stones has won."""

    kind: ClassVar[str] = "closed"


@dataclass(frozen=True, slots=True)
class EveningReopened(Event):
    """The evening goes on: its end is taken back, or it is played on after others."""

    kind: ClassVar[str] = "reopened"


def bad_event(message: Text) -> Refusal:
    """The refusal of an entry that no ledger can hold, or not at this place."""
    return Refusal("bad_event", message)


def event_from_json(body: object) -> Event:
    """The event that `as_json` wrote. Raises `bad_event` for anything else."""
    if not isinstance(body, dict):
        raise bad_event(text("no_object"))
    kind = body.get("kind")
    event_class = _EVENT_CLASSES.get(kind) if isinstance(kind, str) else None
    if event_class is None:
        raise bad_event(with_nearest(text("no_such_event", kind=safe_repr(kind)), kind, _EVENT_CLASSES))
    values: dict[str, Any] = {}
    for field in fields(event_class):
        value = body.get(field.name)
        if not _FIELD_CHECKS[str(field.type)](value):
            raise bad_event(
                text("wrong_field", kind=event_class.kind, field=field.name, value=safe_repr(value)),
            )
        values[field.name] = tuple(value) if isinstance(value, list) else value
    return event_class(**values)


_EVENT_CLASSES: Mapping[str, type[Event]] = {
    event_class.kind: event_class
    for event_class in (
        EveningOpened,
        GameBegun,
        RoundSettled,
        RoundUndone,
        RoundRedone,
        RoundEdited,
        PlayerJoined,
        PlayerLeft,
        StonesBought,
        SeatsSwapped,
        EveningClosed,
        EveningReopened,
    )
}


def _is_type(*types: type) -> Callable[[object], bool]:
    return lambda value: type(value) in types


def _is_list_of(item_type: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, (list, tuple)) and all(type(item) is item_type for item in value)


_FIELD_CHECKS: Mapping[str, Callable[[object], bool]] = {
    "str": _is_type(str),
    "int": _is_type(int),
    "int | None": _is_type(int, type(None)),
    "tuple[str, ...]": _is_list_of(str),
    "tuple[int, ...]": _is_list_of(int),
    "tuple[Mapping[str, Any], ...]": _is_list_of(dict),
    "Mapping[str, Any]": _is_type(dict),
    "Mapping[str, Any] | None": _is_type(dict, type(None)),
}
