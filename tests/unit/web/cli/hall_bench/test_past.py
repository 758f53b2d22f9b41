from contextlib import closing

from sqlalchemy import func, select

from web.cli.benches.ledger import write_ledger
from web.cli.hall_bench.past import ROUNDS_OF_EVENING, Past
from web.hall.storage.schema import ENTRIES, EVENINGS, TALLIES


def test_past_evenings_are_spread_over_tables_and_members(hall, tmp_path) -> None:
    with closing(hall.table(tmp_path / "pine")) as pine, closing(hall.table(tmp_path / "moon", name="Moon")) as moon:
        past = Past(hall.database, write_ledger)
        past.grow(3 * ROUNDS_OF_EVENING)
        past.grow(5 * ROUNDS_OF_EVENING)
        assert past.rounds == 5 * ROUNDS_OF_EVENING
        with hall.database.read() as connection:
            of_table = select(EVENINGS.c.table_id, func.sum(EVENINGS.c.rounds)).group_by(EVENINGS.c.table_id)
            assert dict(connection.execute(of_table).all()) == {1: 150, 2: 100, 3: 50}
            assert connection.execute(select(func.count()).select_from(ENTRIES)).scalar() == 6 * (ROUNDS_OF_EVENING + 1)
            members = connection.execute(select(TALLIES.c.member_id).where(TALLIES.c.evening_id > 1)).scalars().all()
            assert len(members) == 5 * 4
            assert len(set(members)) == 8, "four for each table"
        assert len(hall.context.members.history(members[0])) >= 2
        for table in (pine, moon):
            table.play().send_all()
        assert hall.nets(1) == pine.nets(), "what is played now is newer than the past"


def test_an_event_waits_for_the_first_board(hall, tmp_path) -> None:
    names = ("Aki", "Emi", "Ken", "Yuki")
    with closing(hall.table(tmp_path / "pine", players=names)) as pine:
        event = Past(hall.database, write_ledger).begin_event(names, "otoroku")
        pine.play().send_all()
        assert hall.context.events.load(event).results != {}
