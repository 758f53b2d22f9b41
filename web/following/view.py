"""A followed round as every phone is sent it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.cards import Deck
from scorer.following.play_event import PlayEvent
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
class RoundView:
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


def following_json(view: RoundView, prompts: Sequence[Prompt], draft: Draft) -> dict[str, Any]:
    """Cards by seat, the last moves and the faults, how it stands, and what is still to be told."""
    followed, believed = view.round, view.round.state
    moves = followed.moves
    # What is not sure is asked once, at the end.
    is_due = believed.is_over or bool(view.filled)
    asks = open_asks(followed.outcome, prompts, draft, view.filled, view.confirmed) if is_due else ()
    state: dict[str, Any] = {
        "phase": _phase(view),
        "problem": view.problem and view.problem.as_json(),
        "lost": believed.trouble and believed.trouble.as_json(),
        "shown": _lying_json(followed.cards, view),
        "count": len(moves),
        "moves": [_move_json(move, view) for move in moves[-_MOVES_SENT:]],
        "faults": [_move_json(move, view) for move in moves if move.note and move.event not in {"lost", "found"}],
        "can_take_back": followed.last_laid is not None,
        "asks": [ask.as_json() for ask in asks],
        "differing": list(view.differing),
    }
    if view.has_hints and not believed.is_over and not believed.trouble:
        state |= {
            "turn": None if believed.turn is None else believed.turn % view.places,
            "may": [hint.as_json() for hint in believed.hints],
        }
    return state


def _phase(view: RoundView) -> str:
    """How it stands: "away" (no pictures come), "lost", "over", "waiting" for the first card, or "playing"."""
    followed = view.round
    if view.problem is not None:
        return "away"
    if followed.state.trouble is not None:
        return "lost"
    if followed.state.is_over:
        return "over"
    return "playing" if followed.cards or followed.moves else "waiting"


def _lying_json(cards: Sequence[SeenCard], view: RoundView) -> list[dict[str, Any]]:
    """The cards that lie there, the middle first, then seat by seat. A card face down is shown as the deck's back."""
    shown = []
    for seat in (None, *range(len(view.seats))):
        lying = [card for card in cards if card.zone == seat]
        if lying:
            codes = [card.names[0][0] if card.names else view.deck.kind for card in lying]
            sure = [card.is_sure or not card.names for card in lying]
            place = None if seat is None else seat % view.places
            shown.append({"seat": place, "cards": codes, "sure": sure})
    return shown


def _move_json(move: PlayEvent, view: RoundView) -> dict[str, Any]:
    return {
        "t": round(move.time_s, 1),
        "event": move.event,
        "seat": None if move.seat is None else move.seat % view.places,
        "card": move.card,
        "text": move_text(move, view.seats, view.deck).as_json(),
        "fault": move.note and move.note.as_json(),
    }
