"""The play of Roppyakken, and what a learner is told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.families.captures.cards import LIGHTNING, RAIN_MAN, count_worths
from scorer.families.captures.hanafuda_narrator import HanafudaNarrator
from scorer.families.captures.moves.calls import hanafuda_setup
from scorer.families.captures.moves.hanafuda import SHOW, Estimate, PlayedOutRules
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.wild import WildCard
from scorer.games.roppyakken.deal import field_size, hand_size, lucky_points, lucky_reason, misdeal_reason
from scorer.games.roppyakken.texts import text
from scorer.games.roppyakken.yaku import LUCKY_NAMES, OPTIONS, WORTHS, score_of
from scorer.rules.options import OptionValue
from scorer.rules.play.moves import Conclusion, Move, Step, call_move
from scorer.rules.play.playout import Decision
from scorer.rules.prompts import Table
from scorer.texts import Text

_PAYING = sum(mask for points, mask in WORTHS if points)
"""The cards worth points, which the wild card takes and which take it (roppyakken 2.4)."""
_WILD = {
    "off": None,
    "rain_man": WildCard(RAIN_MAN, _PAYING, _PAYING, spares_threes=True),
    "lightning": WildCard(LIGHTNING, _PAYING, _PAYING, spares_threes=True),
}


def wild_card(options: Mapping[str, OptionValue]) -> WildCard | None:
    """The card that matches more than its month, None where none is played with (roppyakken 2.4)."""
    return _WILD[str(options["wild"])]


class RoppyakkenPlay(PlayedOutRules):
    """The play of Roppyakken (roppyakken 2). Who was dealt a lucky hand shows it before the first card."""

    key, misdeal_section, not_finished = "roppyakken", "roppyakken 2.3", text("not_finished")

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Two or three players; of two with eight cards each some of the stock stays unseen (roppyakken 2.2, 2.5)."""
        del deck
        options, seats = {option.key: option.default for option in OPTIONS} | dict(table.options), len(table.seats)
        sizes = {"hand_size": hand_size(seats, options), "field_size": field_size(seats)}
        return hanafuda_setup(table, OPTIONS, seats=seats, **sizes, wild=wild_card(options))

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Four cards of one month on the field, or in a hand (roppyakken 2.3)."""
        names = [setup.name(seat) for seat in range(setup.seats)]
        return misdeal_reason(names, hands, field, setup.options) is not None

    def words_at_turn(self, position: CapturePosition, held: Sequence[str] | None) -> tuple[Move, ...]:
        """Before a first card a lucky hand may be shown (roppyakken 4)."""
        seat, setup = position.seat, position.setup
        is_whole = not position.has_begun_turn and position.hands[seat] == setup.hand_size
        if not setup.options["lucky_hands"] or not is_whole or position.has_said(seat, SHOW):
            return ()
        return (call_move(seat, SHOW),) if held is None or lucky_points(held) else ()

    def legal(self, position: CapturePosition, held: Sequence[str]) -> tuple[Move, ...]:
        """The same; who shows a lucky hand lays all of it open first."""
        moves, seat = super().legal(position, held), position.seat
        if position.has_said(seat, SHOW) and len(held) == position.setup.hand_size:
            hidden = [card for card in held if card not in position.shown[seat]]
            if hidden and moves and moves[0].source == ("hand", seat):
                return (Move("turned", seat, hidden[0], ("open", seat), ("open", seat)),)
        return moves

    def estimate(self, position: CapturePosition) -> Estimate:
        """Card points and yaku together."""
        options = position.setup.options
        return lambda pile: score_of(pile, options)

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, with the lucky hands that were shown; of a misdeal the opening field."""
        conclusion, size = super().conclude(position), position.setup.hand_size
        shown = [list(cards) if len(cards) == size else None for cards in position.shown]
        if not any(shown):
            return conclusion
        return Conclusion({**conclusion.round, "hands": shown}, conclusion.asks)


class RoppyakkenNarrator(HanafudaNarrator):
    """The lines of a practice round of Roppyakken, which only the last card ends."""

    may_call = False

    def points_in(self, position: CapturePosition, pile: int) -> int:
        """Card points as they count here (roppyakken 1.1)."""
        del position
        return count_worths(pile, WORTHS)

    def dealt(self, position: CapturePosition) -> tuple[Text, ...]:
        """What a card counts, and the wild card (roppyakken 1.1, 2.4)."""
        options = position.setup.options
        wild = () if options["wild"] == "off" else (text(f"wild.{options['wild']}"),)
        return (text("dealt", target=int(options["target"])), *wild)

    def label_word(self, decision: Decision, move: Move) -> Text:
        """Showing a lucky hand by its name."""
        del move
        return text("show_hand", names=tuple(LUCKY_NAMES[key] for key in lucky_points(decision.hand)))

    def tell_word(self, step: Step) -> tuple[Text, ...]:
        """Which lucky hand somebody shows."""
        name = step.before.setup.name(step.move.seat or 0)
        lines = tuple(lucky_reason(key, counts=False).text for key in lucky_points(step.hand))
        return tuple(text("shows", name=name, line=line) for line in lines)


PLAY_RULES = RoppyakkenPlay()
