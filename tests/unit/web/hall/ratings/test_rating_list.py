from sqlalchemy import insert, select, update

from scorer.session.events import GameBegun
from tests.support.hall import NAMES
from web.hall.ratings.rating_fold import ALL_SEASONS, FIRST_POINTS
from web.hall.storage.schema import EVENINGS, RATINGS


def stored_ratings(hall) -> list[tuple[object, ...]]:
    with hall.database.read() as connection:
        rows = connection.execute(select(RATINGS).order_by(RATINGS.c.season, RATINGS.c.game, RATINGS.c.member_id))
        return [tuple(row) for row in rows]


def names_by_place(hall, season: int = ALL_SEASONS) -> list[str]:
    """Names from the first place on, those who share one beside each other."""
    return [one.name for one in hall.context.ratings.best(season).get("otoroku", [])]


def play_apart(table):
    """Play until all members have different results."""
    for _ in range(12):
        table.play()
        nets = [table.nets()[name] for name in NAMES[:3]]
        if len({*nets, nets[0] + nets[1]}) == 4:
            return table
    raise AssertionError("the hands give no such result")


def end_evening(table) -> None:
    table.service.close(table.change())
    table.send_all()


def test_a_finished_evening_is_one_result_by_what_its_members_won(hall, table) -> None:
    for name in NAMES[:3]:
        hall.context.members.add(name)
    play_apart(table).send_all()
    ratings = hall.context.ratings
    assert not ratings.is_on
    assert ratings.compute() == 0  # the current game has no final standing
    end_evening(table)
    assert stored_ratings(hall) == []  # booking computes nothing
    assert ratings.compute() == 6  # three members, one season and all seasons
    nets = table.nets()
    assert names_by_place(hall) == sorted(NAMES[:3], key=lambda name: -nets[name])
    assert {one.games for one in ratings.best()["otoroku"]} == {1}
    assert ratings.computed_at
    assert [(each.season, each.games) for each in ratings.of_member(1)] == [(ALL_SEASONS, 1), (0, 1)]


def test_a_game_counts_when_the_next_one_has_begun(hall, table) -> None:
    for name in NAMES[:2]:
        hall.context.members.add(name)
    table.play(2)
    table.service.begin_game(GameBegun("otoroku", "hanafuda", {}, NAMES, (10_000,) * 4), table.change())
    table.play().send_all()
    hall.context.ratings.compute()
    assert hall.context.ratings.of_member(1)[0].games == 1
    end_evening(table)
    hall.context.ratings.compute()
    assert hall.context.ratings.of_member(1)[0].games == 2


def test_computing_anew_gives_the_same(hall, table) -> None:
    for name in NAMES:
        hall.context.members.add(name)
    for _ in range(3):
        table.play(2)
        end_evening(table)
        table.open()
    table.send_all()
    hall.context.ratings.compute()
    before = stored_ratings(hall)
    with hall.database.write() as connection:
        connection.execute(update(RATINGS).values(points=0))
        connection.execute(insert(RATINGS).values((9, "gone", 1, 0.0, 0.0, 1, 1)))
    assert hall.context.ratings.compute() == len(before) == 8
    assert stored_ratings(hall) == before
    assert hall.context.ratings.of_member(1)[0].games == 3


def test_an_evening_belongs_to_the_season_it_began_in(hall, table) -> None:
    for name in NAMES[:2]:
        hall.context.members.add(name)
    hall.context.setting_store.set_setting("seasons", ["Spring"])
    table.play().send_all()
    hall.context.setting_store.set_setting("seasons", ["Spring", "Summer"])
    table.play()
    end_evening(table)
    table.open()
    table.play(2)
    end_evening(table)
    hall.context.ratings.compute()
    assert [(each.season, each.games) for each in hall.context.ratings.of_member(1)] == [
        (ALL_SEASONS, 2),
        (2, 1),
        (1, 1),
    ]


def test_guests_and_forgotten_members_have_none(hall, table) -> None:
    members, ratings = hall.context.members, hall.context.ratings
    aki, emi, _ken = (members.add(name) for name in NAMES[:3])
    play_apart(table)
    end_evening(table)
    assert ratings.compute() == 6
    members.forget(emi.id)
    assert len(stored_ratings(hall)) == 4
    assert ratings.of_member(emi.id) == []
    assert ratings.compute() == 4
    assert names_by_place(hall) == sorted(("Aki", "Ken"), key=lambda name: -table.nets()[name])
    members.forget(aki.id)
    assert ratings.compute() == 0  # Ken alone is compared with nobody


def test_two_entries_of_one_person_are_one_result(hall, table) -> None:
    members, ratings = hall.context.members, hall.context.ratings
    aki, emi, _ken = (members.add(name) for name in NAMES[:3])
    play_apart(table)
    end_evening(table)
    ratings.compute()
    members.merge(emi.id, aki.id)
    assert "Emi" not in names_by_place(hall)
    assert ratings.compute() == 4
    nets = table.nets()
    assert names_by_place(hall)[0] == ("Aki" if nets["Aki"] + nets["Emi"] > nets["Ken"] else "Ken")


def test_an_evening_that_is_broken_does_not_count(hall, table) -> None:
    for name in NAMES[:2]:
        hall.context.members.add(name)
    table.play(2)
    end_evening(table)
    with hall.database.write() as connection:
        connection.execute(update(EVENINGS).values(state="broken"))
    assert hall.context.ratings.compute() == 0


def test_an_evening_that_goes_on_counts_when_it_has_ended_again(hall, table) -> None:
    for name in NAMES[:2]:
        hall.context.members.add(name)
    table.play(2)
    end_evening(table)
    assert hall.context.ratings.compute() == 4
    table.service.continue_evening(table.service.evening_id, table.change())
    table.send_all()
    assert hall.context.ratings.compute() == 0
    table.play()
    end_evening(table)
    assert hall.context.ratings.compute() == 4


def test_those_with_the_same_points_share_a_place(hall) -> None:
    for name in ("Ken", "Emi", "Aki"):
        hall.context.members.add(name)
    with hall.database.write() as connection:
        for member, points in ((1, 1600), (2, 1600), (3, FIRST_POINTS)):
            connection.execute(insert(RATINGS).values((ALL_SEASONS, "otoroku", member, 25.0, 8.0, 1, points)))
    best = hall.context.ratings.best()["otoroku"]
    assert [(one.place, one.name) for one in best] == [(1, "Emi"), (1, "Ken"), (3, "Aki")]


def test_the_switch_keeps_what_was_computed(hall) -> None:
    ratings = hall.context.ratings
    ratings.switch(is_on=True)
    assert ratings.is_on
    hall.context.setting_store.set_setting("ratings", "yes")
    assert not ratings.is_on  # only true is on


def test_partners_share_a_result_and_a_pair_with_a_guest_has_none(hall, table) -> None:
    members, ratings = hall.context.members, hall.context.ratings
    aki, emi, ken, yuki = (members.add(name) for name in NAMES)
    table.service.close(table.change())
    for pairs in (("Aki & Emi", "Ken & Yuki"), ("Aki & Emi", "Ken & Somebody")):
        table.open_pairs(pairs)
        table.play_shuffled(2)
        end_evening(table)
        ratings.compute()
    rated = {each.id: ratings.of_member(each.id)[0] for each in (aki, emi, ken, yuki)}
    assert {each.games for each in rated.values()} == {1}
    assert rated[aki.id].points == rated[emi.id].points
    assert rated[ken.id].points == rated[yuki.id].points
