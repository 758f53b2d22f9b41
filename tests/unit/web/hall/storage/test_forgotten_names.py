import pytest

from scorer.errors import Refusal
from web.hall.events.event_store import EventPlan


def all_texts(hall) -> str:
    """All texts of the database, joined."""
    with hall.database.read() as connection:
        names = ("entries", "evenings", "tallies", "members", "seats", "pseudonyms", "event_players")
        return repr([connection.exec_driver_sql(f"SELECT * FROM {name}").all() for name in names])  # noqa: S608


def test_a_forgotten_name_is_nowhere_and_the_sums_stay(hall, table) -> None:
    members = hall.context.members
    emi = members.add("Emi", "EM")
    table.play(3)
    table.service.undo(table.change())
    table.send_all()
    before = members.sums(emi.id)
    members.forget(emi.id)
    assert "Emi" not in all_texts(hall)
    assert members.sums(emi.id) == before
    assert members.find(emi.id).is_forgotten
    # The evening goes on, and the table still sends her name.
    table.play(2)
    table.service.undo(table.change())
    table.send_all()
    assert "Emi" not in all_texts(hall)
    assert table.outbox.status.refusal is None
    assert members.sums(emi.id)[0]["net"] == table.nets()["Emi"]
    assert hall.get("/api/tables/1").json["disagreements"] == 0
    with pytest.raises(Refusal, match="not_found"):
        members.forget(emi.id)


def test_a_forgotten_partner_is_in_no_name_of_a_pair(hall, table) -> None:
    members = hall.context.members
    emi = members.add("Emi")
    event = hall.context.events.create(EventPlan("Pairs", "kakeya", {}, 2, "stones", 1, 40))
    hall.context.events.enter(event, "Aki & Emi")
    table.service.close(table.change())
    table.open_pairs(("Aki & Emi", "Ken & Yuki"))
    table.play_shuffled(2).send_all()
    before = members.sums(emi.id)
    members.forget(emi.id)
    assert "Emi" not in all_texts(hall)
    assert members.sums(emi.id) == before
    table.play_shuffled().send_all()
    assert "Emi" not in all_texts(hall)
    assert members.sums(emi.id)[0]["rounds"] == 3
    assert [player.name for player in hall.context.events.load(event).players.values()] == [f"Aki & #{emi.id}"]
