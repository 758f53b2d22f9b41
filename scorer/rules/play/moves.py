"""Moves of a round, what a camera sees of them, and what is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.texts import Text

Place = tuple[str, int | None]
"""A kind of place with the seat (or the number) it belongs to, such as ("open", 1) or ("middle", None)."""
MIDDLE: Place = ("middle", None)
"""The middle of the table."""
PILE: Place = ("pile", None)
"""The pile that cards are drawn from."""
NOWHERE: Place = ("nowhere", None)
"""Where words are said: the place of a move without a card."""
NEXT_CARD = "next"
"""The card of a move that brings the next card of the pile, whichever it is, to lie open."""


@dataclass(slots=True, unsafe_hash=True)  # never changed; a frozen one takes three times as long to make
class Move:
    """One thing that a player does with one card, or says, in the game's terms.

    `event`: "laid", "turned", "taken", "moved" or "retracted"; "heap" for what was taken before and lies there, of
    which nobody is told; "gathered" where a player takes everything captured at once; "called" for what is said, whose
    key is `call`. `seat`: who does it, None where nobody can
    tell.
    `card`: its code, None face down. `source` and `target`: places, a kind with the seat it belongs to, such as
    ("hand", 2), ("middle", None), ("pile", None), ("open", 1), ("captures", 0).
    """

    event: str
    seat: int | None
    card: str | None
    source: Place
    target: Place
    thing: int | None = None
    """The physical card, as long as it is followed: tells equal faces and cards that lie face down apart."""
    call: str = ""
    """The key of what is said, such as "koikoi" or "stand", also with a card ("motto"); "" where nothing is said."""


def call_move(seat: int | None, call: str) -> Move:
    """Something said, without a card.

    >>> call_move(1, "stand").event
    'called'
    """
    return Move("called", seat, None, NOWHERE, NOWHERE, call=call)


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards that nobody sees: the hand of each player, and the pile, the next card first."""

    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    lying: Mapping[int, str] = field(default_factory=dict)
    """The codes of the physical cards that lie on the table already when the play goes on from there."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A change on the table as a game hears of it: no pixels, only places.

    `kind`: "appeared", "left", "turned" or "moved", as in a change seen by the camera. `card`: the code it shows, None
    face down. `zone`: the seat in whose zone it lies now (or lay, if it left), None for the middle. `place`: where it
    lay before by the record, None for a card that is new. `thing`: the physical card. `near`: places of the other cards
    in the same zone, the nearest first. `side`: the seat towards which it lies in the middle, None where that is not
    clear: many people lay a card before themselves.
    """

    kind: str
    card: str | None
    zone: int | None
    place: Place | None = None
    thing: int | None = None
    near: tuple[Place, ...] = ()
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move judged: the position after it, and what is wrong with it by the rules, None if nothing is.

    A move that breaks a rule (a revoke, a card out of turn) stands, marked with `fault`, because the table let it
    stand. With `is_gap` it says only that cards were played that nobody saw: nobody did wrong, and `cost` says how rare
    that is. `seat`: who did it by the rules, such as the player who captured a card that left the middle unseen; None
    where the move itself or `Playable.turn` before it says so, or nobody can. `implied`: moves that must have come
    before it and that nobody saw, such as a card laid and taken at once. `taken_with`: a card that was taken in the
    same grasp and seen in its new place before, None without one. `cost`: how rare it is that so much goes unseen, as
    a natural logarithm of at most 0.
    """

    position: Any
    fault: Text | None = None
    seat: int | None = None
    implied: tuple[Move, ...] = ()
    taken_with: str | None = None
    cost: float = 0.0
    is_gap: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a round that is played: the position before it, who chose it (None: no choice), its verdict.

    `card`: the code of the physical card, also where the move leaves it face down; "" where the move is words only.
    `hand`: the hidden cards of the player who was in turn, before the move.
    """

    before: Any
    player: int | None
    move: Move
    card: str
    verdict: Verdict
    hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a position amounts to: the round as `settle` takes it as far as it is known, and what is still to be told.

    `asks`: pairs of a path in the round (as in `scorer.rules.prompts`) and the question in words. `settled`: faults
    that were told while it was played and that are none, as the whole pack shows at the end.
    """

    round: Mapping[str, Any]
    asks: tuple[tuple[str, Text], ...] = ()
    settled: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step of a round that was played for a film: the move, and where its card lies then.

    `zone`: the seat in whose zone the card comes to lie, None for the middle. `face_up`: how it lies. `card`: the code
    of the physical card, also when it lies face down. `is_gone`: it is taken off the table (into a hand or a heap of
    captured cards off the picture). `beside`: the index of the earlier step beside whose card it is laid, None where
    its spot within the zone does not matter. `fault`: the key of the fault that it is, "" for none.
    """

    move: Move
    card: str
    zone: int | None
    face_up: bool = True
    is_gone: bool = False
    beside: int | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ScriptedRound:
    """A whole round played at random within the rules: its steps in order and the round as `settle` takes it."""

    steps: tuple[ScriptStep, ...]
    round: Mapping[str, Any]


Policy = Callable[[Any, Sequence[str], Sequence[Move]], Move | None]
"""How one player decides: the position, the own hand and what may be done now in, one of these moves out.

None leaves it open: the round stops there.
"""
