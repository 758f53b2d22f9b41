"""The play of Hachi-Hachi, and what its table is asked afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from scorer.families.captures.cards import BRIGHTS, PACK_SIZE, card_points
from scorer.families.captures.months import full_month
from scorer.families.captures.moves.calls import (
    Asks,
    asks_of_untaken,
    hanafuda_setup,
    latest_turn,
    pile_answers,
    with_cards_never_seen,
    words_since_card,
)
from scorer.families.captures.moves.hanafuda import CANCEL, SHOW, STOP, Estimate, HanafudaPlayRules
from scorer.families.captures.moves.position import OVER, CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.reasons import full_month_reason
from scorer.games.hachi_hachi.hands import ACTIVE_SEATS, EMPTY, FIELD_SIZE
from scorer.games.hachi_hachi.texts import OPTIONS, text
from scorer.games.hachi_hachi.yaku import HAND_SIZE, MULTIPLIER_BY_BRIGHT, TEYAKU, count_kan, read_hand
from scorer.rules.play.moves import Conclusion, Move, call_move
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.settlement import face_of
from scorer.texts import Text, part_of, verbatim

SAGE = "sage"
"""The word by which a round goes on."""
_KAN_WEIGHT = 20
"""Card points that one kan of dekiyaku is worth to a player: as much as a bright."""
_KEY = "hachi-hachi"
_ENDING = "ended_by+caller"


class HachiHachiPlay(HanafudaPlayRules):
    """The play of Hachi-Hachi (hachi-hachi 2).

    Whoever formed or improved a dekiyaku and saw the round go on has said sage. Shobu and cancelling that nobody heard,
    and teyaku, are asked about, the former unless the cards are cleared away then. Who claims teyaku shows the hand
    before laying a first card.
    """

    ending_path = _ENDING

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Three players, seven cards each and six on the field (hachi-hachi 2.1)."""
        del deck
        return hanafuda_setup(table, OPTIONS, seats=ACTIVE_SEATS, hand_size=HAND_SIZE, field_size=FIELD_SIZE)

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Four cards of one month on the field (hachi-hachi 2.2)."""
        del setup, hands
        return full_month(field) is not None

    def estimate(self, position: CapturePosition) -> Estimate:
        """Dekiyaku first, then card points."""
        options = position.setup.options
        return lambda pile: _KAN_WEIGHT * count_kan(pile, options) + card_points(pile)

    def worth(self, position: CapturePosition, pile: int, field: int) -> int:
        """The kan of a pile (hachi-hachi 4)."""
        del field
        return count_kan(pile, position.setup.options)

    def words(self, position: CapturePosition) -> tuple[Move, ...]:
        """Shobu or sage once a dekiyaku was formed or improved; with an empty hand shobu alone (hachi-hachi 2.5)."""
        maker = None if position.open_captures else self.raised_by(position)
        if maker is None or not {SAGE, STOP}.isdisjoint(words_since_card(position)):
            return ()
        stop, go_on = call_move(maker, STOP), call_move(maker, SAGE)
        return (stop, go_on) if position.hands[maker] else (stop,)

    def legal(self, position: CapturePosition, held: Sequence[str]) -> tuple[Move, ...]:
        """The same; who claims teyaku shows the seven cards first."""
        moves, seat = super().legal(position, held), position.seat
        if position.said and position.hands[seat] == HAND_SIZE and position.has_said(seat, SHOW):
            hidden = [card for card in held if card not in position.shown[seat]]
            if hidden:
                return (Move("turned", seat, hidden[0], ("open", seat), ("open", seat)),)
        return moves

    def words_at_turn(self, position: CapturePosition, held: Sequence[str] | None) -> tuple[Move, ...]:
        """Who said sage may cancel; before a first card a hand with teyaku may be shown (hachi-hachi 2.5, 3)."""
        seat = position.seat
        if position.has_begun_turn:
            return ()
        if position.has_said(seat, SAGE):
            return (call_move(seat, CANCEL),)
        is_whole = position.hands[seat] == HAND_SIZE and not position.has_said(seat, SHOW)
        return (call_move(seat, SHOW),) if is_whole and (held is None or read_hand(held).keys) else ()

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal, shobu, or who cancels (hachi-hachi 2.2, 2.5)."""
        words = words_since_card(position)
        if STOP in words or CANCEL in words:
            name = position.setup.name(position.said[-1].seat)
            return text("said_shobu" if STOP in words else "cancelled", name=name)
        is_dealt = len(position.opening) == FIELD_SIZE and latest_turn(position) < 0
        month = full_month(position.opening) if is_dealt else None
        return None if month is None else full_month_reason(month, "hachi-hachi 2.2").text

    def is_ended_by_call(self, position: CapturePosition) -> bool:
        """Whether somebody may have said shobu after the last turn, or cancels before the next (hachi-hachi 2.5)."""
        if position.has_begun_turn or latest_turn(position) < 0:
            return False
        return self._ending(position)[0] is not None

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, the brights of the field, who said sage, and how the round ended as far as that follows."""
        position, asks_unseen = with_cards_never_seen(position)
        setup = position.setup
        if latest_turn(position) < 0:
            ask = () if self.is_over(position) else ((_ENDING, _HOW_ENDED),)
            return Conclusion(setup.table.build_round(_KEY, {"opening": sorted(position.opening)}), ask)
        ending, ask_ending = self._ending(position)
        claimed = [seat for seat, cards in enumerate(position.shown) if len(cards) == HAND_SIZE]
        answers: dict[str, Any] = {
            **pile_answers(position),
            "calls": self._sage_calls(position),
            "field_brights": sorted(code for code in position.opening if code in MULTIPLIER_BY_BRIGHT),
            "claimed": claimed,
            **{f"hands.{seat}": list(position.shown[seat]) for seat in claimed},
        }
        if ending is not None:
            answers[_ENDING] = ending
        asks = (*asks_unseen, *asks_of_untaken(position), *ask_ending, *_asks_of_the_table(setup))
        return Conclusion(setup.table.build_round(_KEY, answers), asks)

    def _sage_calls(self, position: CapturePosition) -> list[int]:
        """Who said sage, in order: who formed or improved a dekiyaku and saw the round go on, or was heard."""
        latest = latest_turn(position) + (SAGE in words_since_card(position))
        return [each.seat for each in self.raises(position) if each.turn < latest]

    def _ending(self, position: CapturePosition) -> tuple[tuple[str, int | None] | None, Asks]:
        """The end of the round by what was said, by the rules or as it seems, and what to ask about it."""
        words, raises = words_since_card(position), self.raises(position)
        for word in (STOP, CANCEL):
            if word in words:
                return (word, position.said[-1].seat), ()
        if raises and raises[-1].turn == latest_turn(position) and SAGE not in words:
            question = text("did_say_shobu", name=position.setup.name(raises[-1].seat))
            return (STOP, raises[-1].seat), ((_ENDING, question),)
        if position.phase == OVER:
            return (EMPTY, None), ()
        if not position.has_begun_turn and position.seat in self._sage_calls(position):
            question = text("did_cancel", name=position.setup.name(position.seat))
            return (CANCEL, position.seat), ((_ENDING, question),)
        return None, ((_ENDING, _HOW_ENDED),)


def _asks_of_the_table(setup: CaptureSetup) -> Asks:
    """What no camera sees: teyaku, a dealer who plays blind, players who rest (hachi-hachi 3, 6, 7)."""
    asks = [("claimed", text("claimed_teyaku"))]
    if setup.options["achievements"]:
        asks.append(("mizuten", text("prompts.mizuten.label")))
    if setup.options["liability"]:
        asks.append(("fed_by", text("prompts.fed_by.label")))
    if len(setup.table.seats) > ACTIVE_SEATS:
        asks.append(("dropped", text("dropped_out")))
    return tuple(asks)


_HOW_ENDED = text("how_ended")
PLAY_RULES = HachiHachiPlay()


_DEAL = (None, None)
"""The answer about the end of a round that was not played: only the deal is asked about."""


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled."""
    names = tuple(map(verbatim, table.seats))
    calls = _calls(names, has_liability=table.options.get("liability") is True)
    return (*_piles(), *calls, *_field(), *_teyaku(table, names[:ACTIVE_SEATS]), *_resting(names))


