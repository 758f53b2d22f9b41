"""はじめの一歩 hajime no ippo: from never having held these cards to playing a game, in a few small steps."""

from __future__ import annotations

import random
from collections.abc import Mapping

from flask import Blueprint, render_template, request

from scorer.discover import decks
from scorer.rules.game import Game
from scorer.rules.options import Value
from scorer.session.samples import opening
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.drills import Dealt, drills_of, hands_of, questions
from web.request.study import game_of, playing, said

BLUEPRINT = Blueprint("first", __name__)

BEFORE = 3
"""Steps before the last, which is a whole hand."""
DEALS = 4
"""Rounds dealt to choose an example from."""


@BLUEPRINT.get("/learn/<key>/first")
def first(key: str) -> str:
    """The steps of a game by the house rules of the evening: its cards, what they do, one hand worked out."""
    game = game_of(key)
    options, deck = playing(game, request.args.get("deck", ""))
    dealt = _packs(game, options, deck)
    asked = {question.drill: question for question in reversed(questions(game, dealt[:1], options, deck))}
    known = {drill: says for drill, says in drills_of(game).items() if drill in asked}
    # What only this game asks comes before its special hands.
    order = sorted(known, key=lambda drill: ("month", "points").index(drill) if drill in ("month", "points") else 2)
    steps = [drill for drill in order if drill not in {"value", "teyaku"}][:BEFORE]
    faces = game.faces(decks()[deck], options)
    return render_template(
        "first.html",
        game=game,
        decks=decks(),
        steps=[*steps, "value"],
        drills=known,
        asked=asked,
        groups=[(name, next((code for code in row if code in faces), "")) for name, row in decks()[deck].groups],
        counts=cheat_sheet(game, options, deck).counts,
        example=_example(game, options, deck, dealt),
        faces=decks()[deck].faces,
        classes={each.key: each for each in game.classes_under(options)},
        **said(game, deck),
    )


def _packs(game: Game, options: Mapping[str, Value], deck: str) -> list[list[str]]:
    """The same for everybody, so that two at a table may speak of it."""
    chance = random.Random(game.key)  # noqa: S311  practice has no secrets
    pack = game.pack(decks()[deck], options)
    return [chance.sample(pack, len(pack)) for _ in range(DEALS)]


def _example(game: Game, options: Mapping[str, Value], deck: str, dealt: list[list[str]]) -> Dealt:
    """A hand to work out: the best that is no special one, of about three cards."""
    table = opening(game, options, deck=deck).table()
    found = [hand for pack in dealt for hand in hands_of(game, table, game.play_out(pack, table))]
    special = {each.key: (each.special, -each.rank) for each in game.classes_under(options)}
    return min(found, key=lambda hand: (*special[hand.value.key or ""], abs(len(hand.cards) - 3)))
