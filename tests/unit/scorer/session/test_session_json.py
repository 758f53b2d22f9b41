"""A session survives JSON at every moment of an evening."""

from __future__ import annotations

import json

import pytest

from scorer.games import games
from scorer.session.events import (
    EveningClosed,
    EveningOpened,
    Event,
    GameBegun,
    PlayerJoined,
    PlayerLeft,
    RoundUndone,
    StonesBought,
)
from scorer.session.reducer import apply, replay
from scorer.session.session_json import KEPT_ROUNDS, session_from_json, session_to_json
from scorer.session.state import Session
from tests.support.sample_evenings import Evening

FIRST = EveningOpened("otoroku", "hanafuda", {"method": "everyone", "length": "last_standing"}, ("Aki", "Emi", "Jun"))


def write_and_read(events: list[Event]) -> tuple[Session, list[int]]:
    """The session of events after writing and reading, and a list of the loads of its earlier rounds."""
    loads: list[int] = []

    def load() -> tuple[Session, ...]:
        loads.append(1)
        return replay(events).games

    written = json.loads(json.dumps(session_to_json(replay(events))))
    return session_from_json(written, load), loads


def test_an_evening_goes_on_from_any_moment_as_if_it_had_been_folded() -> None:
    evening = (
        Evening(FIRST)
        .play(KEPT_ROUNDS + 4)
        .append(PlayerJoined("Rin", 5), StonesBought("Rin", 3), RoundUndone(15))
        .play(2)
    )
    evening.append(RoundUndone(evening.session.undoable_event or 0), PlayerLeft("Emi"), EveningClosed())
    events = list(evening.events)
    for cut in range(1, len(events)):
        session, loads = write_and_read(events[:cut])
        for event in events[cut:]:
            session = apply(session, event)
        assert not loads, "nothing of that looks at earlier rounds"
        assert session == replay(events)


def test_what_reaches_far_back_loads_what_it_needs() -> None:
    evening = Evening(FIRST).play(KEPT_ROUNDS + 3)
    session, loads = write_and_read(list(evening.events))
    now = session
    for _ in range(KEPT_ROUNDS + 3):
        now = apply(now, RoundUndone(now.undoable_event or 0))
    assert loads
    assert now.stones == replay([FIRST]).stones
    assert session.history.find(2) == evening.session.history[0]
    assert session.history.find(99) is None
    assert [session.history.find(played.event_number) for played in evening.session.history] == [*session.history]


def test_earlier_games_are_kept_too() -> None:
    evening = Evening(FIRST).play(KEPT_ROUNDS + 2)
    events = [*evening.events, GameBegun("tokotoko", "hanafuda", {}, ("Aki", "Emi"))]
    session, loads = write_and_read(events)
    assert session.past_games[0].history[-1] == evening.session.history[-1]
    assert not loads
    back = apply(session, RoundUndone(len(events)))
    assert back == replay([*events, RoundUndone(len(events))])
    assert loads


@pytest.mark.parametrize("key", games())
def test_every_game_is_kept(key: str) -> None:
    rules = games()[key]
    names = ("Aki", "Emi", "Jun", "Rin", "Sora", "Tama")[: rules.seats[0]]
    evening = Evening(EveningOpened(key, rules.decks[0], {}, names))
    for _ in range(3):
        if evening.session.is_playable:
            evening.play(1)
    session, _ = write_and_read(list(evening.events))
    assert session == evening.session
    assert session.seat_order == evening.session.seat_order


@pytest.mark.parametrize("spoiled", [{}, {"past_games": []}, {"recent": 5}, {"recent": [{}]}])
def test_anything_else_is_refused(spoiled: dict[str, object]) -> None:
    whole = session_to_json(replay([FIRST]))
    data = {**whole, **spoiled} if "recent" in spoiled else spoiled
    with pytest.raises((KeyError, TypeError, ValueError)):
        session_from_json(data, tuple)
