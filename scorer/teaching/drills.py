"""Drills: practice questions generated from a game's own data.

They ask for months, the worth of cards and hands, teyaku, and what the game adds in its own `practice`. Nothing here is
random: for different questions the caller passes packs shuffled differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scorer.cards import Deck
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue
from scorer.session.samples import sample_session
from scorer.session.state import Session
from scorer.teaching import WORDING, name, text
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.hand_explainer import group_of
from scorer.teaching.question import MAX_CHOICES, Question, make_question, number_name
from scorer.texts import Name, Text


def generate_questions(
    game: Game, packs: Iterable[Sequence[str]], overrides: Mapping[str, object] | None = None, deck: str = ""
) -> tuple[Question, ...]:
    """All questions about `game` with `deck` (its first when ""): on every card, every special hand and dealt hands.

    Each of `packs` is the game's pack in some order. It deals one round, whose hands become questions.
    """
    session, packs = sample_session(game, overrides, deck=deck or None), tuple(packs)
    return (
        *_month_questions(decks()[session.deck], game, session),
        *_points_questions(decks()[session.deck], game, session),
        *_value_questions(game, session, packs),
        *_teyaku_questions(game, session),
        *_practice_questions(game, session.table(), packs),
    )


def drill_labels(game: Game) -> Mapping[str, Text]:
    """The label of each drill of `game` by its key, in the order they are best learnt."""
    return {**_DRILL_LABELS, **{practice.key: practice.label for practice in game.practice}}


def card_drill(game: Game, deck: Deck) -> str:
    """The drill that asks about the cards of `deck` alone: their months where it has them, else what they count."""
    has_months = next(_month_questions(deck, game, sample_session(game, deck=deck.kind)), None) is not None
    return "month" if has_months else "points"


def _practice_questions(game: Game, table: Table, packs: Sequence[Sequence[str]]) -> Iterator[Question]:
    """The questions of the drills that only this game has. One that two packs share comes once."""
    for practice in game.practice:
        tasks = (task for pack in packs for task in practice.generate_tasks(game, table, pack))
        for task in {(task.cards, task.question, task.rows): task for task in tasks}.values():
            solution = practice.solve(game, table, task)
            question = make_question(
                practice.key, task.cards, task.question, solution.right, solution.wrong, *solution.explanation
            )
            yield replace(question, rows=task.rows)


def _month_questions(deck: Deck, game: Game, session: Session) -> Iterator[Question]:
    """Which month a card belongs to, only for a deck whose rows are the months."""
    plants = [name for name, _ in deck.groups]
    numbered = all(deck.faces[code].number == month for month, (_, row) in enumerate(deck.groups, 1) for code in row)
    if not numbered or len(plants) != 12:
        return
    labels = [WORDING.name("month_label", month=month, plant=plant) for month, plant in enumerate(plants, 1)]
    in_play = game.cards_in_play(deck, session.options)
    # A month that is not played with is no answer.
    played = [month for month, (_, row) in enumerate(deck.groups) if any(code in in_play for code in row)]
    for code in in_play:
        face = deck.faces[code]
        index = plants.index(group_of(deck, code))
        plant = plants[index]
        why = text("why_month", face=face.name, plant=plant, month=index + 1)
        yield make_question(
            "month",
            (code,),
            _WHICH_MONTH,
            labels[index],
            [labels[played[(played.index(index) + step) % len(played)]] for step in (1, 4, 7)],
            why,
        )


def _points_questions(deck: Deck, game: Game, session: Session) -> Iterator[Question]:
    """The points a card counts in this game, nothing where no card counts any."""
    options = session.options
    counted = {code: game.points_of(deck.faces[code], options) for code in game.cards_in_play(deck, options)}
    points_by_code = {code: points for code, points in counted.items() if points is not None}
    all_points = sorted(set(points_by_code.values()))
    for code, points in points_by_code.items():
        face = deck.faces[code]
        nearest = sorted(all_points, key=partial(_distance_sort_key, points))
        why = text("why_points", face=face.name, points=points, game=game.name)
        yield make_question("points", (code,), _WHICH_POINTS, number_name(points), map(number_name, nearest), why)


def _value_questions(game: Game, session: Session, packs: Iterable[Sequence[str]]) -> Iterator[Question]:
    """The worth of dealt hands. Wrong answers are the same cards in another role, then the other hands."""
    options, table = session.options, session.table()
    hands = [hand for pack in packs for hand in valued_hands(game, table, game.simulate_round(pack, table))]
    if game.total_question is not None:
        yield from _total_questions(game.total_question, hands)
        return
    labels = [_class_label(game, hand.value, options) for hand in hands]
    for index, hand in enumerate(hands):
        role_values = (_value_or_none(game, hand.cards, role, options) for role, _ in game.roles_for(options))
        role_labels = [_class_label(game, value, options) for value in role_values if value is not None]
        question = text("which_hand_of", owner=hand.owner) if hand.owner.en else _WHICH_HAND
        why = tuple(reason.text for reason in hand.value.reasons)
        wrong = (*role_labels, *labels[index + 1 :], *labels[:index])
        yield make_question("value", hand.cards, question, labels[index], wrong, *why)


def _total_questions(ask: Text, hands: Sequence[DealtHand]) -> Iterator[Question]:
    """The total of dealt hands, where that alone counts. Wrong answers are the nearest numbers."""
    for index, hand in enumerate(hands):
        total = hand.value.total or 0
        # The right number stands at another place each time.
        first = max(total - index % MAX_CHOICES, 0)
        wrong = range(first, first + MAX_CHOICES)
        why = tuple(reason.text for reason in hand.value.reasons if reason.points is not None)
        yield make_question("value", hand.cards, ask, number_name(total), map(number_name, wrong), *why)


def _teyaku_questions(game: Game, session: Session) -> Iterator[Question]:
    """Which special hand a hand is, asked of every special hand and of hands that only look like one."""
    options = session.options
    classes = game.classes_for(options)
    classes_by_key = {hand_class.key: hand_class for hand_class in classes}
    special = [hand_class for hand_class in classes if hand_class.special]
    names = [hand_class.name for hand_class in special]
    examples = {line.key: line.cards for line in cheat_sheet(game, options, session.deck).classes}
    for index, hand_class in enumerate(special):
        wrong = (*names[index + 1 :], *names[:index], _NONE_OF_THESE)
        example = examples[hand_class.key]
        if example:
            role = (hand_class.roles or tuple(key for key, _ in game.roles) or ("",))[0]
            yield make_question(
                "teyaku", example, _WHICH_TEYAKU, hand_class.name, wrong, _class_explanation(hand_class)
            )
            for cards in _lookalikes(game, example, decks()[session.deck], options):
                value = _value_or_none(game, cards, role, options)
                actual = classes_by_key.get(value.key or "") if value else None
                if actual is not None and actual is not hand_class:
                    right = actual.name if actual.special else _NONE_OF_THESE
                    yield make_question(
                        "teyaku", cards, _WHICH_TEYAKU, right, (hand_class.name, *wrong), _class_explanation(actual)
                    )


def _lookalikes(
    game: Game, cards: Sequence[str], deck: Deck, options: Mapping[str, OptionValue]
) -> Iterator[tuple[str, ...]]:
    """The hand with its last card replaced by the card before it and the card after it in the deck."""
    faces = list(game.cards_in_play(deck, options))
    last = faces.index(cards[-1])
    for neighbour in (last - 1, (last + 1) % len(faces)):
        yield (*cards[:-1], faces[neighbour])


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand of a round and its value. `owner` says in which seat or role it is valued, and may be empty."""

    cards: tuple[str, ...]
    owner: Text
    value: HandValue


