"""Texts of the hall's scripts, in the language of the phone."""

from __future__ import annotations

from flask_babel import gettext as _

from scorer.games import games
from web.i18n.request_locale import localize


def hall_messages() -> dict[str, str]:
    """Texts by key, and the name of each game under `game_KEY`. The script fills in {name}."""
    return {
        "no_tables": _("No table has joined yet."),
        "waiting": _("waits for its first evening"),
        "round": _("Round {n}"),
        "over": _("the game is over"),
        "closed": _("the evening is over"),
        "broken": _("entries of this evening do not follow from each other"),
        "diverged": _("its ledger is another one now; it has to join again"),
        "differs": _("rounds that the rules settle otherwise: {n}"),
        "stale": _("Nothing heard for {n} s"),
        "undone": _("undone"),
        "edited": _("corrected"),
        "rounds": _("Last rounds"),
        "totals": _("This evening"),
        "player": _("Player"),
        "stones": _("Stones"),
        "net": _("Won or lost"),
        "tables": _("Tables: {n}"),
    } | {f"game_{game.key}": localize(game.name) for game in games().values()}
