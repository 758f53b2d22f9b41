"""What an evening says of itself between two entries."""

from __future__ import annotations

from dataclasses import replace

from scorer.session.events import EveningOpened, GameBegun, PlayerLeft, RoundUndone
from tests.support.sample_evenings import Evening

FIRST = EveningOpened("otoroku", "hanafuda", {"length": 6, "method": "everyone"}, ("Aki", "Emi", "Jun"), (), 1)


def test_the_table_seats_the_dealer_first_and_counts_the_rounds_down() -> None:
    session = Evening(FIRST).session
    table = session.table()
    assert session.seat_order == (1, 2, 0)
    assert (table.seats, table.stones, table.rounds_left) == (("Emi", "Jun", "Aki"), (30, 30, 30), 6)
    assert replace(session, round_number=6).table().rounds_left == 1
    assert replace(session, round_number=9).table().rounds_left == 1


def test_a_game_without_an_agreed_length_counts_no_rounds() -> None:
    last = EveningOpened("otoroku", "hanafuda", {"length": "last_standing"}, ("Aki", "Emi"))
    assert Evening(last).session.table().rounds_left is None


def test_the_last_round_that_counts_can_be_undone() -> None:
    evening = Evening(FIRST).play(2)
    assert evening.session.undoable_event == 3
    evening.append(RoundUndone(3))
    assert (evening.session.undoable_event, evening.session.redoable_events) == (2, (3,))
    assert [played.event_number for played in evening.session.valid_rounds] == [2]
    assert Evening(FIRST).session.undoable_event is None


def test_a_game_just_begun_can_be_undone_until_something_follows() -> None:
    evening = Evening(FIRST).play(1).append(GameBegun("tokotoko", "hanafuda", {}, ("Aki", "Emi")))
    assert evening.session.undoable_event == evening.session.opening_event == 3
    assert [game.game for game in evening.session.games] == ["otoroku", "tokotoko"]
    assert evening.play(1).session.undoable_event == 4


def test_who_has_left_is_not_present_and_too_few_cannot_play() -> None:
    evening = Evening(FIRST).append(PlayerLeft("Emi"))
    assert evening.session.present == (0, 2)
    assert evening.session.is_playable
    assert not evening.append(PlayerLeft("Jun")).session.is_playable
    assert not replace(Evening(FIRST).session, closed=True).is_playable
    assert not replace(Evening(FIRST).session, over=True).is_playable


def test_each_person_of_a_pair_is_the_player_that_the_pair_is() -> None:
    pairs = Evening(EveningOpened("kakeya", "western", {}, ("Emi & Rin", "Aki & Jun"))).session
    assert [pairs.player_of(name) for name in ("Emi", "Rin", "Jun", "Aki & Jun", "Sora")] == [0, 0, 1, 1, None]
    alone = Evening(EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi & Rin"))).session
    assert [alone.player_of(name) for name in ("Aki", "Emi & Rin", "Emi")] == [0, 1, None]
