"""Texts of every page's scripts for answers that do not come."""

from __future__ import annotations

from flask_babel import gettext as _


def answer_messages() -> dict[str, str]:
    """Texts by key, in the language of the phone: nobody answers, or something in the place of the table or hall."""
    return {
        "no_answer": _("The table does not answer. Is this phone in its Wi-Fi? Nothing was changed; try again."),
        "too_large": _(
            "That is too large: at most 16 MB can be sent. Take the picture at a smaller size, without the film that "
            "some phones add (live or motion photo)."
        ),
        "gateway": _(
            "Something between this phone and the table answers that it cannot reach it (status {status}). Nothing was "
            "changed. Try again in a moment, or open the table by its own address."
        ),
        "foreign_answer": _(
            "Not the table answered, but something else (status {status}), such as the sign-in page of a Wi-Fi. Nothing"
            " was changed. Join the table's Wi-Fi, or sign in to this one, then load the page again."
        ),
        "no_cookies": _(
            "This browser keeps no cookies, so the table cannot know this phone again: nothing you do here stays. Allow"
            " cookies for this address in the browser's settings, or open the page in another browser."
        ),
        "no_live": _("Live updates do not come through here: the page asks every few seconds instead."),
    }
