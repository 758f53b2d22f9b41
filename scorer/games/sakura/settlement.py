"""Settlement of Sakura: the gaji's leftover, yaku, scores and victories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorer.errors import Refusal
from scorer.families.captures.cards import (
    BIT,
    CARDS,
    LIGHTNING,
    MONTH_NAMES,
    MONTH_OF,
    WILLOW,
    cards_in,
    count_worths,
    mask_of,
    month_mask,
)
from scorer.families.captures.months import months_of
from scorer.families.captures.reasons import name_cards, worth_reasons, yaku_reasons
from scorer.families.captures.round_cards import list_in, require_player, require_size
from scorer.games.sakura.texts import because, text
from scorer.games.sakura.yaku import POINTS, TABLE, WORTHS, YAKU_WORTH, class_of, count_pile
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput, require_object
from scorer.rules.settlement import build_settlement, never_over

_PACK = mask_of(CARDS)
HAND_SIZES: Mapping[int, int] = {2: 8, 3: 7, 4: 5, 5: 4, 6: 3, 7: 3}
"""Cards of a hand as dealt, by players (sakura 2.2)."""
FIELD_SIZES: Mapping[int, int] = {2: 8, 3: 6, 4: 8, 5: 8, 6: 12, 7: 6}
"""Cards on the opening field, by players (sakura 2.2)."""
_CHU, _BASA = 50, 100
"""Points by which the best must be ahead for a victory to count more (sakura 5.4)."""


def players_at(seats: int, options: Mapping[str, OptionValue]) -> int:
    """The players of a round: those of all sides (sakura 2.1)."""
    return seats * int(options["team_size"])


@dataclass(frozen=True, slots=True)
class CountedPiles:
    """The piles of a round as sets, and which seat gets what lies on the table: `user` of the gaji gets `leftover`."""

    piles: tuple[int, ...]
    user: int | None = None
    leftover: int = 0

    def counted(self, seat: int) -> int:
        """The cards that count for a seat (sakura 3.1)."""
        return self.piles[seat] | self.leftover if seat == self.user else self.piles[seat]


def full_months(opening: Sequence[str]) -> tuple[int, ...]:
    """The months that the dealer takes of an opening field at once (sakura 2.3).

    >>> full_months(("h07-1", "h07-2", "h07-3", "h07-4", "h01-1"))
    (7,)
    """
    return tuple(month for month, count in enumerate(months_of(opening)) if count == 4)


def settle_opening(game: Game, round_input: RoundInput) -> Settlement:
    """The answer to a question about the opening field: what the dealer takes at once (sakura 2.3)."""
    seats, opening = len(round_input.seats), _opening_of(round_input)
    months = full_months(opening)
    taken = tuple(because("hiki.full", "sakura 2.3", month=MONTH_NAMES[month - 1]) for month in months)
    return build_settlement(
        game,
        round_input,
        net=(0,) * seats,
        outcome="play",
        next_dealer=0,
        is_over=never_over,
        winners=(),
        transfers=(),
        hands=tuple(HandValue(seat, None, None, (), {"yaku": {}}) for seat in range(seats)),
        reasons=taken or (because("play", "sakura 2.3"),),
        extra={"hiki": list(months)},
    )


def settle_piles(game: Game, round_input: RoundInput) -> Settlement:
    """The settlement of a round from its piles (sakura 3 to 5)."""
    options, names = round_input.options, round_input.seats
    piles = _parse_piles(round_input)
    counted = [piles.counted(seat) for seat in range(len(names))]
    yaku, points = [count_pile(pile) for pile in counted], [count_worths(pile, WORTHS) for pile in counted]
    everything = sum(map(len, yaku))
    is_own = options["yaku_count"] == "own"
    hands, scores = [], []
    for seat, pile in enumerate(counted):
        counting = len(yaku[seat]) if is_own else everything - len(yaku[seat])
        score, line = score_of(points[seat], counting, is_own=is_own)
        came = _leftover_reasons(piles, str(options["gaji_left"])) if seat == piles.user else ()
        value = pile_value(seat, pile)
        lines, said = (*value.reasons, *came, line), {**value.extra, "score": score}
        hands.append(HandValue(seat, value.key, value.total, lines, said))
        scores.append(score)
    best = max(scores)
    winner, lead = scores.index(best), best - sorted(scores)[-2]
    reasons, net = [_ADDED_OWN if is_own else _ADDED], tuple(scores)
    if options["scoring"] == "victories":
        won = _victories(lead, str(options["margin"]))
        net = tuple(won if seat == winner else 0 for seat in range(len(names)))
        reasons.append(_victory_reason(names[winner], won, lead))
    if not lead:
        reasons.append(_EQUAL)
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome="settled",
        next_dealer=winner,
        is_over=never_over,
        winners=(winner,),
        transfers=(),
        house=-sum(net),
        nobody_pays=True,
        hands=tuple(hands),
        reasons=reasons,
    )


def pile_value(seat: int, pile: int) -> HandValue:
    """The value of a pile: its class, its card points and its yaku."""
    yaku = count_pile(pile)
    lines = worth_reasons(pile, WORTHS, "sakura 1.1"), yaku_reasons(TABLE, yaku, POINTS, counts=False)
    return HandValue(seat, class_of(yaku), count_worths(pile, WORTHS), (*lines[0], *lines[1]), {"yaku": yaku})


@cache
def score_of(points: int, yaku: int, *, is_own: bool) -> tuple[int, Reason]:
    """What a round is worth to a seat, and how: `yaku` are its own where these count, else those of all the others."""
    change = YAKU_WORTH * yaku
    score = points + change if is_own else points - change
    if not yaku:
        return score, because("score.points", "sakura 5.1", score=score)
    key = "score.own" if is_own else "score.against"
    return score, because(key, "sakura 5.1", points=points, change=change, score=score)


def _leftover_reasons(piles: CountedPiles, rule: str) -> tuple[Reason, ...]:
    """What the gaji brings its user of the table."""
    if not piles.leftover:
        return ()
    if rule == "all":
        return (because("leftover.all", "sakura 3.2", count=piles.leftover.bit_count()),)
    return (because("leftover.month", "sakura 3.1", cards=name_cards(cards_in(piles.leftover), all_of_them=True)),)


def _victories(lead: int, margin: str) -> int:
    """How often a victory counts (sakura 5.4)."""
    return 1 + (margin in ("chu", "both") and lead >= _CHU) + (margin in ("basa", "both") and lead >= _BASA)


@cache
def _victory_reason(name: str, won: int, lead: int) -> Reason:
    if won == 1:
        return because("won.plain", "sakura 5.4", name=name)
    return because("won.ahead", "sakura 5.4", name=name, won=won, lead=lead)


_ADDED = because("added.against", "sakura 5.1")
_ADDED_OWN = because("added.own", "sakura 5.1")
_EQUAL = because("equal", "sakura 5.2")


def _parse_piles(round_input: RoundInput) -> CountedPiles:
    """The piles with the gaji's leftover. Raises `bad_count`, then `impossible` (sakura 8)."""
    data = round_input.data
    lists = list_in(data, "piles")
    if len(lists) != len(round_input.seats) or None in lists:
        raise Refusal("bad_count", text("not_a_pile_each"))
    if data.get("opening"):
        _opening_of(round_input)
    masks = tuple(map(mask_of, lists))
    card = took_of(data)
    if card is None:
        return CountedPiles(masks)
    holder = next((seat for seat, mask in enumerate(masks) if mask & BIT[card]), None)
    told = data["gaji"].get("seat")
    user = holder if told is None else require_player(told, len(masks), text("gaji"))
    field = None if data.get("field") is None else mask_of(data["field"])
    elsewhere = (field or 0) | sum(mask for seat, mask in enumerate(masks) if seat != user)
    if user is None or user != holder or card == LIGHTNING or elsewhere & BIT[LIGHTNING]:
        raise Refusal("impossible", text("gaji_elsewhere"), seat=user, cards=(card,))
    if MONTH_OF[card] == WILLOW:
        return CountedPiles(masks, user)
    table = _PACK & ~sum(masks) if field is None else field
    return CountedPiles(
        masks, user, table if round_input.options["gaji_left"] == "all" else table & month_mask(MONTH_OF[card])
    )


def took_of(data: Mapping[str, Any]) -> Any:
    """The card that the gaji took, as it came in, None where it took none. Raises `bad_round`.

    A page sends a card as a list of one.
    """
    if data.get("gaji") is None:
        return None
    took = require_object(data["gaji"], text("gaji")).get("took")
    return (took[0] if took else None) if isinstance(took, list) and len(took) < 2 else took


def _opening_of(round_input: RoundInput) -> Sequence[str]:
    """The opening field. Refuses one of another size."""
    opening = list_in(round_input.data, "opening")
    size = FIELD_SIZES[players_at(len(round_input.seats), round_input.options)]
    require_size(opening, size, text("opening_field"))
    return opening
