"""開き hiraki: what somebody asks for when an evening begins, checked at the door."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from scorer.errors import Refusal
from scorer.games import game
from scorer.session.events import EveningOpened, Event, GameBegun, PlayerJoined, PlayerLeft, SeatsSwapped
from scorer.session.state import Session
from scorer.texts import Text
from web.refusals import nothing_here

DEFAULT_GAME = "otoroku"
"""The game offered first: quickly told, and for everybody from two to seven."""

MAX_STONES = 10**6

MAX_NAME_LENGTH = 24

# Control, format (which holds every bidirectional override and joiner), surrogate, private use; separators.
_FORBIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def clean_name(given: object) -> str:
    """`given` in NFC without outer blanks, 1 to 24 characters, nothing invisible in it; `bad_name` otherwise.

    >>> clean_name("  Aki ")
    'Aki'
    """
    if not isinstance(given, str):
        raise _bad_name("a name must be text", "名前は文字で書いてください")
    clean = unicodedata.normalize("NFC", given).strip()
    if not clean:
        raise _bad_name("a name cannot be empty", "名前が空です")
    if len(clean) > MAX_NAME_LENGTH:
        raise _bad_name(f"a name can have at most {MAX_NAME_LENGTH} characters", f"名前は{MAX_NAME_LENGTH}文字までです")
    if any(unicodedata.category(letter) in _FORBIDDEN_CATEGORIES for letter in clean):
        raise _bad_name(
            "a name cannot have invisible or control characters", "名前に見えない文字や制御文字は使えません"
        )
    return clean


def clean_names(given: object) -> tuple[str, ...]:
    """The players of an evening in seat order, no two of them alike."""
    if not isinstance(given, list):
        raise _bad_name("the players must be a list of names", "参加者は名前の一覧で渡してください")
    clean = tuple(clean_name(one) for one in given)
    if len({one.casefold() for one in clean}) < len(clean):
        raise _bad_name("two players have the same name", "同じ名前の人がいます")
    return clean


def parse_opening(data: Mapping[str, Any]) -> EveningOpened:
    """The opening event of `game`, `players` and, if given, `deck`, `options`, `stones`; `Refusal` if it cannot be."""
    rules = game(data.get("game"))
    players = clean_names(data.get("players"))
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise Refusal("bad_option", Text("options must be an object", "取り決めの形が正しくありません"))
    seats = rules.seats_for(rules.resolve_options(rules.options_for_players(options, len(players))))
    if len(players) not in seats:
        few, many = seats[0], seats[-1]
        wanted = Text(f"{few} to {many}", f"{few}人から{many}人") if few < many else Text(f"{few}", f"{few}人")
        raise Refusal(
            "bad_count",
            Text(
                f"{rules.name.en} is played by {wanted.en}, not by {len(players)}",
                f"{rules.name.ja}は{wanted.ja}で遊びます。{len(players)}人ではできません",
            ),
        )
    deck = data.get("deck") or rules.decks[0]
    if not isinstance(deck, str):
        raise Refusal("wrong_deck", Text("the deck must be named", "札の種類を名前で選んでください"))
    return EveningOpened(rules.key, deck, options, players, _parse_stones(data.get("stones"), len(players)))


def parse_game_start(data: Mapping[str, Any]) -> GameBegun:
    """The event that begins another game in the same evening, from the same fields and, if given, `dealer`."""
    begun = parse_opening(data)
    dealer = data.get("dealer", 0)
    if type(dealer) is not int:
        raise Refusal("bad_count", Text("the dealer is the number of a player", "親は参加者の番号で選んでください"))
    return GameBegun(begun.game, begun.deck, begun.options, begun.players, begun.stones, dealer)


def parse_join(session: Session, data: Mapping[str, Any]) -> Event:
    """`player` sits down with `stones` (left out: what the game begins with) at `place` in the order of players (left
    out: at its end); who has left comes back to his own seat, and brings nothing unless told.
    """
    who = clean_name(data.get("player"))
    stones, place = data.get("stones"), data.get("place")
    back = who in session.away
    if stones is None:
        stones = 0 if back else session.rules.start_stones(session.options)
    if not (type(stones) is int and 0 <= stones <= MAX_STONES):
        raise Refusal(
            "bad_count", Text(f"stones are a number from 0 to {MAX_STONES}", f"石は0から{MAX_STONES}までの数です")
        )
    if not (place is None or type(place) is int):
        raise Refusal("bad_count", Text("a place is the number of a seat", "席は番号で選んでください"))
    if not back and who.casefold() in {one.casefold() for one in session.players}:
        raise Refusal("bad_name", Text("somebody of that name sits here", "同じ名前の人がいます"))
    return PlayerJoined(who, stones, place)


def parse_leave(session: Session, data: Mapping[str, Any]) -> Event:
    """`player` gets up and takes his stones along; they stay written as his."""
    del session
    return PlayerLeft(clean_name(data.get("player")))


def parse_swap(session: Session, data: Mapping[str, Any]) -> Event:
    """`one` and `other` change seats; deal and stones go with the person."""
    del session
    one, other = clean_name(data.get("one")), clean_name(data.get("other"))
    if one == other:
        raise Refusal("bad_name", Text("choose two people", "二人を選んでください"))
    return SeatsSwapped(one, other)


_SEAT_MOVES: dict[str, Callable[[Session, Mapping[str, Any]], Event]] = {
    "join": parse_join,
    "leave": parse_leave,
    "swap": parse_swap,
}


def seat_move(move: str) -> Callable[[Session, Mapping[str, Any]], Event]:
    """What makes the event of a move ("join", "leave" or "swap") from its JSON; `not_found` for any other."""
    if move not in _SEAT_MOVES:
        raise nothing_here()
    return _SEAT_MOVES[move]


def _parse_stones(given: object, players: int) -> tuple[int, ...]:
    if given is None:
        return ()
    if not (
        isinstance(given, list)
        and len(given) == players
        and all(type(held) is int and 0 <= held <= MAX_STONES for held in given)
    ):
        raise Refusal("bad_count", Text("stones must be one number a player", "持ち石は一人に一つの数で書いてください"))
    return tuple(given)


def _bad_name(en: str, ja: str) -> Refusal:
    return Refusal("bad_name", Text(en, ja))
