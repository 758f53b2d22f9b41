"""The deal and the moves of a round of Koi-Koi, judged and settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from scorer.errors import Refusal
from scorer.families.captures.cards import card_points, mask_of
from scorer.families.captures.months import count_pairs, full_month
from scorer.families.captures.moves.calls import (
    Asks,
    PileRaise,
    asks_of_untaken,
    hanafuda_setup,
    latest_turn,
    pile_answers,
    with_cards_never_seen,
    words_since_card,
)
from scorer.families.captures.moves.hanafuda import STOP, Estimate, HanafudaPlayRules
from scorer.families.captures.moves.position import OVER, CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.reasons import field_in_order, full_month_reason
from scorer.families.captures.round_cards import codes_in, list_in, require_player
from scorer.games.koikoi.odds import moment_of
from scorer.games.koikoi.settlement import DEALT_CARDS, check_dealt_sizes, month_of, settle_draw, settle_win
from scorer.games.koikoi.texts import (
    BOTH_LUCKY,
    FOUR_PAIRS,
    LUCKY_REDEAL,
    NO_CARDS_GIVEN,
    OPTIONS,
    because,
    lucky_reason,
    text,
)
from scorer.games.koikoi.yaku import YakuRules, yaku_rules
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.rules.options import OptionValue
from scorer.rules.play.moves import Conclusion, Move, call_move
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, never_over
from scorer.texts import Text

LUCKY_POINTS = 6
"""Points of teshi and of kuttsuki (koikoi 2.4)."""
_LUCKY_REASONS = {
    "teshi": because("teshi", "koikoi 2.4"),
    "kuttsuki": because("kuttsuki", "koikoi 2.4"),
}
_NOT_LUCKY = because("none.not_lucky", "koikoi 2.4")


def lucky_points(hand: Sequence[str], options: Mapping[str, OptionValue]) -> dict[str, int]:
    """What a dealt hand holds: teshi, kuttsuki, both only where they are agreed to add up (koikoi 2.4).

    >>> lucky_points(("h01-1", "h01-2", "h01-3", "h01-4", "h02-1", "h02-2", "h03-1", "h03-2"), {"dealt_stack": False})
    {'teshi': 6}
    """
    found = {}
    if full_month(hand) is not None:
        found["teshi"] = LUCKY_POINTS
    if count_pairs(hand) == 4 and (not found or options["dealt_stack"]):
        found["kuttsuki"] = LUCKY_POINTS
    return found


def field_misdeal(opening: Sequence[str], options: Mapping[str, OptionValue]) -> Reason | None:
    """Why the opening field is dealt again, None where it is in order (koikoi 2.3)."""
    month = full_month(opening)
    if month is not None:
        return full_month_reason(month, "koikoi 2.3")
    return FOUR_PAIRS if options["dealt_hands"] != "off" and count_pairs(opening) == 4 else None


def settle_deal(game: Game, round_input: RoundInput) -> Settlement:
    """The answer to a question about a deal: misdeal, lucky hands, or in order (koikoi 2.3, 2.4)."""
    options, data = round_input.options, round_input.data
    shown, opening = list_in(data, "hands"), data.get("opening")
    if not shown and opening is None:
        raise Refusal("bad_count", NO_CARDS_GIVEN)
    month_of(round_input)
    check_dealt_sizes(round_input)
    misdeal = None if opening is None else field_misdeal(opening, options)
    if misdeal is not None or options["dealt_hands"] == "off" or not shown:
        hands = tuple(HandValue(seat, None, None, (), {"yaku": {}}) for seat in range(2))
        return _nothing_paid(game, round_input, hands, misdeal)
    hands = tuple(_dealt_value(seat, hand, options) for seat, hand in enumerate(shown))
    lucky = [hand.seat for hand in hands if hand.total]
    if not lucky:
        return _nothing_paid(game, round_input, hands, None)
    if options["dealt_hands"] == "redeal":
        return _nothing_paid(game, round_input, hands, LUCKY_REDEAL)
    if len(lucky) == 2:
        return settle_draw(game, round_input, hands, (BOTH_LUCKY,), next_dealer=0)
    points = hands[lucky[0]].total or 0
    return settle_win(
        game,
        round_input,
        hands,
        winner=lucky[0],
        outcome="dealt",
        multiplier=1,
        round_reasons=(lucky_reason(round_input.seats[lucky[0]], points),),
    )


def _dealt_value(seat: int, hand: Sequence[str] | None, options: Mapping[str, OptionValue]) -> HandValue:
    if hand is None:
        return HandValue(seat, None, None, (), {"yaku": {}})
    found = lucky_points(hand, options)
    lines = tuple(_LUCKY_REASONS[key] for key in found) or (_NOT_LUCKY,)
    return HandValue(seat, next(iter(found), "none"), sum(found.values()), lines, {"yaku": found})


def _nothing_paid(
    game: Game, round_input: RoundInput, hands: tuple[HandValue, ...], misdeal: Reason | None
) -> Settlement:
    """A deal that settles nothing: dealt again, or in order."""
    return build_settlement(
        game,
        round_input,
        net=(0, 0),
        outcome="play" if misdeal is None else "misdeal",
        next_dealer=0,
        is_over=never_over,
        winners=(),
        transfers=(),
        hands=hands,
        reasons=(misdeal or field_in_order("koikoi 2.3"),),
        extra={"multiplier": 1},
    )


KOIKOI = "koikoi"
"""The word by which a round goes on."""
_KEY = "koikoi"
_YAKU_WEIGHT = 40
"""Card points that one point of yaku is worth to a player: twice a bright, so that a yaku is never passed by."""
_ASK_MONTH = ("month", text("which_month"))
_ASK_ENDING = ("ended_by+caller", text("how_ended"))


class KoiKoiPlay(HanafudaPlayRules):
    """The play of Koi-Koi (koikoi 2).

    Whoever formed or improved a yaku and saw the round go on has called koi-koi. Shobu that nobody heard is proposed
    and asked about where the play stops after such a turn, unless the rules leave nothing else or the cards are cleared
    away.
    """

    ending_path = _ASK_ENDING[0]

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Two players, eight cards each and on the field (koikoi 2.2)."""
        del deck
        return hanafuda_setup(table, OPTIONS, seats=2, hand_size=DEALT_CARDS, field_size=DEALT_CARDS)

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Misdealt fields, and hands that win or are dealt again at once (koikoi 2.3, 2.4)."""
        return field_misdeal(field, setup.options) is not None or any(
            lucky_points(hand, setup.options) for hand in hands
        )

    def situate(self, question: HandQuestion) -> Situation:
        """After the turn in which the pile `cards` got a yaku: shobu or koi-koi; else a card of the hand.

        The question tells the "hand", the "field", and the "seat" (0: who began). Of "calls" the own one says that
        koi-koi was called before, so that a card is to be played.
        """
        options = cast("Mapping[str, OptionValue]", question.options)
        data = question.data
        extra = {key: data[key] for key in ("month",) if data.get(key) is not None}
        begun = self.begin(Table(("A", "B"), options, extra=extra), "hanafuda")
        seat = require_player(data.get("seat", 0), 2, text("seat"))
        pays = _yaku_rules(begun.setup, mask_of(codes_in(data, "field"))).base(mask_of(question.cards))
        position = moment_of(begun, question, seat, says=bool(pays) and seat not in list_in(data, "calls"))
        if self.player(position) != seat:
            raise Refusal("impossible", text("not_in_turn"), seat=seat)
        return Situation(begun.setup.table, position, codes_in(data, "hand"), question)

    def estimate(self, position: CapturePosition) -> Estimate:
        """Yaku first, then card points."""
        rules = _yaku_rules(position.setup, mask_of(position.free_field))
        return lambda pile: _YAKU_WEIGHT * rules.base(pile) + card_points(pile)

    def worth(self, position: CapturePosition, pile: int, field: int) -> int:
        """The base of a pile (koikoi 3)."""
        return _yaku_rules(position.setup, field).base(pile)

    def heeds_field(self, position: CapturePosition) -> bool:
        """Where rain and mist spoil hanami and tsukimi (koikoi 5)."""
        return position.setup.options["viewing_weather"] == "field"

    def words(self, position: CapturePosition) -> tuple[Move, ...]:
        """Shobu or koi-koi, once a yaku was formed or improved, while koi-koi may be called (koikoi 2.6)."""
        if position.open_captures or not position.turns or words_since_card(position):
            return ()
        maker = self.raised_by(position)
        if maker is None or self.end(position) is not None:
            return ()
        return call_move(maker, STOP), call_move(maker, KOIKOI)

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal, shobu, or a yaku after which nobody may call koi-koi (koikoi 2.3, 2.6)."""
        if position.has_begun_turn:
            return None
        if not position.turns:
            is_dealt = len(position.opening) == DEALT_CARDS
            misdeal = field_misdeal(position.opening, position.setup.options) if is_dealt else None
            return None if misdeal is None else misdeal.text
        maker = self.raised_by(position)
        if maker is None:
            return None
        name = position.setup.name(maker)
        if STOP in words_since_card(position):
            return text("said_shobu", name=name)
        may_call = position.setup.options["max_calls"] != 1 or len(self.raises(position)) == 1
        if may_call and position.hands[maker]:
            return None
        return text("last_call_used", name=name)

    def is_ended_by_call(self, position: CapturePosition) -> bool:
        """Whether the last turn formed or improved a yaku: its player may have said shobu (koikoi 2.6)."""
        maker = self.raised_by(position)
        return maker is not None and KOIKOI not in words_since_card(position)

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, the calls that the play shows, and how the round ended as far as that follows from it."""
        position, asks_unseen = with_cards_never_seen(position)
        setup, options = position.setup, position.setup.options
        answers: dict[str, Any] = {}
        if options["field_multiplier"] != "off" or latest_turn(position) < 0:
            answers["opening"] = sorted(position.opening)
        if latest_turn(position) < 0:
            asks = () if self.is_over(position) else (_ASK_ENDING,)
            return Conclusion(setup.table.build_round(_KEY, answers), asks)
        raises, latest = self.raises(position), latest_turn(position)
        if KOIKOI in words_since_card(position):
            latest += 1
        answers |= {**pile_answers(position), "calls": [each.seat for each in raises if each.turn < latest]}
        ending, ask_ending = self._ending(position, raises)
        if ending is not None:
            answers["ended_by+caller"] = ending
        if options["viewing_weather"] == "field":
            answers["field"] = sorted(position.free_field)
        ask_month = (_ASK_MONTH,) if options["tsukifuda"] is True and "month" not in setup.table.extra else ()
        return Conclusion(
            setup.table.build_round(_KEY, answers), (*asks_unseen, *asks_of_untaken(position), *ask_ending, *ask_month)
        )

    def _ending(
        self, position: CapturePosition, raises: tuple[PileRaise, ...]
    ) -> tuple[tuple[str, int | None] | None, Asks]:
        """The end of the round by the rules or as it seems, and what to ask about it."""
        if raises and raises[-1].turn == latest_turn(position):
            caller = raises[-1].seat
            if self.end(position) is not None:
                return (STOP, caller), ()
            if KOIKOI not in words_since_card(position):
                name = position.setup.name(caller)
                question = text("did_say_shobu", name=name)
                return (STOP, caller), ((_ASK_ENDING[0], question),)
        return (("empty", None), ()) if position.phase == OVER else (None, (_ASK_ENDING,))


def _yaku_rules(setup: CaptureSetup, field: int) -> YakuRules:
    """What counts in this round, with that field."""
    return _rules_on(setup, field if setup.options["viewing_weather"] == "field" else 0)


@lru_cache(maxsize=256)
def _rules_on(setup: CaptureSetup, field: int) -> YakuRules:
    return yaku_rules(setup.options, setup.table.extra.get("month"), field)


PLAY_RULES = KoiKoiPlay()
