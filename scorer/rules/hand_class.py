"""Hand classes, lines of a pay table and example tricks, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scorer.rules.options import OptionValue
from scorer.texts import Name, Text


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity: there is one object per class
class HandClass:
    """One class of hand (a yaku 役) as data: its key, its name, what makes it, and the roles that may have it.

    With empty `roles` every role may have it. `predicate` takes the game's own view of a hand. `example` is a hand that
    has the class for the first of `roles` (or of the game's roles) with `options` over the defaults, so that tests can
    prove every class reachable. Classes that no single hand shows (such as points of a whole round) leave it empty.
    """

    key: str
    name: Name
    description: Text
    predicate: Callable[..., bool]
    rank: int = 0
    roles: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    section: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    special: bool = False

    @property
    def is_notable(self) -> bool:
        """Whether somebody would show such a hand: not where it only takes what no other class has."""
        return self.special or self.rank > 0


@dataclass(frozen=True, slots=True)
class PayTableRow:
    """One line of the pay table under the options in force, for the cheat sheet: what is paid for what."""

    condition: Text
    amount: Text


@dataclass(frozen=True, slots=True)
class ExampleTrick:
    """An example trick for the cheat sheet: cards played in turn round the table.

    `cards` pairs each card with a remark on it, the leader's card first. `winning_place` is the index of the winning
    card in `cards`. `explanation` says why that card wins and what it brings.
    """

    title: Text
    cards: tuple[tuple[str, Text], ...]
    winning_place: int
    explanation: tuple[Text, ...]
