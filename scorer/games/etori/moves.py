"""Etori followed card by card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from scorer.decks import decks
from scorer.families.egara.deal import copies_without_jokers
from scorer.families.egara.moves.judge import TrickPlayRules
from scorer.families.egara.moves.position import DealGuess, TrickSetup
from scorer.games.etori.deal import SPECIAL_BY_TRUMP, allowed_trumps, without_misdeal
from scorer.games.etori.texts import OPTIONS
from scorer.rules.prompts import Table


class EtoriPlay(TrickPlayRules):
    """The play of Etori (etori 1, 3)."""

    key = "etori"

    def setup(self, table: Table, deck: str) -> TrickSetup:
        """Four players of two sides; the dealer's right leads, of the other side than the dealer (etori 1.6)."""
        options = {option.key: option.default for option in OPTIONS} | dict(table.options)
        dealers = int(table.extra.get("dealers", 1))
        trumps = str(table.extra.get("trump", allowed_trumps(options)))
        return TrickSetup(
            table,
            options,
            (0, 1),
            dealers,
            tuple(DealGuess(trump, int(dealers == 0)) for trump in trumps),
            tuple(copies_without_jokers(decks()[deck])),
            SPECIAL_BY_TRUMP,
        )

    def deal_hands(self, setup: TrickSetup, rng: random.Random) -> Sequence[Sequence[str]]:
        """Thirteen cards each; hands that are a misdeal are dealt again (etori 1.2, 1.3)."""
        pack = list(setup.pack)
        rng.shuffle(pack)
        cards = without_misdeal(pack, setup.options)
        return [cards[start : start + 13] for start in range(0, 52, 13)]


PLAY_RULES = EtoriPlay()
