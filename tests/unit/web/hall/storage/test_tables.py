from dataclasses import replace

import pytest

from scorer.errors import Refusal
from web.hall.storage.tables import JoinRequest, normalize_code

WISH = JoinRequest("Pine", "ab" * 16, "http://192.168.1.5:8000/", 7, 2)


def test_a_table_joins_by_the_code_and_has_a_key_of_its_own(hall) -> None:
    tables = hall.context.tables
    number, key, following = tables.join(tables.code.lower(), WISH)
    assert following == 7
    assert tables.require(f"{number}.{key}") == number
    other, second, _ = tables.join(tables.code, replace(WISH, ledger="cd" * 16))
    assert other != number
    for forged in (f"{number}.{second}", f"{number}.", f"{number}.{key}x", f"99.{key}", key, "", "1.é", "٣.x"):
        with pytest.raises(Refusal, match="not_joined"):
            tables.require(forged)


def test_the_same_ledger_is_the_same_table_with_a_new_key(hall) -> None:
    tables = hall.context.tables
    first = tables.join(tables.code, WISH)
    again = tables.join(tables.code, replace(WISH, name="Crane", first=20))
    assert (again[0], again[2]) == (first[0], 7)
    assert [table.name for table in tables.all()] == ["Crane"]
    with pytest.raises(Refusal, match="not_joined"):
        tables.require(f"{first[0]}.{first[1]}")


def test_a_table_that_left_begins_anew(hall) -> None:
    tables = hall.context.tables
    number, key, _ = tables.join(tables.code, WISH)
    tables.remove(number)
    assert tables.all() == []
    with pytest.raises(Refusal, match="not_joined"):
        tables.require(f"{number}.{key}")
    assert tables.join(tables.code, replace(WISH, first=20))[2] == 20
    found = tables.find(number)
    assert found is not None
    assert found.generation == 2
    assert tables.find(99) is None


def test_wrong_codes_are_refused_and_a_new_one_ends_the_old(hall) -> None:
    tables = hall.context.tables
    old = tables.code
    new = tables.renew_code()
    assert new != old
    for code in (old, "", new[:-1], "é" * 8):
        with pytest.raises(Refusal, match="wrong_code"):
            tables.join(code, WISH)
    assert tables.join(f"{new[:4]}-{new[4:]}", WISH)
    assert normalize_code(" ab-cd ") == "ABCD"
