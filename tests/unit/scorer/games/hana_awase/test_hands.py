"""The classes that the page lists under the house rules."""

import pytest

from scorer.games.hana_awase import GAME
from scorer.games.hana_awase.yaku import CLASSES, classes_under


@pytest.mark.parametrize("rule", ["plain", "owner_only", "cancels"])
def test_willows_that_cancel_all_yaku_show_no_yaku(rule) -> None:
    options = GAME.resolve_options({"ameshima": rule})
    shown = {each.key: each.example for each in classes_under(options)}
    examples = {each.key: each.example for each in CLASSES}
    assert shown == examples | ({"ameshima": ()} if rule == "cancels" else {})
    assert examples["ameshima"]
