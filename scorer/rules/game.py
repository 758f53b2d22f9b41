"""What every game declares: `Game` and its hand classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from scorer.cards import Deck, Face
from scorer.errors import Refusal
from scorer.rules import text
from scorer.rules.hand_class import ExampleTrick, HandClass, PayTableRow
from scorer.rules.hand_question import HandQuestion, values_of_whole_hands
from scorer.rules.odds import Odds
from scorer.rules.options import Amounts, Option, OptionValue, check_overrides
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import simulate_round
from scorer.rules.play.practice import Narrator, Solution, Task
from scorer.rules.prompts import Prompt, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.session_view import Seating as Seating  # noqa: PLC0414  exported, because games define it
from scorer.rules.session_view import SessionView
from scorer.rules.wording import LessonParagraph
from scorer.seat_names import place_name
from scorer.texts import Name, Text, Word

Options = Mapping[str, OptionValue]
"""House rules in force, by key."""
_PLAYERS = text("seat_heading")
_BY_DEFAULT: Any = None
"""A function that a game leaves out: `_DEFAULTS` has what stands in for it."""


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


@dataclass(frozen=True, eq=False)  # compared by identity: there is one object per game
class Game:
    """One game as data and pure functions: deck, seats, options, hand classes, settlement and lesson.

    Each package in `scorer.games` holds its game as `GAME`. Menu, help, cheat sheet, API, odds and contract tests read
    it. What a game leaves out stands as its line says, functions as `_DEFAULTS` below says.
    """

    key: str
    name: Name
    summary: Text
    decks: tuple[str, ...]
    seats: range
    options: tuple[Option, ...]
    classes: tuple[HandClass, ...]
    outcomes: tuple[tuple[str, Text], ...]
    prompts: Callable[[Table], tuple[Prompt, ...]]
    """The questions the table must answer before this round can be settled, in the order to ask them."""
    settle: Callable[[Mapping[str, Any]], Settlement]
    """Settle one round as the machine interfaces describe. Raises `Refusal` for a round that cannot be."""

    seat_heading: Text = _PLAYERS
    """Who sits in a seat, as the heading over the number of seats."""
    people_per_seat: int = 1
    """People who play together in one seat, under one name: 1, or 2 for the pairs of `scorer.rules.pairs`."""
    roles: tuple[tuple[str, Text], ...] = ()
    total_question: Text | None = None
    """What drills ask of a hand where its total alone counts. None: they ask for its class."""
    words: tuple[Word, ...] = ()
    lesson: tuple[LessonParagraph, ...] = ()
    practice: tuple[Practice, ...] = ()
    """The drills of this game alone, beyond months, points, hands and teyaku, which every game has."""
    replay_outcomes: frozenset[str] = frozenset()
    """Outcomes after which the round is dealt again and does not count towards the length of the game."""
    told_apart: frozenset[str] = frozenset()
    """Cards that it tells from others of the same face, such as the yellow chaff: eyes and pages must ask for them."""
    play_rules: Playable | None = None
    """Its play, by which rounds are played out, and followed by a camera. None: neither can be done."""
    narrator: Narrator | None = None
    """What a learner is told in a practice round. None: the game has no practice round."""
    round_names: tuple[Text, ...] = ()
    """The names of the rounds where players name them, such as the twelve months; the first follows the last."""
    dealer_rule_section: str = ""
    """The section of the rules on who deals next, such as "tokotoko 2.4"."""

    defaults: Callable[[Mapping[str, object]], dict[str, OptionValue]] = _BY_DEFAULT
    """Every option's default under the overrides of others. Default: that of the option alone."""
    options_for_players: Callable[[Mapping[str, object], int], Mapping[str, object]] = _BY_DEFAULT
    """The options with which an evening of so many people begins: the overrides, and what that number implies."""
    seats_for: Callable[[Options], range] = _BY_DEFAULT
    """The numbers of seats a round may have under options. Default: `seats`."""
    cards_in_play: Callable[[Deck, Options], Mapping[str, int]] = _BY_DEFAULT
    """The cards in play: code to copies, in the deck's order. Default: the whole deck."""
    seating: Callable[[SessionView], Seating] = _BY_DEFAULT
    """Who sits where in the round about to be played, and what it carries over. Default: `dealer_first`.

    When fewer people can play than `seats_for` allows, the game is over."""
    number_of: Callable[[Face, Options], int] = _BY_DEFAULT
    """The number of a card in play. Default: the face's own."""
    points_of: Callable[[Face, Options], int | None] = _BY_DEFAULT
    """The points a card in play counts. None: no card counts any. Default: its number."""
    hand_number: Callable[[Face, Options], int | None] = _BY_DEFAULT
    """The number a player needs of a card in hand. None: none beyond the printed one. Default: its points."""
    classes_for: Callable[[Options], tuple[HandClass, ...]] = _BY_DEFAULT
    """The hand classes possible under options, best first, each with an example valid there. Default: all."""
    payments: Callable[[Options], tuple[PayTableRow, ...]] = _BY_DEFAULT
    """The pay table under options. Default: the game has none."""
    example_tricks: Callable[[Options], tuple[ExampleTrick, ...]] = _BY_DEFAULT
    """The example tricks under options. Default: the game is not one of tricks."""
    role_of: Callable[[int, int], str] = _BY_DEFAULT
    """The key in `roles` of the role that comes with a seat among so many. Default: "", seats bring none."""
    roles_for: Callable[[Options], tuple[tuple[str, Text], ...]] = _BY_DEFAULT
    """The roles that a hand may have under options. Default: all."""
    place_of: Callable[[Table, int], Text] = _BY_DEFAULT
    """The name of a seat in the coming round. Default: counted from the dealer."""
    advice: Callable[[Table, int], tuple[Reason, ...]] = _BY_DEFAULT
    """What a seat may or must do in the coming round, each line with its section of the rules. Default: its role."""
    agreed_round_count: Callable[[Options], int | None] = _BY_DEFAULT
    """The agreed number of rounds of a game, None when it lasts until the stones decide. Default: option "length"."""
    seat_notes: Callable[[Table, Mapping[str, Any]], Mapping[int, tuple[Reason, ...]]] = _BY_DEFAULT
    """What can be said of each seat's cards by the answers so far (by path, cards as codes). Default: nothing."""
    hand_values: Callable[[Table, Mapping[str, Any]], Mapping[int, HandValue]] = _BY_DEFAULT
    """By seat the value of each hand that has its cards. Default: those of hands that count by themselves."""
    value: Callable[[Sequence[str], str, Mapping[str, object]], HandValue] = _BY_DEFAULT
    """The class and total of one hand (cards, role, options; seat 0 in the result), with its reasons.

    A game gives this, or `value_asked`."""
    odds: Callable[[Sequence[str], Sequence[str], str, Mapping[str, object], int | None], Odds] = _BY_DEFAULT
    """The exact odds of what may still come to a hand of cards when others, seen elsewhere, are out of play.

    Cards, seen cards, role, options, and what the player draws for, such as a total to stop at; None for what the game
    takes as sensible. A game gives this, `odds_asked`, or neither: then it refuses with `no_odds`. Every answer takes
    less than 50 ms."""
    value_asked: Callable[[HandQuestion], HandValue] = _BY_DEFAULT
    """The value of one hand where it depends on more than `value` takes."""
    odds_asked: Callable[[HandQuestion], Odds] = _BY_DEFAULT
    """The odds of one hand, likewise."""
    counting_cards: Callable[[Mapping[str, Any], Sequence[str], Mapping[str, Any]], frozenset[str]] | None = None
    """The cards that count of a settled hand (as JSON), all its cards and the round. None: all count."""
    yaku_cards: Callable[[str, Sequence[str], Mapping[str, Any]], frozenset[str]] | None = None
    """The cards of one yaku, by its key, of a pile in a round. None: the game has no yaku."""

    def __post_init__(self) -> None:
        """Give each function that was left out what stands in for it."""
        if self.odds is _BY_DEFAULT and self.odds_asked is _BY_DEFAULT:
            object.__setattr__(self, "odds", partial(_no_odds, self))
        for name, default in _DEFAULTS.items():
            if getattr(self, name) is _BY_DEFAULT:
                object.__setattr__(self, name, partial(default, self))

    def resolve_options(self, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
        """The options in force: the checked `overrides` over the defaults. Raises `bad_option` for any other."""
        try:
            # A table settles many rounds under the same options, so they are cached. The types are part of the key
            # because True equals 1.
            return dict(_resolve_cached(self, tuple(map(_kept_override, overrides.items()))))
        except TypeError:
            # Some value is not hashable, so no option can have it. The uncached check names the option.
            return _resolve(self, overrides)

    def pack(self, deck: Deck, options: Options) -> tuple[str, ...]:
        """The codes of all physical cards in play, one for each copy."""
        return tuple(code for code, copies in self.cards_in_play(deck, options).items() for _ in range(copies))

    def start_stones(self, options: Options) -> int:
        """The number of stones each player starts with, from the option of the game that sets it."""
        return int(options.get("start_stones", options.get("start_chips", 0)))

    def simulate_round(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One plausible finished round from a shuffled pack, as `settle` takes it, for the demo and the tests."""
        if self.play_rules is None:
            raise Refusal("bad_option", text("not_playable", name=self.name))
        return simulate_round(self.play_rules, pack, table)


def dealer_first(session: SessionView) -> Seating:
    """Everybody who has not left plays, dealer first, then counter-clockwise. Stones left in the pot go along as "pot".

    `session.history` holds every earlier round.
    """
    order = (*range(session.dealer, len(session.players)), *range(session.dealer))
    present = session.present
    extra = {"pot": session.pot} if session.pot else {}
    return Seating(tuple(player for player in order if player in present), extra)


def declared_defaults(options: Sequence[Option]) -> dict[str, OptionValue]:
    """The default of each option by its key."""
    return {option.key: option.default for option in options}


def _role_as_advice(game: Game, table: Table, seat: int) -> tuple[Reason, ...]:
    role = game.role_of(seat, len(table.seats))
    return tuple(Reason(key, description) for key, description in game.roles if key == role)


def _agreed_length(options: Options) -> int | None:
    length = options.get("length")
    if length == "single":
        return 1
    return length if type(length) is int else None


def own_hand_values(game: Game, table: Table, answers: Mapping[str, Any]) -> Mapping[int, HandValue]:
    """By seat the value of each hand that has its cards and counts by itself."""

    def value(seat: int, cards: Sequence[str]) -> HandValue:
        return game.value(cards, game.role_of(seat, len(table.seats)), table.options)

    return values_of_whole_hands(game.prompts(table), answers, value)


def _odds_question(
    cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
) -> HandQuestion:
    return HandQuestion(tuple(cards), role, options, tuple(seen), aim)


def _no_odds(game: Game, *_: object) -> Odds:
    raise Refusal("no_odds", text("no_odds", name=game.name))


_DEFAULTS: Mapping[str, Callable[..., Any]] = {
    "defaults": lambda game, _: declared_defaults(game.options),
    "options_for_players": lambda _, overrides, players: overrides,  # noqa: ARG005
    "seats_for": lambda game, _: game.seats,
    "cards_in_play": lambda _, deck, options: deck.copies,  # noqa: ARG005
    "seating": lambda _, session: dealer_first(session),
    "number_of": lambda _, face, options: face.number,  # noqa: ARG005
    "points_of": lambda game, face, options: game.number_of(face, options),
    "hand_number": lambda game, face, options: game.points_of(face, options),
    "classes_for": lambda game, _: game.classes,
    "payments": lambda *_: (),
    "example_tricks": lambda *_: (),
    "role_of": lambda *_: "",
    "roles_for": lambda game, _: game.roles,
    "place_of": lambda _, table, seat: place_name(seat, len(table.seats)),
    "advice": _role_as_advice,
    "agreed_round_count": lambda _, options: _agreed_length(options),
    "seat_notes": lambda *_: {},
    "hand_values": own_hand_values,
    "value": lambda game, cards, role, options: game.value_asked(HandQuestion(tuple(cards), role, options)),
    "odds": lambda game, cards, seen, *rest: game.odds_asked(_odds_question(cards, seen, *rest)),
    "value_asked": lambda game, asked: game.value(asked.cards, asked.role, asked.options),
    "odds_asked": lambda game, asked: game.odds(asked.cards, asked.seen, asked.role, asked.options, asked.aim),
}
"""What stands in for each function that a game leaves out, with the game before its own arguments."""


@lru_cache(maxsize=256)
def _resolve_cached(game: Game, overrides: tuple[tuple[str, object, object], ...]) -> Mapping[str, OptionValue]:
    return _resolve(game, {key: value for key, _, value in overrides})


def _kept_override(override: tuple[str, object]) -> tuple[str, object, object]:
    """A house rule by which a cache can find what it amounts to: with the types of all that stands in it."""
    key, value = override
    if isinstance(value, dict):
        return key, tuple(map(type, value.values())), Amounts(value)
    return key, type(value), value


def _resolve(game: Game, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
    checked = check_overrides(game.options, overrides, Text(game.key, game.name.ja))
    return {**game.defaults(overrides), **checked}
