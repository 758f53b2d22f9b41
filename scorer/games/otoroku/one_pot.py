"""The pot game of Otoroku: stakes, void rounds and the one pot.

Source: otoroku 6.1 and 6.4.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.errors import Refusal
from scorer.games.otoroku.judged_hand import JudgedHand
from scorer.games.otoroku.texts import OPTIONS, because, text
from scorer.rules.game import Game
from scorer.rules.options import agreement_suffix
from scorer.rules.results import Reason, Settlement
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, share_out, transfers_from_net, turn_order
from scorer.texts import Text


def seat_stakes(round_input: RoundInput) -> list[int]:
    """The stake of each seat (otoroku 6.4): the wager, or all that the seat has.

    `impossible` for a seat that should rest.
    """
    wager = int(round_input.options["wager"])
    if round_input.stones is None:
        return [wager] * len(round_input.seats)
    minimum = 1 if round_input.options["short_stake"] == "all_in" else wager
    for seat, balance in enumerate(round_input.stones):
        if balance < minimum:
            message = text(
                "cannot_stake",
                name=round_input.seats[seat],
                minimum=minimum,
                balance=balance,
            )
            raise Refusal("impossible", message, seat=seat)
    return [min(wager, balance) for balance in round_input.stones]


def settle_void(game: Game, round_input: RoundInput, judged_hands: Sequence[JudgedHand]) -> Settlement:
    """The settlement of a void round (流れ nagare): everybody is bust and nothing is paid."""
    reason = because("void", "otoroku 6.1" if round_input.options["method"] == "everyone" else "otoroku 6.2")
    return build_settlement(
        game,
        round_input,
        outcome="void",
        net=[0] * len(judged_hands),
        next_dealer=0,
        winners=(),
        transfers=(),
        hands=tuple(hand.value for hand in judged_hands),
        reasons=(reason,),
    )


def settle_one_pot(
    game: Game, round_input: RoundInput, judged_hands: Sequence[JudgedHand], stakes: Sequence[int]
) -> Settlement:
    """The settlement of the pot game (otoroku 6.1; 総取り sodori): the best hands take the pot.

    With unequal stakes the pot is divided in layers; a layer is won from the seats that are in it.
    """
    order = turn_order(len(judged_hands))
    net = [-stake for stake in stakes]
    floor = 0
    for level in sorted(set(stakes)):
        layer_seats = [seat for seat in order if stakes[seat] >= level]
        best_strength = max(judged_hands[seat].strength for seat in layer_seats)
        layer_winners = [seat for seat in layer_seats if judged_hands[seat].strength == best_strength]
        for seat, part in share_out((level - floor) * len(layer_seats), layer_winners).items():
            net[seat] += part
        floor = level
    best_strength = max(hand.strength for hand in judged_hands)
    winners = [seat for seat in order if judged_hands[seat].strength == best_strength]
    first, label = winners[0], judged_hands[winners[0]].label
    names, pot = round_input.seats, sum(stakes)
    if len(winners) == 1:
        reason = because("pot.one", "otoroku 6.1", name=names[first], pot=pot, label=label)
    elif remainder := pot % len(winners):
        reason = because(
            "pot.shared_unevenly",
            "otoroku 6.1",
            count=len(winners),
            label=label,
            pot=pot,
            name=names[first],
            remainder=remainder,
        )
    else:
        reason = because("pot.shared", "otoroku 6.1", count=len(winners), label=label, pot=pot)
    reasons = [reason]
    if min(stakes) < max(stakes):
        reasons.append(because("all_in", "otoroku 6.4"))

    def stake_reason(giver: int, taker: int, stones: int) -> Reason:
        lost, won = judged_hands[giver].label, judged_hands[taker].label
        deciding_rule = deciding_rule_text(round_input, judged_hands[giver], judged_hands[taker])
        return because(
            "stake",
            "otoroku 6.1",
            winner=names[taker],
            won=won,
            stones=stones,
            loser=names[giver],
            lost=lost,
            deciding_rule=deciding_rule,
        )

    return build_settlement(
        game,
        round_input,
        outcome="won" if len(winners) == 1 else "split",
        net=net,
        next_dealer=first,
        winners=tuple(sorted(winners)),
        transfers=transfers_from_net(net, stake_reason),
        hands=tuple(hand.value for hand in judged_hands),
        reasons=tuple(reasons),
    )


def deciding_rule_text(round_input: RoundInput, first: JudgedHand, second: JudgedHand) -> Text:
    """The house rule that decides between two hands, to be put after the sentence; empty where there is none."""
    class_keys = {first.hand_class.key, second.hand_class.key}
    option_key = (
        "otoroku_vs_makezu"
        if class_keys == {"otoroku", "makezu"}
        else "sixteen_vs_goshita"
        if class_keys == {"16", "goshita"}
        else ""
    )
    if not option_key:
        return Text("", "")
    return agreement_suffix(OPTIONS, option_key, round_input.options[option_key])
