"""The end of a round that was followed: round, certainty, questions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorer.errors import Refusal
from scorer.following import text
from scorer.following.deduction import (
    accounts_for_every_card,
    names_that_matter,
    proven_names,
    shows_every_card,
    with_first_codes,
)
from scorer.following.entries import NO_THING
from scorer.following.evidence import is_surely
from scorer.following.hypothesis import GHOST, GONE, READ_WELL, HeldCard, Hypothesis, Scene
from scorer.following.sighting import SeenCard
from scorer.rules.game import Game
from scorer.rules.play.moves import PILE, Conclusion
from scorer.rules.settlement import face_of
from scorer.texts import Text

RIVAL_SCORE_GAP = 5.0
"""An account that is less likely than the best by no more than this (natural logarithm) is a rival."""

FEWEST_CLEARED = 3
"""Cards that must leave the table together to end a round by themselves: a hand lifts one or two and lays them back."""

Ask = tuple[str, Text]


class Outcome(NamedTuple):
    """The round as `settle` takes it as far as it is known, whether it is sure, and what the table must say.

    `asks`: pairs of a path in the round ("" for the whole) and the question in words.
    """

    round: Mapping[str, Any]
    sure: bool
    asks: tuple[Ask, ...]

    def as_json(self) -> dict[str, Any]:
        """The last line that `fudayomi follow` prints."""
        asks = [{"path": path, "text": text.as_json()} for path, text in self.asks]
        return {"round": dict(self.round), "sure": self.sure, "asks": asks}


def conclude_accounts(
    game: Game,
    accounts: Sequence[Hypothesis],
    scene: Scene,
    trouble: Text | None,
    lying: Mapping[int, SeenCard],
) -> Outcome:
    """The outcome by the best account; sure only if nothing speaks for another round.

    `scene`: as after the last rest. `lying`: the cards on the table then, by track. What follows from the whole pack is
    not asked: a card in doubt whose rivals all lie elsewhere, and what was seen only in part where every card shows at
    the end. Nor is a card in doubt that counts for nothing whichever it is, once the round may be over, nor what
    clearing the cards away has answered.
    """
    rules, best = game.play_rules, accounts[0]
    assert rules is not None  # noqa: S101  checked where following began
    conclusion = rules.conclude(best.position)
    answered = rules.answered_by_clearing(best.position) if _is_cleared(best) else ()
    asks = [ask for ask in conclusion.asks if ask[0] not in answered]
    may_be_over = best.is_ended or rules.may_end(best.position)
    if not may_be_over:
        asks.append(("", _NOT_OVER))
    if trouble is not None:
        asks.append(("", trouble))
    doubted = _cards_in_doubt(best, scene.seen)
    proven = proven_names(best, scene.seen, scene.pack.copies, doubted)
    doubted = [thing for thing in doubted if thing not in proven]
    if may_be_over:
        matter = names_that_matter(scene, best, doubted)
        doubted = [thing for thing in doubted if thing in matter]
    asks += [("", _doubt_text(best.cards[thing])) for thing in doubted]
    asks += [("", fault) for fault in _faults(best, conclusion)]
    try:
        game.settle(conclusion.round)
        settles = True
    except Refusal as refusal:
        settles = False
        if not asks:
            asks.append(("", refusal.message))
    close = [(account, rules.conclude(account.position)) for account in _rivals_that_know(scene, accounts)]
    concluded = with_first_codes(conclusion.round)
    differs = any(with_first_codes(other.round) != concluded for _, other in close)
    if not asks and (differs or not _is_plain(scene, best, lying)):
        asks += [("", fault) for fault in dict.fromkeys(fault for pair in close for fault in _faults(*pair))]
        asks.append(("", _LOOK_OVER))
    return Outcome(conclusion.round, settles and not asks, tuple(asks))


def _is_cleared(account: Hypothesis) -> bool:
    """Whether the cards of a round that was over were cleared away, all of them."""
    cleared = {entry.thing for entry in account.entries if entry.kind == "cleared"}
    still_there = (held.is_visible for held in account.cards.values() if held.place not in (GHOST, GONE, PILE))
    return account.is_ended and len(cleared) >= FEWEST_CLEARED and not any(still_there)


def _faults(account: Hypothesis, conclusion: Conclusion) -> Iterator[Text]:
    """What the players did wrong by an account, as far as the end of the round does not say otherwise."""
    return (entry.fault for entry in account.entries if entry.fault and entry.fault not in conclusion.settled)


def rivals_of(accounts: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The accounts that are nearly as likely as the best."""
    return [account for account in accounts[1:] if account.score > accounts[0].score - RIVAL_SCORE_GAP]


def _rivals_that_know(scene: Scene, accounts: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The rivals that may be what was played: where the best knows where each card is, one that does not says less."""

    def knows_all(account: Hypothesis) -> bool:
        return accounts_for_every_card(scene.rules, account, scene.pack.copies)

    rivals = rivals_of(accounts)
    return [account for account in rivals if knows_all(account)] if rivals and knows_all(accounts[0]) else rivals


def _cards_in_doubt(best: Hypothesis, looks: Mapping[int, SeenCard]) -> list[int]:
    """The things whose names matter and are not sure: no look of the camera is sure of the name they have."""
    sure = {best.thing_of(t) for t, look in looks.items() if _agrees(best, t, look)}
    return [
        thing
        for thing, card in best.cards.items()
        if card.code is not None and card.place not in (GHOST, GONE) and thing not in sure
    ]


def _agrees(best: Hypothesis, track: int, look: SeenCard) -> bool:
    card = best.cards.get(best.thing_of(track))
    if card is None or card.code is None:
        return False
    if not look.is_face_up:  # a trick that was turned over: what counts is how it was read before
        return best.name_costs.get(track, -math.inf) > READ_WELL
    return is_surely(look, card.code)


def _is_plain(scene: Scene, best: Hypothesis, lying: Mapping[int, SeenCard]) -> bool:
    """Whether what was seen only in part is of no use for the round, or there is no such thing."""
    doubtful = [entry for entry in best.entries if entry.is_doubtful]
    if any(entry.thing == NO_THING for entry in doubtful):  # the round was begun anew, or a card was never seen
        return False
    if accounts_for_every_card(scene.rules, best, scene.pack.copies) or shows_every_card(
        best, lying, scene.pack.copies
    ):
        return True
    is_gone = all(entry.kind == "ghost" and not best.cards[entry.thing].is_visible for entry in doubtful)
    return is_gone and not _unseen(best)


def _unseen(best: Hypothesis) -> bool:
    """Whether a card went out of sight that lies in no pile: piles are turned over and heaped up."""
    out_of_sight = [best.cards[entry.thing] for entry in best.entries if entry.kind == "unseen"]
    return any(not held.is_visible and held.place[0] != "captures" for held in out_of_sight)


def _doubt_text(card: HeldCard) -> Text:
    name = face_of(str(card.code)).name
    return text("is_this_card", name=name)


_NOT_OVER = text("not_over")
_LOOK_OVER = text("look_over")
