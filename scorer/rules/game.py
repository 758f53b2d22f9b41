"""遊び asobi: what every game file declares, and nothing a particular game knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from scorer.cards import Deck, Face
from scorer.errors import Refusal, shown
from scorer.places import place
from scorer.rules.odds import Odds
from scorer.rules.options import Option, Value
from scorer.rules.practice import Practice
from scorer.rules.prompts import Ask, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.texts import Name, Text

if TYPE_CHECKING:
    from scorer.session.reducer import Session


@dataclass(frozen=True, slots=True, eq=False)  # told apart by identity: one object a class
class HandClass:
    """役 yaku: one class of hand as data: its key, its name, what makes it, and the roles that may have it.

    `roles` empty: everyone may. `holds` tells from the game's own view of a hand. `witness` is a hand that has the
    class for the first of `roles` (or of the game's) with the options `under` over the defaults, so that every class
    is proved reachable; classes that no single hand shows (such as points of a whole round) leave it empty.
    """

    key: str
    name: Name
    says: Text
    holds: Callable[..., bool]
    rank: int = 0
    roles: tuple[str, ...] = ()
    witness: tuple[str, ...] = ()
    section: str = ""
    under: Mapping[str, Value] = field(default_factory=dict)
    special: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """用語 yogo: one native term of the game, explained once for beginners. `also`: how else English texts write it."""

    name: Name
    says: Text
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """手ほどき tehodoki: one paragraph of how the game goes, for the page and the cheat sheet."""

    title: Text
    body: Text


@dataclass(frozen=True, slots=True)
class Payment:
    """払い harai: one line of what is paid for what, under the options in force, for the cheat sheet."""

    what: Text
    pays: Text


@dataclass(frozen=True, slots=True)
class Shown:
    """見本 mihon: cards played in turn round the table, drawn for the cheat sheet.

    `cards`: each with what may be said of it, the leader's first; `takes`: the place of the one that wins; `why`: it
    does, and what it brings.
    """

    title: Text
    cards: tuple[tuple[str, Text], ...]
    takes: int
    why: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """席 seki: who sits where in the next round. `order`: index of the player in each seat, dealer first.

    `extra` goes into the round as it is: what a game carries from round to round beyond balances and dealer.
    """

    order: tuple[int, ...]
    extra: Mapping[str, Any]


class Game(ABC):
    """One game: deck, seats, options, hand classes, settlement and lesson. A file of `scorer.games` holds `GAME`.

    Class attributes are data that menu, help, cheat sheet, API, odds and contract tests read; the methods are pure.
    """

    key: ClassVar[str]
    name: ClassVar[Name]
    says: ClassVar[Text]
    decks: ClassVar[tuple[str, ...]]
    seats: ClassVar[range]
    seated: ClassVar[Text] = Text("Players", "人数")
    """Who sits in a seat, as the number of seats is headed."""
    options: ClassVar[tuple[Option, ...]]
    classes: ClassVar[tuple[HandClass, ...]]
    outcomes: ClassVar[tuple[tuple[str, Text], ...]]
    roles: ClassVar[tuple[tuple[str, Text], ...]] = ()
    words: ClassVar[tuple[Word, ...]] = ()
    lesson: ClassVar[tuple[Lesson, ...]] = ()
    practice: ClassVar[tuple[Practice, ...]] = ()
    """What the game asks in its drills beyond months, points, hands and teyaku, which every game is asked."""
    again: ClassVar[frozenset[str]] = frozenset()
    """Outcomes after which the round is dealt again and does not count towards the length of the game."""

    def defaults(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every option's default. A game whose defaults hang on another option overrides this."""
        del given
        return {option.key: option.default for option in self.options}

    succession: ClassVar[str] = ""
    """The section of the rules on who deals next, such as "tokotoko 2.4"."""

    def for_players(self, given: Mapping[str, object], players: int) -> Mapping[str, object]:
        """The options an evening of so many names begins with: those given, and what the number of names says.

        Default: those given. A game with an option for the number of players overrides this; what is given stays.
        """
        del players
        return given

    def agreed(self, given: Mapping[str, object]) -> dict[str, Value]:
        """The options in force: what is `given`, checked, over the defaults; `bad_option` for any other."""
        try:
            # Tables settle many rounds under the same rules; types are in the key because True equals 1.
            return dict(_agreed(self, tuple((key, type(value), value) for key, value in given.items())))
        except TypeError:
            # Something in it cannot be a key, so no option can have it as a value: the check says which.
            return self._checked(given)

    def _checked(self, given: Mapping[str, object]) -> dict[str, Value]:
        agreed = self.defaults(given)
        for key, value in given.items():
            option = self._known.get(key)
            if option is None:
                name = shown(key)
                raise Refusal(
                    "bad_option",
                    Text(
                        f"{self.key} has no option {name}",
                        f"{self.name.ja}に「{name}」という取り決めはありません",
                    ),
                )
            agreed[key] = option.check(value)
        return agreed

    @cached_property
    def _known(self) -> Mapping[str, Option]:
        return {option.key: option for option in self.options}

    def seats_for(self, options: Mapping[str, Value]) -> range:
        """How many seats a round may have under `options`; `seats` unless an option says otherwise."""
        del options
        return self.seats

    def faces(self, deck: Deck, options: Mapping[str, Value]) -> Mapping[str, int]:
        """The cards in play: code to copies, in the deck's order. A game that takes cards out overrides this."""
        del options
        return deck.copies

    def pack(self, deck: Deck, options: Mapping[str, Value]) -> tuple[str, ...]:
        """Every physical card in play, as codes, copies repeated."""
        return tuple(code for code, copies in self.faces(deck, options).items() for _ in range(copies))

    def seating(self, session: Session) -> Seating:
        """Who sits where in the round about to be played, and what the round carries over.

        Default: everybody who has not left plays, dealer first, then counter-clockwise; stones left in the pot go
        along as "pot". A game of fixed sides, or one whose rounds inherit more, overrides this: `session.history`
        holds every earlier round. When fewer than `seats_for` allows can play, the game is over.
        """
        order = (*range(session.dealer, len(session.players)), *range(session.dealer))
        present = session.present
        return Seating(tuple(at for at in order if at in present), {"pot": session.pot} if session.pot else {})

    def number_of(self, face: Face, options: Mapping[str, Value]) -> int:
        """The number a card in play goes by in this game; the face's own unless the game reads it otherwise."""
        del options
        return face.number

    def points_of(self, face: Face, options: Mapping[str, Value]) -> int:
        """点 ten: what a card in play counts in this game; its number unless the game counts otherwise."""
        return self.number_of(face, options)

    def classes_under(self, options: Mapping[str, Value]) -> tuple[HandClass, ...]:
        """The hand classes that `options` leave, best first, each with a witness under them; default: all."""
        del options
        return self.classes

    def payments(self, options: Mapping[str, Value]) -> tuple[Payment, ...]:
        """What is paid for what under `options`, where the game has a table of it."""
        del options
        return ()

    def shown(self, options: Mapping[str, Value]) -> tuple[Shown, ...]:
        """What is best explained by cards on a table, under `options`; nothing unless the game is one of tricks."""
        del options
        return ()

    def role_of(self, seat: int, seats: int) -> str:
        """The role that the seat brings with it, of `roles`; "" where seats bring none."""
        del seat, seats
        return ""

    def place_of(self, table: Table, seat: int) -> Text:
        """The place of a seat in the coming round, counted from the dealer unless the game says otherwise."""
        return place(seat, len(table.seats))

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """心得 kokoroe: what a seat may or must do in the coming round, each with its section of the rules.

        Default: what the game says of the role that the seat brings; nothing where it brings none.
        """
        role = self.role_of(seat, len(table.seats))
        return tuple(Reason(key, says) for key, says in self.roles if key == role)

    def rounds_agreed(self, options: Mapping[str, Value]) -> int | None:
        """How many rounds the game lasts by agreement; None: until the stones decide."""
        length = options.get("length")
        if length == "single":
            return 1
        return length if type(length) is int else None

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

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """What may still come to a hand of `cards` when the cards `seen` elsewhere are out of play, counted exactly.

        `aim` is what the player draws for, such as a total to stop at; None: what the game takes as sensible. A game
        without draws to count refuses with `no_odds`, the default. Every answer takes less than 50 ms.
        """
        del cards, seen, role, options, aim
        raise Refusal(
            "no_odds", Text(f"{self.name.en} has no draws to count", f"{self.name.ja}には数える引きがありません")
        )

    @abstractmethod
    def play_out(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One plausible finished round from a shuffled pack, as `settle` takes it: for the demo and for the tests."""


@lru_cache(maxsize=256)
def _agreed(game: Game, given: tuple[tuple[str, type, object], ...]) -> Mapping[str, Value]:
    return game._checked({key: value for key, _, value in given})  # noqa: SLF001  its other half
