import json

from tests.unit.web.hall.intake.test_verdict import ROUND, SETTLEMENT
from web.hall.intake.pseudonyms import with_pseudonyms
from web.hall.intake.verdict import AGREES, judge


def rename(name: str) -> str | None:
    return "#7" if name == "Emi" else None


def test_the_name_goes_from_every_kind_of_entry() -> None:
    settled = {"kind": "settled", "round": ROUND, "settlement": SETTLEMENT}
    bodies = [
        {"kind": "opened", "players": ["Aki", "Emi"]},
        {"kind": "left", "player": "Emi"},
        {"kind": "swapped", "one": "Aki", "other": "Emi"},
        settled,
        {"kind": "edited", "of": 2, "rounds": [{"of": 2, "round": ROUND, "settlement": SETTLEMENT}]},
    ]
    for body in bodies:
        renamed = json.dumps(with_pseudonyms(body, rename), ensure_ascii=False)
        assert "Emi" not in renamed
        assert "#7" in renamed
    assert judge(with_pseudonyms(settled, rename)).verdict == AGREES


def test_sentences_of_a_round_that_the_rules_settle_otherwise_go_with_the_name() -> None:
    lie = {**SETTLEMENT, "net": [9, -9, 0, 0]}
    renamed = with_pseudonyms({"kind": "settled", "round": ROUND, "settlement": lie}, rename)
    assert "Emi" not in json.dumps(renamed, ensure_ascii=False)
    assert renamed["settlement"]["net"] == [9, -9, 0, 0]


def test_others_stay_as_they_are() -> None:
    for body in ({"kind": "closed"}, {"kind": "settled", "round": 3}, {"kind": "edited", "rounds": [1]}):
        assert with_pseudonyms(body, rename) == body


def test_a_name_goes_from_the_name_of_its_pair() -> None:
    opened = {"kind": "opened", "players": ["Aki & Emi", "Ken & Emily"], "player": "Emi & Ken"}
    assert with_pseudonyms(opened, rename) == {
        "kind": "opened",
        "players": ["Aki & #7", "Ken & Emily"],
        "player": "#7 & Ken",
    }
