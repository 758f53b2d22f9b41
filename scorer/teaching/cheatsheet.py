"""早見表 hayamihyo: all of a game on one sheet, from its own data, for a page or a printer in either language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from scorer.cards import Deck
from scorer.discover import decks, kind_of
from scorer.errors import Refusal
from scorer.rules.game import Game, HandClass, Lesson, Payment, Shown, Word
from scorer.rules.options import Option, Value
from scorer.rules.settlement import face_of
from scorer.texts import Name, Text

_MOST_TRIED = 1024
"""Hands looked at to show a class in another deck than its witness's."""


@dataclass(frozen=True, slots=True)
class ClassLine:
    """One hand class: key, name, what makes it, who alone may have it (none: everybody), its section of the rules.

    `cards` is a hand that has it, in the sheet's deck; empty where no single hand shows it, or that deck cannot.
    """

    key: str
    name: Name
    says: Text
    only_for: tuple[Text, ...]
    section: str
    cards: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Everything, texts in both languages."""
        return {
            "key": self.key,
            "name": self.name.as_json(),
            "says": self.says.as_json(),
            "only_for": [who.as_json() for who in self.only_for],
            "section": self.section,
            "cards": list(self.cards),
        }


@dataclass(frozen=True, slots=True)
class Agreement:
    """One house rule in force: how it is worded, what it changes, and whether it differs from the usual."""

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
    """One game under one set of agreements, with one deck. `seats` are the numbers of seats it may have.

    `counts`: what the cards of each row of the deck (a month, a rank) count; empty where a row's cards differ.
    """

    game: str
    name: Name
    says: Text
    seats: tuple[int, ...]
    deck: str
    decks: tuple[tuple[str, Name], ...]
    counts: tuple[tuple[Name, int], ...]
    classes: tuple[ClassLine, ...]
    payments: tuple[Payment, ...]
    shown: tuple[Shown, ...]
    outcomes: tuple[tuple[str, Text], ...]
    agreements: tuple[Agreement, ...]
    words: tuple[Word, ...]
    lesson: tuple[Lesson, ...]

    def as_json(self) -> dict[str, Any]:
        """The sheet as a page takes it, texts in both languages."""
        return {
            "game": self.game,
            "name": self.name.as_json(),
            "says": self.says.as_json(),
            "seats": list(self.seats),
            "deck": self.deck,
            "decks": [{"kind": kind, "name": name.as_json()} for kind, name in self.decks],
            "counts": [{"name": name.as_json(), "points": points} for name, points in self.counts],
            "classes": [line.as_json() for line in self.classes],
            "payments": [{"what": line.what.as_json(), "pays": line.pays.as_json()} for line in self.payments],
            "shown": [_drawn(each) for each in self.shown],
            "outcomes": [{"key": key, "says": says.as_json()} for key, says in self.outcomes],
            "agreements": [each.as_json() for each in self.agreements],
            "words": [{"name": word.name.as_json(), "says": word.says.as_json()} for word in self.words],
            "lesson": [{"title": part.title.as_json(), "body": part.body.as_json()} for part in self.lesson],
        }


def cheat_sheet(game: Game, given: Mapping[str, object] | None = None, deck: str = "") -> CheatSheet:
    """The sheet of `game` under the options `given`, shown with `deck` (its first one when ""); classes best first.

    `bad_option` for options that the game does not have, `wrong_deck` for a deck it is not played with.
    """
    options = game.agreed(given or {})
    usual = game.defaults(given or {})
    kind = deck or game.decks[0]
    if kind not in game.decks:
        raise Refusal(
            "wrong_deck",
            Text(f"{game.name.en} is not played with that deck", f"{game.name.ja}にその札は使いません"),
        )
    says_of = dict(game.roles)
    return CheatSheet(
        game=game.key,
        name=game.name,
        says=game.says,
        seats=tuple(game.seats_for(options)),
        deck=kind,
        decks=tuple((each, decks()[each].name) for each in game.decks),
        counts=_counts(game, decks()[kind], options),
        classes=tuple(
            ClassLine(
                each.key,
                each.name,
                each.says,
                tuple(says_of[role] for role in each.roles),
                each.section,
                _shown(game, each, decks()[kind], options),
            )
            for each in game.classes_under(options)
        ),
        payments=game.payments(options),
        shown=game.shown(options),
        outcomes=game.outcomes,
        agreements=tuple(
            Agreement(
                option.key,
                option.label,
                worded(option, options[option.key]),
                option.help,
                options[option.key] != usual[option.key],
            )
            for option in game.options
        ),
        words=game.words,
        lesson=game.lesson,
    )


def _drawn(each: Shown) -> dict[str, Any]:
    return {
        "title": each.title.as_json(),
        "cards": [{"card": card, "says": says.as_json()} for card, says in each.cards],
        "takes": each.takes,
        "why": [why.as_json() for why in each.why],
    }


def _counts(game: Game, deck: Deck, options: Mapping[str, Value]) -> tuple[tuple[Name, int], ...]:
    faces = game.faces(deck, options)
    rows = [
        (name, {game.points_of(deck.faces[code], options) for code in row if code in faces})
        for name, row in deck.groups
    ]
    if any(len(points) > 1 for _, points in rows):
        return ()
    return tuple((name, points.pop()) for name, points in rows if points)


def worded(option: Option, value: Value) -> Text:
    """A value of a house rule as the table words it; numbers speak for themselves."""
    for listed, says in zip(option.values, option.says, strict=True):
        if listed == value and type(listed) is type(value):
            return says
    return Text(str(value), str(value))


def _shown(game: Game, each: HandClass, deck: Deck, options: Mapping[str, Value]) -> tuple[str, ...]:
    """The witness of a class in `deck`: its own cards, or cards of the same numbers that make it there as well."""
    if not each.witness or kind_of(each.witness[0]) == deck.kind:
        return each.witness
    faces = game.faces(deck, options)
    alike: dict[int, list[str]] = {}
    for code, copies in faces.items():
        alike.setdefault(game.number_of(deck.faces[code], options), []).extend([code] * copies)
    numbers = [game.number_of(face_of(code), options) for code in each.witness]
    role = (each.roles or tuple(key for key, _ in game.roles) or ("",))[0]
    hands = islice(_hands(numbers, alike), _MOST_TRIED)
    return next((hand for hand in hands if game.value(hand, role, options).key == each.key), ())


def _hands(numbers: Sequence[int], alike: Mapping[int, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Every hand of these numbers from the cards that go by each, no card twice."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    for at, code in enumerate(alike.get(first, ())):
        left = {**alike, first: [*alike[first][:at], *alike[first][at + 1 :]]}
        for rest in _hands(others, left):
            yield (code, *rest)
