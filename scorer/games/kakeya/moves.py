"""Kakeya Toranpu played and followed card by card (kakeya 2 to 5)."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.egara.moves.rules import TrickPlayRules
from scorer.games.kakeya.texts import OPTIONS
from scorer.games.kakeya.trumps import TRICK_RULES, allowed_trumps
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table


def _trumps(table: Table, options: Mapping[str, OptionValue]) -> str:
    """Trumps as before unless the pair with the right has changed them (kakeya 3.2)."""
    suits = allowed_trumps(options)
    before = str(table.extra.get("trump", suits[0]))
    return "".join(sorted(suits, key=lambda suit: suit != before))


PLAY_RULES = TrickPlayRules("kakeya", TRICK_RULES, OPTIONS, _trumps)
