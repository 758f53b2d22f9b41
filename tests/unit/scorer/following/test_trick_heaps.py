"""A trick picked up card by card is reported as one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.following.decoder import Followed, begin, conclude, follow
from scorer.following.hypothesis import GHOST
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.games import game
from tests.support.decoded_rounds import follow_all, seen_card
from tests.support.judged_rounds import build_table

KAKEYA = game("kakeya")
TRICK = ("KD", "2H", "3D", "4D")
MOVED = (0.9, 0.9)


class TrickTable:
    """A table of tricks that reports rests at given seconds."""

    def __init__(self, **options: object) -> None:
        self.state: Followed = begin(KAKEYA, build_table(KAKEYA, extra={"dealers": 1}, **options), "western")
        self.sent: list[PlayEvent] = []
        self.lying: dict[int, SeenCard] = {}

    def see(self, time_s: float, *changes: Change) -> list[tuple]:
        """Events after a rest at `time_s`: seconds, event, seat and card."""
        for change in changes:
            if change.kind == "left":
                self.lying.pop(change.card.track, None)
            else:
                self.lying[change.card.track] = change.card
        rest = Rest(time_s, changes, tuple(self.lying.values()))
        self.state, events = follow(self.state, rest)
        return [(event.time_s, event.event, event.seat, event.card) for event in events]

    def lay(self, *codes: str, start_s: float = 1.0) -> None:
        """Lay cards in the middle, one a second."""
        first = max(self.lying, default=0) + 1
        for number, code in enumerate(codes):
            self.see(
                start_s + number, Change("appeared", seen_card(first + number, None, code), time_s=start_s + number)
            )

    def leave_changes(self, *tracks: int, time_s: float | None = None) -> list[Change]:
        """Changes of cards that leave."""
        return [Change("left", self.lying[track], self.lying[track], time_s) for track in tracks]


@pytest.fixture
def table() -> TrickTable:
    """A table on which one trick lies."""
    table = TrickTable()
    table.lay(*TRICK)
    return table


def test_a_heap_seen_first_says_who_took_and_when(table: TrickTable) -> None:
    assert table.see(8.0, Change("appeared", seen_card(9, 1), time_s=8.0)) == []
    assert table.see(8.4, *table.leave_changes(1, 2, time_s=7.0)) == [(8.0, "taken", 1, "KD"), (8.0, "taken", 1, "2H")]
    assert table.see(8.6, *table.leave_changes(3, 4, time_s=7.9)) == [(8.0, "taken", 1, "3D"), (8.0, "taken", 1, "4D")]
    assert table.state.rules.turn(table.state.best.position) == 1
    assert table.state.best.fault_count == 0


def test_a_heap_seen_last_takes_what_was_held_back(table: TrickTable) -> None:
    assert table.see(6.0, *table.leave_changes(1, time_s=6.0)) == []
    assert table.see(7.0, *table.leave_changes(2, 3, 4, time_s=7.0)) == []
    events = table.see(8.0, Change("appeared", seen_card(9, 0), time_s=8.0))
    assert events == [(8.0, "taken", 0, code) for code in TRICK]


def test_a_thing_before_a_seat_while_all_cards_lie_there_is_no_heap_of_theirs(table: TrickTable) -> None:
    table.see(5.0, Change("appeared", seen_card(9, 1), time_s=5.0))
    assert table.see(7.0, *table.leave_changes(1, 2, 3, 4, time_s=7.0)) == []
    assert table.see(8.0, Change("appeared", seen_card(10, 0), time_s=7.8)) == [
        (7.8, "taken", 0, code) for code in TRICK
    ]


def test_a_trick_that_leaves_the_picture_is_told_when_the_next_card_comes() -> None:
    table = TrickTable(trump_change="fixed_spades")
    table.lay(*TRICK)
    table.see(6.0, *table.leave_changes(1, 2, time_s=6.0))
    table.see(7.5, *table.leave_changes(3, 4, time_s=7.5))
    events = table.see(9.0, Change("appeared", seen_card(9, None, "5C"), time_s=9.0))
    assert events == [*((7.5, "taken", 0, code) for code in TRICK), (9.0, "laid", 0, "5C")]


def test_a_card_that_the_camera_missed_leaving_is_gone_when_the_next_one_comes(table: TrickTable) -> None:
    table.see(8.0, Change("appeared", seen_card(9, 1), time_s=8.0))
    table.see(8.4, *table.leave_changes(1, 2, 3, time_s=7.0))
    events = table.see(10.0, Change("appeared", seen_card(10, None, "5C"), time_s=10.0))
    assert events == [(8.0, "taken", 1, "4D"), (10.0, "laid", 1, "5C")]
    assert table.see(12.0, *table.leave_changes(4, time_s=12.0)) == []


def test_a_card_that_was_out_of_sight_has_not_left(table: TrickTable) -> None:
    assert table.see(6.0, *table.leave_changes(2, time_s=6.0)) == []
    again = replace(seen_card(2, None, "2H"), track=8)
    assert table.see(7.0, Change("appeared", again, time_s=7.0)) == []
    assert not table.state.gathering.held
    assert table.state.best.position.tricks[0].taken == ()


def test_what_was_taken_for_no_card_is_one_once_it_goes_onto_a_heap() -> None:
    table = TrickTable()
    table.lay(*TRICK[:3])
    hardly_read = replace(seen_card(4, None, "4D"), names=(("4D", 0.35), ("4H", 0.05)), is_sure=False)
    table.see(4.0, Change("appeared", hardly_read, time_s=4.0))
    assert any(account.cards[4].place == GHOST for account in table.state.accounts)
    table.see(7.0, *table.leave_changes(1, 2, 3, 4, time_s=7.0))
    events = table.see(8.0, Change("appeared", seen_card(9, 1), time_s=8.0))
    assert events == [(8.0, "taken", 1, code) for code in TRICK]
    rivals = [each for each in table.state.accounts if any(entry.kind == "ghost" for entry in each.entries)]
    assert rivals[0].cards[4].place == ("captures", 1)


def test_the_face_on_a_heap_is_no_card_of_its_own(table: TrickTable) -> None:
    events = table.see(
        8.0, *table.leave_changes(1, 2, 3, 4, time_s=7.0), Change("appeared", seen_card(9, 0, "KD"), time_s=8.0)
    )
    assert events == [(8.0, "taken", 0, code) for code in TRICK]
    covered = table.see(20.0, *table.leave_changes(9), Change("appeared", seen_card(10, 0), time_s=20.0))
    assert covered == []
    assert not any(entry.is_doubtful for entry in table.state.best.entries)


def test_a_card_of_the_trick_that_is_told_after_the_others_left_was_laid_before() -> None:
    table = TrickTable()
    table.lay(*TRICK[:3])
    table.see(7.0, *table.leave_changes(1, 2, 3, time_s=7.0))
    last = seen_card(4, None, TRICK[3])
    assert table.see(7.6, Change("appeared", last, time_s=4.0)) == [(4.0, "laid", 1, TRICK[3])]
    assert table.see(8.0, *table.leave_changes(4, time_s=7.5)) == []
    events = table.see(9.0, Change("appeared", seen_card(9, 1), time_s=9.0))
    assert events == [(9.0, "taken", 1, code) for code in TRICK]
    assert table.state.best.fault_count == 0


def test_what_is_held_back_counts_once_nothing_more_happens() -> None:
    table = TrickTable(trump_change="fixed_spades")
    table.lay(*TRICK)
    table.see(6.0, *table.leave_changes(1, 2, 3, 4, time_s=6.0))
    assert table.state.best.position.tricks[0].taken == ()
    assert len(table.state.settled.best.position.tricks[0].taken) == 4
    assert conclude(table.state).round["captured"] == [["KD"], []]
    _, events = follow_all(table.state, [])
    assert [(event.time_s, event.seat) for event in events] == [(6.0, 0)] * 4


def test_a_card_taken_back_leaves_alone() -> None:
    table = TrickTable()
    table.lay("KD", "2D")
    table.see(4.0, *table.leave_changes(2, time_s=4.0))
    events = table.see(5.0, Change("appeared", seen_card(8, None, "3D"), time_s=5.0))
    assert events == [(4.0, "retracted", 1, "2D"), (5.0, "laid", 1, "3D")]


def test_a_card_laid_anew_elsewhere_had_been_taken_back() -> None:
    """Another card lies where it lay before."""
    table = TrickTable()
    table.lay("KD", "2D")
    spot = table.lying[2].position
    other = replace(seen_card(3, None, "9D"), position=spot)
    table.see(5.0, Change("appeared", other, time_s=5.0))
    moved = replace(table.lying[2], position=MOVED)
    table.see(7.0, Change("moved", moved, table.lying[2], 7.0))
    assert table.state.best.position.tricks[0].cards == ("KD", "9D", "2D")
    assert table.state.best.fault_count == 0


def test_a_game_without_heaps_holds_nothing_back() -> None:
    koikoi = game("koikoi")
    state = begin(koikoi, build_table(koikoi), "hanafuda")
    lying = seen_card(1, None, "h01-1")
    state, _ = follow(state, Rest(1.0, (Change("appeared", lying),), (lying,)))
    state, _ = follow(state, Rest(2.0, (Change("left", lying, lying),), ()))
    assert not state.gathering.held
    assert state.settled.accounts == state.accounts


def test_a_card_of_the_trick_that_is_told_after_its_heap_was_laid_before(table: TrickTable) -> None:
    """The winner's hand may stay on the last card. It was seen once, and is reported when it has gone."""
    table = TrickTable()
    table.lay(*TRICK[:3])
    table.see(8.0, Change("appeared", seen_card(9, 0), time_s=8.0))
    last = seen_card(10, None, "4D")
    table.see(
        8.6,
        *table.leave_changes(1, 2, 3, time_s=7.0),
        Change("appeared", last, time_s=4.0),
        Change("left", last, last, 7.0),
    )
    assert [(event.event, event.time_s) for event in table.state.history if event.card == "4D"] == [
        ("laid", 4.0),
        ("taken", 8.0),
    ]
    assert len(table.state.best.position.tricks[0].taken) == 4
    assert table.state.best.fault_count == 0
