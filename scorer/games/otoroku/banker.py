"""Banking games of Otoroku: every bettor against the dealer alone.

Source: otoroku 6.2 and 6.3.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.errors import Refusal
from scorer.games.otoroku.hands import rank_of
from scorer.games.otoroku.settlement import JudgedHand, deciding_rule_text
from scorer.games.otoroku.texts import because, text
from scorer.rules.game import Game
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput, require_int, require_list
from scorer.rules.settlement import build_settlement

_FIFTEEN_STRENGTH = 30
"""Strength of a hand of 15 points, the rank of its class: from here on a tie may be a push (otoroku 6.2.5)."""


def parse_met_seats(round_input: RoundInput, piles: Sequence[Sequence[str]]) -> tuple[int, ...] | None:
    """The seats that the dealer chose to meet (otoroku 6.3), None for everybody.

    Raises `Refusal`: `impossible` for a dealer who may not choose and for a seat named twice, `bad_count` for a seat
    that is no bettor's.
    """
    named = round_input.data.get("meets")
    if named is None:
        return None
    meets = tuple(
        require_int(seat, text("seat_to_meet"), minimum=1, maximum=len(piles) - 1)
        for seat in require_list(named, text("meets"))
    )
    if not round_input.options["dealers_choice"] or round_input.options["method"] == "everyone":
        raise _no_choice_refusal("not_agreed")
    if len(set(meets)) != len(meets):
        raise _no_choice_refusal("named_twice")
    if len(piles[0]) != 2 or sum(map(rank_of, piles[0])) < 10:
        raise _no_choice_refusal("wrong_hand")
    return meets


def check_met_seats(met: tuple[int, ...] | None, judged_hands: Sequence[JudgedHand]) -> None:
    """Refuse a dealer who names a bettor that is bust (otoroku 6.3: standing bettors only)."""
    for seat in met or ():
        if judged_hands[seat].is_buta:
            raise _no_choice_refusal("bust", seat)


def settle_banker(
    game: Game,
    round_input: RoundInput,
    judged_hands: Sequence[JudgedHand],
    stakes: Sequence[int],
    met: tuple[int, ...] | None,
) -> Settlement:
    """The settlement of every bettor against the dealer alone (otoroku 6.2, 6.3; 胴元 domoto).

    The dealer collects first and then pays from the right on, as far as the stones reach (house rule on 6.4).
    """
    dealer, hands = judged_hands[0], [hand.value for hand in judged_hands]
    reasons = [_dealer_reason(round_input, dealer, met)]
    collected: list[Transfer] = []
    beaten_by: list[tuple[int, Reason]] = []
    for seat, bettor in enumerate(judged_hands[1:], start=1):
        if met is not None and seat not in met and not bettor.is_buta:
            hands[seat] = HandValue(seat, None, None, (NOT_MET,))
            continue
        comparison, reason = _compare_with_dealer(round_input, seat, bettor, dealer)
        if comparison < 0:
            collected.append(Transfer(seat, 0, stakes[seat], reason))
        elif comparison > 0:
            beaten_by.append((seat, reason))
        else:
            reasons.append(reason)
    payments, house, pay_out_reasons = _pay_out(
        round_input, beaten_by, stakes, sum(transfer.stones for transfer in collected)
    )
    net = [0] * len(judged_hands)
    net[0] = -house
    for transfer in (*collected, *payments):
        net[transfer.giver] -= transfer.stones
        net[transfer.taker] += transfer.stones
    winners, moves = [seat for seat, _ in beaten_by], round_input.options["dealer_moves"] == "rotate"
    return build_settlement(
        game,
        round_input,
        outcome="settled",
        net=net,
        next_dealer=1 if moves else 0,
        winners=(0, *winners) if net[0] > 0 else tuple(winners),
        transfers=(*collected, *payments),
        hands=tuple(hands),
        reasons=(*reasons, *pay_out_reasons, *((_DEAL_MOVES,) if moves else ())),
        house=house,
    )


def _pay_out(
    round_input: RoundInput, beaten_by: Sequence[tuple[int, Reason]], stakes: Sequence[int], collected: int
) -> tuple[list[Transfer], int, list[Reason]]:
    """The dealer's payments to the bettors who win, the stones that the house keeps of them, and the reasons."""
    dealer_stones = collected + (sum(stakes) if round_input.stones is None else round_input.stones[0])
    house_percent = int(round_input.options["tera_zen"])
    payments, house, reasons = [], 0, []
    for seat, reason in beaten_by:
        due = min(stakes[seat], dealer_stones)
        house_part = due * house_percent // 100
        fee = min(int(round_input.options["tera_zen_fee"]), due - house_part)
        dealer_stones, house = dealer_stones - due, house + house_part + fee
        if due > house_part + fee:
            payments.append(Transfer(0, seat, due - house_part - fee, reason))
        if due < stakes[seat]:
            reasons.append(_dealer_out_of_stones_reason(round_input.seats[seat], stakes[seat], due))
        if house_part:
            reasons.append(_house_share_reason(round_input.seats[seat], house_part, house_percent))
        if fee:
            reasons.append(because("tera_zen_fee", "more-house-rules 11", name=round_input.seats[seat], fee=fee))
    return payments, house, reasons


