"""House rules take the values they list and none that only look alike."""

from __future__ import annotations

import copy
import json

import pytest

from scorer.errors import Refusal
from scorer.rules.options import NO_AMOUNTS, Amounts, Option, agreement_suffix, amounts_of, flag
from scorer.texts import Name, Text

LENGTH = Option(
    "length",
    Text("Length", "長さ"),
    Text("", ""),
    12,
    values=(12, "last_standing"),
    value_labels=(Text("12 rounds", "十二局"), Text("to the last", "最後の一人まで")),
)
WAGER = Option("wager", Text("Wager", "賭け石"), Text("", ""), 1, minimum=1, maximum=50)
WORTH = Option(
    "worth",
    Text("Worth", "点数"),
    Text("", ""),
    NO_AMOUNTS,
    minimum=0,
    maximum=99,
    amount_keys=(("goko", Name("Goko", "五光")), ("ameshiko", Name("Ame-shiko", "雨四光")), ("tan", Name("Tan", "短"))),
    usual=lambda options: {"goko": options["goko"], "ameshiko": 7},
)
JIZO = flag("jizo", Text("Jizo", "地蔵"), Text("", ""), default=False)


@pytest.mark.parametrize(
    ("option", "value"), [(LENGTH, 12), (LENGTH, "last_standing"), (WAGER, 1), (WAGER, 50), (JIZO, False), (JIZO, True)]
)
def test_values_that_may_be(option: Option, value: object) -> None:
    assert option.check(value) is value


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (LENGTH, 12.0),
        (LENGTH, "12"),
        (LENGTH, 11),
        (WAGER, 0),
        (WAGER, 51),
        (WAGER, True),
        (WAGER, None),
        (JIZO, 1),
        (JIZO, 0),
        (JIZO, "true"),
        (JIZO, [True]),
    ],
)
def test_values_that_may_not_be(option: Option, value: object) -> None:
    with pytest.raises(Refusal, match=f"bad_option: {option.key} cannot be"):
        option.check(value)


def test_a_range_without_an_upper_end_goes_on() -> None:
    target = Option("target", Text("", ""), Text("", ""), 5, values=("off",), minimum=3)
    assert [target.check(value) for value in (3, 10**9, "off")] == [3, 10**9, "off"]
    with pytest.raises(Refusal, match="bad_option"):
        target.check(2)


def test_an_agreement_is_named_with_the_rule_only_where_its_value_says_too_little() -> None:
    assert agreement_suffix([LENGTH, JIZO], "length", "last_standing") == Text(
        " (agreed: to the last)", "（取り決め：最後の一人まで）"
    )
    assert agreement_suffix([LENGTH, JIZO], "jizo", False) == Text(" (agreed: Jizo: no)", "（取り決め：地蔵はなし）")


@pytest.mark.parametrize("value", [{}, {"goko": 0}, {"goko": 99, "tan": 3}])
def test_amounts_that_may_be_are_kept_as_they_are(value: dict[str, int]) -> None:
    checked = WORTH.check(value)
    assert checked == value
    assert isinstance(checked, Amounts)
    assert WORTH.check(checked) == value
    assert json.dumps(checked) == json.dumps(value)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"gokou": 12}, "worth has no gokou; the nearest is goko"),
        ({"": 12}, "worth has no ; the nearest is"),
        ({"goko": 12, "amesiko": 0}, "worth has no amesiko; the nearest is ameshiko"),
        ({"goko": 100}, "goko of worth cannot be 100: a whole number from 0 to 99"),
        ({"goko": -1}, "goko of worth cannot be -1"),
        ({"goko": True}, "goko of worth cannot be true"),
        ({"goko": 5.0}, "goko of worth cannot be 5.0"),
        ({"goko": "5"}, 'goko of worth cannot be "5"'),
        ({"goko": None}, "goko of worth cannot be null"),
        ({"goko": [5]}, "goko of worth cannot be"),
        (5, "worth cannot be 5"),
        ("goko", 'worth cannot be "goko"'),
        ([["goko", 5]], "worth cannot be"),
        (None, "worth cannot be null"),
    ],
)
def test_amounts_that_may_not_be_are_refused_with_the_nearest_key_or_the_range(value: object, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        WORTH.check(value)
    assert refused.value.code == "bad_option"
    assert refused.value.message.en.startswith(why)


def test_amounts_cannot_be_changed_and_are_found_by_what_they_hold() -> None:
    amounts = Amounts(goko=12, tan=2)
    for change in (
        lambda: amounts.update(goko=1),
        lambda: amounts.__setitem__("goko", 1),
        lambda: amounts.pop("goko"),
        amounts.clear,
    ):
        with pytest.raises(TypeError):
            change()
    assert hash(amounts) == hash(Amounts(tan=2, goko=12))
    assert copy.deepcopy(amounts) == amounts
    assert amounts_of({"worth": amounts}) == {"goko": 12, "tan": 2}


def test_amounts_are_worded_in_the_order_of_their_keys() -> None:
    worded = WORTH.word(WORTH.check({"tan": 2, "ameshiko": 0, "goko": 12}))
    assert (worded.en, worded.ja) == ("Goko 12, no Ame-shiko, Tan 2", "五光12、雨四光なし、短2")
    assert WORTH.word(NO_AMOUNTS).en == "the usual ones"


def test_a_value_is_worded_by_its_type_too() -> None:
    option = Option("o", Text("", ""), Text("", ""), 1, (True, 2), (Text("yes", "あり"), Text("two", "二")), minimum=1)
    assert [option.word(value).en for value in (True, 2, 1, 7)] == ["yes", "two", "1", "7"]
