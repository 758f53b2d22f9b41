"""A practice round, replayed from a seed and the learner's choices.

Nothing is stored: the same seed and choices always lead to the same table.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.hand_question import Situation
from scorer.rules.play.practice import REST, PracticeRound
from scorer.rules.prompts import Table
from scorer.session.samples import sample_session
from scorer.teaching import text
from scorer.teaching.forecast import may_play_on
from scorer.teaching.practice_round import offers_call, open_decision, practice_round
from scorer.texts import Text

MAX_CHOICES = 32
"""Choices one round may have: eight cards, a call after each, and one of two matches for each card of a turn."""
_SHUFFLES = 60
"""Shuffles looked at for one that comes to a decision; of Hachi-Hachi one in twenty does."""
_SEATS = 3
"""Players of a practice round, where the game can be played by so many."""


def is_playable(game: Game) -> bool:
    """Whether the game has a practice round."""
    return game.narrator is not None


def play_practice(
    game: Game, seed: int, choices: Sequence[str], deck: str, options: Mapping[str, object] | None = None
) -> dict[str, Any]:
    """The practice round of that shuffle after these choices, as JSON. Raises `impossible` for one not offered.

    `options` are the house rules, the usual ones where they are None. Where a round need not come to the decision that
    the game is about, every second shuffle is picked so that it does.
    """
    table, pack = _table_and_pack(game, seed, deck, options)
    now = _played(game, pack, table, choices)
    faces, house_rules = decks()[deck].faces, game.resolve_options(table.options)
    has_choice = sum(each != REST for each in now.choices) > 1
    numbers = {code: game.hand_number(faces[code], house_rules) for code in sorted({*pack})}
    return {
        **_to_json(game, now, table),
        "may_play_on": has_choice and may_play_on(game),
        "numbers": {code: number for code, number in numbers.items() if number},
    }


def practice_situation(
    game: Game, seed: int, choices: Sequence[str], deck: str, options: Mapping[str, object] | None = None
) -> Situation:
    """The learner's next decision in that practice round. Raises `no_odds` where there is none."""
    table, pack = _table_and_pack(game, seed, deck, options)
    _played(game, pack, table, choices)
    decision = None if game.narrator is None else open_decision(game, pack, table, choices[:MAX_CHOICES])
    if game.narrator is None or decision is None:
        raise Refusal("no_odds", text("nothing_to_choose"))
    return Situation(game.narrator.table(table), decision.position, decision.hand)


def _table_and_pack(
    game: Game, seed: int, deck: str, options: Mapping[str, object] | None
) -> tuple[Table, tuple[str, ...]]:
    if not is_playable(game):
        raise Refusal("bad_option", text("no_practice_round"))
    allowed = game.seats_for(game.resolve_options(options or {}))
    seats = _SEATS if _SEATS in allowed else allowed[0]
    session = sample_session(game, options, seats=seats, deck=deck)
    table = session.table()
    return table, _shuffle(game, game.pack(decks()[deck], session.options), table, seed)


def _played(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> PracticeRound:
    now = practice_round(game, pack, table, ())
    for count, choice in enumerate(choices[:MAX_CHOICES], 1):
        if choice not in {offered.key for offered in now.choices}:
            raise Refusal("impossible", text("not_now"))
        now = practice_round(game, pack, table, choices[:count])
    return now


def _shuffle(game: Game, pack: Sequence[str], table: Table, seed: int) -> tuple[str, ...]:
    """The pack shuffled; with an even seed the first shuffle that comes to a decision, where a game has one."""
    rng = random.Random(seed)  # noqa: S311  practice has no secrets
    first = tuple(rng.sample(pack, len(pack)))
    if seed % 2 or game.narrator is None or not game.narrator.may_call:
        return first
    others = (tuple(rng.sample(pack, len(pack))) for _ in range(_SHUFFLES))
    return next((cards for cards in (first, *others) if offers_call(game, cards, table)), first)


def _to_json(game: Game, now: PracticeRound, table: Table) -> dict[str, Any]:
    settlement: Mapping[str, Any] | None = None if now.finished is None else game.settle(now.finished).as_json()
    return {
        "seats": list(table.seats),
        "seat": now.seat,
        "hand": list(now.hand),
        "piles": [{"label": label.as_json(), "cards": list(cards)} for label, cards in now.piles],
        "lines": [_sentence(line).as_json() for line in now.lines],
        "question": now.question.as_json(),
        "choices": [{"key": each.key, "label": each.label.as_json(), "card": each.card} for each in now.choices],
        "odds": now.odds and now.odds.as_json(),
        "settlement": settlement,
    }


def _sentence(line: Text) -> Text:
    """The line with a capital letter at its beginning; reasons begin with a small one."""
    return text("sentence", line=line)
