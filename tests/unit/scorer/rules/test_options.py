"""House rules take the values they list and none that only look alike."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.rules.options import Option, agreement_suffix, flag
from scorer.texts import Text

LENGTH = Option(
    "length",
    Text("Length", "長さ"),
    Text("", ""),
    12,
    values=(12, "last_standing"),
    value_labels=(Text("12 rounds", "十二局"), Text("to the last", "最後の一人まで")),
)
WAGER = Option("wager", Text("Wager", "賭け石"), Text("", ""), 1, minimum=1, maximum=50)
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
