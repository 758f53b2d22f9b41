"""Explanations of one change: moves of the game, or misreadings."""

from __future__ import annotations

import math
from dataclasses import replace

from scorer.following.accounts.candidates import default_moves
from scorer.following.accounts.reappearance import found_again, fresh_thing, seen_elsewhere
from scorer.following.entries import Entry
from scorer.following.evidence import is_same_face, likely_names
from scorer.following.hypothesis import GHOST, GONE, HeldCard, Hypothesis, Scene
from scorer.following.sighting import Change, SeenCard
from scorer.rules.play.moves import MIDDLE, PILE, Move, Sight, Verdict

RANK_COST = -0.3
"""Cost of each place further down in a game's list of possible moves."""
MAX_POOR_SCORE_CHANGE = -3.0
"""Change of the score by the best explanation of a change below which rarer explanations are tried, too."""
UNSEEN_COST = -1.5
"""Cost of a card that lies there but is not seen: trackers keep covered cards, so it is rare."""
CLEARED_COSTS = {"many": -0.3, "some": -1.0, "one": -2.0}
"""Cost of taking the round for over, by how many cards leave at once."""
LEFT_COSTS = {"many": -6.0, "some": -0.8, "one": -0.5}
"""Cost of a card taken back or thrown in when it leaves, by how many leave at once."""
MISPLACED_COST = -5.0
"""Cost of a card that seems to lie in another zone although it was not moved."""
STRAY_COST = -8.0
"""Cost of a change that nothing explains."""

FIRST_BACK_COST = -1.0
"""Cost of a card face down in the middle being played when the camera first looks: most likely the pile lies there."""
SAME_AGAIN_COST = -3.0
"""Cost of the card taken back being laid again at the same spot: more likely it was out of sight."""
SAME_SPOT = 0.03
"""How far apart two looks at a card that was not moved may be, in fractions of the picture."""
PUSHED_COST, PUSHED_COST_MOST = 15.0, 2.0
"""What it costs that a card was pushed within its zone, for the whole picture's width, and at most."""
NO_CARD_DOWN_COST = -2.0
"""Cost of a back where the game lays no card face down: a hand, a sleeve, a heap turned over look like one."""
NEVER_SURE_COST = -1.5
"""Cost of taking back a card that was never read surely: more likely it was no card."""


def explain(scene: Scene, account: Hypothesis, change: Change) -> list[Hypothesis]:
    """The accounts in which a change has its explanation; never empty."""
    if change.kind == "apart":
        other = fresh_thing(account, change.card.track)
        account = replace(account, things={**account.things, change.card.track: other})
    held = account.cards.get(account.thing_of(change.card.track))
    if change.kind == "left":
        return _explain_left(scene, account, change.card, held)
    before = None if change.before is None else account.thing_of(change.before.track)
    if change.kind == "followed" and held is None and before in account.cards:
        return [_follow_on(scene, account, change.card, before)]
    if held is None or held.place == GONE:
        return _explain_appeared(scene, account, change.card)
    if held.place in (GHOST, PILE):
        if change.card.is_face_up or (held.place == GHOST and change.kind == "moved"):
            return _explain_appeared(scene, account, change.card)
        return [_stay(account, scene, change.card, held)]
    if not held.is_visible:
        held = replace(held, is_visible=True)
        account = replace(account, cards={**account.cards, account.thing_of(change.card.track): held})
        if held.place == ("captures", change.card.zone) and change.card.is_face_up:
            return [_stay(account, scene, change.card, replace(held, zone=change.card.zone))]
    moved = [account]
    if change.card.zone != held.zone or change.kind == "moved":
        moved = _explain_moved(scene, account, change.card, held)
    turned = change.card.is_face_up and held.code is None
    return [after for each in moved for after in (_explain_turned(scene, each, change.card) if turned else [each])]


def _stay(account: Hypothesis, scene: Scene, card: SeenCard, held: HeldCard, cost: float = 0.0) -> Hypothesis:
    """The card lies where it lay; only its look is new."""
    thing = account.thing_of(card.track)
    entry = Entry("nudge", thing, scene.time_s, cost, is_doubtful=cost <= MISPLACED_COST)
    now = replace(held, is_visible=True, position=card.position)
    return account.add(entry, card=now).name(card)


