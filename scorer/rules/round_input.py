"""Validation of a round's JSON into checked values or a `Refusal`.

The JSON of every round passes through this module. Codes raised here: `bad_round` (not of the promised shape),
`bad_count` (wrong numbers of seats, hands or stones), `bad_option`, `unknown_card`, `wrong_deck`, `duplicate_card`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.cards import Deck
from scorer.decks import decks, kind_by_code, kind_of, unknown_card
from scorer.errors import Refusal, safe_quote, safe_repr
from scorer.rules import text
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.texts import Text

SPECIAL_SIGN = "s"
"""What the code of a special card adds to that of the others of its number (machine interfaces, "Card codes")."""
MAX_STONES = 10**12
"""Largest balance in stones, above or below zero. A larger one is garbage, and adding it up only costs time."""


@dataclass(frozen=True, slots=True)
class RoundInput:
    """A round whose common part is checked: seat names dealer first, options in force, balances, rounds left.

    `data` is the round as it came in, for the fields that only its game knows.
    """

    data: Mapping[str, Any]
    seats: tuple[str, ...]
    options: Mapping[str, OptionValue]
    stones: tuple[int, ...] | None
    rounds_left: int | None


CardCheck = Callable[[Game, Mapping[str, OptionValue], Mapping[str, Any]], None]
"""Refuses the cards of a round that cannot be, before its seats are counted."""


def parse_round(game: Game, body: object, check_cards: CardCheck | None = None) -> RoundInput:
    """Check the part of a round that all games share. Raises `Refusal`.

    `check_cards` is called between options and seats, for a game whose cards are refused before any number is.
    """
    data = require_object(body, text("round"))
    options = game.resolve_options(options_of(data))
    if check_cards is not None:
        check_cards(game, options, data)
    names = require_list(data.get("seats"), text("seats"))
    seats = game.seats_for(options)
    if len(names) not in seats:
        low, high = seats[0], seats[-1]
        allowed = text("seat_range", low=low, high=high) if low < high else low
        raise Refusal("bad_count", text("wrong_seats", game=game.name, seats=allowed, count=len(names)))
    for seat, name in enumerate(names):
        if not (isinstance(name, str) and name.strip() and _is_encodable(name)):
            raise Refusal("bad_round", text("seat_without_name"), seat=seat)
    stones = None
    if data.get("stones") is not None:
        stones = tuple(
            require_int(balance, text("stones"), minimum=-MAX_STONES, maximum=MAX_STONES, seat=seat)
            for seat, balance in enumerate(require_length(data["stones"], len(names), text("balances")))
        )
    rounds_left = data.get("rounds_left")
    if rounds_left is not None:
        rounds_left = require_int(rounds_left, text("rounds_left"), minimum=1)
    return RoundInput(data, tuple(names), options, stones, rounds_left)


def options_of(data: Mapping[str, Any]) -> Mapping[str, object]:
    """The options of a round or a hand as they came in, {} when left out. Raises `bad_option` unless an object."""
    options = data.get("options")
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise Refusal("bad_option", text("no_object_of_options"))
    return options


def require_object(value: object, label: Text) -> Mapping[str, Any]:
    """Return `value` if it is a JSON object. Raises `bad_round` otherwise."""
    if not isinstance(value, dict):
        raise Refusal("bad_round", _missing_text(label) if value is None else text("no_object", label=label))
    return value


def require_list(value: object, label: Text, seat: int | None = None) -> Sequence[Any]:
    """Return `value` if it is a list. Raises `bad_round` otherwise."""
    if not isinstance(value, (list, tuple)):
        raise Refusal("bad_round", _missing_text(label) if value is None else text("no_list", label=label), seat=seat)
    return value


def require_length(value: object, count: int, label: Text, seat: int | None = None) -> Sequence[Any]:
    """Return `value` if it is a list of exactly `count`. Raises `bad_count` when there are more or fewer."""
    items = require_list(value, label, seat)
    if len(items) != count:
        key = "too_few_items" if len(items) < count else "too_many_items"
        raise Refusal("bad_count", text(key, label=label, count=count, given=len(items)), seat=seat)
    return items


def require_int(
    value: object, label: Text, *, minimum: int = 0, maximum: int | None = None, seat: int | None = None
) -> int:
    """Return `value` if it is a whole number from `minimum` to `maximum` (None: no upper limit).

    Raises `bad_count` otherwise, and for true and false, which are no numbers.
    """
    if type(value) is int and value >= minimum and (maximum is None or value <= maximum):
        return value
    message = text("no_such_number", label=label, value=safe_quote(value))
    raise Refusal("bad_count", _missing_text(label) if value is None else message, seat=seat)


def require_seat(value: object, seats: range, label: Text, code: str = "bad_count") -> int:
    """Return `value` if it is the number of one of `seats`.

    Raises `bad_round` where it is missing or no whole number, as true and a name are none, `code` for another number.
    """
    if type(value) is int:
        if value in seats:
            return value
        raise Refusal(code, text("no_such_seat", label=label, value=safe_repr(value)))
    if value is None:
        raise Refusal("bad_round", text("no_seat", label=label))
    raise Refusal("bad_round", text("no_seat_number", label=label, value=safe_quote(value)))


def require_card_codes(value: object, label: Text, seat: int | None = None) -> tuple[str, ...]:
    """Return a pile as a tuple of card codes that some deck has. Raises `unknown_card` for any other."""
    pile, known = tuple(require_list(value, label, seat)), kind_by_code()
    for code in pile:
        if type(code) is not str or code not in known:
            raise unknown_card(code, seat)
    return pile


def require_one_deck(
    game: Game, options: Mapping[str, OptionValue], piles: Sequence[Sequence[str]], seats: int | None = None
) -> Deck:
    """The deck that all `piles` (of known codes) come from, checked against the cards the game plays with.

    Raises `wrong_deck` for a card of another deck, of a deck the game does not use, or taken out by the game. Without
    such a card it raises `duplicate_card` for one copy more than the deck holds. The error names seat i for pile i.
    Piles from index `seats` on belong to no seat. With `seats` None every pile belongs to one.
    """
    known = kind_by_code()
    kinds = [known[code] for pile in piles for code in pile]
    kind = kinds[0] if kinds else game.decks[0]
    if kinds.count(kind) != len(kinds):
        kind = Counter(kinds).most_common(1)[0][0]
    deck = decks()[kind]
    if kind not in game.decks:
        raise Refusal(
            "wrong_deck",
            text("wrong_deck", game=game.name, deck=deck.name),
        )
    remaining = dict(game.cards_in_play(deck, options))
    duplicate: Refusal | None = None
    for index, pile in enumerate(piles):
        seat = None if seats is not None and index >= seats else index
        for code in pile:
            copies = remaining.get(code)
            if copies is None:
                raise _foreign_card(game, deck, code, seat)
            if copies:
                remaining[code] = copies - 1
            elif duplicate is None:
                duplicate = _duplicate_card(deck, code, seat, remaining)
    if duplicate is not None:
        raise duplicate
    return deck


def _missing_text(label: Text) -> Text:
    return text("missing", label=label)


def _foreign_card(game: Game, deck: Deck, code: str, seat: int | None) -> Refusal:
    face = decks()[kind_of(code)].faces[code]
    if code in deck.faces:
        message = text("card_left_out", game=game.name, face=face.name)
    else:
        message = text("card_of_another_deck", face=face.name, deck=deck.name)
    return Refusal("wrong_deck", message, seat=seat, cards=(code,))


def _duplicate_card(deck: Deck, code: str, seat: int | None, in_play: Collection[str]) -> Refusal:
    """One copy too many; perhaps the special card of its number was meant: kabufuda have three plain 4s and that."""
    face, special = deck.faces[code], f"{code}{SPECIAL_SIGN}"
    said = text("too_many_copies", face=face.name, copies=face.copies)
    if special in in_play:
        said = text("the_special_card", said=said, code=special)
    return Refusal("duplicate_card", said, seat=seat, cards=(code,))


def _is_encodable(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
