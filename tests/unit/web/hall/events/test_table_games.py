"""Games of real tables that become boards of an event."""

from contextlib import closing

import pytest

from web.hall.events.event_store import EventPlan
from web.hall.events.event_view import board_nets, event_detail
from web.hall.events.referee_changes import draw_round, exchange_players, take_back

PEOPLE = ("Aki", "Emi", "Ken", "Yuki", "Hana", "Jiro", "Mai", "Ren")


@pytest.fixture
def event(hall) -> int:
    number = hall.context.events.create(EventPlan("Spring", "otoroku", {"length": "last_standing"}, 4, "stones", 3, 40))
    for name in PEOPLE:
        hall.context.events.enter(number, name)
    return number


def draw_next_round(hall, event: int):
    draw_round(hall.context.events, event, hall.context.events.load(event).version)
    return hall.context.events.load(event)


def names_at_board(loaded, board: int, round_number: int = 1) -> tuple[str, ...]:
    return tuple(loaded.players[player].name for player in loaded.state.rounds[round_number - 1].boards[board].players)


def test_a_table_that_seats_exactly_a_board_plays_it(hall, event, tmp_path) -> None:
    with closing(hall.table(tmp_path / "old", players=PEOPLE[:4])) as old:
        old.play(2).send_all()
        drawn = draw_next_round(hall, event)
        seats = names_at_board(drawn, 0)
        assert board_nets(hall.context.events.load(event)) == {}, "what was played before the draw is no board of it"
        with closing(hall.table(tmp_path / "pine", players=seats)) as pine:
            pine.play(3).send_all()
            loaded = hall.context.events.load(event)
            nets = board_nets(loaded)
            assert nets == {(1, 1): tuple(pine.nets()[name] for name in seats)}
            pine.service.undo(pine.change())
            pine.send_all()
            assert board_nets(hall.context.events.load(event)) == {(1, 1): tuple(pine.nets()[name] for name in seats)}
            detail = event_detail(loaded)
            assert detail["rounds"][0]["boards"][0]["rounds"] == 3
            assert detail["rounds"][0]["boards"][0]["same_rules"]


def test_results_follow_the_seats_when_two_exchange(hall, event, tmp_path) -> None:
    drawn = draw_next_round(hall, event)
    seats = names_at_board(drawn, 0)
    with closing(hall.table(tmp_path / "pine", players=seats)) as pine:
        pine.play(3).send_all()
        first = hall.context.events.load(event)
        wrong, right = first.state.rounds[0].boards[0].players[0], first.state.rounds[0].boards[1].players[2]
        draw_next_round(hall, event)
        before = hall.context.events.load(event)
        exchange_players(hall.context.events, event, before.version, 1, (wrong, right))
        after = hall.context.events.load(event)
        assert [row["stones"] for row in event_detail(after)["standings"] if row["player"] == right] == [
            pine.nets()[seats[0]]
        ]
        assert after.version == before.version + 2, "the second round, which has not begun, is drawn anew"
        hall.context.events.change(event, None, lambda loaded: take_back(loaded, before.version + 2))
        hall.context.events.change(event, None, lambda loaded: take_back(loaded, before.version + 1))
        assert hall.context.events.load(event).state == before.state


def test_a_game_by_other_rules_is_marked_and_another_game_is_no_board(hall, tmp_path) -> None:
    number = hall.context.events.create(EventPlan("Strict", "otoroku", {"length": 12}, 4, "places", 1, 40))
    for name in PEOPLE[:4]:
        hall.context.events.enter(number, name)
    seats = names_at_board(draw_next_round(hall, number), 0)
    with closing(hall.table(tmp_path / "pine", players=seats)) as pine:
        pine.play().send_all()
        assert not event_detail(hall.context.events.load(number))["rounds"][0]["boards"][0]["same_rules"]


def test_a_member_is_known_under_another_name_and_forgotten(hall, event, tmp_path) -> None:
    members = hall.context.members
    aki = members.add("Aki")
    number = hall.context.events.create(EventPlan("League", "otoroku", {}, 4, "stones", 1, 40))
    for name in PEOPLE[:4]:
        hall.context.events.enter(number, name)
    seats = names_at_board(draw_next_round(hall, number), 0)
    with closing(
        hall.table(tmp_path / "pine", players=tuple("Akiko" if name == "Aki" else name for name in seats))
    ) as pine:
        pine.play(2).send_all()
        assert board_nets(hall.context.events.load(number)) == {}
        members.seat(1, "Akiko", aki.id)
        nets = board_nets(hall.context.events.load(number))
        assert nets[1, 1][seats.index("Aki")] == pine.nets()["Akiko"]
        members.forget(aki.id)
        loaded = hall.context.events.load(number)
        assert board_nets(loaded) == nets
        assert "Aki" not in {player.name for player in loaded.players.values()}
        assert "Aki" not in {player.name for player in hall.context.events.load(event).players.values()}


def test_a_pair_plays_its_board_in_whatever_order_its_names_stand(hall, tmp_path) -> None:
    number = hall.context.events.create(EventPlan("Pairs", "kakeya", {}, 2, "stones", 1, 40))
    for name in ("Aki & Emi", "Ken & Yuki"):
        hall.context.events.enter(number, name)
    seats = names_at_board(draw_next_round(hall, number), 0)
    with closing(hall.table(tmp_path / "pine")) as pine:
        for pairs, found in ((("Aki & Ken", "Emi & Yuki"), False), (("Yuki & Ken", "Aki & Emi"), True)):
            pine.service.close(pine.change())
            pine.open_pairs(pairs)
            pine.play_shuffled(2).send_all()
            nets = board_nets(hall.context.events.load(number))
            assert bool(nets) == found
        won = pine.nets()
    by_player = {"Aki & Emi": won["Aki & Emi"], "Ken & Yuki": won["Yuki & Ken"]}
    assert nets == {(1, 1): tuple(by_player[name] for name in seats)}
