"""Etori played and followed card by card (etori 1, 3)."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.egara.moves.rules import TrickPlayRules
from scorer.games.etori.deal import TRICK_RULES, allowed_trumps, misdeal_reason
from scorer.games.etori.texts import OPTIONS
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table


def _trumps(table: Table, options: Mapping[str, OptionValue]) -> str:
    """The suit that the round before leaves, else any that is allowed (etori 1.4, 5)."""
    return str(table.extra.get("trump", allowed_trumps(options)))


PLAY_RULES = TrickPlayRules("etori", TRICK_RULES, OPTIONS, _trumps, misdeal_reason)
