from contextlib import closing

from tests.support.hall import BASE, InProcessClient
from web.cli.synthetic_tables import DemoTables
from web.hall.storage.tables import JoinRequest
from web.outbox import outbox
from web.outbox.hall_client import HallAddress


def test_three_tables_play_by_themselves(hall, monkeypatch) -> None:
    monkeypatch.setattr(outbox.Outbox.__init__, "__defaults__", (lambda _url: InProcessClient(hall.app),))
    address = HallAddress(BASE, hall.context.tables.code)
    with closing(DemoTables(address, pause_s=0.0)) as tables:
        hall.context.tables.note_synthetic(tables.ledgers)
        tables.start()
        while sum(table.last for table in hall.context.tables.all()) < 15:
            pass
    hall.context.tables.join(hall.context.tables.code, JoinRequest("Oak", "ab" * 16, "", 1, 1))
    hall.context.tables.remove_synthetic()
    assert [table.name for table in hall.context.tables.all()] == ["Oak"]
    with hall.database.read() as connection:
        verdicts = set(connection.exec_driver_sql("SELECT verdict FROM entries").scalars())
        games = set(connection.exec_driver_sql("SELECT game FROM evenings").scalars())
    assert verdicts == {"agrees", ""}
    assert games == {"otoroku", "koikoi", "dontsuku"}
