"""What follows from the whole pack: every card of it is in one place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.decks import same_faces
from scorer.following.evidence import is_same_face, name_cost
from scorer.following.hypothesis import (
    GHOST,
    GONE,
    TWICE_COST,
    Hypothesis,
    Scene,
    misread_cost,
    rename,
)
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import SeenCard
from scorer.rules.play.playable import Playable

PROVEN_SCORE_GAP = 6.9
"""Natural logarithm by which every other reading of a card must be less likely: one in a thousand."""


def proven_names(
    best: Hypothesis, looks: Mapping[int, SeenCard], copies: Mapping[str, int], doubted: Iterable[int]
) -> frozenset[int]:
    """The doubted things that can hardly be anything else than what they are taken for, as the rest of the pack lies.

    If one were another card, that one must not surely lie elsewhere, and its own must be a card that was never seen,
    or another in doubt that looks different. `looks`: the newest look of every track. `copies`: in the pack, by code.
    Empty where more of a card is sure than the pack holds.
    """
    unsure = {thing: _face(str(best.cards[thing].code)) for thing in doubted}
    sure = Counter(
        _face(held.code)
        for thing, held in best.cards.items()
        if held.code is not None and held.place not in (GHOST, GONE) and thing not in unsure
    )
    left = _faces(copies)
    left.subtract(sure)
    unseen = left.copy()
    unseen.subtract(unsure.values())
    if min(unseen.values(), default=0) < 0:
        return frozenset()
    free = [face for face, number in left.items() if number > 0]
    loss = {thing: _losses(best, looks, thing, face, free) for thing, face in unsure.items()}
    proven = set()
    for thing, face in unsure.items():
        otherwise = max((cost for name, cost in loss[thing].items() if name != face), default=-math.inf)
        instead = max((loss[other].get(face, 0.0) for other in unsure if unsure[other] != face), default=-math.inf)
        if otherwise + (0.0 if unseen.total() else instead) < -PROVEN_SCORE_GAP:
            proven.add(thing)
    return frozenset(proven)


def names_that_matter(scene: Scene, best: Hypothesis, doubted: Iterable[int]) -> frozenset[int]:
    """The doubted things of which another name, if it is likely enough, makes another round of the account.

    Such a name is that of a card that nobody saw, or of another thing in doubt, which it is exchanged with. All of them
    where more of a card is known than the pack holds.
    """
    face_by_thing = {thing: _face(str(best.cards[thing].code)) for thing in doubted}
    unseen = _faces(scene.pack.copies)
    unseen.subtract(_face(code) for code in _known_codes(best))
    if min(unseen.values(), default=0) < 0:
        return frozenset(face_by_thing)
    concluded = with_first_codes(scene.rules.conclude(best.position).round)

    def matters(thing: int, face: str) -> bool:
        renamings = [{thing: name} for name, number in unseen.items() if number > 0 and name != face]
        renamings += [{thing: name, other: face} for other, name in face_by_thing.items() if name != face]
        accounts = (_renamed_if_likely(scene, best, names) for names in renamings)
        return any(
            with_first_codes(scene.rules.conclude(account.position).round) != concluded
            for account in accounts
            if account is not None
        )

    return frozenset(thing for thing, face in face_by_thing.items() if matters(thing, face))


def _renamed_if_likely(scene: Scene, best: Hypothesis, names: Mapping[int, str]) -> Hypothesis | None:
    """The account in which these things have other names, None where that is less likely by `PROVEN_SCORE_GAP`."""
    account, floor = best, best.score - PROVEN_SCORE_GAP
    for number, (thing, name) in enumerate(names.items(), 1):
        looks = [look for track, look in scene.seen.items() if best.thing_of(track) == thing]
        floor += misread_cost(best.cards[thing])  # its looks are doubtful by themselves: that needs no other reason
        is_twice = number < len(names)  # until the card that it was taken for has its own name
        renamed = rename(scene, account, thing, looks, name, floor + TWICE_COST * is_twice)
        if renamed is None:
            return None
        account = renamed
    return account


def with_first_codes(answer: Any) -> Any:
    """A round, or a part of it, with each card as the first of the codes of its face."""
    if isinstance(answer, Mapping):
        return {key: with_first_codes(value) for key, value in answer.items()}
    if isinstance(answer, (list, tuple)):
        return [with_first_codes(value) for value in answer]
    return _face(answer) if isinstance(answer, str) else answer


def accounts_for_every_card(rules: Playable, best: Hypothesis, copies: Mapping[str, int]) -> bool:
    """Whether each card of the pack is in one place by the account, those included that follow from all others.

    No card was missed then, and nothing that was taken for no card was one.
    """
    count = Counter(_face(code) for code in _known_codes(best))
    count.update(_face(str(move.card)) for move, _ in rules.deduced_moves(best.position) if move.event == "laid")
    return count == _faces(copies)


def shows_every_card(best: Hypothesis, lying: Mapping[int, SeenCard], copies: Mapping[str, int]) -> bool:
    """Whether each card of the pack lies open on the table where it is by the record, and nothing else does.

    How they came there is then of no use: the table itself says who has what.
    """
    count: Counter[str] = Counter()
    for seen in (look for look in lying.values() if look.is_face_up):
        held = best.cards.get(best.thing_of(seen.track))
        if held is None or held.code is None or held.place in (GHOST, GONE):
            if not best.is_left_behind(seen):
                return False
            continue
        seat = held.place[1] if held.place[0] in ("captures", "open") else None
        if seen.zone != seat or not seen.names or not is_same_face(seen.names[0][0], held.code):
            return False
        count[_face(held.code)] += 1
    return count == _faces(copies)


def deduced_events(rules: Playable, best: Hypothesis) -> tuple[PlayEvent, ...]:
    """What nobody saw and what follows from all other moves of a round that is over, at its likely time.

    A card lay there for half of the time between the card before it and the taking of both.
    """
    times = {(move.event, move.card): entry.time_s for entry in best.entries if (move := entry.done) is not None}
    events = []
    for move, other in rules.deduced_moves(best.position):
        taken_s = times.get(("taken", other), best.entries[-1].time_s)
        laid_s = times.get(("laid", other), taken_s)
        time_s = round((laid_s + taken_s) / 2, 3) if move.event == "laid" else taken_s
        events.append(PlayEvent(time_s, move.event, move.seat, move.card, is_doubtful=True))
    return tuple(events)


def _known_codes(best: Hypothesis) -> Iterator[str]:
    """The codes of the cards of the round that the account knows."""
    for held in best.cards.values():
        if held.code is not None and held.place not in (GHOST, GONE):
            yield held.code


def _losses(
    best: Hypothesis, looks: Mapping[int, SeenCard], thing: int, face: str, free: Iterable[str]
) -> dict[str, float]:
    """By how much less likely (natural logarithm) a thing is each of the `free` faces than its own, by all looks at it.

    All are as likely where none shows its face any more.
    """
    shown = [seen for track, seen in looks.items() if best.thing_of(track) == thing and seen.is_face_up]
    return {name: sum(name_cost(seen, name) - name_cost(seen, face) for seen in shown) for name in free}


def _faces(copies: Mapping[str, int]) -> Counter[str]:
    """How often each face is in the pack."""
    return Counter(_face(code) for code, number in copies.items() for _ in range(number))


def _face(code: str) -> str:
    """The first of the codes of one face."""
    return min(same_faces(code))
