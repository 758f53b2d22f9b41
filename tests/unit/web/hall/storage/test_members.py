import pytest

from scorer.errors import Refusal
from web.hall.storage.schema import TALLIES


def test_whoever_sits_down_under_a_name_is_that_member(hall, table) -> None:
    aki = hall.context.members.add("Aki", "ak")
    assert (aki.name, aki.code) == ("Aki", "AK")
    table.play(3).send_all()
    assert hall.context.members.sums(aki.id) == [
        {
            "season": 0,
            "game": "otoroku",
            "evenings": 1,
            "rounds": 3,
            "wins": hall.context.members.sums(aki.id)[0]["wins"],
            "net": table.nets()["Aki"],
        }
    ]
    assert [item["as"] for item in hall.context.members.history(aki.id)] == ["Aki"]
    assert hall.context.members.history(aki.id, before=1) == []


def test_a_page_of_a_history_shows_each_evening_with_all_its_games(hall, table, monkeypatch) -> None:
    monkeypatch.setattr("web.hall.storage.members.HISTORY_ITEMS", 1)
    aki = hall.context.members.add("Aki")
    table.play().send_all()
    with hall.database.write() as connection:
        row = connection.execute(TALLIES.select().where(TALLIES.c.name == "Aki")).one()
        connection.execute(TALLIES.insert().values(**{**row._mapping, "game_number": 1}))
    assert len(hall.context.members.history(aki.id)) == 2
    assert hall.context.members.history(aki.id, before=row.evening_id) == []


def test_a_referee_says_who_sits_where(hall, table) -> None:
    table.play(2).send_all()
    members = hall.context.members
    someone = members.add("Hana")
    members.seat(1, "Ken", someone.id)
    table.play().send_all()
    assert members.sums(someone.id)[0]["net"] == table.nets()["Ken"]
    members.seat(1, "Ken", None)
    assert members.sums(someone.id) == []
    for evening, member in ((9, someone.id), (1, 99)):
        with pytest.raises(Refusal, match="not_found"):
            members.seat(evening, "Ken", member)


def test_two_entries_of_one_person_are_merged(hall, table) -> None:
    members = hall.context.members
    one, other = members.add("Aki"), members.add("Emi")
    table.play(3).send_all()
    members.merge(one.id, other.id)
    assert members.sums(other.id)[0]["net"] == table.nets()["Aki"] + table.nets()["Emi"]
    assert members.find(one.id).id == other.id
    assert [member.name for member in members.page()[0]] == ["Emi"]
    for pair in ((other.id, other.id), (one.id, other.id), (other.id, 99)):
        with pytest.raises(Refusal):
            members.merge(*pair)


def test_a_new_name_in_the_middle_of_an_evening_leaves_the_evening_to_the_member(hall, table) -> None:
    members = hall.context.members
    aki = members.add("Aki")
    table.play(2).send_all()
    members.rename(aki.id, "Akira", "AK")
    members.rename(aki.id, "Akiko", "AK")
    table.play(2).send_all()
    assert members.sums(aki.id)[0]["rounds"] == 4
    assert members.sums(aki.id)[0]["net"] == table.nets()["Aki"]


def test_a_merged_member_goes_on_under_both_names(hall, table) -> None:
    members = hall.context.members
    one, other = members.add("Aki"), members.add("Akiko")
    table.play(2).send_all()
    members.merge(one.id, other.id)
    table.play(2).send_all()
    assert members.sums(other.id)[0]["net"] == table.nets()["Aki"]
    table.service.close(table.change())
    table.open()
    table.play().send_all()
    assert members.sums(other.id)[0]["rounds"] == 5
    # Somebody new of that name is meant by it.
    third = members.add("Aki")
    table.play().send_all()
    assert (members.sums(third.id)[0]["rounds"], members.sums(other.id)[0]["rounds"]) == (2, 4)


def test_a_code_that_is_made_is_free(hall) -> None:
    members = hall.context.members
    members.add("Aki", "M2")
    assert members.add("Emi").code == "M3"
    assert members.add("Ken").code == "M4"


def test_names_and_codes_are_checked(hall) -> None:
    members = hall.context.members
    aki = members.add("Aki", "AK")
    members.rename(aki.id, "Akira", "AK")
    assert members.find(aki.id).name == "Akira"
    for name, code, refusal in (("", "A1", "bad_name"), ("Emi", "x", "bad_name"), ("Emi", "ak", "name_taken")):
        with pytest.raises(Refusal, match=refusal):
            members.add(name, code)
    with pytest.raises(Refusal, match="not_found"):
        members.rename(9, "Emi", "EM")
    with pytest.raises(Refusal, match="not_found"):
        members.find(9)


def test_partners_are_two_people(hall, table) -> None:
    members = hall.context.members
    aki, emi = members.add("Aki"), members.add("Emi")
    table.service.close(table.change())
    table.open_pairs(("Aki & Emi", "Ken & Yuki"))
    table.play_shuffled(3).send_all()
    stones = table.nets()["Aki & Emi"]
    assert stones != 0
    own, partners = members.sums(aki.id)[0], members.sums(emi.id)[0]
    assert (own["game"], own["rounds"], own["wins"]) == ("kakeya", 3, partners["wins"])
    assert own["net"] + partners["net"] == stones
    assert abs(own["net"]) - abs(partners["net"]) in {0, 1}
    assert sum(hall.nets(1).values()) == 0
    assert set(hall.nets(1)) == {"Aki", "Emi", "Ken", "Yuki"}
