"""Sample evenings for demos, benches and tests.

They play any game under any house rules with any number of seats.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorer.rules.game import Game
from scorer.session.events import EveningOpened
from scorer.session.reducer import replay
from scorer.session.state import Session

PLAYER_NAMES = ("Aki", "Emi", "Jun", "Rin", "Sora", "Tama", "Yuki", "Ken", "Mio", "Nao", "Shun", "Gen")


def sample_session(
    game: Game, options: Mapping[str, object] | None = None, *, seats: int | None = None, deck: str | None = None
) -> Session:
    """An evening about to play its first round.

    Default: the usual house rules, as many seats as the game allows up to five, the game's first deck.
    """
    overrides = dict(options or {})
    allowed = game.seats_for(game.resolve_options(overrides))
    count = min(allowed[-1], 5) if seats is None else seats
    return replay([EveningOpened(game.key, deck or game.decks[0], overrides, PLAYER_NAMES[:count])])
