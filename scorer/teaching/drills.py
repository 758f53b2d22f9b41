"""稽古 keiko: questions to practise with, made from a game's own data: months, what cards and hands are worth, teyaku,
and whatever the game asks by its own `practice`.

No chance here: who wants different questions gives packs shuffled differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from scorer.cards import Deck
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.rules.game import Game, HandClass
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue
from scorer.session.samples import sample_session
from scorer.session.state import Session
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.hand_explainer import group_of
from scorer.texts import Name, Text

MAX_CHOICES = 4


@dataclass(frozen=True, slots=True)
class Question:
    """問い toi: cards to look at, what is asked, up to four answers of which `right` is the place of the right one.

    `drill` is "month", "points", "value", "teyaku" or a key of the game's `practice`; `why` is told afterwards, line by
    line.
    """

    drill: str
    cards: tuple[str, ...]
    text: Text
    choices: tuple[Name, ...]
    right_index: int
    explanation: tuple[Text, ...]

    def as_json(self) -> dict[str, Any]:
        """The question as a page takes it. `key` is the same for the same question."""
        return {
            "key": " ".join((self.drill, *self.cards, self.text.en)),
            "drill": self.drill,
            "cards": list(self.cards),
            "ask": self.text.as_json(),
            "choices": [choice.as_json() for choice in self.choices],
            "right": self.right_index,
            "why": [line.as_json() for line in self.explanation],
        }


def generate_questions(
    game: Game, packs: Iterable[Sequence[str]], overrides: Mapping[str, object] | None = None, deck: str = ""
) -> tuple[Question, ...]:
    """All questions about `game` with `deck` (its first when ""): of every card, every special hand and dealt hands.

    Each of `packs` is the game's pack in some order, for one round whose hands are asked about.
    """
    table, packs = sample_session(game, overrides, deck=deck or None), tuple(packs)
    return (
        *_month_questions(decks()[table.deck], game, table),
        *_points_questions(decks()[table.deck], game, table),
        *_value_questions(game, table, packs),
        *_teyaku_questions(game, table),
        *_practice_questions(game, table.table(), packs),
    )


def drill_labels(game: Game) -> Mapping[str, Text]:
    """What each kind of question about `game` is called, in the order they are best learnt."""
    return {**_DRILL_LABELS, **{each.key: each.label for each in game.practice}}


def _practice_questions(game: Game, table: Table, packs: Sequence[Sequence[str]]) -> Iterator[Question]:
    """What only this game asks; the same of two packs once."""
    for each in game.practice:
        tasks = (task for pack in packs for task in each.generate_tasks(game, table, pack))
        for task in {(task.cards, task.question): task for task in tasks}.values():
            solved = each.solve(game, table, task)
            yield _make_question(each.key, task.cards, task.question, solved.right, solved.wrong, *solved.explanation)


def _month_questions(deck: Deck, game: Game, table: Session) -> Iterator[Question]:
    """Which month a card is; only where the deck's rows are the months."""
    rows = [name for name, _ in deck.groups]
    numbered = all(deck.faces[code].number == at for at, (_, row) in enumerate(deck.groups, 1) for code in row)
    if not numbered or len(rows) != 12:
        return
    named = [Name(f"{at} · {name.en}", f"{at}月・{name.ja}") for at, name in enumerate(rows, 1)]
    for code in game.cards_in_play(deck, table.options):
        face = deck.faces[code]
        at = rows.index(group_of(deck, code))
        why = Text(
            f"{face.name.en}: the {rows[at].en} is month {at + 1}", f"{face.name.ja}：{rows[at].ja}は{at + 1}月です"
        )
        yield _make_question(
            "month", (code,), _WHICH_MONTH, named[at], [named[(at + step) % 12] for step in (1, 4, 7)], why
        )


def _points_questions(deck: Deck, game: Game, table: Session) -> Iterator[Question]:
    """What a card counts in this game."""
    counts = {code: game.points_of(deck.faces[code], table.options) for code in game.cards_in_play(deck, table.options)}
    others = sorted(set(counts.values()))
    for code, points in counts.items():
        face = deck.faces[code]
        near = sorted(others, key=partial(_distance_sort_key, points))
        why = Text(
            f"{face.name.en} counts {points} in {game.name.en}", f"{game.name.ja}では、{face.name.ja}は{points}点です"
        )
        yield _make_question("points", (code,), _WHICH_POINTS, _number_name(points), map(_number_name, near), why)


def _value_questions(game: Game, table: Session, packs: Iterable[Sequence[str]]) -> Iterator[Question]:
    """What dealt hands are worth; wrong answers are what the same cards are to another role, then other hands."""
    found = [
        hand for pack in packs for hand in valued_hands(game, table.table(), game.simulate_round(pack, table.table()))
    ]
    labels = [_class_label(game, hand.value, table.options) for hand in found]
    for at, hand in enumerate(found):
        elsewhere = (_value_or_none(game, hand.cards, other, table.options) for other, _ in game.roles)
        wrong = [_class_label(game, other, table.options) for other in elsewhere if other is not None]
        ask = Text(f"{hand.owner.en} {_WHICH_HAND.en}".strip(), f"{hand.owner.ja} {_WHICH_HAND.ja}".strip())
        why = tuple(reason.text for reason in hand.value.reasons)
        yield _make_question("value", hand.cards, ask, labels[at], (*wrong, *labels[at + 1 :], *labels[:at]), *why)


