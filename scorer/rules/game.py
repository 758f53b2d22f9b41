"""What every game declares: the abstract `Game` and its hand classes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from scorer.cards import Deck, Face
from scorer.errors import Refusal
from scorer.rules import text
from scorer.rules.hand_question import HandQuestion, values_of_whole_hands
from scorer.rules.odds import Odds
from scorer.rules.options import Option, OptionValue, check_overrides
from scorer.rules.play_rules import PlayRules
from scorer.rules.playout import simulate_round
from scorer.rules.practice import Narrator, Solution, Task
from scorer.rules.prompts import Prompt, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.session_view import Seating as Seating  # noqa: PLC0414  exported, because games define it
from scorer.rules.session_view import SessionView
from scorer.rules.wording import LessonParagraph
from scorer.seat_names import place_name
from scorer.texts import Name, Text, Word


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


@dataclass(frozen=True, slots=True)
class Practice:
    """One kind of drill that only one game has, for `Game.practice`.

    `key` is unique among all drills of the game. `generate_tasks` makes questions from a shuffled pack for a table
    about to play, none where the house rules leave nothing to ask. `solve` answers one of them by the rules, under the
    table's house rules.
    """

    key: str
    label: Text
    generate_tasks: Callable[[Game, Table, Sequence[str]], Iterator[Task]]
    solve: Callable[[Game, Table, Task], Solution]


class Game(ABC):
    """One game: deck, seats, options, hand classes, settlement and lesson.

    Each package in `scorer.games` holds its game as `GAME`. The class attributes are data that menu, help, cheat sheet,
    API, odds and contract tests read. The methods are pure.
    """

    key: ClassVar[str]
    name: ClassVar[Name]
    summary: ClassVar[Text]
    decks: ClassVar[tuple[str, ...]]
    seats: ClassVar[range]
    seat_heading: ClassVar[Text] = text("seat_heading")
    """Who sits in a seat, as the heading over the number of seats."""
    people_per_seat: ClassVar[int] = 1
    """People who play together in one seat, under one name: 1, or 2 for the pairs of `scorer.rules.pairs`."""
    options: ClassVar[tuple[Option, ...]]
    classes: ClassVar[tuple[HandClass, ...]]
    outcomes: ClassVar[tuple[tuple[str, Text], ...]]
    roles: ClassVar[tuple[tuple[str, Text], ...]] = ()
    total_question: ClassVar[Text | None] = None
    """What drills ask of a hand where its total alone counts. None: they ask for its class."""
    words: ClassVar[tuple[Word, ...]] = ()
    lesson: ClassVar[tuple[LessonParagraph, ...]] = ()
    practice: ClassVar[tuple[Practice, ...]] = ()
    """The drills of this game alone, beyond months, points, hands and teyaku, which every game has."""
    replay_outcomes: ClassVar[frozenset[str]] = frozenset()
    """Outcomes after which the round is dealt again and does not count towards the length of the game."""
    play_rules: ClassVar[PlayRules | None] = None
    """Its moves, by which a camera follows a round card by card. None: it cannot be followed yet."""
    narrator: ClassVar[Narrator | None] = None
    """What a learner is told in a practice round. None: the game has no practice round."""
    round_names: ClassVar[tuple[Text, ...]] = ()
    """The names of the rounds where players name them, such as the twelve months; the first follows the last."""

    def defaults(self, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
        """Every option's default. A game whose defaults depend on another option overrides this."""
        del overrides
        return {option.key: option.default for option in self.options}

    dealer_rule_section: ClassVar[str] = ""
    """The section of the rules on who deals next, such as "tokotoko 2.4"."""

    def options_for_players(self, overrides: Mapping[str, object], players: int) -> Mapping[str, object]:
        """The options with which an evening of `players` people begins: `overrides`, and what that number implies.

        A game with an option for the number of players overrides this method and keeps what `overrides` holds.
        """
        del players
        return overrides

    def resolve_options(self, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
        """The options in force: the checked `overrides` over the defaults. Raises `bad_option` for any other."""
        try:
            # A table settles many rounds under the same options, so they are cached. The types are part of the key
            # because True equals 1.
            return dict(_resolve_cached(self, tuple((key, type(value), value) for key, value in overrides.items())))
        except TypeError:
            # Some value is not hashable, so no option can have it. The uncached check names the option.
            return self._resolve_uncached(overrides)

    def _resolve_uncached(self, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
        checked = check_overrides(self.options, overrides, Text(self.key, self.name.ja))
        return {**self.defaults(overrides), **checked}

    def seats_for(self, options: Mapping[str, OptionValue]) -> range:
        """The numbers of seats a round may have under `options`: `seats` unless an option says otherwise."""
        del options
        return self.seats

    def cards_in_play(self, deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
        """The cards in play: code to copies, in the deck's order. A game that removes cards overrides this."""
        del options
        return deck.copies

    def pack(self, deck: Deck, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """The codes of all physical cards in play, one for each copy."""
        return tuple(code for code, copies in self.cards_in_play(deck, options).items() for _ in range(copies))

    def seating(self, session: SessionView) -> Seating:
        """Who sits where in the round about to be played, and what the round carries over.

        Default: everybody who has not left plays, dealer first, then counter-clockwise. Stones left in the pot go along
        as "pot". A game of fixed sides, or one whose rounds inherit more, overrides this. `session.history` holds every
        earlier round. When fewer people can play than `seats_for` allows, the game is over.
        """
        order = (*range(session.dealer, len(session.players)), *range(session.dealer))
        present = session.present
        extra = {"pot": session.pot} if session.pot else {}
        return Seating(tuple(player for player in order if player in present), extra)

    def number_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The number of a card in play: the face's own unless this game reads it otherwise."""
        del options
        return face.number

    def points_of(self, face: Face, options: Mapping[str, OptionValue]) -> int | None:
        """The points a card in play counts: its number unless this game counts otherwise. None: no card counts any."""
        return self.number_of(face, options)

    def hand_number(self, face: Face, options: Mapping[str, OptionValue]) -> int | None:
        """The number a player needs of a card in hand, its points by default. None: none beyond the printed one."""
        return self.points_of(face, options)

    def classes_for(self, options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
        """The hand classes possible under `options`, best first, each with an example valid there. Default: all."""
        del options
        return self.classes

    def payments(self, options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
        """The pay table under `options`, empty where the game has none."""
        del options
        return ()

    def example_tricks(self, options: Mapping[str, OptionValue]) -> tuple[ExampleTrick, ...]:
        """The example tricks under `options`, empty unless the game is one of tricks."""
        del options
        return ()

    def role_of(self, seat: int, seats: int) -> str:
        """The key in `roles` of the role that comes with the seat, "" where seats bring none."""
        del seat, seats
        return ""

    def roles_for(self, options: Mapping[str, OptionValue]) -> tuple[tuple[str, Text], ...]:
        """The roles that a hand may have under `options`. Default: all."""
        del options
        return self.roles

    def place_of(self, table: Table, seat: int) -> Text:
        """The name of a seat in the coming round, counted from the dealer unless the game says otherwise."""
        return place_name(seat, len(table.seats))

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """What a seat may or must do in the coming round, each line with its section of the rules.

        Default: the description of the role that comes with the seat, nothing where it brings none.
        """
        role = self.role_of(seat, len(table.seats))
        return tuple(Reason(key, description) for key, description in self.roles if key == role)

    def agreed_round_count(self, options: Mapping[str, OptionValue]) -> int | None:
        """The agreed number of rounds of a game, None when it lasts until the stones decide."""
        length = options.get("length")
        if length == "single":
            return 1
        return length if type(length) is int else None

    def start_stones(self, options: Mapping[str, OptionValue]) -> int:
        """The number of stones each player starts with, from the option of the game that sets it."""
        return int(options.get("start_stones", options.get("start_chips", 0)))

    @abstractmethod
    def prompts(self, table: Table) -> tuple[Prompt, ...]:
        """The questions the table must answer before this round can be settled, in the order to ask them."""

    def seat_notes(self, table: Table, answers: Mapping[str, Any]) -> Mapping[int, tuple[Reason, ...]]:
        """What can be said of each seat's cards by the `answers` so far (by path, cards as codes)."""
        del table, answers
        return {}

    def hand_values(self, table: Table, answers: Mapping[str, Any]) -> Mapping[int, HandValue]:
        """By seat the value of each hand that has its cards. Games whose hands count with other answers override it."""

        def value(seat: int, cards: Sequence[str]) -> HandValue:
            return self.value(cards, self.role_of(seat, len(table.seats)), table.options)

        return values_of_whole_hands(self.prompts(table), answers, value)

    @abstractmethod
    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """Settle one round as the machine interfaces describe. Raises `Refusal` for a round that cannot be."""

    @abstractmethod
    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """The class and total of one hand (seat 0 in the result), with its reasons."""

    def value_asked(self, question: HandQuestion) -> HandValue:
        """The value of one hand. A game whose hands depend on more than `value` takes overrides it."""
        return self.value(question.cards, question.role, question.options)

    def odds_asked(self, question: HandQuestion) -> Odds:
        """The odds of one hand, likewise."""
        return self.odds(question.cards, question.seen, question.role, question.options, question.aim)

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """The exact odds of what may still come to a hand of `cards` when the cards `seen` elsewhere are out of play.

        `aim` is what the player draws for, such as a total to stop at. None stands for what the game takes as sensible.
        The default refuses with `no_odds`, as a game without draws to count does. Every answer takes less than 50 ms.
        """
        del cards, seen, role, options, aim
        raise Refusal("no_odds", text("no_odds", name=self.name))

    def simulate_round(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One plausible finished round from a shuffled pack, as `settle` takes it, for the demo and the tests."""
        if self.play_rules is None:
            raise Refusal("bad_option", text("not_playable", name=self.name))
        return simulate_round(self.play_rules, pack, table)


@lru_cache(maxsize=256)
def _resolve_cached(game: Game, overrides: tuple[tuple[str, type, object], ...]) -> Mapping[str, OptionValue]:
    return game._resolve_uncached({key: value for key, _, value in overrides})  # noqa: SLF001  its cached form