def _worded(key: str) -> tuple[Text, Text]:
    """The label of a prompt, and its help."""
    return text(f"prompts.{key}.label"), text(f"prompts.{key}.help")


def _piles() -> Iterator[Prompt]:
    label, hint = text("captured"), text("captured_help")
    for seat in range(ACTIVE_SEATS):
        yield Prompt(f"piles.{seat}", PromptKind.CARDS, label, hint, seat=seat, maximum=PACK_SIZE, shares="piles")


def _calls(names: tuple[Text, ...], *, has_liability: bool) -> Iterator[Prompt]:
    """Who said sage, how the round ended, and who is liable for it."""
    seats = range(ACTIVE_SEATS)
    yield Prompt(
        "calls",
        PromptKind.SEQUENCE,
        *_worded("calls"),
        values=tuple(seats),
        value_labels=names[:ACTIVE_SEATS],
        default=(),
    )
    yield Prompt(
        _ENDING,
        PromptKind.CHOICE,
        text("prompts.ending.label"),
        values=(*(("shobu", seat) for seat in seats), *(("cancel", seat) for seat in seats), ("empty", None), _DEAL),
        value_labels=(
            *(text("prompts.ending.shobu", name=names[seat]) for seat in seats),
            *(text("prompts.ending.cancels", name=names[seat]) for seat in seats),
            text("prompts.ending.hands_ran_out"),
            text("prompts.ending.only_dealt_misdeal"),
        ),
    )
    if has_liability:
        yield Prompt(
            "fed_by",
            PromptKind.CHOICE,
            *_worded("fed_by"),
            values=tuple(seats),
            value_labels=names[:ACTIVE_SEATS],
            optional=True,
        )


