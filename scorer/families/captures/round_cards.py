"""Cards and calls of a round, refused in the order that is promised.

First every card (unknown, of another deck, twice), then numbers, then what is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.families.captures import text
from scorer.families.captures.cards import PACK_SIZE
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind
from scorer.rules.round_input import require_card_codes, require_list, require_one_deck, require_seat
from scorer.rules.settlement import face_of
from scorer.texts import Text, verbatim

_DECK = decks()["hanafuda"]
_MOST_MISSING_NAMED = 6
"""Missing cards that a refusal names; more would be a long sentence."""
_MOST_MISSING_SHOWN = 16
"""Missing cards that a refusal holds, for their pictures; more of them mean that a pile has not been entered yet."""

CardList = tuple[int | None, Any]
"""The seat that a list of cards belongs to, None for the table, and the list as it came in (None: left out)."""


def check_cards(game: Game, options: Mapping[str, OptionValue], packs: Iterable[Sequence[CardList]]) -> None:
    """Refuse cards that cannot be. Each of `packs` holds the lists among which no card may lie twice, None for none.

    Raises `bad_round` for what is no list, then `unknown_card`, `wrong_deck` and `duplicate_card`, each of them looked
    for in all lists before the next.
    """
    given = [[(seat, cards) for seat, cards in lists if cards is not None] for lists in packs]
    for lists in given:
        for seat, cards in lists:
            require_list(cards, _CARDS, seat)
    in_play = game.cards_in_play(_DECK, options).keys()
    if all(_are_distinct(lists, in_play) for lists in given):
        return
    checked = [[(seat, require_card_codes(cards, _CARDS, seat)) for seat, cards in lists] for lists in given]
    known: set[str] = set()
    once = []
    for seat, cards in (one for lists in checked for one in lists):
        once.append((seat, tuple(code for code in dict.fromkeys(cards) if code not in known)))
        known.update(cards)
    _require_one_pack(game, options, once)
    _require_one_pack(game, options, next(lists for lists in checked if not _are_distinct(lists, in_play)))


def _are_distinct(lists: Sequence[CardList], in_play: Set[str]) -> bool:
    """Whether all these are cards in play and none of them lies twice."""
    try:
        found = set().union(*[cards for _, cards in lists])
    except TypeError:  # something that can be no code: the slow check names it
        return False
    return found <= in_play and len(found) == sum(len(cards) for _, cards in lists)


def _require_one_pack(
    game: Game, options: Mapping[str, OptionValue], lists: Sequence[tuple[int | None, tuple[str, ...]]]
) -> None:
    try:
        require_one_deck(game, options, [cards for _, cards in lists])
    except Refusal as refusal:
        seat = None if refusal.seat is None else lists[refusal.seat][0]
        raise Refusal(refusal.code, refusal.message, seat=seat, cards=refusal.cards) from None


def lists_in(data: Mapping[str, Any], key: str) -> list[CardList]:
    """The lists of cards in a field of the round, one a seat, none where it is left out. Raises `bad_round`.

    A list that is null stays None: whoever needs it refuses it.
    """
    return list(enumerate(list_in(data, key)))


def list_in(data: Mapping[str, Any], key: str) -> Sequence[Any]:
    """The list in a field of the round, empty where it is left out. Raises `bad_round`."""
    value = data.get(key)
    return () if value is None else require_list(value, verbatim(key))


def codes_in(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """The cards in a field of a question, none where it is left out. Raises `bad_round` and `unknown_card`."""
    return require_card_codes(list_in(data, key), verbatim(key))


def pack_incomplete(said: Text, missing: Sequence[str]) -> Refusal:
    """The refusal `bad_count` of piles without the cards `missing`, which it holds and names where they are few."""
    if len(missing) > _MOST_MISSING_NAMED:
        return Refusal("bad_count", said, cards=tuple(missing) if len(missing) <= _MOST_MISSING_SHOWN else ())
    names = tuple(face_of(code).name for code in missing)
    return Refusal("bad_count", text("missing", said=said, names=names), cards=tuple(missing))


def require_size(cards: Sequence[str], size: int, label: Text, seat: int | None = None) -> None:
    """Refuse a dealt hand or an opening field of another size: `too_few_cards`, `too_many_cards`."""
    if len(cards) != size:
        raise Refusal(
            "too_few_cards" if len(cards) < size else "too_many_cards",
            text("wrong_size", label=label, size=size, count=len(cards)),
            seat=seat,
        )


def check_dealt(data: Mapping[str, Any], seats: int, hand_size: int, field_size: int) -> None:
    """Refuse dealt "hands" that are not one a seat (null: not shown), and wrong sizes of "opening" field and hands."""
    hands, opening = list_in(data, "hands"), data.get("opening")
    if hands and len(hands) != seats:
        raise Refusal("bad_count", text("not_all_hands", seats=seats))
    if opening is not None:
        require_size(opening, field_size, _OPENING_FIELD)
    for seat, hand in enumerate(hands):
        if hand is not None:
            require_size(hand, hand_size, _DEALT_HAND, seat)


def pile_prompts(seats: int) -> tuple[Prompt, ...]:
    """The questions for a captured pile each; cards that make nothing may stay out."""
    pile, says = text("pile"), text("pile_help")
    return tuple(Prompt(f"piles.{s}", PromptKind.CARDS, pile, says, seat=s, maximum=PACK_SIZE) for s in range(seats))


def opening_prompt(field_size: int, only_with: tuple[str, Any]) -> Prompt:
    """The question for the field as dealt, where only the deal is asked about."""
    rest: dict[str, Any] = {"maximum": field_size, "optional": True, "only_with": only_with}
    return Prompt("opening", PromptKind.CARDS, text("field_as_dealt"), **rest)


def dealt_hand_prompts(seats: int, hand_size: int, only_with: tuple[str, Any], says: Text) -> tuple[Prompt, ...]:
    """The questions for hands as dealt, where only the deal is asked about. `says` is why one is shown."""
    return tuple(
        Prompt(
            f"hands.{seat}",
            PromptKind.CARDS,
            text("hand_as_dealt"),
            says,
            seat=seat,
            maximum=hand_size,
            optional=True,
            only_with=only_with,
        )
        for seat in range(seats)
    )


def require_player(value: object, players: int, label: Text) -> int:
    """Return `value` if it is the seat of one who plays.

    Raises `bad_round` where it is missing or no seat number, `impossible` where nobody plays there.
    """
    return require_seat(value, range(players), label, "impossible")


def require_caller(data: Mapping[str, Any], players: int, label: Text, *, is_called: bool) -> int | None:
    """The seat in "caller" of who ended the round, None where nobody's word did (not `is_called`).

    Raises `bad_round` where it is missing, no seat number, or given although nobody's word ended the round.
    """
    caller = data.get("caller")
    if is_called:
        return require_player(caller, players, label)
    if caller is not None:
        raise Refusal("bad_round", text("nobody_called", label=label))
    return None


def is_about_deal(data: Mapping[str, Any]) -> bool:
    """Whether a round asks about a deal: it has no pile and no end. A page that asks for both sends empty piles.

    Raises `bad_round` for what can be said of a round only that was played.
    """
    piles = data.get("piles")
    if data.get("ended_by") is not None or (piles is not None and (not isinstance(piles, list) or any(piles))):
        return False
    for key in ("caller", "calls"):
        if data.get(key) not in (None, []):
            raise Refusal("bad_round", text("not_of_a_deal", field=key))
    return True


_CARDS, _OPENING_FIELD, _DEALT_HAND = text("cards"), text("opening_field"), text("dealt_hand")
