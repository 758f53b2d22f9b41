"""A session survives JSON at every moment of an evening."""

from __future__ import annotations

import json
from collections.abc import Sequence

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
from scorer.session.history import PAGE_ROUNDS, PlayedRound
from scorer.session.reducer import apply, replay
from scorer.session.session_json import KEPT_ROUNDS, session_from_json, session_to_json, shelve_rounds
from scorer.session.state import Session
from scorer.session.sums.round_summary import RoundSummary
from scorer.session.tally import Tally
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


def test_the_worth_of_yaku_is_kept_as_rules_compare_it() -> None:
    options = {"worth": {"kozan": 200}}
    session = replay([EveningOpened("roppyakken", "hanafuda", options, ("Aki", "Emi"))])
    kept = session_from_json(json.loads(json.dumps(session_to_json(session))), tuple)
    assert kept.options == session.options
    assert hash(kept.options["worth"]) == hash(session.options["worth"])


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


class MemoryShelf:
    """A shelf in memory, which may lose pages or take none. `reads` are the keys of the pages read."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[Sequence[PlayedRound], RoundSummary]] = {}
        self.reads: list[str] = []
        self.is_full = False

    def put(self, rounds: Sequence[PlayedRound], summary: RoundSummary) -> str | None:
        key = f"page {len(self.pages)}"
        if not self.is_full:
            self.pages[key] = (rounds, summary)
        return None if self.is_full else key

    def rounds(self, key: str) -> Sequence[PlayedRound] | None:
        self.reads.append(key)
        return self.pages[key][0] if key in self.pages else None

    def summary(self, key: str) -> RoundSummary | None:
        return self.pages[key][1] if key in self.pages else None


def refuse_to_load() -> tuple[Session, ...]:
    pytest.fail("the events were folded again")


def write_and_read_shelved(session: Session, shelf: MemoryShelf) -> Session:
    """The session after it was shelved, written and read. The shelf must not lose a page."""
    shelved = shelve_rounds(session, shelf, refuse_to_load)
    assert shelved is not None
    written = json.loads(json.dumps(session_to_json(shelved)))
    assert all(len(game["recent"]) <= KEPT_ROUNDS for game in (written, *written["past_games"]))
    return session_from_json(written, refuse_to_load, shelf)


def test_an_evening_goes_on_from_its_shelf_as_if_it_had_been_folded() -> None:
    evening, shelf = Evening(FIRST), MemoryShelf()
    now = evening.session
    for turn, rounds in enumerate((5, 40, 1, 90, 2, 160)):
        start = len(evening.events)
        evening.play(rounds, turn)
        if turn == 4:
            evening.append(RoundUndone(evening.session.undoable_event or 0))
        for event in evening.events[start:]:
            now = apply(now, event)
        now = write_and_read_shelved(now, shelf)
        assert now == evening.session
        assert Tally(now).best_hands == Tally(evening.session).best_hands
    start = len(evening.events)
    evening.append(GameBegun("tokotoko", "hanafuda", {}, ("Aki", "Emi"))).play(3)
    for event in evening.events[start:]:
        now = apply(now, event)
    assert write_and_read_shelved(now, shelf) == evening.session


def test_what_is_new_alone_is_put_on_the_shelf() -> None:
    evening, shelf = Evening(FIRST).play(400), MemoryShelf()
    now = write_and_read_shelved(evening.session, shelf)
    pages = len(shelf.pages)
    assert pages >= 4
    shelf.reads.clear()
    for event in evening.play(100, 1).events[-100:]:
        now = apply(now, event)
    now = write_and_read_shelved(now, shelf)
    assert len(shelf.pages) - pages <= 2
    assert len(shelf.reads) <= 1, "of the old pages only a short last one is read"
    assert now.valid_round_count == evening.session.valid_round_count == 500
    assert len(shelf.reads) <= 1, "what many rounds come to is read without them"


def test_what_the_shelf_lost_is_folded_again() -> None:
    evening, shelf = Evening(FIRST).play(300), MemoryShelf()
    shelved = shelve_rounds(evening.session, shelf, lambda: evening.session.games)
    written = json.loads(json.dumps(session_to_json(shelved or evening.session)))
    shelf.pages.clear()
    assert session_from_json(written, lambda: evening.session.games, shelf) == evening.session
    assert session_from_json(written, lambda: evening.session.games) == evening.session
    assert shelved == evening.session
    assert Tally(session_from_json(written, lambda: evening.session.games, shelf)).wins == Tally(evening.session).wins


def test_a_long_past_without_pages_is_split_into_pages() -> None:
    evening, shelf = Evening(FIRST).play(300), MemoryShelf()
    read = session_from_json(session_to_json(evening.session), lambda: evening.session.games)
    now = shelve_rounds(read, shelf, refuse_to_load)
    assert now == evening.session
    assert all(page.count <= 2 * PAGE_ROUNDS for page in now.history.earlier.pages)


@pytest.mark.parametrize(("earlier", "pages"), [(5, [5]), (6, [6]), (7, [3, 3, 1])])
def test_what_two_pages_hold_is_kept_as_one(earlier: int, pages: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.session.session_json.PAGE_ROUNDS", 3)
    evening = Evening(FIRST).play(KEPT_ROUNDS + earlier)
    read = session_from_json(session_to_json(evening.session), lambda: evening.session.games)
    now = shelve_rounds(read, MemoryShelf(), refuse_to_load)
    assert [page.count for page in now.history.earlier.pages] == pages


def test_a_full_shelf_is_no_shelf() -> None:
    shelf = MemoryShelf()
    shelf.is_full = True
    assert shelve_rounds(Evening(FIRST).play(20).session, shelf, refuse_to_load) is None
