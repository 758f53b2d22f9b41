"""First steps: from never having held a game's cards to playing it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter

from flask import Blueprint, render_template, request

from scorer.decks import decks
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.session.samples import sample_session
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.drills import DealtHand, drill_labels, generate_questions, valued_hands
from scorer.teaching.played_round import is_playable
from scorer.teaching.question import Question
from scorer.texts import Name, Text
from web.request.requested_game import learning_context, require_game, rules_and_deck

BLUEPRINT = Blueprint("first", __name__)

INTRO_STEPS = 3
"""Steps before the last, which is a whole hand."""
EXAMPLE_DEALS = 8
"""Rounds dealt to choose an example from, and to see which hands are frequent."""
FREQUENT = 3
"""Special hands named as the most frequent ones."""


@BLUEPRINT.get("/learn/<key>/first")
def first(key: str) -> str:
    """The steps of a game by the house rules of the evening: its cards, what they do, one hand worked out."""
    game = require_game(key)
    options, deck = rules_and_deck(game, request.args.get("deck", ""))
    packs = _shuffled_packs(game, options, deck)
    everything = generate_questions(game, packs[:1], options, deck)
    questions = {question.drill: question for question in reversed(everything)}
    labels = {drill: label for drill, label in drill_labels(game).items() if drill in questions}
    # What only this game asks comes before its special hands.
    order = sorted(labels, key=lambda drill: ("month", "points").index(drill) if drill in ("month", "points") else 2)
    steps = [drill for drill in order if drill not in {"value", "teyaku"}][:INTRO_STEPS]
    faces, sheet = game.cards_in_play(decks()[deck], options), cheat_sheet(game, options, deck)
    special = {each.key for each in game.classes_for(options) if each.special}
    return render_template(
        "first.html",
        game=game,
        decks=decks(),
        playable=is_playable(game),
        steps=[*steps, "value"],
        drills=labels,
        asked=questions,
        uncommon=_other_numbers(game, options, deck),
        groups=[(name, next(iter(row), "")) for name, row in decks()[deck].groups_of(faces)],
        counts=sheet.row_points,
        kinds=_kinds_of_cards(everything),
        sets=[line for line in sheet.classes if line.key in special],
        frequent=_most_frequent(game, options, deck, packs),
        example=_choose_example(game, options, deck, packs),
        total_question=game.total_question,
        faces=decks()[deck].faces,
        classes={hand_class.key: hand_class for hand_class in game.classes_for(options)},
        **learning_context(game, deck),
    )


def _shuffled_packs(game: Game, options: Mapping[str, OptionValue], deck: str) -> list[list[str]]:
    """Shuffled packs, the same for everybody, so that two at a table may talk about them."""
    rng = random.Random(game.key)  # noqa: S311  practice has no secrets
    pack = game.pack(decks()[deck], options)
    return [rng.sample(pack, len(pack)) for _ in range(EXAMPLE_DEALS)]


def _kinds_of_cards(questions: Sequence[Question]) -> dict[Name, tuple[list[str], tuple[Text, ...]]]:
    """By the kinds that the questions of "kind" ask for: their cards in the deck's order, and what they make."""
    kinds: dict[Name, tuple[list[str], tuple[Text, ...]]] = {}
    for question in questions:
        if question.drill == "kind":
            _, *makes = question.explanation
            cards, _ = kinds.setdefault(question.choices[question.right_index], ([], tuple(makes)))
            cards += question.cards
    return {
        kind: (sorted(cards), makes) for kind, (cards, makes) in sorted(kinds.items(), key=lambda one: len(one[1][0]))
    }


def _other_numbers(game: Game, options: Mapping[str, OptionValue], deck: str) -> list[tuple[Name, int]]:
    """The rows of a deck of months whose cards this game counts by another number than their month."""
    faces, in_play = decks()[deck].faces, game.cards_in_play(decks()[deck], options)
    rows = [(name, [faces[code] for code in row]) for name, row in decks()[deck].groups_of(in_play)]
    numbers = [(name, cards[0].number, game.number_of(cards[0], options)) for name, cards in rows if cards]
    return sorted(((name, number) for name, month, number in numbers if number != month), key=itemgetter(1))


def _dealt_hands(game: Game, options: Mapping[str, OptionValue], deck: str, packs: list[list[str]]) -> list[DealtHand]:
    table = sample_session(game, options, deck=deck).table()
    return [hand for pack in packs for hand in valued_hands(game, table, game.simulate_round(pack, table))]


def _choose_example(game: Game, options: Mapping[str, OptionValue], deck: str, packs: list[list[str]]) -> DealtHand:
    """A hand to work out: the best one that is no special hand, of about three cards.

    Where only special hands are worth anything it is one of them, with few cards.
    """
    hands = _dealt_hands(game, options, deck, packs)
    classes = {hand_class.key: hand_class for hand_class in game.classes_for(options)}
    plain = [each for each in classes.values() if not each.special]
    scoring = [hand for hand in hands if classes[hand.value.key or ""].special]
    if scoring and all(each.rank <= 0 for each in plain):
        return min(scoring, key=lambda hand: len(hand.cards))
    order = {key: (each.special, -each.rank) for key, each in classes.items()}
    return min(hands, key=lambda hand: (*order[hand.value.key or ""], abs(len(hand.cards) - 3)))


def _most_frequent(game: Game, options: Mapping[str, OptionValue], deck: str, packs: list[list[str]]) -> list[Name]:
    """The special hands that dealt rounds bring most often, the commonest first."""
    names = {each.key: each.name for each in game.classes_for(options) if each.special}
    hands = _dealt_hands(game, options, deck, packs)
    made = [key for hand in hands for key in hand.value.extra.get("yaku", (hand.value.key,)) if key in names]
    return [names[key] for key, _ in Counter(made).most_common(FREQUENT)]
