"""Bakappana's house rules, terms, lesson, and what is said of a round."""

from __future__ import annotations

from scorer.rules.results import Reason
from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

NAME, CLASS_NAME = name("game"), name("points")
SUMMARY, CLASS_MEANING, TOTAL_QUESTION = text("summary"), text("points"), text("total_question")
OPTIONS = (WORDING.option("chaff_points", 1, (1, 0)), WORDING.option("length", 12, (12, 6, 3)))
OUTCOMES = WORDING.table("outcomes", "settled", "misdeal", "play")
WORDS = (WORDING.word("dealer", "oya"), WORDING.word("field"), WORDING.word("stock"), WORDING.word("par"))
LESSON = WORDING.lesson("deal", "turn", "counting")
PILE, PILE_HELP, OPENING, OPENING_HELP = text("pile"), text("pile_help"), text("opening"), text("opening_help")
NOT_A_PILE_EACH, NOT_FINISHED = text("not_a_pile_each"), text("not_finished")
SETTLED, TURN = because("settled", "bakappana 4"), because("turn", "bakappana 3")


def par_reason(points: int, par: int) -> Reason:
    """How far the points of a pile are from par."""
    key = "par.equal" if points == par else "par.above" if points > par else "par.below"
    values = {"points": points} if points == par else {"points": points, "away": abs(points - par), "par": par}
    return because(key, "bakappana 4", None, **values)
