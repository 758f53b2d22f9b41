"""The end of a round that was followed: round, certainty, questions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorer.errors import Refusal
from scorer.following.deduction import proven_names, shows_every_card
from scorer.following.evidence import is_surely
from scorer.following.hypothesis import GHOST, GONE, READ_WELL, HeldCard, Hypothesis
from scorer.following.sighting import SeenCard
from scorer.rules.game import Game
from scorer.rules.settlement import face_of
from scorer.texts import Text

RIVAL = 5.0
"""An account that is less likely than the best by no more than this (natural logarithm) is a rival."""

Ask = tuple[str, Text]


class LastTable(NamedTuple):
    """The cards on the table at the end by track, and how often each card is in the pack, by code."""

    lying: Mapping[int, SeenCard]
    copies: Mapping[str, int]


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
    looks: Mapping[int, SeenCard],
    trouble: Text | None,
    table: LastTable,
) -> Outcome:
    """The outcome by the best account; sure only if nothing speaks for another round.

    What follows from the whole pack is not asked: a card in doubt whose rivals all lie elsewhere, and what was seen
    only in part where every card shows at the end.
    """
    rules, best = game.play_rules, accounts[0]
    assert rules is not None  # noqa: S101  checked where following began
    conclusion = rules.conclude(best.position)
    asks = list(conclusion.asks)
    if not best.is_ended and not rules.may_end(best.position):
        asks.append(("", _NOT_OVER))
    if trouble is not None:
        asks.append(("", trouble))
    doubted = _cards_in_doubt(best, looks)
    proven = proven_names(best, looks, table.copies, doubted)
    doubted = [thing for thing in doubted if thing not in proven]
    asks += [("", _doubt_text(best.cards[thing])) for thing in doubted]
    asks += [("", entry.fault) for entry in best.entries if entry.fault and entry.fault not in conclusion.settled]
    try:
        game.settle(conclusion.round)
        settles = True
    except Refusal as refusal:
        settles = False
        if not asks:
            asks.append(("", refusal.message))
    is_plain = not any(entry.is_doubtful for entry in best.entries) and not _unseen(best)
    is_plain = is_plain or shows_every_card(best, table.lying, table.copies)
    close = rivals_of(accounts)
    differs = any(rules.conclude(account.position).round != conclusion.round for account in close)
    if not asks and (differs or not is_plain):
        said = dict.fromkeys(entry.fault for account in close for entry in account.entries if entry.fault)
        asks += [("", fault) for fault in said]
        asks.append(("", _LOOK_OVER))
    return Outcome(conclusion.round, settles and not asks, tuple(asks))


def rivals_of(accounts: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The accounts that are nearly as likely as the best."""
    return [account for account in accounts[1:] if account.score > accounts[0].score - RIVAL]


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


def _unseen(best: Hypothesis) -> bool:
    return any(entry.kind == "unseen" and not best.cards[entry.thing].is_visible for entry in best.entries)


def _doubt_text(card: HeldCard) -> Text:
    name = face_of(str(card.code)).name
    return Text(f"is this card {name.en}?", f"この札は「{name.ja}」ですか。")


_NOT_OVER = Text("the round does not look finished", "局がまだ終わっていないようです")
_LOOK_OVER = Text(
    "look the round over: something was seen only in part", "見えにくいところがありました。局を見直してください"
)
