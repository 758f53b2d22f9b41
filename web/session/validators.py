"""開き hiraki: what somebody asks for when an evening begins, checked at the door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.discover import game
from scorer.errors import Refusal
from scorer.session.reducer import Began, Opened
from scorer.texts import Text
from web.session.names import names

FIRST = "otoroku"
"""The game offered first: quickly told, and for everybody from two to seven."""

MOST_STONES = 10**6


def opening(data: Mapping[str, Any]) -> Opened:
    """The opening event of `game`, `players` and, if given, `deck`, `options`, `stones`; `Refusal` if it cannot be."""
    rules = game(data.get("game"))
    players = names(data.get("players"))
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise Refusal("bad_option", Text("options must be an object", "取り決めの形が正しくありません"))
    seats = rules.seats_for(rules.agreed(rules.for_players(options, len(players))))
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
    return Opened(rules.key, deck, options, players, _stones(data.get("stones"), len(players)))


def beginning(data: Mapping[str, Any]) -> Began:
    """The event that begins another game in the same evening, from the same fields and, if given, `dealer`."""
    begun = opening(data)
    dealer = data.get("dealer", 0)
    if type(dealer) is not int:
        raise Refusal("bad_count", Text("the dealer is the number of a player", "親は参加者の番号で選んでください"))
    return Began(begun.game, begun.deck, begun.options, begun.players, begun.stones, dealer)


def _stones(given: object, players: int) -> tuple[int, ...]:
    if given is None:
        return ()
    if not (
        isinstance(given, list)
        and len(given) == players
        and all(type(held) is int and 0 <= held <= MOST_STONES for held in given)
    ):
        raise Refusal("bad_count", Text("stones must be one number a player", "持ち石は一人に一つの数で書いてください"))
    return tuple(given)
