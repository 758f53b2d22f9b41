"""Trumps and Rensho of Kakeya Toranpu (kakeya 3)."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.egara.drills import TrickRules
from scorer.families.egara.tricks import SUITS
from scorer.games.kakeya.texts import text
from scorer.rules.options import OptionValue

RENSHO = {"S": "AC", "H": "AS", "D": "AS", "C": "AS"}
"""The ace that is Rensho (連勝) under each trumps: it wins every trick it is in, above every trump (kakeya 3.3)."""
RENSHO_NAME = text("rensho_name")
ALLOWED_TRUMPS = {"allowed": SUITS, "fixed_spades": "S", "fixed_clubs": "C"}
"""The suits that may be trumps, by the setting `trump_change` (kakeya 3.1, 3.2)."""


def allowed_trumps(options: Mapping[str, OptionValue]) -> str:
    """The suits that may be trumps under the options (kakeya 3.1, 3.2)."""
    return ALLOWED_TRUMPS[str(options["trump_change"])]


TRICK_RULES = TrickRules(RENSHO_NAME, RENSHO, allowed_trumps, free_play_option="rensho_free")