def _follow_on(scene: Scene, account: Hypothesis, card: SeenCard, thing: int) -> Hypothesis:
    """The account in which a thing goes on under another track."""
    now = replace(account.cards[thing], is_visible=True, position=card.position)
    on = replace(account, things={**account.things, card.track: thing})
    return on.add(Entry("found", thing, scene.time_s, 0.0), card=now).name(card)


def by_moves(scene: Scene, account: Hypothesis, kind: str, card: SeenCard, cost: float = 0.0) -> list[Hypothesis]:
    """The accounts in which the change was a move of the game, one for each name and move."""
    thing = account.thing_of(card.track)
    held = account.cards.get(thing)
    place = None if held is None or held.place in (GHOST, GONE) else held.place
    is_new = place is None or place == PILE
    names: tuple[str | None, ...]
    if is_new or kind == "turned":
        names = tuple(scene.pack.free_code(account, name, thing) for name in likely_names(card)) or (None,)
    else:
        names = (held.code if held else None,)
    found = []
    for name in names:
        sight = Sight(kind, name, card.zone, place, thing, _near(account, card, thing), card.side)
        extra = scene.pack.cost(account, name) if name is not None and (held is None or held.code != name) else 0.0
        extra += SAME_AGAIN_COST if is_new and _was_taken_back(account, card, name) else 0.0
        for rank, (move, verdict) in enumerate(_judged_moves(scene, account, sight)):
            if is_new and _takes_what_lies_there(account, move, verdict):
                continue
            price = cost + RANK_COST * rank
            entry = Entry("move", thing, scene.time_s, price, move, hands=scene.hands, is_start=scene.is_start)
            entry = entry.judged(verdict)
            now = _after(entry.done or move, name, card, is_gone=kind == "left")
            if held is not None and held.code == name:
                now = replace(now, best_cost=held.best_cost)
            found.append(account.add(entry, position=verdict.position, card=now).name(card).charge(extra))
    return found


def _takes_what_lies_there(account: Hypothesis, move: Move, verdict: Verdict) -> bool:
    """Whether a move takes a card from the middle that lies there as another thing: `seen_elsewhere` says which."""
    if move.event != "taken" or verdict.implied:
        return False
    return any(held.place == MIDDLE and is_same_face(held.code, move.card) for held in account.cards.values())


def _was_taken_back(account: Hypothesis, card: SeenCard, name: str | None) -> bool:
    """Whether the same card was taken back from the same spot before."""
    return any(
        held.place == GONE
        and held.zone == card.zone
        and is_same_face(held.code, name)
        and math.dist(held.position, card.position) <= SAME_SPOT
        for held in account.cards.values()
    )


def _judged_moves(scene: Scene, account: Hypothesis, sight: Sight) -> list[tuple[Move, Verdict]]:
    """The moves behind a sight as the rules judge them; those that break a rule only where all do."""
    moves = scene.rules.possible_moves(account.position, sight)
    if moves is not None:
        return [(move, scene.rules.judge(account.position, move)) for move in moves]
    judged: list[tuple[Move, Verdict]] = []
    for move in default_moves(sight, scene.rules.turn(account.position), scene.seats):
        verdict = scene.rules.judge(account.position, move)
        # Moves that come to the same are one, such as a card laid from a hand or from the pile.
        if not any(each.position == verdict.position and each.fault == verdict.fault for _, each in judged):
            judged.append((move, verdict))
    return [pair for pair in judged if pair[1].fault is None] or judged[:2]


def _after(move: Move, name: str | None, card: SeenCard, *, is_gone: bool) -> HeldCard:
    if move.event == "retracted":
        return HeldCard(GONE, name, is_visible=False, zone=card.zone, position=card.position)
    return HeldCard(move.target, name, not is_gone, card.zone, card.position)


def _near(account: Hypothesis, card: SeenCard, thing: int) -> tuple[tuple[str, int | None], ...]:
    """The places of other cards in the zone, the nearest first."""
    others = [
        (math.dist(held.position, card.position), held.place)
        for other, held in account.cards.items()
        if other != thing and held.zone == card.zone and held.is_visible and held.place not in (GHOST, GONE, PILE)
    ]
    others.sort(key=lambda pair: pair[0])
    return tuple(place for _, place in others)


