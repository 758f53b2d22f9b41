import threading
from contextlib import closing

from tests.support.hall import BASE, InProcessClient, TableTrial
from web.outbox.hall_client import HallAddress, hall_away
from web.outbox.sender import OutboxSender


def test_it_sends_what_is_booked_and_asks_again_when_the_hall_was_away(hall, tmp_path) -> None:
    away, tries, enough = threading.Event(), [], threading.Event()

    def fault(_moment: str) -> None:
        tries.append(1)
        if len(tries) > 6:
            enough.set()
        if away.is_set():
            raise hall_away()

    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app, fault))) as table:
        table.outbox.join(HallAddress(BASE, hall.context.tables.code), "", "Pine", "")
        away.set()
        with closing(OutboxSender(table.outbox, first_wait_s=0.001, max_wait_s=0.005)) as sender:
            table.play(3)
            sender.start()
            table.outbox.wake.set()
            assert enough.wait(30)
            away.clear()
            while table.outbox.status.unsent:
                pass
        assert hall.nets(1) == table.nets()


def test_closing_what_was_never_started(tmp_path) -> None:
    with closing(TableTrial(tmp_path / "pine", lambda _url: None)) as table:
        OutboxSender(table.outbox).close()
