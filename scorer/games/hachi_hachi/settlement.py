"""Settlement of Hachi-Hachi: dekiyaku, counts, teyaku, fees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scorer.errors import Refusal, safe_quote
from scorer.families.captures.cards import BIT, card_points, mask_of, month_mask
from scorer.families.captures.reasons import points_reasons, yaku_reasons
from scorer.families.captures.yaku import dearest_key, find_yaku
from scorer.games.hachi_hachi.hands import ACTIVE_SEATS, CANCEL, EMPTY, SHOBU, PlayedPosition
from scorer.games.hachi_hachi.texts import YAKU_KEYS, because, kan_payment, most_points, text
from scorer.games.hachi_hachi.yaku import (
    CHAFF_MASK,
    GROUP_A,
    PAR,
    TEYAKU_BY_KEY,
    field_reason,
    points_above_par,
    read_hand,
    teyaku_kan,
    teyaku_line,
    yaku_table,
)
from scorer.rules.game import Game
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, never_over, transfers_from_net
from scorer.texts import Text, verbatim

_FUTAHACHI, _SUJUROKU = 168, 16
"""Points of futahachi and chaff of sujuroku (hachi-hachi 5.2)."""
_ABOVE_PAR = 89
"""Points with which nukeyaku and mizuten succeed (hachi-hachi 6)."""
_POINTS_PER_CARD = 3
"""What a forced player gets for each card of an unfinished set (hachi-hachi 7.2)."""


@dataclass(slots=True)
class Account:
    """The payments of one round. `unit` is what a kan is in it: points times the field's multiplier."""

    unit: int
    multiplier: int
    transfers: list[Transfer] = field(default_factory=list)
    round_reasons: list[Reason] = field(default_factory=list)

    def pay_kan(self, givers: Sequence[int], taker: int, half_kan: int, code: str, label: Text, section: str) -> None:
        """Let each of `givers` pay so many half kan."""
        whole, rest = divmod(half_kan, 2)
        kan = _kan_text(whole, has_half=bool(rest))
        reason = kan_payment(code, label, kan, self.unit, section)
        # A kan is 10 or 12 points, so half of one is whole stones.
        stones = self.unit * half_kan // 2
        if stones:
            self.transfers += [Transfer(giver, taker, stones, reason) for giver in givers if giver != taker]

    def pay_points(self, giver: int, taker: int, points: int, reason: Reason) -> None:
        """Let one seat pay points times the field's multiplier."""
        if points:
            self.transfers.append(Transfer(giver, taker, points * self.multiplier, reason))


def _kan_text(whole: int, *, has_half: bool) -> Text:
    if not has_half:
        return verbatim(str(whole))
    return text("and_half_kan", whole=whole) if whole else text("half_kan")


NO_YAKU: Mapping[str, Mapping[str, int]] = {"yaku": {}, "teyaku": {}}


def settle_played(game: Game, round_input: RoundInput, position: PlayedPosition) -> Settlement:
    """The settlement of a played round (hachi-hachi 5 to 7)."""
    kan, state = int(round_input.options["kan"]), position.field
    fed_by = _parse_fed_by(round_input, position)
    account = Account(kan * state.multiplier, state.multiplier, round_reasons=[field_reason(state)])
    points = [card_points(pile) for pile in position.piles]
    if any(position.yaku):
        outcome, winner = _settle_yaku(account, round_input, position, fed_by)
    else:
        outcome, winner = _settle_counts(account, round_input, position, points)
    if outcome in _SPECIALS:
        account.round_reasons.append(because("void", "hachi-hachi 5.2"))
    else:
        _pay_teyaku(account, round_input, position)
        if round_input.options["achievements"]:
            _pay_achievements(account, round_input, position, points)
    _pay_resting(account, round_input, position, winner)
    net = [0] * len(round_input.seats)
    for transfer in account.transfers:
        net[transfer.giver] -= transfer.stones
        net[transfer.taker] += transfer.stones
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome=outcome,
        next_dealer=winner,
        is_over=never_over,
        winners=(winner,),
        transfers=tuple(account.transfers),
        hands=tuple(_hand_values(round_input, position, points)),
        reasons=tuple(account.round_reasons),
        extra={"multiplier": state.multiplier, "waiting_fields": list(state.waiting)},
    )


_LIABLE = frozenset({"shiko", "akatan", "aotan", "inoshikacho"})
"""The dekiyaku for whose last card somebody may be liable (more house rules 3)."""
_SPECIALS = frozenset({"souhachi", "futahachi", "sujuroku"})
"""Outcomes that cancel teyaku and achievements (hachi-hachi 5.2)."""
_DEKIYAKU_LABEL, _TEYAKU_LABEL = text("dekiyaku"), text("teyaku_label")


