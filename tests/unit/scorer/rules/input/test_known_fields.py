"""What every game keeps of it: promises/games/test_known_fields.py."""

import pytest

from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.input.known_fields import require_odds_fields, require_round_fields, require_value_fields

KUJUROKU, DONTSUKU, KOIKOI = game("kujuroku"), game("dontsuku"), game("koikoi")


def refusal_of(check, rules, data: dict) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        check(rules, data)
    return caught.value.code, caught.value.message.en


def test_known_fields_pass_at_every_depth() -> None:
    require_round_fields(KUJUROKU, {"game": "kujuroku", "oni": {"took": 3, "left_play": False}, "stones": [1]})
    require_round_fields(DONTSUKU, {"hands": [{"cards": [], "acted": False}, None, 7]})
    require_round_fields(DONTSUKU, {"hands": {"cards": []}})
    require_value_fields(KOIKOI, {"cards": [], "month": 3, "field": []})
    require_odds_fields(KOIKOI, {"cards": [], "seen": [], "playouts": 3, "seat": 1})


@pytest.mark.parametrize(
    ("check", "rules", "data", "field", "meant"),
    [
        (require_round_fields, KUJUROKU, {"oni": {"tok": 3}}, "oni.tok", "oni.took"),
        (require_round_fields, DONTSUKU, {"hands": [{}, {"card": []}]}, "hands.1.card", "hands.1.cards"),
        (require_round_fields, DONTSUKU, {"stone": [1]}, "stone", "stones"),
        (require_round_fields, KOIKOI, {"option": {}}, "option", "options"),
        (require_round_fields, KOIKOI, {"seven_doubles": 1}, "seven_doubles", "options.seven_double"),
        (require_value_fields, KOIKOI, {"cardz": []}, "cardz", "cards"),
        (require_odds_fields, KOIKOI, {"playout": 3}, "playout", "playouts"),
    ],
)
def test_others_are_refused_with_the_nearest(check, rules, data: dict, field: str, meant: str) -> None:
    code, said = refusal_of(check, rules, data)
    assert code == "bad_round"
    assert said.endswith(f" has no field {field}. Did you mean {meant}?")


def test_bad_options_come_first_and_long_names_are_cut() -> None:
    assert refusal_of(require_round_fields, KOIKOI, {"x": 1, "options": {"y": 1}})[0] == "bad_option"
    assert len(refusal_of(require_round_fields, KOIKOI, {"x" * 5000: 1})[1]) < 100
