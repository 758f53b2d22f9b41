"""Moves that every game judges, and rounds that a camera follows."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from zlib import crc32

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.following.decoder import conclude, flush, follow
from scorer.following.hypothesis import Hypothesis
from scorer.notation import write_round
from scorer.rules.game import Game
from scorer.rules.play.moves import MIDDLE, PILE, Move, Place, Sight, Verdict
from scorer.rules.play.playable import Playable
from scorer.session.samples import sample_session
from tests.promises.golden.answer_json import (
    Answers,
    in_short,
    join_by_first,
    sessions,
    to_line,
)
from tests.promises.golden.asked_evenings import random_opening
from tests.support.decoded_rounds import film_random_round, follow_random_round
from tests.support.judged_rounds import decks_for
from tests.support.sample_evenings import Evening
from tests.support.simulated_rests import CLEAN, Noise

CAMERA = Noise(0.1, 0.2, 0.5, 0.02, 0.02, 0.02, 0.02)
BLURRED = (
    Noise(0.15, 0.3, 0.5, 0.08, 0.04, 0.08, 0.06, arms=0.9),
    Noise(0.3, 0.3, 0.3, 0.1, 0.1, 0.05, 0.1, jumped=0.05, arms=0.3),
)
"""Cameras that see far worse, with which faults of the players are hard to tell from what was missed."""
_MOST_RESTS = 50
"""Rests of a round that is followed: all of most games, and the first tricks of a game of tricks."""
_JUDGED_RESTS = 24
"""Rests of a round whose accounts are shown or summed up: later ones cost more and tell less."""
_FILMED_RESTS = 48
"""Rests of all rounds of a game of which accounts are summed up."""
_MANY = 12
"""Rounds by random house rules of each game."""
_STEPS = 8
"""Steps of which what is said is summed up together."""
_MISSED = 0.08
"""How often nobody sees a card, 0..1."""
_BEFORE, _AFTER = 12, 2
"""Rests of a round before another table takes its place, and after. With fewer nothing is missed there yet."""
_SHOWN = 3
"""Accounts that are shown, the likeliest first."""


def moves(rules: Game) -> Answers:
    """What the rules say of the moves of a round, and of others in their place."""
    play = rules.play_rules
    assert play is not None
    for seed, deck in enumerate(decks_for(rules, {})[-1:]):
        table = sample_session(rules, deck=deck).table()
        rng = random.Random(seed)
        played = play.play_round(table, deck, rng, play.film_faults)
        pack = rules.pack(decks()[deck], table.options)
        position, places_by_line = play.begin(table, deck), dict[str, list[tuple[str, str]]]()
        for number, step in enumerate(played.steps):
            for what, answer in _judged(play, position, step.move, pack, rng, number):
                places_by_line.setdefault(to_line("", "", answer), []).append((what, str(number)))
            position = play.judge(position, step.move).position
            if number % 8 == 7:
                yield f"{deck} conclusion {number}", play.conclude(position)
        yield f"{deck} conclusion", play.conclude(position)
        yield f"{deck} steps", [in_short(step) for step in played.steps]
        for line, places in places_by_line.items():
            yield f"{deck}: {join_by_first(places)}", json.loads(line)[2]


def simulated_play(rules: Game) -> Answers:
    """The rounds that are played for films and tests, under each house rule and at each table."""
    play = rules.play_rules
    assert play is not None
    for number, (what, session) in enumerate(sessions(rules)):
        with suppress(Refusal):  # not every house rule goes with every deck
            table, rng = session.table(), random.Random(number)
            played = play.play_round(table, session.deck, rng, play.film_faults if number % 2 else ())
            steps = Counter((step.move.event, step.zone, step.face_up, step.fault) for step in played.steps)
            position = play.begin(table, session.deck)
            for step in played.steps:
                position = play.judge(position, step.move).position
            concluded = play.conclude(position)
            yield (
                what,
                [
                    write_round({"game": rules.key, **played.round}),
                    [list(map(str, (*step, count))) for step, count in steps.items()],
                    [] if concluded.round == played.round else write_round({"game": rules.key, **concluded.round}),
                    [path for path, _ in concluded.asks],
                ],
            )


def _judged(
    play: Playable, position: Any, move: Move, pack: Sequence[str], rng: random.Random, number: int
) -> Iterator[tuple[str, Any]]:
    """What is said before move `number` and of it. Of others instead and of sights it is asked at each second move."""
    yield "before", [play.turn(position), play.is_over(position), play.may_end(position), play.awaits_taking(position)]
    yield "hints", play.hints(position)
    yield "unseen", in_short(play.unseen_move(position))
    yield "deduced", [in_short(each) for each in play.deduced_moves(position)]
    yield "as played", _verdict(play.judge(position, move))
    card, seats = rng.choice(pack), (None, 0, 1)
    for kind in ("appeared", "left", "turned", "moved") if number % 2 else ():
        for zone in seats:
            sight = Sight(kind, move.card, zone, None if kind == "appeared" else move.source, move.thing)
            yield f"{kind} {zone}", in_short(play.possible_moves(position, sight))
    if number % 2:
        return
    others = {
        "another card": replace(move, card=card),
        "face down": replace(move, card=None),
        **{f"by {seat}": replace(move, seat=seat) for seat in seats},
        **{event: replace(move, event=event) for event in ("laid", "turned", "taken", "moved", "retracted")},
        "to a hand": replace(move, target=("hand", move.seat)),
        "to captures": replace(move, target=("captures", move.seat)),
        "back": replace(move, source=move.target, target=move.source),
    }
    for what, other in others.items():
        if other != move:
            yield what, _verdict(play.judge(position, other))


def _verdict(verdict: Verdict) -> Any:
    return [verdict.fault, verdict.seat, in_short(verdict.implied), verdict.cost]


def followed(rules: Game) -> Answers:
    """What is said of a round that a camera sees badly."""
    found = follow_random_round(rules.key, 3, CAMERA, cleared=True, rests=_MOST_RESTS)
    for number, event in enumerate(found.events):
        yield f"event {number}", [*event.as_json(with_note=True).values(), event.is_doubtful, event.is_by_another_hand]
    yield "outcome", found.outcome.as_json()


def many_moves(rules: Game) -> Answers:
    """Rounds by random house rules of which some cards are missed, and at every step random sights and moves.

    Checksums of all that is said of them.
    """
    play = rules.play_rules
    assert play is not None
    for seed in range(_MANY):
        rng = random.Random(f"{rules.key} moves {seed}")
        opened = random_opening(rules, rng)
        with suppress(Refusal):  # not every house rule goes with every other
            session = Evening(opened).play(seed % 4, seed).session  # later tables have another dealer, other seats
            table, pack = session.table(), rules.pack(decks()[session.deck], session.options)
            played = play.play_round(table, session.deck, rng, play.film_faults if seed % 2 else ())
            seats = sorted({step.move.seat for step in played.steps if step.move.seat is not None})
            position, replies, sums = play.begin(table, session.deck), list[Any](), list[str]()
            for number, step in enumerate(played.steps):
                replies += _said_at_random(play, position, step.move, (pack, seats), rng)
                unseen = play.unseen_move(position) if rng.random() < _MISSED else None
                verdict = play.judge(position, unseen or step.move)
                replies.append([*_verdict(verdict), verdict.taken_with, verdict.is_gap])
                position = verdict.position
                if number % _STEPS == _STEPS - 1 or number == len(played.steps) - 1:
                    replies.append(play.conclude(position))
                    sums.append(f"{crc32(to_line('', '', replies).encode()):08x}")
                    replies = []
            yield f"{seed} {dict(opened.options)} {session.deck} {len(table.seats)}", " ".join(sums)


def _said_at_random(
    play: Playable, position: Any, move: Move, at: tuple[Sequence[str], Sequence[int]], rng: random.Random
) -> Iterator[Any]:
    """What is said of a random sight and of random moves in place of one. `at`: the pack, and the seats that play."""
    pack, seats = at[0], (None, *at[1])
    places: tuple[Place, ...] = (
        MIDDLE,
        PILE,
        *((name, seat) for name in ("open", "captures", "hand") for seat in (0, 1)),
    )
    yield [play.turn(position), play.is_over(position), play.may_end(position), play.awaits_taking(position)]
    yield [in_short(play.unseen_move(position)), [in_short(each) for each in play.deduced_moves(position)]]
    card, thing = rng.choice((move.card, rng.choice(pack))), rng.choice((move.thing, 7))
    kind = rng.choice(("appeared", "left", "turned", "moved"))
    place = None if kind == "appeared" else rng.choice((move.source, move.target, rng.choice(places)))
    near = tuple(rng.sample(places[2:], rng.randint(0, 3)))
    yield in_short(
        play.possible_moves(position, Sight(kind, card, rng.choice(seats), place, thing, near, rng.choice(seats)))
    )
    for _ in range(2):
        event = rng.choice((move.event, rng.choice(("laid", "turned", "taken", "moved", "retracted"))))
        other = replace(move, event=event, card=card, seat=rng.choice((move.seat, rng.choice(seats))), thing=thing)
        yield _verdict(play.judge(position, rng.choice((other, replace(move, card=card)))))


def accounts(rules: Game) -> Answers:
    """How likely each account of a round is after each rest, where players make faults and a camera sees badly."""
    for seed, noise in enumerate(BLURRED):
        state, _, rests = film_random_round(rules.key, seed, noise, cleared=True, faulty=True)
        for number, rest in enumerate(rests[:_JUDGED_RESTS]):
            state, events = follow(state, rest)
            likeliest = [round(account.score, 4) for account in state.accounts[:_SHOWN]]
            sent = [f"{event.event} {event.seat} {event.card} {event.time_s}" for event in events]
            yield f"{seed} rest {number}", [len(state.accounts), likeliest, state.turn, state.is_lost, *sent]
        for place, account in enumerate(state.accounts[:_SHOWN]):
            yield f"{seed} account {place}", _entries(account)
        state, events = flush(state)
        yield f"{seed} flushed", [in_short(event) for event in events]
        yield f"{seed} outcome", conclude(state).as_json()


def films(rules: Game) -> Answers:
    """More such rounds, of which only the outcome and a checksum of all accounts and events are shown."""
    left, seed = _FILMED_RESTS, 10
    while left > 0:
        state, _, rests = film_random_round(rules.key, seed, BLURRED[seed % 2], cleared=True, faulty=True)
        replies = list[Any]()
        rests = rests[: min(_JUDGED_RESTS, left)]
        for rest in rests:
            state, events = follow(state, rest)
            accounts = [[round(account.score, 4), _entries(account)] for account in state.accounts[:_SHOWN]]
            replies += [in_short(events), accounts, state.trouble]
        outcome = conclude(state)
        replies += [in_short(flush(state)[1]), outcome.as_json()]
        yield (
            f"{seed} {len(rests)}",
            f"{len(state.accounts)} {state.best.score:.4f} {crc32(to_line('', '', replies).encode()):08x}",
        )
        left, seed = left - len(rests), seed + 1


def swapped_tables(rules: Game) -> Answers:
    """A round of which the camera suddenly sees the table of another: what is said, and how likely each account is."""
    state, _, rests = film_random_round(rules.key, 1, CLEAN)
    _, _, others = film_random_round(rules.key, 51, CLEAN)
    here, there = min(_BEFORE, len(rests) * 2 // 3), min(_BEFORE, len(others) // 2)
    later = rests[here - 1].time_s + 1.0 - others[there].time_s
    elsewhere = [replace(rest, changes=(), time_s=rest.time_s + later) for rest in others[there : there + _AFTER]]
    for number, rest in enumerate((*rests[:here], *elsewhere), -here):
        state, events = follow(state, rest)
        if number >= 0:
            scores = [round(account.score, 4) for account in state.accounts[:_SHOWN]]
            yield f"rest {number}", [state.trouble, len(state.accounts), scores, in_short(events)]
    yield "account", _entries(state.best)
    yield "outcome", conclude(state).as_json()


def _entries(account: Hypothesis) -> list[str]:
    """The entries of an account, each in a line: what, of which thing, by whom, when, what it costs."""
    return [
        f"{entry.kind} {entry.thing} {entry.done and (entry.done.event, entry.done.seat, entry.done.card)} "
        f"{entry.time_s:.1f} {entry.cost:.3f} {entry.rules_cost:.3f}" + " in doubt" * entry.is_doubtful
        for entry in account.entries
    ]
