"""What scripts show of a followed round, in the language of the phone."""

from __future__ import annotations

from flask_babel import gettext as _


def following_messages() -> dict[str, str]:
    """Texts of the panel of a followed round (`fo_`) and of its replay (`re_`) by key. The script fills in {name}."""
    return {
        "fo_hints": _("Hints for beginners"),
        "fo_title": _("The round as it is followed"),
        "fo_missing": _("Before rounds can be followed"),
        "fo_waiting": _("The camera follows. Deal when you like."),
        "fo_away": _("What was followed is kept."),
        "fo_lost": _("Table and record disagree."),
        "fo_turn": _("It is {name}'s turn"),
        "fo_differs": _("{what}: entered by hand, and followed otherwise."),
        "fo_replace": _("Use what was followed"),
        "fo_asks": _("Before you confirm"),
        "fo_guess": _("As it looks from the play. Is it right?"),
        "fo_back": _("Take that back"),
        "fo_found": _("The table is right as it lies"),
        "fo_hand": _("Go on by hand"),
        "re_open": _("Watch the round"),
        "re_when": _("Moment of the round"),
        "re_back": _("One step back"),
        "re_on": _("One step on"),
        "re_play": _("Play"),
        "re_pause": _("Pause"),
    }
