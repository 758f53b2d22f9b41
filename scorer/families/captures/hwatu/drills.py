"""The drill which card makes or improves a row of hwatu."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.captures.drills import AwayDrill
from scorer.families.captures.hwatu.rows import pile_rules
from scorer.families.captures.next_card import next_captures
from scorer.families.captures.reasons import near_reasons
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason


def _raising(pile: int, options: Mapping[str, OptionValue]) -> set[str]:
    return {step.card for step in next_captures(pile, 0, pile_rules(options).base) if step.gain > 0}


def _near(pile: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    rules = pile_rules(options)
    return tuple(near_reasons(rules.statuses(pile, 0), rules.count(pile, rules.best_way(pile))))


AWAY = AwayDrill(_raising, _near).practice()
"""The drill as a game lists it."""