def _explain_appeared(scene: Scene, account: Hypothesis, card: SeenCard) -> list[Hypothesis]:
    thing = account.thing_of(card.track)
    moves = [] if account.is_ended else by_moves(scene, account, "appeared", card)
    heap = next((each for each in moves if (move := each.entries[-1].move) and move.event == "heap"), None)
    if heap is not None:  # which of the cards that were taken lies on top makes no difference
        return [heap]
    found = [after for again in found_again(scene, account, card) for after in _known_again(scene, again, card)]
    if not card.is_face_up and card.zone is None:
        now = HeldCard(PILE, None, is_visible=True, zone=None, position=card.position)
        found.append(account.add(Entry("pile", thing, scene.time_s, 0.0 if scene.is_first else -1.0), card=now))
        if scene.is_first:
            moves = [move.charge(FIRST_BACK_COST) for move in moves]
    ghost = HeldCard(GHOST, None, is_visible=True, zone=card.zone, position=card.position)
    no_card = ghost_cost(card)
    if account.is_ended:
        found.append(account.add(Entry("next", thing, scene.time_s, RANK_COST), card=ghost))
    else:
        if not moves and not card.is_face_up:
            no_card = NO_CARD_DOWN_COST
        found += moves
        for moved, cost in seen_elsewhere(account, card):
            found += by_moves(scene, moved, "moved", card, cost)
    if not found or not card.is_sure or max(each.score for each in found) < account.score + MAX_POOR_SCORE_CHANGE:
        found.append(account.add(Entry("ghost", thing, scene.time_s, no_card, is_doubtful=True), card=ghost))
    return found


def _known_again(scene: Scene, account: Hypothesis, card: SeenCard) -> list[Hypothesis]:
    """The account in which a card was found again; it may lie face up now."""
    is_turned = card.is_face_up and account.cards[account.thing_of(card.track)].code is None
    return _explain_turned(scene, account, card) if is_turned else [account.name(card)]


def ghost_cost(card: SeenCard) -> float:
    """What it costs that a thing seen is no card: the clearer it is read, the more."""
    if card.is_sure:
        return STRAY_COST - 2.0 * card.is_face_up
    return -0.5 - 6.0 * (card.names[0][1] if card.names else 0.5)


def _explain_left(scene: Scene, account: Hypothesis, card: SeenCard, held: HeldCard | None) -> list[Hypothesis]:
    thing = account.thing_of(card.track)
    if held is None:
        return [account]
    gone = replace(held, is_visible=False)
    if held.place in (GHOST, PILE, GONE) or account.is_ended:
        kind = "cleared" if account.is_ended else "pile" if held.place == PILE else "ghost"
        return [account.add(Entry(kind, thing, scene.time_s, 0.0), card=gone)]
    found = []
    for each in by_moves(scene, account, "left", card):
        move = each.entries[-1].move
        if move and move.event not in ("taken", "heap"):
            doubt = NEVER_SURE_COST if move.event == "retracted" and not card.is_sure else 0.0
            each = each.charge(LEFT_COSTS[scene.leaving] + doubt)  # noqa: PLW2901
        found.append(each)
    if scene.rules.may_end(account.position):
        entry = Entry("cleared", thing, scene.time_s, CLEARED_COSTS[scene.leaving])
        found.append(account.add(entry, card=gone, ended=True))
    is_taken = any(each.fault_count == account.fault_count and each.score >= account.score for each in found)
    cost = 2 * UNSEEN_COST if is_taken else UNSEEN_COST
    found.append(account.add(Entry("unseen", thing, scene.time_s, cost), card=gone))
    return found


def _explain_moved(scene: Scene, account: Hypothesis, card: SeenCard, held: HeldCard) -> list[Hypothesis]:
    if held.zone == card.zone:
        sight = Sight("moved", held.code, card.zone, held.place, account.thing_of(card.track))
        moves = scene.rules.possible_moves(account.position, sight)
        pushed = -min(PUSHED_COST_MOST, PUSHED_COST * math.dist(held.position, card.position))
        return [_stay(account, scene, card, held, pushed)] if not moves else by_moves(scene, account, "moved", card)
    if account.is_ended:
        return [_stay(account, scene, card, held)]
    found = by_moves(scene, account, "moved", card)
    return [*found, _stay(account, scene, card, held, MISPLACED_COST)]


def _explain_turned(scene: Scene, account: Hypothesis, card: SeenCard) -> list[Hypothesis]:
    held = account.cards[account.thing_of(card.track)]
    if account.is_ended:
        return [_stay(account, scene, card, held)]
    found = by_moves(scene, account, "turned", card)
    return found or [_stay(account, scene, card, held, STRAY_COST)]