def _parse_fed_by(round_input: RoundInput, position: PlayedPosition) -> int | None:
    """Who let the caller take the last card of a set, and is liable for it; None for nobody (more house rules 3).

    Raises `bad_round` where nobody said shobu, `impossible` for who cannot have done it.
    """
    fed_by = round_input.data.get("fed_by")
    if fed_by is None or not round_input.options["liability"]:
        return None
    if position.ended_by != SHOBU or position.caller is None:
        raise Refusal("bad_round", text("fed_without_shobu"))
    if type(fed_by) is not int or not 0 <= fed_by < ACTIVE_SEATS or fed_by == position.caller:
        raise Refusal("impossible", text("wrong_fed_by", value=safe_quote(fed_by)))
    if not _LIABLE & position.yaku[position.caller].keys():
        raise Refusal("impossible", text("fed_no_set"), seat=position.caller)
    return fed_by


def _settle_yaku(
    account: Account, round_input: RoundInput, position: PlayedPosition, fed_by: int | None
) -> tuple[str, int]:
    """Pay the dekiyaku (hachi-hachi 5.1). Outcome and winner."""
    names, seats = round_input.seats, range(ACTIVE_SEATS)
    if position.ended_by == EMPTY or position.caller is None:
        for seat in seats:
            account.pay_kan(seats, seat, position.kan(seat), "dekiyaku", _DEKIYAKU_LABEL, "hachi-hachi 5.1")
        winner = position.calls[0]
        account.round_reasons.append(because("exhausted", "hachi-hachi 5.1", name=names[winner]))
        return "exhausted", winner
    caller, kan = position.caller, position.kan(position.caller)
    others = [seat for seat in seats if seat != caller]
    if position.ended_by == CANCEL:
        account.round_reasons.append(because("cancel.cancelled", "hachi-hachi 5.1", name=names[caller], kan=kan))
        account.pay_kan(others, caller, kan, "dekiyaku", _DEKIYAKU_LABEL, "hachi-hachi 5.1")
        return CANCEL, caller
    held = tuple(each.name for each in yaku_table(round_input.options) if each.key in position.yaku[caller])
    account.round_reasons.append(because("shobu", "hachi-hachi 5.1", name=names[caller], sets=held, kan=kan))
    sage = [seat for seat in others if seat in position.calls]
    if fed_by is not None:
        account.round_reasons.append(because("liability", "more-house-rules 3", name=names[fed_by]))
        account.pay_kan((fed_by,), caller, 4 * kan, "dekiyaku", _DEKIYAKU_LABEL, "more-house-rules 3")
    elif round_input.options["sage_pays"] and len(sage) == 1:
        account.round_reasons.append(because("sage_pays", "hachi-hachi 5.1", name=names[sage[0]]))
        account.pay_kan(sage, caller, 4 * kan, "dekiyaku", _DEKIYAKU_LABEL, "hachi-hachi 5.1")
    else:
        account.pay_kan(others, caller, 2 * kan, "dekiyaku", _DEKIYAKU_LABEL, "hachi-hachi 5.1")
    return "shobu", caller


def _settle_counts(
    account: Account, round_input: RoundInput, position: PlayedPosition, points: Sequence[int]
) -> tuple[str, int]:
    """Pay what the counts bring where nobody holds a dekiyaku (hachi-hachi 5.2). Outcome and winner."""
    names, seats = round_input.seats, range(ACTIVE_SEATS)
    if round_input.options["specials"]:
        found = _find_special(names, position, points)
        if found is not None:
            outcome, winner, kan, reason = found
            account.round_reasons.append(reason)
            account.pay_kan(seats, winner, 2 * kan, outcome, text(f"outcome_labels.{outcome}"), "hachi-hachi 5.2")
            return outcome, winner
    winner = points.index(max(points))
    account.round_reasons.append(most_points(names[winner], points))
    net = [(total - PAR) * account.multiplier for total in points]
    account.transfers += transfers_from_net(net, _point_payment)
    return "settled", winner


def _point_payment(giver: int, taker: int, stones: int) -> Reason:
    """What one is short of par and another is above."""
    del giver, taker
    return because("points.against_par", "hachi-hachi 5.2", par=PAR, stones=stones)


def _find_special(
    names: Sequence[str], position: PlayedPosition, points: Sequence[int]
) -> tuple[str, int, int, Reason] | None:
    """The first of the three counts that pay instead of points: its outcome, winner, kan from each, and reason."""
    if all(total == PAR for total in points):
        return "souhachi", 0, 10, because("souhachi", "hachi-hachi 5.2", name=names[0], par=PAR)
    for seat, total in enumerate(points):
        if total >= _FUTAHACHI:
            kan = 10 + total - _FUTAHACHI
            return (
                "futahachi",
                seat,
                kan,
                because("futahachi", "hachi-hachi 5.2", name=names[seat], points=total, kan=kan),
            )
    for seat, pile in enumerate(position.piles):
        chaff = (pile & CHAFF_MASK).bit_count()
        if chaff >= _SUJUROKU:
            kan = 12 + 2 * (chaff - _SUJUROKU)
            return "sujuroku", seat, kan, because("sujuroku", "hachi-hachi 5.2", name=names[seat], chaff=chaff, kan=kan)
    return None


