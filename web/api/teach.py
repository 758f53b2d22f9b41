"""Learning as data: hands explained, advice, questions, glossary."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from flask import Blueprint, request

from scanner.doubt_texts import ISSUE_TEXTS
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.nearest_name import with_nearest
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.teaching.drills import drill_labels, generate_questions
from scorer.teaching.forecast import play_on
from scorer.teaching.glossary import terms
from scorer.teaching.hand_explainer import explain_hand
from scorer.teaching.played_round import play_practice, practice_situation
from scorer.teaching.question import Question
from scorer.texts import Text
from web.access.request_size import takes_file
from web.context import context
from web.request.auth import current_name, require_upload_allowance
from web.request.requested_game import own_seat, requested_options, requested_table, require_game, rules_and_deck

BLUEPRINT = Blueprint("teach", __name__, url_prefix="/api")

DRILL_ROUNDS = 6
"""Rounds played out for the hands of one set of questions."""
SETS_PER_GAME = 4
"""Sets of questions of one game by the same rules, of which each phone gets a part. Making one takes long on a Pi."""
SETS_KEPT = 24
"""Sets of questions that are kept, the last used ones. One takes up to 0.4 MB."""
MAX_QUESTIONS_PER_DRILL = 20
"""Questions of each drill in one set."""

_SEEDS = tuple(random.random() for _ in range(SETS_PER_GAME))  # noqa: S311  practice has no secrets


PLAYOUTS_S = 0.25
"""Seconds for which one request plays rounds on: figures come within half a second, and other phones are not kept."""
MOST_PLAYOUTS = 1000
"""Rounds played on after each choice, over all requests: shares are then sure to a hundredth or two."""
_PLAYING_ON = threading.Lock()
"""Whoever plays rounds on, so that many phones together take one processor."""


@BLUEPRINT.get("/learn/<key>", endpoint="laid")
def explain_cards(key: str) -> dict[str, Any]:
    """What `cards` (codes with commas) are and are worth to a `role`, and what may come when `seen` lie elsewhere."""
    game = require_game(key)
    cards, seen = (_codes_from_query(name) for name in ("cards", "seen"))
    role = request.args.get("role", "")
    roles = [known for known, _ in game.roles]
    if role not in {"", *roles}:
        said = Text("There is no such role", "その役どころはありません")
        raise Refusal("bad_option", with_nearest(said, role, roles))
    return explain_hand(game, cards, seen, role, requested_options(game)).as_json()


@BLUEPRINT.post("/learn/<key>/picture")
@takes_file
def read_cards(key: str) -> dict[str, Any]:
    """Which of the game's cards the picture in the body shows. Nothing at the table changes."""
    game, ctx = require_game(key), context()
    options, deck = rules_and_deck(game, request.args.get("deck", ""))
    require_upload_allowance()
    read = ctx.scanner.read_upload(request.get_data(), deck).read
    issue = ISSUE_TEXTS.get(read.issue)
    known = game.cards_in_play(decks()[deck], options)
    return {
        "cards": [card.card for card in read.cards if card.card in known],
        "unsure": [card.card for card in read.cards if card.card in known and not card.sure],
        "advice": issue and issue.as_json(),
    }


@BLUEPRINT.get("/seen", endpoint="seen")
def seen_cards() -> dict[str, Any]:
    """The cards of the current round: those of this phone's player, and all others. Of the last picture if none."""
    service, seat = context().service, own_seat()
    with service.lock:
        seat_by_path = {prompt.path: prompt.seat for prompt in service.prompts()}
        hands = {path: [card.card for card in hand] for path, hand in service.draft.cards.items()}
        picture = service.draft.picture
        deck = service.session.deck if service.session else None
    mine = [
        card for path, hand in hands.items() if seat is not None and seat_by_path.get(path) == seat for card in hand
    ]
    others = [card for path, hand in hands.items() if seat is None or seat_by_path.get(path) != seat for card in hand]
    if not hands and picture is not None:
        others = [card.card for card in picture.read.cards if card.card is not None]
    return {"deck": deck, "mine": mine, "others": others}


@BLUEPRINT.get("/advice")
def advice() -> dict[str, Any]:
    """What a seat may or must do: `seat` of `game` at a table of `seats`. Without `game` this phone's own seat."""
    key = request.args.get("game")
    if key is not None:
        game = require_game(key)
        table = requested_table(game)
        seat = request.args.get("seat", 0, type=int)
        if not 0 <= seat < len(table.seats):
            raise Refusal("bad_count", Text("There is no such seat", "その席はありません"))
        return _advice_json(game, table, seat)
    evening, own = context().service.session, own_seat()
    if evening is None or own is None or evening.over:
        return {"game": evening and evening.game, "me": current_name(), "seat": None, "place": None, "advice": []}
    return _advice_json(evening.rules, evening.table(), own)


