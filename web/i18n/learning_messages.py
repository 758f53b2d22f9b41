"""Texts of the scripts that only learning pages load."""

from __future__ import annotations

from flask_babel import gettext as _


def learning_messages() -> dict[str, str]:
    """Texts for laying cards, drills and played rounds, by key. The script fills in {name}."""
    return {
        "photo_cards": _("Photograph cards"),
        "a_card": _("card"),
        "average": _("On average a stake of one stone brings {n}"),
        "cards_laid": _("The cards"),
        "come_back": _("{n} will come back"),
        "counts": _("counts {n}"),
        "drill_all": _("Everything"),
        "empty": _("Take all up"),
        "from_table": _("Take the cards from the table"),
        "in_a_row": _("{n} in a row"),
        "is_wrong": _("Not this time"),
        "lay_first": _("Lay a card to see its name and value."),
        "month_of": _("month {n}"),
        "my_cards": _("My hand"),
        "near": _("One card away"),
        "next_question": _("Next"),
        "next_step": _("Next step"),
        "enough": _("Enough for today"),
        "deal_again": _("Deal again"),
        "choose_again": _("Take the last choice back"),
        "try_again": _("Try again"),
        "odds_now": _("What the next card may bring"),
        "played_on": _("What each choice comes to (estimate)"),
        "played_on_says": _(
            "Stones gained on average, in {n} rounds played on after each choice: cards that you do not see lie at "
            "random, everybody plays simply. ± is the standard error."
        ),
        "playing_on": _("The table plays on …"),
        "you": _("You"),
        "you_are": _("You are {name}."),
        "not_yet": _("Not there yet: look at the answers, then try five more."),
        "you_pay": _("You pay {b}"),
        "pays_you": _("{a} pays you"),
        "five_more": _("Five more"),
        "set_done": _("{right} of {all} right"),
        "misses_return": _("What you missed comes back over the next few days."),
        "nothing_seen": _("No cards were seen on the table."),
        "right_answer": _("the right answer"),
        "score": _("{right} of {asked} right"),
        "seen_cards": _("Seen elsewhere"),
        "seen_hint": _("Cards that lie open or are out: the chances are counted without them."),
        "start_over": _("Reset"),
        "total": _("total {n}"),
        "unseen": _("Counted from the {n} cards nobody has seen yet."),
        "worth": _("What it is worth"),
        "your_answer": _("your answer"),
        "your_role": _("Looked at as"),
        "your_seat": _("Your seat"),
    }