def _pay_teyaku(account: Account, round_input: RoundInput, position: PlayedPosition) -> None:
    """Each of the other two pays the teyaku claimed (hachi-hachi 3.1)."""
    for seat, claim in enumerate(position.claims):
        for key in claim.keys:
            name = TEYAKU_BY_KEY[key].name
            label, kan = name.as_text(), teyaku_kan(key, round_input.options)
            account.pay_kan(range(ACTIVE_SEATS), seat, 2 * kan, "teyaku", label, "hachi-hachi 3.1")


def _pay_achievements(
    account: Account, round_input: RoundInput, position: PlayedPosition, points: Sequence[int]
) -> None:
    """One kan for each special achievement (hachi-hachi 6)."""
    seats = range(ACTIVE_SEATS)
    for seat, claim in enumerate(position.claims):
        pile = position.piles[seat]
        if any(pile & month_mask(month) == month_mask(month) for month in claim.triplets):
            account.pay_kan(seats, seat, 2, "tobikomi", text("tobikomi"), "hachi-hachi 6.1")
        if points[seat] >= _ABOVE_PAR and any(
            TEYAKU_BY_KEY[key].group != GROUP_A and key != "pikaichi" for key in claim.keys
        ):
            account.pay_kan(seats, seat, 2, "nukeyaku", text("nukeyaku"), "hachi-hachi 6.2")
    if not position.is_mizuten:
        return
    label = text("mizuten")
    if points[0] >= _ABOVE_PAR:
        account.pay_kan(range(len(round_input.seats)), 0, 2, "mizuten", label, "hachi-hachi 6.3")
    else:
        for seat in range(1, ACTIVE_SEATS):
            account.pay_kan((0,), seat, 2, "mizuten", label, "hachi-hachi 6.3")


def _pay_resting(account: Account, round_input: RoundInput, position: PlayedPosition, winner: int) -> None:
    """Fees of those who dropped out, compensation of those who were shut out (hachi-hachi 7)."""
    for place, seat in enumerate(position.dropped):
        account.pay_kan((seat,), winner, 2 + place, "dropped", _FEE_LABEL, "hachi-hachi 7.1")
    table = yaku_table(round_input.options)
    for seat, hand in position.forced:
        dealt, mask = read_hand(hand), mask_of(hand)
        yaku = find_yaku(table, mask)
        kan = sum(teyaku_kan(key, round_input.options) for key in dealt.keys)
        account.pay_kan((1, 2), seat, kan, "forced", _TEYAKU_LABEL, "hachi-hachi 7.2")
        account.pay_kan((1, 2), seat, sum(yaku.values()), "forced", _DEKIYAKU_LABEL, "hachi-hachi 7.2")
        used, parts = 0, 0
        for each in table:
            used |= each.cards_mask if each.key in yaku else 0
            # Ribbons count only where their colour makes a set.
            parts |= each.cards_mask if each.key != "nanatan" else 0
        single = sum(1 for code in hand if BIT[code] & parts & ~used and code not in dealt.cards)
        for giver in (1, 2):
            account.pay_points(
                giver, seat, _POINTS_PER_CARD * single, because("forced.paid", "hachi-hachi 7.2", count=single)
            )


_FEE_LABEL = text("fee_label")


def _hand_values(round_input: RoundInput, position: PlayedPosition, points: Sequence[int]) -> Iterator[HandValue]:
    """The value of every pile, and an empty one for every seat that rests."""
    table = yaku_table(round_input.options)
    for seat, pile in enumerate(position.piles):
        yaku = position.yaku[seat]
        teyaku = {key: teyaku_kan(key, round_input.options) for key in position.claims[seat].keys}
        yield HandValue(
            seat,
            dearest_key(yaku, YAKU_KEYS),
            points[seat],
            (
                *(teyaku_line(key, kan) for key, kan in teyaku.items()),
                *yaku_reasons(table, yaku, text("kan_unit"), counts=False),
                *points_reasons(pile, "hachi-hachi 1.1"),
                *((points_above_par(points[seat]),) if not any(position.yaku) else ()),
            ),
            extra={"yaku": dict(yaku), "teyaku": teyaku},
        )
    for seat in range(ACTIVE_SEATS, len(round_input.seats)):
        yield HandValue(seat, None, None, (because("rests.this_round", "hachi-hachi 7.3"),), extra=NO_YAKU)
