"""遊び asobi: what every game file declares, and nothing a particular game knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from scorer.cards import Deck, Face
from scorer.errors import Refusal, safe_repr
from scorer.rules.odds import Odds
from scorer.rules.options import Option, OptionValue
from scorer.rules.practice import Solution, Task
from scorer.rules.prompts import Prompt, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.session_view import SessionView
from scorer.texts import Name, Text, Word, place_name


@dataclass(frozen=True, slots=True, eq=False)  # told apart by identity: one object a class
class HandClass:
    """役 yaku: one class of hand as data: its key, its name, what makes it, and the roles that may have it.

    `roles` empty: everyone may. `predicate` tells from the game's own view of a hand. `example` is a hand that has the
    class for the first of `roles` (or of the game's) with the options `options` over the defaults, so that every class
    is proved reachable; classes that no single hand shows (such as points of a whole round) leave it empty.
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


@dataclass(frozen=True, slots=True)
class LessonParagraph:
    """手ほどき tehodoki: one paragraph of how the game goes, for the page and the cheat sheet."""

    title: Text
    body: Text


@dataclass(frozen=True, slots=True)
class PayTableRow:
    """払い harai: one line of what is paid for what, under the options in force, for the cheat sheet."""

    condition: Text
    amount: Text


@dataclass(frozen=True, slots=True)
class ExampleTrick:
    """見本 mihon: cards played in turn round the table, drawn for the cheat sheet.

    `cards`: each with what may be said of it, the leader's first; `winning_place`: the place of the one that wins;
    `explanation`: why it does, and what it brings.
    """

    title: Text
    cards: tuple[tuple[str, Text], ...]
    winning_place: int
    explanation: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """席 seki: who sits where in the next round. `order`: index of the player in each seat, dealer first.

    `extra` goes into the round as it is: what a game carries from round to round beyond balances and dealer.
    """

    order: tuple[int, ...]
    extra: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Practice:
    """稽古 keiko: one kind of question of one game, for `Game.practice`.

    `key` is its own among all drills of the game. `tasks` puts questions from a shuffled pack to a table about to
    play, none where the house rules leave nothing to ask. `solve` asks the rules, under the table's house rules.
    """

    key: str
    label: Text
    generate_tasks: Callable[[Game, Table, Sequence[str]], Iterator[Task]]
    solve: Callable[[Game, Table, Task], Solution]


class Game(ABC):
    """One game: deck, seats, options, hand classes, settlement and lesson. A file of `scorer.games` holds `GAME`.

    Class attributes are data that menu, help, cheat sheet, API, odds and contract tests read; the methods are pure.
    """

    key: ClassVar[str]
    name: ClassVar[Name]
    summary: ClassVar[Text]
    decks: ClassVar[tuple[str, ...]]
    seats: ClassVar[range]
    seat_heading: ClassVar[Text] = Text("Players", "人数")
    """Who sits in a seat, as the number of seats is headed."""
    options: ClassVar[tuple[Option, ...]]
    classes: ClassVar[tuple[HandClass, ...]]
    outcomes: ClassVar[tuple[tuple[str, Text], ...]]
    roles: ClassVar[tuple[tuple[str, Text], ...]] = ()
    words: ClassVar[tuple[Word, ...]] = ()
    lesson: ClassVar[tuple[LessonParagraph, ...]] = ()
    practice: ClassVar[tuple[Practice, ...]] = ()
    """What the game asks in its drills beyond months, points, hands and teyaku, which every game is asked."""
    replay_outcomes: ClassVar[frozenset[str]] = frozenset()
    """Outcomes after which the round is dealt again and does not count towards the length of the game."""

    def defaults(self, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
        """Every option's default. A game whose defaults hang on another option overrides this."""
        del overrides
        return {option.key: option.default for option in self.options}

    dealer_rule_section: ClassVar[str] = ""
    """The section of the rules on who deals next, such as "tokotoko 2.4"."""

    def options_for_players(self, overrides: Mapping[str, object], players: int) -> Mapping[str, object]:
        """The options an evening of so many names begins with: those given, and what the number of names says.

        Default: those given. A game with an option for the number of players overrides this; what is given stays.
        """
        del players
        return overrides

    def resolve_options(self, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
        """The options in force: the `overrides`, checked, over the defaults; `bad_option` for any other."""
        try:
            # Tables settle many rounds under the same rules; types are in the key because True equals 1.
            return dict(_resolve_cached(self, tuple((key, type(value), value) for key, value in overrides.items())))
        except TypeError:
            # Something in it cannot be a key, so no option can have it as a value: the check says which.
            return self._resolve_uncached(overrides)

    def _resolve_uncached(self, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
        agreed = self.defaults(overrides)
        for key, value in overrides.items():
            option = self._options_by_key.get(key)
            if option is None:
                name = safe_repr(key)
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
    def _options_by_key(self) -> Mapping[str, Option]:
        return {option.key: option for option in self.options}

    def seats_for(self, options: Mapping[str, OptionValue]) -> range:
        """How many seats a round may have under `options`; `seats` unless an option says otherwise."""
        del options
        return self.seats

    def cards_in_play(self, deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
        """The cards in play: code to copies, in the deck's order. A game that takes cards out overrides this."""
        del options
        return deck.copies

    def pack(self, deck: Deck, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Every physical card in play, as codes, copies repeated."""
        return tuple(code for code, copies in self.cards_in_play(deck, options).items() for _ in range(copies))

    def seating(self, session: SessionView) -> Seating:
        """Who sits where in the round about to be played, and what the round carries over.

        Default: everybody who has not left plays, dealer first, then counter-clockwise; stones left in the pot go
        along as "pot". A game of fixed sides, or one whose rounds inherit more, overrides this: `session.history`
        holds every earlier round. When fewer than `seats_for` allows can play, the game is over.
        """
        order = (*range(session.dealer, len(session.players)), *range(session.dealer))
        present = session.present
        return Seating(tuple(at for at in order if at in present), {"pot": session.pot} if session.pot else {})

    def number_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The number a card in play goes by in this game; the face's own unless the game reads it otherwise."""
        del options
        return face.number

    def points_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """点 ten: what a card in play counts in this game; its number unless the game counts otherwise."""
        return self.number_of(face, options)

    def classes_for(self, options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
        """The hand classes that `options` leave, best first, each with a witness under them; default: all."""
        del options
        return self.classes

    def payments(self, options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
        """What is paid for what under `options`, where the game has a table of it."""
        del options
        return ()

    def example_tricks(self, options: Mapping[str, OptionValue]) -> tuple[ExampleTrick, ...]:
        """What is best explained by cards on a table, under `options`; nothing unless the game is one of tricks."""
        del options
        return ()

    def role_of(self, seat: int, seats: int) -> str:
        """The role that the seat brings with it, of `roles`; "" where seats bring none."""
        del seat, seats
        return ""

    def place_of(self, table: Table, seat: int) -> Text:
        """The place of a seat in the coming round, counted from the dealer unless the game says otherwise."""
        return place_name(seat, len(table.seats))

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """心得 kokoroe: what a seat may or must do in the coming round, each with its section of the rules.

        Default: what the game says of the role that the seat brings; nothing where it brings none.
        """
        role = self.role_of(seat, len(table.seats))
        return tuple(Reason(key, says) for key, says in self.roles if key == role)

    def agreed_round_count(self, options: Mapping[str, OptionValue]) -> int | None:
        """How many rounds the game lasts by agreement; None: until the stones decide."""
        length = options.get("length")
        if length == "single":
            return 1
        return length if type(length) is int else None

    def start_stones(self, options: Mapping[str, OptionValue]) -> int:
        """How many stones each player starts with, from whichever option of the game says so."""
        return int(options.get("start_stones", options.get("start_chips", 0)))

    @abstractmethod
    def prompts(self, table: Table) -> tuple[Prompt, ...]:
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
    def simulate_round(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One plausible finished round from a shuffled pack, as `settle` takes it: for the demo and for the tests."""


@lru_cache(maxsize=256)
def _resolve_cached(game: Game, overrides: tuple[tuple[str, type, object], ...]) -> Mapping[str, OptionValue]:
    return game._resolve_uncached({key: value for key, _, value in overrides})  # noqa: SLF001  its other half
