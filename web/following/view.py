"""A followed round as every phone is sent it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.cards import Deck
from scorer.following.events import PlayEvent
from scorer.following.sighting import SeenCard
from scorer.rules.prompts import Prompt
from scorer.texts import Text
from web.following.followed_round import FollowedRound
from web.following.move_texts import move_text
from web.following.proposal import open_asks
from web.session.draft import Draft

_MOVES_SENT = 6
"""Moves in the snapshot, the newest last. The record of a booked round has all."""


@dataclass(frozen=True, slots=True)
class RoundSight:
    """What there is to show: the round, the names by seat, the deck, and what stands in the way.

    `places`: seats of the round; where pairs play, partners share one, and `seats` has both of them.
    `problem`: why no pictures come now. `differing`, `filled`, `confirmed`: as in `propose` and `open_asks`. Once
    something is filled in, the round is proposed.
    """

    round: FollowedRound
    seats: Sequence[str]
    deck: Deck
    problem: Text | None
    differing: tuple[str, ...]
    filled: Mapping[str, Any]
    confirmed: frozenset[str]
    has_hints: bool
    places: int


def following_json(sight: RoundSight, prompts: Sequence[Prompt], draft: Draft) -> dict[str, Any]:
    """Cards by seat, the last moves and the faults, how it stands, and what is still to be told."""
    followed, seen = sight.round, sight.round.state
    moves = followed.moves
    # What is not sure is asked once, at the end.
    is_due = seen.is_over or bool(sight.filled)
    asks = open_asks(followed.outcome, prompts, draft, sight.filled, sight.confirmed) if is_due else ()
    state: dict[str, Any] = {
        "phase": _phase(sight),
        "problem": sight.problem and sight.problem.as_json(),
        "lost": seen.trouble and seen.trouble.as_json(),
        "shown": _lying_json(followed.cards, sight),
        "count": len(moves),
        "moves": [_move_json(move, sight) for move in moves[-_MOVES_SENT:]],
        "faults": [_move_json(move, sight) for move in moves if move.note and move.event not in {"lost", "found"}],
        "can_take_back": followed.last_laid is not None,
        "asks": [ask.as_json() for ask in asks],
        "differing": list(sight.differing),
    }
    if sight.has_hints and not seen.is_over and not seen.trouble:
        state |= {
            "turn": None if seen.turn is None else seen.turn % sight.places,
            "may": [hint.as_json() for hint in seen.hints],
        }
    return state


def _phase(sight: RoundSight) -> str:
    """How it stands: "away" (no pictures come), "lost", "over", "waiting" for the first card, or "playing"."""
    followed = sight.round
    if sight.problem is not None:
        return "away"
    if followed.state.trouble is not None:
        return "lost"
    if followed.state.is_over:
        return "over"
    return "playing" if followed.cards or followed.moves else "waiting"


def _lying_json(cards: Sequence[SeenCard], sight: RoundSight) -> list[dict[str, Any]]:
    """The cards that lie there, the middle first, then seat by seat. A card face down is shown as the deck's back."""
    shown = []
    for seat in (None, *range(len(sight.seats))):
        lying = [card for card in cards if card.zone == seat]
        if lying:
            codes = [card.names[0][0] if card.names else sight.deck.kind for card in lying]
            sure = [card.is_sure or not card.names for card in lying]
            place = None if seat is None else seat % sight.places
            shown.append({"seat": place, "cards": codes, "sure": sure})
    return shown


def _move_json(move: PlayEvent, sight: RoundSight) -> dict[str, Any]:
    return {
        "t": round(move.time_s, 1),
        "event": move.event,
        "seat": None if move.seat is None else move.seat % sight.places,
        "card": move.card,
        "text": move_text(move, sight.seats, sight.deck).as_json(),
        "fault": move.note and move.note.as_json(),
    }
