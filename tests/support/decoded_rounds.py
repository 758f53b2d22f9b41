"""Random rounds that the decoder follows through a simulated camera."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.decks import decks
from scorer.following.decoder import Followed, begin, conclude, flush, follow
from scorer.following.hypothesis import Scene
from scorer.following.outcome import Outcome
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.games import game
from scorer.rules.play.moves import ScriptedRound
from scorer.rules.prompts import Prompt, PromptKind, Table, _set_at_path, _steps_of
from scorer.session.samples import sample_session
from scorer.texts import Text
from tests.support.judged_rounds import decks_for
from tests.support.simulated_rests import CLEAN, Camera, Noise


@dataclass(frozen=True)
class FollowedRound:
    """A round as played, the events that the decoder sent, and the round that it found."""

    played: ScriptedRound
    state: Followed
    events: tuple[PlayEvent, ...]
    outcome: Outcome

    @property
    def completed_round(self) -> Mapping[str, Any]:
        """The round found, each question of the decoder answered as the round was played."""
        return with_answers(self.outcome.round, self.outcome.asks, self.played.round)

    @property
    def is_exact(self) -> bool:
        """Whether the decoder found everything that a camera can see."""
        return self.completed_round == self.played.round


def with_answers(
    found: Mapping[str, Any], asks: Sequence[tuple[str, Text]], played: Mapping[str, Any]
) -> Mapping[str, Any]:
    """The round `found`, with what no camera can see taken from `played`. Cards stay as they were read."""
    completed = copy.deepcopy(dict(found))
    for path, _ in asks:
        if path.partition(".")[0] not in ("", "hands", "field", "table", "dealer"):
            answer = Prompt(path, PromptKind.NUMBER, Text("", "")).answer_in(played)
            if answer is not None:
                _set_at_path(completed, _steps_of(path), answer)
    return completed


def follow_all(state: Followed, rests: list[Rest]) -> tuple[Followed, list[PlayEvent]]:
    """The state after all rests, and every event that was sent."""
    sent: list[PlayEvent] = []
    for rest in rests:
        state, events = follow(state, rest)
        sent += events
    state, events = flush(state)
    return state, [*sent, *events]


def scene_of(state: Followed) -> Scene:
    """The scene that all accounts of a state share after its last rest."""
    seats = len(state.table.seats)
    return Scene(state.rules, state.begin, state.pack, seats, state.looks, state.time_s, is_first=False, leaving="one")


def follow_random_round(
    key: str,
    seed: int,
    noise: Noise = CLEAN,
    options: Mapping[str, object] | None = None,
    *,
    cleared: bool = False,
    rests: int | None = None,
) -> FollowedRound:
    """A random round of a game, followed. The seed chooses the seats and the deck, too.

    `rests`: after so many the camera is unplugged.
    """
    state, played, seen = film_random_round(key, seed, noise, options, cleared=cleared)
    state, events = follow_all(state, seen[:rests])
    return FollowedRound(played, state, tuple(events), conclude(state))


def film_random_round(
    key: str,
    seed: int,
    noise: Noise,
    options: Mapping[str, object] | None = None,
    *,
    cleared: bool = False,
    faulty: bool = False,
) -> tuple[Followed, ScriptedRound, list[Rest]]:
    """The decoder before the first card, a random round, and what the camera tells of it.

    `faulty`: the players make one of each fault that the game knows.
    """
    rules, rng = game(key), random.Random(seed)
    play = rules.play_rules
    assert play is not None
    house_rules = rules.resolve_options(options or {})
    seats = rng.choice(list(rules.seats_for(house_rules)))
    kinds = decks_for(rules, house_rules)
    deck = kinds[seed % len(kinds)]
    table = sample_session(rules, options, seats=seats, deck=deck).table()
    played = play.play_round(table, deck, rng, play.film_faults) if faulty else play.play_round(table, deck, rng)
    camera = Camera(seats, rules.pack(decks()[deck], house_rules), rng, noise)
    return begin(rules, table, deck), played, camera.rests(played, cleared=cleared)


def begin_otoroku(*seats: str) -> Followed:
    """The decoder at an empty table of Otoroku with kabufuda."""
    return begin(game("otoroku"), Table(seats or ("Aki", "Emi"), {}), "kabufuda")


def begin_tokotoko() -> Followed:
    """The decoder at an empty table of Tokotoko with hanafuda."""
    return begin(game("tokotoko"), Table(("Aki", "Emi", "Ken"), {}), "hanafuda")


FIELD = ("h01-1", "h01-2", "h02-1", "h03-1", "h04-1", "h05-1", "h06-1", "h07-3")


def lay_koikoi(table: HandLaidTable, *laid: str) -> tuple[Followed, list[PlayEvent]]:
    """Koi-Koi with `FIELD` as tracks 1 to 8, after which `laid` is laid: the state, and the events of those cards."""
    state = begin(game("koikoi"), Table(("Aki", "Emi"), {}), "hanafuda")
    state, _ = follow_all(state, table.lay(*(f"-:{code}" for code in FIELD)))
    return follow_all(state, table.lay(*laid))


class HandLaidTable:
    """Rests of a table whose cards a test lays one by one."""

    def __init__(self) -> None:
        self.time_s = 0.0
        self.lying: dict[int, SeenCard] = {}

    def rest(self, *changes: Change) -> Rest:
        """The next rest, one second later, after these changes."""
        self.time_s += 1.0
        for change in changes:
            if change.kind == "left":
                self.lying.pop(change.card.track)
            else:
                self.lying[change.card.track] = change.card
        return Rest(self.time_s, changes, tuple(self.lying.values()))

    def take(self, track: int, zone: int) -> Change:
        """The change of a card that is moved into a seat's zone."""
        before = self.lying[track]
        return Change("moved", replace(before, zone=zone, position=(0.1 + 0.2 * zone, 0.01 * track)), before)

    def lay(self, *cards: str) -> list[Rest]:
        """One rest for each card: "seat:code", or "-:code" in the middle. Tracks count from 1."""
        rests = []
        for number, text in enumerate(cards, start=max(self.lying, default=0) + 1):
            seat, code = text.split(":")
            zone = None if seat == "-" else int(seat)
            rests.append(self.rest(Change("appeared", seen_card(number, zone, code))))
        return rests


def seen_card(track: int, zone: int | None, *names: str, chance: float = 0.99) -> SeenCard:
    """A card as seen: face down without names, sure with one, in doubt with more. The first name has `chance`."""
    spot = (0.5 if zone is None else 0.1 + 0.2 * zone, 0.01 * track)
    if len(names) < 2:
        return SeenCard(track, zone, spot, tuple((name, chance) for name in names), is_sure=True)
    rest = (1.0 - chance) / (len(names) - 1)
    return SeenCard(track, zone, spot, ((names[0], chance), *((name, rest) for name in names[1:])), is_sure=False)
