"""Every text that the big screen shows by script, in its language."""

from __future__ import annotations

from flask_babel import gettext as _


def tv_messages() -> dict[str, str]:
    """Texts of the big screen by key."""
    return {
        "scan_to_join": _("Scan to sit down"),
        "scan_wifi": _("First scan for the Wi-Fi"),
        "not_begun": _("The evening has not begun."),
        "best_hands": _("The best hands"),
        "deals": _("{name} deals"),
        "deals_pair": _("{name} deal"),
        "wins": _("{name} wins {n}"),
        "wins_pair": _("{name} win {n}"),
        "nobody_wins": _("Nobody wins"),
        "round": _("Round {n}"),
        "round_of": _("Round {n} of {all}"),
        "pot": _("In the pot"),
        "pays": _("{a} pays {b}"),
        "pays_pair": _("{a} pay {b}"),
        "nobody_pays": _("Nobody pays anything."),
        "over": _("The game is over"),
        "closed": _("The evening has ended."),
        "winners": _("{names} won"),
        "lost": _("Connection lost. Trying again…"),
        "old_seconds": _("What you see is {n} s old."),
        "old_minutes": _("What you see is {n} min old."),
        "cards_now": _("On the table now"),
        "unsure": _("not sure"),
        "dealer": _("dealer"),
        "oya": _("親"),
        "fo_turn": _("It is {name}'s turn"),
        "fo_lost": _("Table and record disagree."),
        "fo_middle": _("On the table"),
        "one_point": _("1 point"),
        "points_n": _("{n} points"),
    }
