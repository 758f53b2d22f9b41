"""Texts of the page for zones of the seats and for kept corrections."""

from __future__ import annotations

from flask_babel import gettext as _


def table_setup_messages() -> dict[str, str]:
    """Texts for who sits where, and for pictures of corrected cards that are kept, by key."""
    return {
        "zones": _("Who sits where"),
        "seats_hint": _(
            "Drag each name to where its owner lays cards, or use the arrow keys; with Shift they change its size."
        ),
        "middle": _("the middle"),
        "wider": _("Wider"),
        "narrower": _("Narrower"),
        "taller": _("Taller"),
        "lower": _("Lower"),
        "all_round": _("All round the table"),
        "keep": _("Keep"),
        "keep_title": _("Keep corrections to read this deck better"),
        "keep_says": _(
            "A picture of each card of {deck} that you correct stays on this machine and goes nowhere else. "
            "Whoever looks after the machine can let the deck learn from them."
        ),
        "keep_not": _("Do not keep them"),
        "keep_kept": _("{n} kept"),
        "keep_forget": _("Delete them"),
    }
