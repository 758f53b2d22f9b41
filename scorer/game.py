"""遊び asobi: what every game file declares, and nothing a particular game knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scorer.asks import Ask, Table
from scorer.errors import Refusal
from scorer.options import Option, Value
from scorer.results import HandValue, Settlement
from scorer.texts import Name, Text


@dataclass(frozen=True, slots=True)
class HandClass:
    """役 yaku: one class of hand as data: its key, its name, what makes it, and who may have it ("" = everyone).

    `witness` is a hand that has the class (role as in `role`), so that every class is proved reachable.
    """

    key: str
    name: Name
    says: Text
    holds: Callable[..., bool]
    rank: int = 0
    role: str = ""
    witness: tuple[str, ...] = ()
    section: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """用語 yogo: one native term of the game, explained once for beginners."""

    name: Name
    says: Text


@dataclass(frozen=True, slots=True)
class Lesson:
    """手ほどき tehodoki: one paragraph of how the game goes, for the page and the cheat sheet."""

    title: Text
    body: Text


class Game(ABC):
    """One game: deck, seats, options, hand classes, settlement and lesson. A file of `scorer.games` holds `GAME`.

    Class attributes are data that menu, help, cheat sheet, API, odds and contract tests read; the methods are pure.
    """

    key: ClassVar[str]
    name: ClassVar[Name]
    says: ClassVar[Text]
    decks: ClassVar[tuple[str, ...]]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]
    classes: ClassVar[tuple[HandClass, ...]]
    outcomes: ClassVar[tuple[tuple[str, Text], ...]]
    roles: ClassVar[tuple[tuple[str, Text], ...]] = ()
    words: ClassVar[tuple[Word, ...]] = ()
    lesson: ClassVar[tuple[Lesson, ...]] = ()

    def defaults(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every option's default. A game whose defaults hang on another option overrides this."""
        del given
        return {option.key: option.default for option in self.options}

    def agreed(self, given: Mapping[str, object]) -> dict[str, Value]:
        """The options in force: what is `given`, checked, over the defaults; `bad_option` for any other."""
        known = {option.key: option for option in self.options}
        agreed = self.defaults(given)
        for key, value in given.items():
            if key not in known:
                name = str(key)[:40]
                raise Refusal(
                    "bad_option",
                    Text(
                        f"{self.key} has no option {name}",
                        f"{self.name.ja}に「{name}」という取り決めはありません",
                    ),
                )
            agreed[key] = known[key].check(value)
        return agreed

    def start_stones(self, options: Mapping[str, Value]) -> int:
        """How many stones each player starts with, from whichever option of the game says so."""
        return int(options.get("start_stones", options.get("start_chips", 0)))

    @abstractmethod
    def asks(self, table: Table) -> tuple[Ask, ...]:
        """What the table must tell before this round can be settled, in the order it is best asked."""

    @abstractmethod
    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """Settles one round as described in the machine interfaces; raises `Refusal` for what cannot be."""

    @abstractmethod
    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """The class and total of one hand (seat 0 in the result), with its reasons."""

    @abstractmethod
    def play_out(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One plausible finished round from a shuffled pack, as `settle` takes it: for the demo and for the tests."""
