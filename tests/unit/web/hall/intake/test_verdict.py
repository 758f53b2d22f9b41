from scorer.api import settle_round
from tests.support.hands import HANDS
from web.hall.intake.verdict import AGREES, BROKEN, DIFFERS, NONE, judge

ROUND = {"game": "otoroku", "seats": ["Aki", "Emi", "Ken", "Yuki"], "hands": [list(hand) for hand in HANDS]}
SETTLEMENT = settle_round(ROUND).as_json()


def test_the_rules_agree_or_not() -> None:
    assert judge({"kind": "settled", "round": ROUND, "settlement": SETTLEMENT}).verdict == AGREES
    lie = {**SETTLEMENT, "net": [SETTLEMENT["net"][0] + 5, SETTLEMENT["net"][1] - 5, *SETTLEMENT["net"][2:]]}
    assert judge({"kind": "settled", "round": ROUND, "settlement": lie}).verdict == DIFFERS
    edit = {"kind": "edited", "of": 2, "rounds": [{"of": 2, "round": ROUND, "settlement": lie}]}
    assert judge(edit).verdict == DIFFERS


def test_what_is_no_round_has_no_verdict() -> None:
    assert judge({"kind": "closed"}).verdict == NONE


def test_what_cannot_be_read_is_broken() -> None:
    bodies = [{"kind": "x"}, {"kind": "left", "player": "<\u202e>"}, {"kind": "joined", "player": "A", "stones": -1}]
    assert [judge(body).verdict for body in bodies] == [BROKEN] * 3