@BLUEPRINT.get("/drill/<key>")
def drill(key: str) -> dict[str, Any]:
    """Questions about a game with `deck` by the house rules `options`, other ones every time."""
    game = require_game(key)
    options, (_, deck) = requested_options(game), rules_and_deck(game, request.args.get("deck", ""))
    rng = random.Random()  # noqa: S311  practice has no secrets
    by_drill: dict[str, list[Question]] = {}
    for question in _drawn_questions(game, deck, tuple(sorted(options.items())), rng.choice(_SEEDS)):
        by_drill.setdefault(question.drill, []).append(question)
    questions = [
        question
        for candidates in by_drill.values()
        for question in rng.sample(candidates, min(MAX_QUESTIONS_PER_DRILL, len(candidates)))
    ]
    names = {code: decks()[deck].faces[code].name.as_json() for question in questions for code in question.all_cards}
    return {
        "game": key,
        "deck": deck,
        "drills": {drill: label.as_json() for drill, label in drill_labels(game).items() if drill in by_drill},
        "names": names,
        "questions": [question.as_json() for question in questions],
    }


@BLUEPRINT.get("/play/<key>")
def play(key: str) -> dict[str, Any]:
    """A practice round with `deck` from a shuffle (`seed`), after the learner's `choices` (keys with commas).

    House rules are those of the request, else of the evening, else the usual ones.
    """
    game = require_game(key)
    options, (_, deck) = requested_options(game), rules_and_deck(game, request.args.get("deck", ""))
    choices = _codes_from_query("choices")
    played = play_practice(game, request.args.get("seed", 0, type=int), choices, deck, options)
    names = {code: face.name.as_json() for code, face in decks()[deck].faces.items()}
    return {**played, "names": names}


@BLUEPRINT.get("/playouts/<key>")
def playouts(key: str) -> dict[str, Any]:
    """Rounds played on from the learner's decision in that practice round, after each choice, as an estimate.

    Those from number `first` on, as many as a quarter of a second allows; none while another phone has them played.
    Whoever asks adds them up, and asks again up to `most`.
    """
    game = require_game(key)
    options, (_, deck) = requested_options(game), rules_and_deck(game, request.args.get("deck", ""))
    seed, first = (request.args.get(name, 0, type=int) for name in ("seed", "first"))
    if first >= MOST_PLAYOUTS:
        raise Refusal("bad_count", Text("There are no such rounds", "その回はありません"))
    situation = practice_situation(game, seed, _codes_from_query("choices"), deck, options)
    if not _PLAYING_ON.acquire(blocking=False):
        return {"first": first, "most": MOST_PLAYOUTS, "rounds": 0, "choices": []}
    try:
        until = time.monotonic() + PLAYOUTS_S
        forecast = play_on(game, situation, (first,), seed)
        while time.monotonic() < until and first + forecast.rounds < MOST_PLAYOUTS:
            forecast += play_on(game, situation, (first + forecast.rounds,), seed)
    finally:
        _PLAYING_ON.release()
    return {"first": first, "most": MOST_PLAYOUTS, **forecast.as_json()}


@BLUEPRINT.get("/glossary/<key>")
def glossary(key: str) -> dict[str, Any]:
    """The words of a game with their meaning, and the card words of `deck` with their reading."""
    game = require_game(key)
    _, deck = rules_and_deck(game, request.args.get("deck", ""))
    return {"game": key, "deck": deck, "terms": [term.as_json() for term in terms(game, decks()[deck])]}


@lru_cache(maxsize=SETS_KEPT)
def _drawn_questions(
    game: Game, deck: str, options: tuple[tuple[str, OptionValue], ...], seed: float
) -> tuple[Question, ...]:
    """All questions of a game, with those of some rounds from shuffled packs. The same for the same seed."""
    rng = random.Random(seed)  # noqa: S311  practice has no secrets
    pack = game.pack(decks()[deck], dict(options))
    packs = [rng.sample(pack, len(pack)) for _ in range(DRILL_ROUNDS)]
    return generate_questions(game, packs, dict(options), deck)


def _advice_json(game: Game, table: Table, seat: int) -> dict[str, Any]:
    return {
        "game": game.key,
        "me": table.seats[seat],
        "seat": seat,
        "place": game.place_of(table, seat).as_json(),
        "advice": [line.as_json() for line in game.advice(table, seat)],
    }


def _codes_from_query(name: str) -> Sequence[str]:
    return [code for code in request.args.get(name, "").split(",") if code]
