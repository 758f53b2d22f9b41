"""First steps: from never having held a game's cards to playing it."""

from __future__ import annotations

import random
from collections.abc import Mapping

from flask import Blueprint, render_template, request

from scorer.decks import decks
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.session.samples import sample_session
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.drills import DealtHand, drill_labels, generate_questions, valued_hands
from scorer.teaching.played_round import is_playable
from web.request.study import learning_context, require_game, rules_and_deck

BLUEPRINT = Blueprint("first", __name__)

INTRO_STEPS = 3
"""Steps before the last, which is a whole hand."""
EXAMPLE_DEALS = 4
"""Rounds dealt to choose an example from."""


@BLUEPRINT.get("/learn/<key>/first")
def first(key: str) -> str:
    """The steps of a game by the house rules of the evening: its cards, what they do, one hand worked out."""
    game = require_game(key)
    options, deck = rules_and_deck(game, request.args.get("deck", ""))
    packs = _shuffled_packs(game, options, deck)
    questions = {question.drill: question for question in reversed(generate_questions(game, packs[:1], options, deck))}
    labels = {drill: label for drill, label in drill_labels(game).items() if drill in questions}
    # What only this game asks comes before its special hands.
    order = sorted(labels, key=lambda drill: ("month", "points").index(drill) if drill in ("month", "points") else 2)
    steps = [drill for drill in order if drill not in {"value", "teyaku"}][:INTRO_STEPS]
    faces = game.cards_in_play(decks()[deck], options)
    return render_template(
        "first.html",
        game=game,
        decks=decks(),
        playable=is_playable(game),
        steps=[*steps, "value"],
        drills=labels,
        asked=questions,
        groups=[(name, next((code for code in row if code in faces), "")) for name, row in decks()[deck].groups],
        counts=cheat_sheet(game, options, deck).row_points,
        example=_choose_example(game, options, deck, packs),
        total_question=game.total_question(options),
        faces=decks()[deck].faces,
        classes={hand_class.key: hand_class for hand_class in game.classes_for(options)},
        **learning_context(game, deck),
    )


def _shuffled_packs(game: Game, options: Mapping[str, OptionValue], deck: str) -> list[list[str]]:
    """Shuffled packs, the same for everybody, so that two at a table may talk about them."""
    rng = random.Random(game.key)  # noqa: S311  practice has no secrets
    pack = game.pack(decks()[deck], options)
    return [rng.sample(pack, len(pack)) for _ in range(EXAMPLE_DEALS)]


def _choose_example(game: Game, options: Mapping[str, OptionValue], deck: str, packs: list[list[str]]) -> DealtHand:
    """A hand to work out: one that scores, the best that is no special hand, of about three cards."""
    table = sample_session(game, options, deck=deck).table()
    hands = [hand for pack in packs for hand in valued_hands(game, table, game.simulate_round(pack, table))]
    order = {hand_class.key: (hand_class.special, -hand_class.rank) for hand_class in game.classes_for(options)}
    return min(hands, key=lambda hand: (not hand.value.total, *order[hand.value.key or ""], abs(len(hand.cards) - 3)))
