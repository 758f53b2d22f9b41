"""Kakeya Toranpu followed card by card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from scorer.decks import decks
from scorer.families.egara.deal import copies_without_jokers
from scorer.families.egara.moves.judge import TrickPlayRules
from scorer.families.egara.moves.position import DealGuess, TrickSetup
from scorer.games.kakeya.texts import OPTIONS
from scorer.games.kakeya.trumps import RENSHO, allowed_trumps
from scorer.rules.prompts import Table


class KakeyaPlay(TrickPlayRules):
    """The play of Kakeya Toranpu (kakeya 2 to 5)."""

    key = "kakeya"

    def setup(self, table: Table, deck: str) -> TrickSetup:
        """Four players of two pairs; trumps as before unless the pair with the right has changed them (kakeya 3.2).

        Of two pairs the one that does not deal leads. Of three the winners of the last deal do, and nobody has said
        which pair that is; in the first deal of all, where pair 2 deals, it is pair 1 (kakeya 5.1).
        """
        options = {option.key: option.default for option in OPTIONS} | dict(table.options)
        pairs = len(table.seats)
        dealers = int(table.extra.get("dealers", pairs - 1))
        first, second = table.extra.get("active", (0, 1))
        leaders = (0, 1) if pairs > 2 else (int(first == dealers),)
        if pairs > 2 and "active" not in table.extra:
            leaders = (1, 0)
        trumps = allowed_trumps(options)
        before = str(table.extra.get("trump", trumps[0]))
        ordered = sorted(trumps, key=lambda trump: trump != before)
        return TrickSetup(
            table,
            options,
            (first, second),
            dealers,
            tuple(DealGuess(trump, leader) for trump in ordered for leader in leaders),
            tuple(copies_without_jokers(decks()[deck])),
            RENSHO,
            is_special_free=bool(options["rensho_free"]),
        )

    def deal_hands(self, setup: TrickSetup, rng: random.Random) -> Sequence[Sequence[str]]:
        """Thirteen cards each (kakeya 4.1)."""
        pack = list(setup.pack)
        rng.shuffle(pack)
        return [pack[start : start + 13] for start in range(0, 52, 13)]


PLAY_RULES = KakeyaPlay()