def _teyaku_questions(game: Game, table: Session) -> Iterator[Question]:
    """Which special hand this is; and hands that only look like one."""
    options = table.options
    special = [each for each in game.classes_for(options) if each.special]
    names = [each.name for each in special]
    says = {each.key: each for each in game.classes_for(options)}
    shown = {line.key: line.cards for line in cheat_sheet(game, options, table.deck).classes}
    for at, each in enumerate(special):
        others = (*names[at + 1 :], *names[:at], _NONE_OF_THESE)
        if shown[each.key]:
            role = (each.roles or tuple(key for key, _ in game.roles) or ("",))[0]
            yield _make_question("teyaku", shown[each.key], _WHICH_TEYAKU, each.name, others, _class_explanation(each))
            for cards in _lookalikes(game, shown[each.key], decks()[table.deck], options):
                value = _value_or_none(game, cards, role, options)
                found = says.get(value.key or "") if value else None
                if found is not None and found is not each:
                    right = found.name if found.special else _NONE_OF_THESE
                    yield _make_question(
                        "teyaku", cards, _WHICH_TEYAKU, right, (each.name, *others), _class_explanation(found)
                    )


def _lookalikes(
    game: Game, cards: Sequence[str], deck: Deck, options: Mapping[str, OptionValue]
) -> Iterator[tuple[str, ...]]:
    """The hand with its last card replaced by the card before it and the card after it in the deck."""
    faces = list(game.cards_in_play(deck, options))
    at = faces.index(cards[-1])
    for other in (at - 1, (at + 1) % len(faces)):
        yield (*cards[:-1], faces[other])


@dataclass(frozen=True, slots=True)
class DealtHand:
    """手札 tefuda: a hand of a round and what it is worth. `whose`: in whose place, or under what; may be empty."""

    cards: tuple[str, ...]
    owner: Text
    value: HandValue


def valued_hands(game: Game, table: Table, round_: Mapping[str, Any]) -> Iterator[DealtHand]:
    """The hands of a round that can be valued, each in its seat's role, else in the game's roles by turns.

    Cards that a seat was asked for; where these alone make no hand, with the cards that are everybody's.
    """
    options = game.resolve_options(table.options)
    asks = [ask for ask in game.prompts(table) if ask.kind is PromptKind.CARDS]
    common = tuple(card for ask in asks if ask.seat is None for card in _cards_for(round_, ask))
    for ask in asks:
        cards = _cards_for(round_, ask)
        if ask.seat is None or not cards:
            continue
        role, whose = _role_and_owner(game, table, ask.seat)
        for hand in (cards, (*cards, *common)):
            value = _value_or_none(game, hand, role, options)
            if value is not None:
                yield DealtHand(hand, whose, value)
                break


def _role_and_owner(game: Game, table: Table, seat: int) -> tuple[str, Text]:
    """The role in which a hand is asked about, and how the question says so."""
    brought = game.role_of(seat, len(table.seats))
    if brought:
        place = game.place_of(table, seat)
        return brought, Text(f"Seat: {place.en}.", f"席：{place.ja}。")
    if game.roles:
        role, says = game.roles[seat % len(game.roles)]
        return role, Text(f"{says.en[0].upper()}{says.en[1:]}.", f"{says.ja}。")
    return "", Text("", "")


def _cards_for(round_: Mapping[str, Any], prompt: Prompt) -> tuple[str, ...]:
    """The cards that answer an ask in a round; none where nobody answered."""
    found: Any = round_
    for step in prompt.path.split("."):
        if isinstance(found, Mapping):
            found = found.get(step, ())
        else:
            found = found[int(step)] if int(step) < len(found) else ()
    return tuple(found or ())


def _value_or_none(game: Game, cards: Sequence[str], role: str, options: Mapping[str, OptionValue]) -> HandValue | None:
    try:
        return game.value(cards, role, options)
    except Refusal:
        return None


def _class_label(game: Game, value: HandValue, options: Mapping[str, OptionValue]) -> Name:
    """A class as an answer, with its total where the class alone does not tell it."""
    name = next(each.name for each in game.classes_for(options) if each.key == value.key)
    if value.total is None or value.key == str(value.total):
        return name
    return Name(f"{name.en} ({value.total})", f"{name.ja}（{value.total}）")


def _class_explanation(hand_class: HandClass) -> Text:
    return Text(
        f"{hand_class.name.en}: {hand_class.description.en}", f"{hand_class.name.ja}：{hand_class.description.ja}"
    )


def _number_sort_key(name: Name) -> tuple[int, str]:
    """By the number in a name, which months and totals have, then by the alphabet."""
    number = re.search(r"\d+", name.en)
    return int(number[0]) if number else 0, name.en


def _distance_sort_key(target: int, candidate: int) -> tuple[int, int]:
    return abs(target - candidate), candidate


def _number_name(points: int) -> Name:
    return Name(str(points), str(points))


def _make_question(
    drill: str, cards: tuple[str, ...], text: Text, right: Name, wrong: Iterable[Name], *why: Text
) -> Question:
    """The right answer among the first few wrong ones, in an order that does not tell which it is."""
    others = list({name.en: name for name in wrong if name.en != right.en}.values())[: MAX_CHOICES - 1]
    choices = sorted((right, *others), key=_number_sort_key)
    return Question(drill, cards, text, tuple(choices), choices.index(right), why)


_DRILL_LABELS = {
    "month": Text("Months", "何月の札か"),
    "points": Text("What cards count", "札の点"),
    "value": Text("What hands are worth", "役と強さ"),
    "teyaku": Text("Special hands", "役"),
}
_WHICH_MONTH = Text("Which month is this card?", "これは何月の札ですか")
_WHICH_POINTS = Text("What does this card count?", "この札は何点ですか")
_WHICH_HAND = Text("What is this hand?", "この手は何ですか")
_WHICH_TEYAKU = Text("Which special hand is this?", "これはどの役ですか")
_NONE_OF_THESE = Name("none of them", "どれでもない")
