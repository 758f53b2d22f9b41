"""戸口 toguchi: the one door for a round's JSON; whatever comes in leaves as checked values or as a `Refusal`.

Codes raised here: `bad_round` (not of the promised shape), `bad_count` (wrong numbers of seats, hands or stones),
`bad_option`, `unknown_card`, `wrong_deck`, `duplicate_card`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.cards import Deck, Face
from scorer.decks import decks, kind_by_code, kind_of
from scorer.errors import Refusal, safe_quote, safe_repr
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.texts import Text

MAX_STONES = 10**12
"""Balances beyond this are garbage, and their sums would only slow everybody down."""


@dataclass(frozen=True, slots=True)
class RoundInput:
    """A round whose common part is checked: seat names dealer first, options in force, balances, rounds left.

    `data` is the round as given, for the fields only its game knows.
    """

    data: Mapping[str, Any]
    seats: tuple[str, ...]
    options: Mapping[str, OptionValue]
    stones: tuple[int, ...] | None
    rounds_left: int | None


def parse_round(game: Game, body: object) -> RoundInput:
    """The common part of a round, checked."""
    data = require_object(body, Text("a round", "一局"))
    options = game.resolve_options(options_of(data))
    names = require_list(data.get("seats"), Text("seats", "席"))
    seats = game.seats_for(options)
    if len(names) not in seats:
        few, many = seats[0], seats[-1]
        en, ja = (f"{few} to {many}", f"{few}から{many}まで") if few < many else (str(few), str(few))
        raise Refusal(
            "bad_count",
            Text(
                f"{game.name.en} as agreed has {en} seats, not {len(names)}",
                f"この取り決めの{game.name.ja}の席は{ja}です（{len(names)}ではできません）",
            ),
        )
    for seat, name in enumerate(names):
        if not (isinstance(name, str) and name.strip() and _is_encodable(name)):
            raise Refusal("bad_round", Text("every seat needs a name", "どの席にも名前が要ります"), seat=seat)
    stones = None
    if data.get("stones") is not None:
        stones = tuple(
            require_int(held, Text("stones", "持ち石"), minimum=-MAX_STONES, maximum=MAX_STONES, seat=seat)
            for seat, held in enumerate(require_length(data["stones"], len(names), Text("balances", "持ち石")))
        )
    left = data.get("rounds_left")
    if left is not None:
        left = require_int(left, Text("rounds left", "残り局数"), minimum=1)
    return RoundInput(data, tuple(names), options, stones, left)


def options_of(data: Mapping[str, Any]) -> Mapping[str, object]:
    """The options of a round or a hand as given, {} when left out; `bad_option` when they are no object."""
    options = data.get("options")
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise Refusal("bad_option", Text("options are an object", "取り決めの書き方が違います"))
    return options


def require_object(value: object, label: Text) -> Mapping[str, Any]:
    """`value` if it is a JSON object, `bad_round` otherwise."""
    if not isinstance(value, dict):
        raise Refusal("bad_round", _wrong_shape_text(value, label, "an object"))
    return value


def require_list(value: object, label: Text, seat: int | None = None) -> Sequence[Any]:
    """`value` if it is a list, `bad_round` otherwise."""
    if not isinstance(value, list | tuple):
        raise Refusal("bad_round", _wrong_shape_text(value, label, "a list"), seat=seat)
    return value


def require_length(value: object, count: int, label: Text, seat: int | None = None) -> Sequence[Any]:
    """`value` if it is a list of exactly `count`; `bad_count` when there are more or fewer."""
    found = require_list(value, label, seat)
    if len(found) != count:
        raise Refusal(
            "bad_count",
            Text(
                f"{label.en}: {count} are needed, {len(found)} are given",
                f"「{label.ja}」は{count}要りますが、{len(found)}しかありません"
                if len(found) < count
                else f"「{label.ja}」は{count}のはずですが、{len(found)}あります",
            ),
            seat=seat,
        )
    return found


def require_int(
    value: object, label: Text, *, minimum: int = 0, maximum: int | None = None, seat: int | None = None
) -> int:
    """`value` if it is a whole number from `least` to `most`, `bad_count` otherwise; true and false are no numbers."""
    if type(value) is int and value >= minimum and (maximum is None or value <= maximum):
        return value
    why = Text(f"{label.en} cannot be {safe_quote(value)}", f"「{label.ja}」を {safe_quote(value)} にはできません")
    raise Refusal("bad_count", _missing_text(label) if value is None else why, seat=seat)


def require_card_codes(value: object, label: Text, seat: int | None = None) -> tuple[str, ...]:
    """A pile as a tuple of card codes that some deck has; `unknown_card` for any other."""
    pile, known = tuple(require_list(value, label, seat)), kind_by_code()
    for code in pile:
        if type(code) is not str or code not in known:
            name = safe_repr(code)
            why = Text(f"there is no card {name}", f"「{name}」という札はありません")
            raise Refusal("unknown_card", why, seat=seat, cards=(name,))
    return pile


def require_one_deck(
    game: Game, options: Mapping[str, OptionValue], piles: Sequence[Sequence[str]], seats: int | None = None
) -> Deck:
    """The deck that all `piles` (of known codes) come from, checked against the cards the game plays with.

    `wrong_deck`: a card of another deck, of a deck the game does not use, or taken out by the game;
    `duplicate_card`: one copy more than the deck holds. Pile i is seat i's in the error, from `seats` on
    nobody's.
    """
    known = kind_by_code()
    found = [known[code] for pile in piles for code in pile]
    kind = found[0] if found else game.decks[0]
    if found.count(kind) != len(found):
        kind = Counter(found).most_common(1)[0][0]
    deck = decks()[kind]
    if kind not in game.decks:
        raise Refusal(
            "wrong_deck",
            Text(f"{game.name.en} is not played with {deck.name.en}", f"{game.name.ja}に{deck.name.ja}は使いません"),
        )
    left = dict(game.cards_in_play(deck, options))
    for at, pile in enumerate(piles):
        seat = None if seats is not None and at >= seats else at
        for code in pile:
            copies = left.get(code)
            if not copies:
                raise _duplicate_card(deck.faces[code], seat) if copies == 0 else _foreign_card(game, deck, code, seat)
            left[code] = copies - 1
    return deck


def _missing_text(label: Text) -> Text:
    return Text(f"{label.en}: missing", f"「{label.ja}」がありません")


def _wrong_shape_text(value: object, label: Text, expected: str) -> Text:
    if value is None:
        return _missing_text(label)
    return Text(f"{label.en} must be {expected}", f"「{label.ja}」の書き方が違います")


def _foreign_card(game: Game, deck: Deck, code: str, seat: int | None) -> Refusal:
    face = decks()[kind_of(code)].faces[code]
    if code in deck.faces:
        why = Text(
            f"{game.name.en} is played without this card ({face.name.en})",
            f"{game.name.ja}では「{face.name.ja}」を抜いて遊びます",
        )
    else:
        why = Text(
            f"this card ({face.name.en}) is not of the {deck.name.en} on the table",
            f"「{face.name.ja}」は、いま使っている{deck.name.ja}の札ではありません",
        )
    return Refusal("wrong_deck", why, seat=seat, cards=(code,))


def _duplicate_card(face: Face, seat: int | None) -> Refusal:
    has = "one" if face.copies == 1 else str(face.copies)
    return Refusal(
        "duplicate_card",
        Text(
            f"the pack has only {has} of this card ({face.name.en}), more lie on the table",
            f"「{face.name.ja}」は一組に{face.copies}枚しかないのに、それより多く出ています",
        ),
        seat=seat,
        cards=(face.code,),
    )


def _is_encodable(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
