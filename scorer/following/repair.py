"""Late repair: earlier names changed by what was seen later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scorer.following.candidates import default_moves
from scorer.following.evidence import MOST_NAMES, likely_names
from scorer.following.explanation import Scene, by_moves, explain, ghost_cost
from scorer.following.hypothesis import GHOST, Entry, HeldCard, Hypothesis, rename, replay
from scorer.following.sighting import Change, SeenCard
from scorer.rules.play_rules import Move, Sight

MOST_REPAIRED = 6
"""How many earlier cards in doubt are tried under other names, the latest first."""
LATE_ENTRIES = 24
"""How many changes back a card may have been missed."""
LATE_COST = -4.0
"""Cost of a card that was missed when it was laid."""
LATER_COST = -0.75
"""Cost of each move that was seen before it."""
RESYNC_COST = -8.0
"""Cost of reading the round anew from the cards that lie there."""


def name_again(scene: Scene, account: Hypothesis, card: SeenCard) -> list[Hypothesis]:
    """The accounts after the camera knows better what a card is."""
    thing = account.thing_of(card.track)
    held = account.cards.get(thing)
    if held is None or not card.names:
        return [account]
    if held.place == GHOST and card.is_sure and not account.is_ended:
        bare = without_ghost(account, thing)
        charged = sum(entry.cost for entry in account.entries if entry.thing == thing)
        account = account.charge(min(0.0, ghost_cost(card) - charged))
        return [account, *explain(scene, bare, Change("appeared", card)), *late_cards(scene, bare, card)]
    if held.code is None:
        return [account]
    names = [name for name in likely_names(card) if name != held.code]
    return [account.name(card), *(_renamed(scene, account, thing, name) for name in names)]


def repaired(scene: Scene, account: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The accounts in which an earlier card in doubt was another, so that a change may be explained better."""
    shown = {name for name, _ in change.card.names}
    tracks = [
        track
        for track in reversed(list(scene.seen))
        if account.thing_of(track) in account.cards and track != change.card.track and scene.seen[track].names
    ]
    tried = 0
    for track in tracks:
        look, thing = scene.seen[track], account.thing_of(track)
        code = account.cards[thing].code
        others = [name for name, _ in look.names[:MOST_NAMES] if name != code]
        if code is None or not others or (look.is_sure and code not in shown):
            continue
        tried += 1
        for name in others:
            yield _renamed(scene, account, thing, name)
        if tried == MOST_REPAIRED:
            return


def _renamed(scene: Scene, account: Hypothesis, thing: int, name: str) -> Hypothesis:
    looks = [look for track, look in scene.seen.items() if account.thing_of(track) == thing]
    return rename(scene.rules, scene.begin, scene.pack, account, thing, looks, name)


def without_ghost(account: Hypothesis, thing: int) -> Hypothesis:
    """The account without what it says of a thing that was taken for no card."""
    kept = tuple(entry for entry in account.entries if entry.thing != thing)
    cost = sum(entry.cost for entry in account.entries if entry.thing == thing)
    cards = {other: card for other, card in account.cards.items() if other != thing}
    return replace(account, entries=kept, cards=cards, structure=account.structure - cost)


def resynced(scene: Scene, accounts: Iterable[Hypothesis], lying: Iterable[SeenCard]) -> Iterator[Hypothesis]:
    """The accounts that find back to the table: things not understood are cards after all, or all is read anew."""
    table = sorted(lying, key=lambda card: card.track)
    looks = {card.track: card for card in table}
    for account in accounts:
        for thing, held in account.cards.items():
            if held.place == GHOST and held.is_visible and thing in looks and not account.is_ended:
                bare = without_ghost(account, thing)
                yield from by_moves(scene, bare, "appeared", looks[thing], LATE_COST)
                yield from late_cards(scene, bare, looks[thing])
    anew = Hypothesis(scene.begin, structure=RESYNC_COST)
    for card in table:
        options = explain(scene, anew, Change("appeared", card))
        anew = max(options, key=lambda each: each.score)
    doubt = Entry("nudge", -1, scene.time_s, 0.0, is_doubtful=True)
    yield anew.add(doubt)


def late_cards(scene: Scene, account: Hypothesis, card: SeenCard) -> list[Hypothesis]:
    """The accounts in which a card that appears now was laid a few moves ago and missed by the camera."""
    if account.is_ended or not card.names:
        return []
    thing = account.thing_of(card.track)
    code = card.names[0][0]
    found = []
    prefixes = [scene.begin]
    for entry in account.entries:
        moved = scene.rules.judge(prefixes[-1], entry.move).position if entry.move else prefixes[-1]
        prefixes.append(moved)
    start = max(0, len(account.entries) - LATE_ENTRIES)
    for index in range(len(account.entries) - 1, start - 1, -1):
        if account.entries[index].move is None:
            continue
        position = prefixes[index]
        sight = Sight("appeared", code, card.zone, None, thing)
        moves = scene.rules.possible_moves(position, sight)
        if moves is None:
            moves = default_moves(sight, scene.rules.turn(position), scene.seats)
        move = next((each for each in moves if scene.rules.judge(position, each).fault is None), None)
        if move is None:
            continue
        after = _with_late_card(scene, account, index, move, card)
        if after is not None:
            found.append(after)
    return found


def _with_late_card(scene: Scene, account: Hypothesis, index: int, move: Move, card: SeenCard) -> Hypothesis | None:
    """The account with a move put in before an earlier one; None if it makes more faults."""
    jumped = sum(entry.move is not None for entry in account.entries[index:])
    cost = LATE_COST + LATER_COST * jumped
    entry = Entry("move", account.thing_of(card.track), scene.time_s, cost, move, is_doubtful=True)
    extra = 0.0 if move.card is None else scene.pack.cost(account, move.card)
    held = HeldCard(move.target, move.card, is_visible=True, zone=card.zone, position=card.position)
    with_card = replace(account, cards={**account.cards, entry.thing: held})
    entries = (*account.entries[:index], entry, *account.entries[index:])
    after = replay(scene.rules, scene.begin, with_card, entries)
    return None if after.fault_count > account.fault_count else after.charge(extra).name(card)