def valued_hands(game: Game, table: Table, round_: Mapping[str, Any]) -> Iterator[DealtHand]:
    """The hands of a round that can be valued, each in its seat's role, else in the game's roles by turns.

    A hand is the cards that a prompt asks of a seat. Where these alone make no hand, the cards that belong to everybody
    are added.
    """
    options = game.resolve_options(table.options)
    prompts = [prompt for prompt in game.prompts(table) if prompt.kind is PromptKind.CARDS]
    common = tuple(card for prompt in prompts if prompt.seat is None for card in _cards_for(round_, prompt))
    for prompt in prompts:
        cards = _cards_for(round_, prompt)
        if prompt.seat is None or not cards:
            continue
        role, owner = _role_and_owner(game, table, prompt.seat)
        for hand in (cards, (*cards, *common)):
            value = _value_or_none(game, hand, role, options)
            if value is not None:
                yield DealtHand(hand, owner, value)
                break


def _role_and_owner(game: Game, table: Table, seat: int) -> tuple[str, Text]:
    """The role in which a hand is valued, and the words of the question for it."""
    role = game.role_of(seat, len(table.seats))
    if role:
        place = game.place_of(table, seat)
        return role, text("seat", place=place)
    options = game.resolve_options(table.options)
    roles = game.roles_for(options)
    if roles:
        role, description = roles[seat % len(roles)]
        if game.total_question is not None:
            return role, Text("", "")
        return role, text("owner", description=description)
    return "", Text("", "")


def _cards_for(round_: Mapping[str, Any], prompt: Prompt) -> tuple[str, ...]:
    """The cards that answer a prompt in a round, none where nobody answered."""
    return tuple(prompt.answer_in(round_) or ())


def _value_or_none(game: Game, cards: Sequence[str], role: str, options: Mapping[str, OptionValue]) -> HandValue | None:
    try:
        return game.value(cards, role, options)
    except Refusal:
        return None


def _class_label(game: Game, value: HandValue, options: Mapping[str, OptionValue]) -> Name:
    """The name of a hand's class as an answer, with the total where the class alone does not fix it."""
    name = next(hand_class.name for hand_class in game.classes_for(options) if hand_class.key == value.key)
    if value.total is None or value.key == str(value.total):
        return name
    return WORDING.name("class_label", hand_class=name, total=value.total)


def _class_explanation(hand_class: HandClass) -> Text:
    return text("described", name=hand_class.name, description=hand_class.description)


def _distance_sort_key(target: int, candidate: int) -> tuple[int, int]:
    return abs(target - candidate), candidate


_DRILL_LABELS = {
    "month": text("drill_labels.month"),
    "points": text("drill_labels.points"),
    "value": text("drill_labels.value"),
    "teyaku": text("drill_labels.teyaku"),
}
_WHICH_MONTH = text("which_month")
_WHICH_POINTS = text("which_points")
_WHICH_HAND = text("which_hand")
_WHICH_TEYAKU = text("which_teyaku")
_NONE_OF_THESE = name("none_of_these")