_DEAL_MOVES = because("deal_moves", "more-house-rules 10")
NOT_MET = because("not_met", "otoroku 6.3")


def _compare_with_dealer(
    round_input: RoundInput, seat: int, bettor: JudgedHand, dealer: JudgedHand
) -> tuple[int, Reason]:
    """How a bettor fares against the dealer, +1, 0 or -1, and why (otoroku 6.2.2 to 6.2.5)."""
    name, own_label, dealer_label = round_input.seats[seat], bettor.label, dealer.label
    if bettor.is_buta:
        return -1, _bust_reason(name, dealer, revised_banker=round_input.options["method"] == "banker_revised")
    deciding_rule = deciding_rule_text(round_input, bettor, dealer)
    if bettor.strength > dealer.strength:
        return 1, because(
            "beats",
            "otoroku 6.2.3",
            name=name,
            own_label=own_label,
            dealer_label=dealer_label,
            deciding_rule=deciding_rule,
        )
    if bettor.strength < dealer.strength:
        return -1, because(
            "loses",
            "otoroku 6.2.4",
            dealer_label=dealer_label,
            name=name,
            own_label=own_label,
            deciding_rule=deciding_rule,
        )
    if bettor.strength < _FIFTEEN_STRENGTH:
        return -1, because("tie.below_15", "otoroku 6.2.5", name=name, own_label=own_label, dealer_label=dealer_label)
    if round_input.options["tie_15_or_better"] == "push":
        return 0, because(
            "push",
            "otoroku 6.2.5",
            name=name,
            own_label=own_label,
            dealer_label=dealer_label,
            deciding_rule=deciding_rule,
        )
    return -1, because("tie.dealer_wins", "otoroku 6.2.5", name=name, own_label=own_label, dealer_label=dealer_label)


def _bust_reason(name: str, dealer: JudgedHand, *, revised_banker: bool) -> Reason:
    if revised_banker:
        return because("buta.pays_at_once", "otoroku 6.3", name=name)
    return because("buta.even_to_bust_dealer" if dealer.is_buta else "buta.loses", "otoroku 6.2.2", name=name)


def _dealer_reason(round_input: RoundInput, dealer: JudgedHand, met: tuple[int, ...] | None) -> Reason:
    if met is None:
        return because("dealer", "otoroku 6.2", name=round_input.seats[0], dealer=dealer.label)
    names = tuple(round_input.seats[seat] for seat in met)
    met_text = text("only", names=names) if names else text("nobody")
    return because("dealers_choice", "otoroku 6.3", name=round_input.seats[0], dealer=dealer.label, met_text=met_text)


def _dealer_out_of_stones_reason(name: str, due: int, received: int) -> Reason:
    return because("dealer_dry", "otoroku 6.4", name=name, received=received, due=due)


def _house_share_reason(name: str, house_stones: int, share: int) -> Reason:
    return because("tera_zen", "otoroku 3", house_stones=house_stones, name=name, share=share)


def _no_choice_refusal(key: str, seat: int | None = 0) -> Refusal:
    return Refusal("impossible", text(f"no_choice.{key}"), seat=seat)
