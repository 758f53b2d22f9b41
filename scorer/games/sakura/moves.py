"""The play of Sakura, and what a learner is told of it."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.families.captures.cards import CARDS, LIGHTNING, MONTH_OF, WILLOW, cards_of_month, count_worths, mask_of
from scorer.families.captures.hanafuda_narrator import HanafudaNarrator
from scorer.families.captures.moves.calls import hanafuda_setup, latest_turn
from scorer.families.captures.moves.capture import CardCapture
from scorer.families.captures.moves.hanafuda import Estimate, PlayedOutRules
from scorer.families.captures.moves.judge import opening_capture
from scorer.families.captures.moves.position import OVER, CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.wild import WildCard
from scorer.games.sakura.settlement import FIELD_SIZES, HAND_SIZES, full_months, players_at
from scorer.games.sakura.texts import OPTIONS, text
from scorer.games.sakura.yaku import WORTHS, YAKU_WORTH, count_pile
from scorer.rules.play.moves import Conclusion
from scorer.rules.prompts import Table
from scorer.texts import Text

GAJI = WildCard(LIGHTNING, mask_of(CARDS))
"""The lightning takes any card of the field; lying there it is taken by willows only (sakura 2.5)."""


class SakuraPlay(PlayedOutRules):
    """The play of Sakura (sakura 2)."""

    key, misdeal_section, not_finished = "sakura", "sakura 2.3", text("not_finished")

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Two to seven players, or sides of two or three; the stock is turned up to its end (sakura 2.1, 2.6)."""
        del deck
        options, seats = {option.key: option.default for option in OPTIONS} | dict(table.options), len(table.seats)
        players = players_at(seats, options)
        sizes = {"hand_size": HAND_SIZES[players], "field_size": FIELD_SIZES[players]}
        each = int(options["team_size"])
        return hanafuda_setup(table, OPTIONS, seats=seats, **sizes, plays_out=True, wild=GAJI, players_per_seat=each)

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Never: four of a month on the field are the dealer's (sakura 2.3)."""
        del setup, hands, field
        return False

    def end(self, position: CapturePosition) -> Text | None:
        """Nothing ends a round before the last card (sakura 2.6)."""
        del position

    def take_opening(self, position: CapturePosition) -> CardCapture | None:
        """The dealer takes all four of a month at once (sakura 2.3)."""
        months = full_months(position.field)
        return opening_capture(cards_of_month(months[0]), 4) if months else None

    def may_take(self, position: CapturePosition, card: str, seat: int) -> bool:
        """At the end the gaji's user takes what his gaji left over, where it counts by itself (sakura 3.1, 3.2)."""
        found = _gaji_capture(position)
        if position.phase != OVER or found is None or found.seat != seat:
            return False
        month = MONTH_OF[found.captured_partners[0]]
        return month != WILLOW and (position.setup.options["gaji_left"] == "all" or MONTH_OF[card] == month)

    def estimate(self, position: CapturePosition) -> Estimate:
        """Card points and yaku together."""
        del position
        return lambda pile: count_worths(pile, WORTHS) + YAKU_WORTH * len(count_pile(pile))

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, and what the gaji took; before the first card the opening field."""
        conclusion, capture = super().conclude(position), _gaji_capture(position)
        if latest_turn(position) < 0 or capture is None:
            return conclusion
        took = capture.captured_partners[0]
        if not {took, LIGHTNING} <= set(position.pile(capture.seat)):
            return conclusion
        return Conclusion({**conclusion.round, "gaji": {"seat": capture.seat, "took": took}}, conclusion.asks)


def _gaji_capture(position: CapturePosition) -> CardCapture | None:
    """The capture that the gaji made, None where it took no card (so far)."""
    return next((each for each in position.captures if each.card == LIGHTNING and each.captured_partners), None)


class SakuraNarrator(HanafudaNarrator):
    """The lines of a practice round of Sakura, which only the last card ends."""

    may_call = False

    def points_in(self, position: CapturePosition, pile: int) -> int:
        """Card points as they count here (sakura 1.1)."""
        del position
        return count_worths(pile, WORTHS)

    def dealt(self, position: CapturePosition) -> tuple[Text, ...]:
        """What a card counts, what a yaku does, and the gaji (sakura 1, 2.5, 5.1)."""
        return (text(f"dealt.{position.setup.options['yaku_count']}"), text("wild"))


PLAY_RULES = SakuraPlay()
