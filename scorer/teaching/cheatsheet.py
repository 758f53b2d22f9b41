"""The cheat sheet: all of a game on one sheet, from its own data.

It serves a page or a printer in either language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from scorer.cards import Deck
from scorer.decks import decks, kind_of
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.hand_class import ExampleTrick, HandClass, PayTableRow
from scorer.rules.options import OptionValue
from scorer.rules.settlement import face_of
from scorer.rules.wording import LessonParagraph
from scorer.teaching import text
from scorer.texts import Name, Text, Word

_MAX_HANDS_TRIED = 1024
"""Most hands tried in the search for an example of a class in another deck than that of its own example."""


@dataclass(frozen=True, slots=True)
class ClassLine:
    """One hand class: key, name, what makes it, its section of the rules.

    `only_for` are the roles that may have it (empty: all). `cards` is a hand that has it, in the sheet's deck. It is
    empty where no single hand shows the class, or that deck cannot.
    """

    key: str
    name: Name
    description: Text
    only_for: tuple[Text, ...]
    section: str
    cards: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Everything, texts in both languages."""
        return {
            "key": self.key,
            "name": self.name.as_json(),
            "says": self.description.as_json(),
            "only_for": [role.as_json() for role in self.only_for],
            "section": self.section,
            "cards": list(self.cards),
        }


@dataclass(frozen=True, slots=True)
class Agreement:
    """One house rule in force: its wording, what it changes, and whether it differs from the default."""

    key: str
    label: Text
    value: Text
    help: Text
    changed: bool

    def as_json(self) -> dict[str, Any]:
        """Everything, texts in both languages."""
        return {
            "key": self.key,
            "label": self.label.as_json(),
            "value": self.value.as_json(),
            "help": self.help.as_json(),
            "changed": self.changed,
        }


@dataclass(frozen=True, slots=True)
class CheatSheet:
    """One game under one set of agreements, with one deck.

    `seats` are the numbers of seats it may have. `row_points` holds the points of the cards of each row of the deck (a
    month, a rank). It is empty where the cards of a row differ, and where no card counts any.
    """

    game: str
    name: Name
    summary: Text
    seats: tuple[int, ...]
    deck: str
    decks: tuple[tuple[str, Name], ...]
    row_points: tuple[tuple[Name, int], ...]
    classes: tuple[ClassLine, ...]
    payments: tuple[PayTableRow, ...]
    example_tricks: tuple[ExampleTrick, ...]
    outcomes: tuple[tuple[str, Text], ...]
    agreements: tuple[Agreement, ...]
    words: tuple[Word, ...]
    lesson: tuple[LessonParagraph, ...]

    def as_json(self) -> dict[str, Any]:
        """The sheet as a page takes it, texts in both languages."""
        return {
            "game": self.game,
            "name": self.name.as_json(),
            "says": self.summary.as_json(),
            "seats": list(self.seats),
            "deck": self.deck,
            "decks": [{"kind": kind, "name": name.as_json()} for kind, name in self.decks],
            "counts": [{"name": name.as_json(), "points": points} for name, points in self.row_points],
            "classes": [line.as_json() for line in self.classes],
            "payments": [{"what": line.condition.as_json(), "pays": line.amount.as_json()} for line in self.payments],
            "shown": [_trick_to_json(trick) for trick in self.example_tricks],
            "outcomes": [{"key": key, "says": text.as_json()} for key, text in self.outcomes],
            "agreements": [agreement.as_json() for agreement in self.agreements],
            "words": [{"name": word.name.as_json(), "says": word.meaning.as_json()} for word in self.words],
            "lesson": [{"title": part.title.as_json(), "body": part.body.as_json()} for part in self.lesson],
        }


def cheat_sheet(game: Game, overrides: Mapping[str, object] | None = None, deck: str = "") -> CheatSheet:
    """The sheet of `game` under `overrides`, with `deck` (the game's first when ""). Classes come best first.

    Raises `bad_option` for options that the game does not have, `wrong_deck` for a deck it is not played with.
    """
    options = game.resolve_options(overrides or {})
    defaults = game.defaults(overrides or {})
    kind = deck or game.decks[0]
    if kind not in game.decks:
        raise Refusal(
            "wrong_deck",
            text("wrong_deck", game=game.name),
        )
    role_texts = dict(game.roles)
    return CheatSheet(
        game=game.key,
        name=game.name,
        summary=game.summary,
        seats=tuple(game.seats_for(options)),
        deck=kind,
        decks=tuple((deck_kind, decks()[deck_kind].name) for deck_kind in game.decks),
        row_points=_row_points(game, decks()[kind], options),
        classes=tuple(
            ClassLine(
                hand_class.key,
                hand_class.name,
                hand_class.description,
                tuple(role_texts[role] for role in hand_class.roles),
                hand_class.section,
                _example_in_deck(game, hand_class, decks()[kind], options),
            )
            for hand_class in game.classes_for(options)
        ),
        payments=game.payments(options),
        example_tricks=game.example_tricks(options),
        outcomes=game.outcomes,
        agreements=tuple(
            Agreement(
                option.key,
                option.label,
                option.word(options[option.key]),
                option.help,
                options[option.key] != defaults[option.key],
            )
            for option in game.options
        ),
        words=game.words,
        lesson=game.lesson,
    )


def _trick_to_json(trick: ExampleTrick) -> dict[str, Any]:
    return {
        "title": trick.title.as_json(),
        "cards": [{"card": card, "says": remark.as_json()} for card, remark in trick.cards],
        "takes": trick.winning_place,
        "why": [line.as_json() for line in trick.explanation],
    }


def _row_points(game: Game, deck: Deck, options: Mapping[str, OptionValue]) -> tuple[tuple[Name, int], ...]:
    faces = game.cards_in_play(deck, options)
    rows = [
        (name, {game.points_of(deck.faces[code], options) for code in row if code in faces})
        for name, row in deck.groups
    ]
    if any(len(points) > 1 for _, points in rows):
        return ()
    alike = [(name, next(iter(points))) for name, points in rows if points]
    return tuple((name, points) for name, points in alike if points is not None)


def _example_in_deck(
    game: Game, hand_class: HandClass, deck: Deck, options: Mapping[str, OptionValue]
) -> tuple[str, ...]:
    """An example of a class in `deck`: its own example, or cards of the same numbers that make the class there."""
    if not hand_class.example or kind_of(hand_class.example[0]) == deck.kind:
        return hand_class.example
    faces = game.cards_in_play(deck, options)
    codes_by_number: dict[int, list[str]] = {}
    for code, copies in faces.items():
        codes_by_number.setdefault(game.number_of(deck.faces[code], options), []).extend([code] * copies)
    numbers = [game.number_of(face_of(code), options) for code in hand_class.example]
    role = (hand_class.roles or tuple(key for key, _ in game.roles) or ("",))[0]
    hands = islice(_hands_of_numbers(numbers, codes_by_number), _MAX_HANDS_TRIED)
    return next((hand for hand in hands if game.value(hand, role, options).key == hand_class.key), ())


def _hands_of_numbers(
    numbers: Sequence[int], codes_by_number: Mapping[int, Sequence[str]]
) -> Iterator[tuple[str, ...]]:
    """Every hand of these numbers, with no physical card used twice."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    codes = codes_by_number.get(first, ())
    for index, code in enumerate(codes):
        remaining = {**codes_by_number, first: [*codes[:index], *codes[index + 1 :]]}
        for rest in _hands_of_numbers(others, remaining):
            yield (code, *rest)
