"""A session as JSON, so that a start need not fold the whole past again.

It is only a cache of the fold over the events. Of each history it holds the last rounds; the others stand on a shelf in
pages, or are folded from the events, when somebody looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Protocol, cast

from scorer.rules.options import Amounts, OptionValue
from scorer.session.history import PAGE_ROUNDS, EarlierRounds, History, PlayedRound, RoundPage, page_of
from scorer.session.state import Purchase, Session
from scorer.session.sums.round_summary import RoundSummary

KEPT_ROUNDS = 8
"""Rounds of a game that are kept whole: a page shows the last two, and a few may be undone in a row."""

_TUPLES = ("players", "stones", "game_winners", "redoable_events", "buy_ins")
_PLAIN = ("game", "deck", "dealer", "event_count", "opening_event", "round_number", "pot", "over", "closed", "was_over")

LoadGames = Callable[[], Sequence[Session]]
"""Gives every game of an evening as it was at one moment, folded from its events."""


class PageShelf(Protocol):
    """Keeps pages of rounds outside the memory."""

    def put(self, rounds: Sequence[PlayedRound], summary: RoundSummary) -> str | None:
        """Keep the rounds and what they come to, and return their key. None where they cannot be kept."""

    def rounds(self, key: str) -> Sequence[PlayedRound] | None:
        """The rounds of a page, None where they are lost."""

    def summary(self, key: str) -> RoundSummary | None:
        """What the rounds of a page come to, None where that is lost."""


def shelve_rounds(session: Session, shelf: PageShelf, load_games: LoadGames) -> Session | None:
    """The same session, with all but the last rounds of each game on the shelf. None where the shelf takes no page.

    `load_games` gives what the shelf has lost. Pages on the shelf stay as they are, so the cost goes by what is new.
    """
    games: list[Session] = []
    for index, game in enumerate(session.games):
        pages, start = [], 0
        earlier, recent = _without_recent(game.history)
        for page in earlier:
            key = page.key or shelf.put(page.rounds(), page.summary())
            if key is None:
                return None
            kept = page if page.key else _shelved_page((page.first, page.count, key), start, index, shelf, load_games)
            pages.append(kept)
            start += page.count
        games.append(replace(game, history=History(recent, len(recent), EarlierRounds(pages))))
    return replace(games[-1], past_games=tuple(games[:-1]))


def _without_recent(history: History) -> tuple[Sequence[RoundPage], list[PlayedRound]]:
    """The pages of all rounds but the last ones, and these. Pages on a shelf stay as they are, but for a short last."""
    pages, recent = list(history.earlier.pages), list(history.recent)
    count = max(len(recent) - KEPT_ROUNDS, 0)
    is_joined = count and pages and pages[-1].count + count <= 2 * PAGE_ROUNDS
    new = [*(pages.pop().rounds() if is_joined else ()), *recent[:count]]
    split: list[RoundPage] = []
    for page in [*pages, *([page_of(new)] if new else [])]:
        if page.key or page.count <= 2 * PAGE_ROUNDS:
            split.append(page)
        else:
            rounds = page.rounds()
            split += [page_of(rounds[start : start + PAGE_ROUNDS]) for start in range(0, len(rounds), PAGE_ROUNDS)]
    return split, recent[count:]


def session_to_json(session: Session) -> dict[str, Any]:
    """The session as JSON. Of rounds on a shelf it has the keys, of other earlier ones only the number."""
    pages = [(page.first, page.count, page.key) for page in session.history.earlier.pages]
    is_shelved = all(key is not None for _, _, key in pages)
    recent = session.history.recent if is_shelved and pages else session.history[-KEPT_ROUNDS:]
    return {
        **{name: getattr(session, name) for name in _PLAIN},
        **{name: list(getattr(session, name)) for name in _TUPLES},
        **({} if session.last_event == session.event_count else {"last_event": session.last_event}),
        "options": dict(session.options),
        "away": sorted(session.away),
        "earlier": len(session.history) - len(recent),
        "pages": [list(page) for page in pages] if is_shelved else [],
        "recent": [round_to_json(played) for played in recent],
        "purchases": [asdict(purchase) for purchase in session.purchases],
        "past_games": [session_to_json(game) for game in session.past_games],
    }


def _kept_option(value: Any) -> OptionValue:
    """The value of a house rule as rules compare it: amounts by key come back as `Amounts`."""
    return cast("OptionValue", Amounts(value) if isinstance(value, dict) else value)


def session_from_json(data: Mapping[str, Any], load_games: LoadGames, shelf: PageShelf | None = None) -> Session:
    """The session that `session_to_json` wrote. `KeyError`, `TypeError` or `ValueError` for anything else.

    `load_games` gives every game of the evening as it was then, folded from its events.
    """
    games = [_game_from_json(game, index, load_games, shelf) for index, game in enumerate((*data["past_games"], data))]
    return replace(games[-1], past_games=tuple(games[:-1]))


def round_to_json(played: PlayedRound) -> dict[str, Any]:
    """The round as JSON."""
    return {
        **{field.name: getattr(played, field.name) for field in fields(PlayedRound)},
        "earlier_versions": [round_to_json(version) for version in played.earlier_versions],
    }


def round_from_json(data: Mapping[str, Any]) -> PlayedRound:
    """The round that `round_to_json` wrote. `KeyError` or `TypeError` for anything else."""
    versions = tuple(round_from_json(version) for version in data["earlier_versions"])
    values: dict[str, Any] = {**data, "players": tuple(data["players"]), "earlier_versions": versions}
    return PlayedRound(**values)


def _game_from_json(data: Mapping[str, Any], index: int, load_games: LoadGames, shelf: PageShelf | None) -> Session:
    recent = [round_from_json(played) for played in data["recent"]]
    plain: dict[str, Any] = {name: data[name] for name in _PLAIN}
    tuples: dict[str, Any] = {name: tuple(data[name]) for name in _TUPLES}
    pages, start = [], 0
    for first, count, key in data.get("pages", ()) if shelf else ():
        pages.append(_shelved_page((first, count, key), start, index, shelf, load_games))  # type: ignore[arg-type]
        start += count
    if start != data["earlier"]:
        pages = [RoundPage(0, data["earlier"], _reader(load_games, index, 0, data["earlier"]))]
    return Session(
        **plain,
        **tuples,
        # It is left out where no earlier game was changed since, as by programs that could not.
        last_event=data.get("last_event", data["event_count"]),
        options=MappingProxyType({key: _kept_option(value) for key, value in data["options"].items()}),
        away=frozenset(data["away"]),
        # Checkpoints of programs that knew no purchases have none.
        purchases=tuple(Purchase(**purchase) for purchase in data.get("purchases", ())),
        history=History(recent, len(recent), EarlierRounds(pages)),
    )


def _shelved_page(
    page: tuple[int, int, str], start: int, game: int, shelf: PageShelf, load_games: LoadGames
) -> RoundPage:
    """A page on the shelf. `page`: its first event, its count and its key. `start`: its place in the game's history."""
    first, count, key = page
    fold = _reader(load_games, game, start, count)
    return RoundPage(first, count, lambda: shelf.rounds(key) or fold(), lambda: shelf.summary(key), key)


def _reader(load_games: LoadGames, game: int, start: int, count: int) -> Callable[[], Sequence[PlayedRound]]:
    """A function that reads so many rounds of a game from its events, and remembers them."""
    return cache(lambda: load_games()[game].history[start : start + count])
