"""An evening of every game, with all that can happen in it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any
from zlib import crc32

from scorer.errors import Refusal
from scorer.games import games
from scorer.rules.game import Game
from scorer.session import events
from scorer.session.corrections import edit_round, reopen_round
from scorer.session.events import EveningOpened, Event
from scorer.session.samples import PLAYER_NAMES
from scorer.session.session_json import session_to_json
from scorer.session.state import Session
from scorer.session.tally import Tally
from tests.promises.golden.answer_json import (
    Answers,
    asdict_flat,
    in_short,
    to_line,
)
from tests.support.house_rules import random_value
from tests.support.sample_evenings import Evening, open_evening, simulate_round, simulate_round_at

_EVENINGS = 60
"""Evenings of random house rules of each game."""
_ROUNDS = 5
"""Rounds of each."""
_HAPPENS = 0.4
"""How often something happens between two rounds, 0..1."""


def many_evenings(rules: Game) -> Answers:
    """Evenings of random house rules and stones: after each round the stones, and a checksum of what was settled."""
    for seed in range(_EVENINGS):
        rng = random.Random(f"{rules.key} {seed}")
        opened = random_opening(rules, rng)
        what = f"{seed} {dict(opened.options)} {opened.deck} {list(opened.stones or ())} {len(opened.players)}"
        try:
            yield what, [*_course(Evening(opened), rng)]
        except Refusal as refusal:  # not every house rule goes with every other
            yield what, refusal.code


def random_opening(rules: Game, rng: random.Random) -> EveningOpened:
    options: dict[str, Any] = {}
    for option in rules.options:
        if rng.random() < 0.35:
            options[option.key] = random_value(option, rng)
    try:
        seats = rng.choice(rules.seats_for(rules.resolve_options(options)))
    except Refusal:
        seats = rules.seats[0]
    stones = [rng.randint(1, 30) for _ in range(seats)] if rng.random() < 0.7 else None
    return EveningOpened(rules.key, rng.choice(rules.decks), options, PLAYER_NAMES[:seats], stones and tuple(stones))


def _course(now: Evening, rng: random.Random) -> Iterator[str]:
    for _ in range(_ROUNDS):
        if not now.session.is_playable:
            return
        event = simulate_round(now.session, rng.randrange(2**20))
        now.append(event)
        settled = to_line("", "", [event.round, _without_words(event.settlement)])
        stones, dealer = " ".join(map(str, now.session.stones)), now.session.dealer
        yield f"{stones}, pot {now.session.pot}, dealer {dealer}, {crc32(settled.encode()):08x}"
        if rng.random() < _HAPPENS:
            event = rng.choice(_HAPPENINGS)(now, rng)
            with suppress(Refusal):
                now.append(event)
                yield f"{event.kind}: {crc32(to_line('', '', state_of(now.session)).encode()):08x}"


_HAPPENINGS: tuple[Callable[[Evening, random.Random], Event], ...] = (
    lambda now, _: events.RoundUndone(_last(now)),
    lambda now, _: events.RoundRedone((now.session.redoable_events or (0,))[-1]),
    lambda now, rng: events.SeatsSwapped(*rng.sample(now.session.players, 2)),
    lambda now, rng: events.StonesBought(rng.choice(now.session.players), rng.randint(1, 9)),
    lambda now, rng: events.PlayerLeft(rng.choice(now.session.players)),
    lambda now, rng: events.PlayerJoined(rng.choice(PLAYER_NAMES), rng.randint(1, 30)),
)
"""What may happen after a round."""


def _without_words(value: Any) -> Any:
    """What was settled without its texts, which other answers have."""
    if isinstance(value, Mapping):
        return {key: _without_words(each) for key, each in value.items() if key not in {"text", "name", "en", "ja"}}
    return [_without_words(each) for each in value] if isinstance(value, list | tuple) else value


def evening(rules: Game) -> Answers:
    """An evening of everything that can happen, with what is refused."""
    now = Evening(open_evening(rules.key))
    other = next(key for key in sorted(games()) if key != rules.key)
    for number, make in enumerate(_EVENING):
        try:
            event = make(now, other)
            now.append(event)
            what = event.kind
        except Refusal as refusal:
            yield f"{number}", refusal.as_json()
            continue
        yield f"{number} {what}", state_of(now.session)
    tally = Tally(now.session)
    for name in ("names", "nets", "totals", "unowned", "ranking", "payments", "wins", "best_hands", "running_totals"):
        yield name, in_short(getattr(tally, name))
    yield "session", _without_rounds(session_to_json(now.session))
    for index, each in enumerate(now.session.games):
        yield f"sums of game {index}", [summary.as_json() for summary in each.history.summaries()]
    for played in now.session.valid_rounds[:1]:
        reopened = reopen_round(now.session, now.events, played.event_number)
        yield (
            "reopened",
            {
                "game": reopened.game.opening_event,
                "original": reopened.original.event_number,
                "table": asdict_flat(reopened.table),
                "prompts": [prompt.path for prompt in reopened.prompts],
                "answers": reopened.answers,
            },
        )


def _round(now: Evening, _: str) -> Event:
    return simulate_round(now.session, now.session.event_count)


def _joined(name: str, stones: int, place: int | None = None) -> Callable[[Evening, str], Event]:
    return lambda now, _: events.PlayerJoined(name, stones, place)


def _last(now: Evening) -> int:
    return now.session.undoable_event or 0


def _correction(now: Evening, _: str) -> Event:
    """A round corrected to what another shuffle would have given."""
    number = next((played.event_number for played in now.session.valid_rounds), 0)
    reopened = reopen_round(now.session, now.events, number)
    other = simulate_round_at(now.session, reopened.table, 77)
    answers = {ask.path: ask.answer_in(other) for ask in reopened.prompts}
    return edit_round(now.session, now.events, number, {path: it for path, it in answers.items() if it is not None})


_EVENING: tuple[Callable[[Evening, str], Event], ...] = (
    _round,
    _round,
    lambda now, _: events.SeatsSwapped(now.session.players[0], now.session.players[-1]),
    _round,
    lambda now, _: events.RoundUndone(_last(now)),
    lambda now, _: events.RoundUndone(_last(now)),
    lambda now, _: events.RoundRedone(now.session.redoable_events[-1]),
    lambda now, _: events.RoundRedone(99),
    _correction,
    lambda now, _: events.StonesBought(now.session.players[1], 5),
    _round,
    lambda now, _: events.RoundUndone(_last(now)),
    lambda now, _: events.RoundUndone(_last(now)),
    lambda now, _: events.RoundRedone(now.session.redoable_events[-1]),
    lambda now, _: events.PlayerLeft(now.session.players[1]),
    _round,
    _joined("Nao", 30, 1),
    _joined("Nao", 30),
    _joined(" ", 30),
    lambda now, _: events.PlayerLeft("Nobody"),
    lambda now, _: events.SeatsSwapped("Nobody", "Aki"),
    lambda now, _: events.StonesBought("Nobody", 5),
    lambda now, _: events.StonesBought("Aki", 0),
    lambda now, _: events.PlayerJoined(min(now.session.away, default="Emi"), 10),
    _round,
    _correction,
    lambda now, other: events.GameBegun(other, now.session.deck, {}, now.session.players),
    lambda now, other: open_begun(other),
    _round,
    lambda now, _: events.RoundUndone(_last(now)),
    lambda now, _: events.EveningClosed(),
    _round,
    lambda now, _: events.EveningReopened(),
    _round,
    lambda now, _: events.EveningClosed(),
)
"""What happens in the evening, one after the other."""


def open_begun(key: str) -> Event:
    """Another game in the same evening."""
    first = open_evening(key)
    return events.GameBegun(first.game, first.deck, first.options, first.players)


def state_of(session: Session) -> dict[str, Any]:
    """What the next round begins with."""
    names = ("round_number", "dealer", "stones", "pot", "over", "closed", "game_winners", "redoable_events")
    return {
        **{name: getattr(session, name) for name in names},
        "undoable": session.undoable_event,
        "playable": session.is_playable,
        "away": sorted(session.away),
        "seats": session.seat_order,
        "extra": session.seating.extra,
        "rounds_left": session.table().rounds_left if session.seat_order else None,
    }


def _without_rounds(data: dict[str, Any]) -> dict[str, Any]:
    """A session without what was recorded when its rounds were played."""
    data = {name: value for name, value in data.items() if name not in ("options", "recent")}
    return {**data, "past_games": [_without_rounds(each) for each in data["past_games"]]}
