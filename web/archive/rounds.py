"""Rounds of an evening with the cards they show, for pages and files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.rules.game import Game
from scorer.rules.prompts import PromptKind, Table
from scorer.session.history import PlayedRound
from scorer.session.state import Session

_TABLE_FIELDS = frozenset({"game", "options", "seats", "stones", "rounds_left"})
"""Members of a round that `Table` knows by themselves. The others are what the game carries along."""


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
                    "cards": list(cards_of_seat(game.rules, played, hand["seat"])),
                }
                for hand in played.settlement["hands"]
            ],
        }
        for index, game in enumerate(session.games)
        for played in game.history
    ]


def cards_of_seat(rules: Game, played: PlayedRound, seat: int) -> tuple[str, ...]:
    """The cards that a round shows of a seat, none where it was settled without them."""
    round_ = played.round
    table = Table(
        tuple(round_["seats"]),
        rules.resolve_options(round_.get("options", {})),
        tuple(round_["stones"]) if round_.get("stones") is not None else None,
        round_.get("rounds_left"),
        {key: value for key, value in round_.items() if key not in _TABLE_FIELDS},
    )
    asked = [prompt for prompt in rules.prompts(table) if prompt.kind is PromptKind.CARDS and prompt.seat == seat]
    answers = (prompt.answer_in(round_) for prompt in asked)
    codes = (code for answer in answers if isinstance(answer, list) for code in answer if isinstance(code, str))
    return tuple(dict.fromkeys(codes))
