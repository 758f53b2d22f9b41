"""Members are found page by page and by what is typed, however many there are."""

import gzip

import pytest
from sqlalchemy import insert

from scorer.errors import Refusal
from tests.support.hall import BASE
from web.hall.storage.member_search import CHOICE_MEMBERS, LISTED_MEMBERS, find_by_names
from web.hall.storage.names import name_key
from web.hall.storage.schema import MEMBERS


@pytest.fixture
def add_members(hall):
    """Adds so many members, two of each name."""

    def add(count: int, first: int = 0) -> None:
        names = [f"Member {(first + number) // 2:05d}" for number in range(count)]
        rows = [
            {
                "name": name,
                "name_key": name_key(name),
                "code": f"X{first + n}",
                "is_forgotten": False,
                "joined_at": "2026",
            }
            for n, name in enumerate(names)
        ]
        with hall.database.write() as connection:
            connection.execute(insert(MEMBERS), rows)

    return add


def test_pages_of_members_follow_each_other(hall, add_members) -> None:
    add_members(2 * LISTED_MEMBERS + 7)
    members, found, after, more = hall.context.members, [], None, True
    while more:
        page, more = members.page(after=after)
        assert len(page) <= LISTED_MEMBERS
        found += page
        after = page[-1].id
    assert [member.name for member in found] == sorted(member.name for member in found)
    assert len({member.id for member in found}) == 2 * LISTED_MEMBERS + 7
    assert hall.context.members.choices() is None


def test_a_search_finds_parts_of_names_and_codes(hall) -> None:
    members = hall.context.members
    for name, code in (("Aki Mori", "AK"), ("Emi 100%", "EM"), ("Ken", "KE"), ("中村 春", "HN")):
        members.add(name, code)
    found = lambda search: [member.name for member in members.page(search)[0]]  # noqa: E731
    assert found("mori") == ["Aki Mori"]
    assert found("ke") == ["Ken"]
    assert found("em") == ["Emi 100%"]
    assert found("%") == ["Emi 100%"], "a sign of LIKE is only a letter"
    assert found("村") == ["中村 春"]
    assert found("nobody") == []


def test_what_is_typed_is_one_member_or_refused(hall) -> None:
    members = hall.context.members
    aki, other = members.add("Aki", "AK"), members.add("Aki", "A2")
    emi, ken = members.add("Emi", "KEN"), members.add("Ken", "KE")
    assert members.find_typed(" ak ") == aki.id
    assert members.find_typed("Aki (A2)") == other.id
    assert members.find_typed("Ｅｍｉ") == emi.id
    assert members.find_typed("Ken (KE)") == ken.id
    # "Aki" are two, "Ken" is the name of one and the code of another.
    for typed in ("Aki", "Ken", "nobody", "nobody (ZZ)", ""):
        with pytest.raises(Refusal, match="bad_name"):
            members.find_typed(typed)
    assert [member.code for member in members.namesakes(aki.id)] == ["A2"]
    with hall.database.read() as connection:
        assert find_by_names(connection, {"aki", "EMI", "Nobody"}) == {"EMI": emi.id}


def test_pages_do_not_grow_with_the_members(hall, add_members, tmp_path) -> None:
    table = hall.table(tmp_path / "pine")
    table.play().send_all()
    client, paths = hall.referee(), ("/members", "/members/1", "/tables/1")

    def sizes() -> list[int]:
        return [len(gzip.compress(client.get(path, base_url=BASE).data)) for path in paths]

    add_members(CHOICE_MEMBERS + LISTED_MEMBERS)
    few = sizes()
    add_members(1000, first=1000)
    assert all(many < 1.2 * before for many, before in zip(sizes(), few, strict=True))
    table.close()


def test_a_referee_of_a_large_hall_types_who_sits_where(hall, add_members, tmp_path) -> None:
    add_members(CHOICE_MEMBERS + 1)
    hall.context.members.add("Hana", "HN")
    client = hall.referee()
    table = hall.table(tmp_path / "pine")
    table.play().send_all()
    assert 'name="member.typed"' in client.get("/tables/1", base_url=BASE).text
    seat = {"evening": 1, "name": "Ken"}
    wrong = hall.post(client, "/tables/1/seats", **seat, **{"member.typed": "Member 00001"})
    assert wrong.status_code == 422
    assert "More than one member" in wrong.text
    assert hall.post(client, "/tables/1/seats", **seat, **{"member.typed": "hn"}).status_code == 302
    hana = hall.context.members.find_typed("HN")
    assert hall.context.members.sums(hana)[0]["net"] == table.nets()["Ken"]
    assert hall.post(client, "/tables/1/seats", **seat, **{"member.typed": ""}).status_code == 302
    assert hall.context.members.sums(hana) == []
    assert "exactly this name" in client.get("/members/1", base_url=BASE).text
    merged = hall.post(client, "/members/1/merge", **{"into.typed": "X1"})
    assert merged.headers["Location"] == "/members/2"
    table.close()