def _field() -> Iterator[Prompt]:
    yield Prompt(
        "opening",
        PromptKind.CARDS,
        *_worded("opening"),
        maximum=FIELD_SIZE,
        minimum=FIELD_SIZE,
        optional=True,
        only_with=(_ENDING, _DEAL),
    )
    yield Prompt(
        "field_brights",
        PromptKind.CHOICES,
        *_worded("field_brights"),
        values=BRIGHTS,
        value_labels=tuple(part_of(face_of(code).name, -1) for code in BRIGHTS),
        default=(),
    )


def _teyaku(table: Table, names: tuple[Text, ...]) -> Iterator[Prompt]:
    """Who claimed teyaku, and then which: named, or read off the hand as dealt."""
    seats = tuple(range(ACTIVE_SEATS))
    label = text("prompts.claimed.label")
    yield Prompt("claimed", PromptKind.CHOICES, label, Text("", ""), values=seats, value_labels=names, default=())
    for seat in seats:
        yield Prompt(
            f"teyaku.{seat}",
            PromptKind.CHOICES,
            *_worded("teyaku"),
            seat=seat,
            values=tuple(teyaku.key for teyaku in TEYAKU),
            value_labels=tuple(part_of(teyaku.name, 0) for teyaku in TEYAKU),
            optional=True,
            only_with=("claimed", seat),
        )
        hand = _whole_hand(f"hands.{seat}", seat, text("prompts.hands.label"))
        yield replace(hand, only_with=("claimed", seat))
    if table.options.get("achievements", True):
        yield Prompt(
            "mizuten",
            PromptKind.CHOICE,
            text("prompts.mizuten.label"),
            values=(False, True),
            value_labels=(text("prompts.mizuten.no"), text("prompts.mizuten.yes")),
            default=False,
        )


def _whole_hand(path: str, seat: int, *wording: Text) -> Prompt:
    return Prompt(path, PromptKind.CARDS, *wording, seat=seat, minimum=HAND_SIZE, maximum=HAND_SIZE, optional=True)


def _resting(names: tuple[Text, ...]) -> Iterator[Prompt]:
    """Who dropped out, and the hands of those who were shut out."""
    resting = tuple(range(ACTIVE_SEATS, len(names)))
    if not resting:
        return
    yield Prompt(
        "dropped",
        PromptKind.SEQUENCE,
        *_worded("dropped"),
        maximum=len(resting),
        values=resting,
        value_labels=names[ACTIVE_SEATS:],
        default=(),
    )
    for seat in resting:
        yield _whole_hand(f"forced.{seat - ACTIVE_SEATS}.hand", seat, *_worded("forced"))
