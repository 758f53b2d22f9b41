from contextlib import closing

from web.hall.storage.evenings import events_loader, find_evening, members_of, pseudonyms_of


def test_evenings_events_and_members_are_found(hall, tmp_path) -> None:
    members = hall.context.members
    aki = members.add("aki")
    members.add("Emi")
    members.add("emi", "E2")
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(2).send_all()
    with hall.database.read() as connection:
        evening = find_evening(connection, (1, 1, 1))
        assert evening is not None
        assert find_evening(connection, (1, 1, 2)) is None
        assert [event.kind for event in events_loader(connection, (1, 1, 1))(2)] == ["opened", "settled"]
        # With two members of one name, it is unknown which of them sits there.
        assert members_of(connection, evening.id, {"Aki", "Emi", "Ken"}) == {"Aki": aki.id}
        assert pseudonyms_of(connection, evening.id) == {}
