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
        "differs": _("number of rounds that the rules settle otherwise: {n}"),
        "differs_in": _("the rules settle otherwise: {rounds}"),
        "disagrees": _("the rules settle it otherwise"),
        "round_of_game": _("game {game}, round {n}"),
        "stale": _("Nothing heard for {n} s"),
        "undone": _("undone"),
        "edited": _("corrected"),
        "rounds": _("Last rounds"),
        "totals": _("This evening"),
        "player": _("Player"),
        "stones": _("Stones"),
        "net": _("Won or lost"),
        "tables": _("Tables: {n}"),
        "not_drawn": _("The first round has not been drawn yet."),
        "event_round": _("Round {n} of {all} planned"),
        "past_round": _("The event's round {n}"),
        "board": _("Board {n}"),
        "deals_first": _("deals first"),
        "who_are_you": _("I am"),
        "nobody_chosen": _("not chosen"),
        "my_board": _("You sit at board {n}, seat {seat} of {seats}."),
        "my_board_dealer": _("You sit at board {n} and deal first."),
        "my_right": _("At your right: {name}. Play goes to the right."),
        "no_seat": _("You sit out this round."),
        "sits_out": _("Sits out: {names}"),
        "by_referee": _("result by the referee"),
        "other_rules": _("played by other house rules than the event's"),
        "rounds_played": _("rounds: {n}"),
        "time_up": _("Time is up: finish the round under way"),
        "clock_stands": _("stopped"),
        "standings": _("Standings"),
        "place": _("Place"),
        "points": _("Points"),
        "boards_won": _("Boards won"),
        "withdrew": _("withdrew"),
        "event_over": _("The event is over."),
        "earlier_rounds": _("Earlier rounds"),
    } | {f"game_{game.key}": localize(game.name) for game in games().values()}
