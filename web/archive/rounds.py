"""Rounds of an evening with the cards they show, for pages and files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.rules.game import Game
from scorer.session.history import PlayedRound
from scorer.session.round_cards import cards_of_seat, round_cards
from scorer.session.state import Session


def describe_rounds(session: Session, times: Mapping[int, str]) -> list[dict[str, Any]]:
    """Every round of the evening in order, undone ones too. `times`: when each entry was written, by its number."""
    return [
        {
            "number": played.event_number,
            "game": index,
            "round": played.round_number,
            "at": times[played.event_number],
            "seats": list(played.players),
            "net": played.settlement["net"],
            "undone": played.undone,
            "hands": [
                {
                    "seat": hand["seat"],
                    "class": hand["class"],
                    "total": hand["total"],
                    "cards": list(shown_cards(game.rules, played, hand["seat"])),
                }
                for hand in played.settlement["hands"]
            ],
        }
        for index, game in enumerate(session.games)
        for played in game.history
    ]


def shown_cards(rules: Game, played: PlayedRound, seat: int) -> tuple[str, ...]:
    """The cards that a round shows of a seat, none where it was settled without them."""
    return tuple(code for code, _ in cards_of_seat(round_cards(rules, played.round, played.settlement), seat))
