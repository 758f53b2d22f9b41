from contextlib import closing

from web.hall.live.table_cards import SHOWN_ROUNDS, table_cards, table_detail


def test_a_card_shows_the_newest_evening_and_a_page_its_last_rounds(hall, tmp_path) -> None:
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        with hall.database.read() as connection:
            (card,) = table_cards(connection)
            assert (card["game"], card["players"]) == (None, [])
            assert table_detail(connection, 1)["rounds"] == []
        table.play(SHOWN_ROUNDS + 3)
        table.service.undo(table.change())
        table.send_all()
        with hall.database.read() as connection:
            detail = table_detail(connection, 1)
            assert table_cards(connection, [2]) == []
            assert table_detail(connection, 2) is None
    assert [entry["round"] for entry in detail["rounds"]] == list(range(11, 3, -1))
    assert [entry["undone"] for entry in detail["rounds"]] == [True] + [False] * 7
    assert {one["name"]: one["net"] for one in detail["totals"]} == table.nets()
    assert detail["url"] == "http://192.168.1.5:8000/"
