"""オトロクの総取り otoroku: stakes, void rounds and the one pot (rule book, sections 6.1 and 6.4)."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.errors import Refusal
from scorer.games.otoroku.hands import JudgedHand
from scorer.games.otoroku.texts import OPTIONS
from scorer.rules.game import Game
from scorer.rules.results import Reason, Settlement, because
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, share_out, transfers_from_net, turn_order
from scorer.texts import Text


def seat_stakes(round_input: RoundInput) -> list[int]:
    """What each seat stakes (6.4): the wager, or all it has; `impossible` for a seat that should rest."""
    wager = int(round_input.options["wager"])
    if round_input.stones is None:
        return [wager] * len(round_input.seats)
    least = 1 if round_input.options["short_stake"] == "all_in" else wager
    for seat, held in enumerate(round_input.stones):
        if held < least:
            stones = "1 stone" if held == 1 else f"{held} stones"
            says = Text(
                f"{round_input.seats[seat]} holds {stones}, cannot stake {least}, and sits out",
                f"{round_input.seats[seat]}の持ち石は{held}で、{least}を賭けられないので休みです",
            )
            raise Refusal("impossible", says, seat=seat)
    return [min(wager, held) for held in round_input.stones]


def settle_void(game: Game, round_input: RoundInput, judged_hands: Sequence[JudgedHand]) -> Settlement:
    """流れ: everybody bust; nothing is paid."""
    why = Text(
        "everybody is bust: stakes go back and the same dealer deals again",
        "全員ブタなので流れです。賭け石を戻し、同じ親が配り直します",
    )
    section = "otoroku 6.1" if round_input.options["method"] == "everyone" else "otoroku 6.2"
    return build_settlement(
        game,
        round_input,
        outcome="void",
        net=[0] * len(judged_hands),
        next_dealer=0,
        winners=(),
        transfers=(),
        hands=tuple(hand.value for hand in judged_hands),
        reasons=(Reason("void", why, None, section),),
    )


def settle_one_pot(
    game: Game, round_input: RoundInput, judged_hands: Sequence[JudgedHand], stakes: Sequence[int]
) -> Settlement:
    """総取り: the pot to the best hands (6.1); with unequal stakes in layers, each won from those who are in it."""
    order = turn_order(len(judged_hands))
    net = [-stake for stake in stakes]
    floor = 0
    for level in sorted(set(stakes)):
        inside = [seat for seat in order if stakes[seat] >= level]
        top = max(judged_hands[seat].strength for seat in inside)
        best = [seat for seat in inside if judged_hands[seat].strength == top]
        for seat, part in share_out((level - floor) * len(inside), best).items():
            net[seat] += part
        floor = level
    top = max(hand.strength for hand in judged_hands)
    winners = [seat for seat in order if judged_hands[seat].strength == top]
    first, called = winners[0], judged_hands[winners[0]].label
    names, whole_pot = round_input.seats, sum(stakes)
    if len(winners) == 1:
        why = Text(
            f"{names[first]} has the best hand, {called.en}, and takes the pot of {whole_pot}",
            f"一番強い{names[first]}の{called.ja}が、場の{whole_pot}個を取ります",
        )
    else:
        extra = whole_pot % len(winners)
        why = Text(
            f"{len(winners)} hands are equal ({called.en}) and share the pot of {whole_pot}"
            + (f"; {names[first]}, nearest the dealer's right, gets the {extra} left over" if extra else ""),
            f"{len(winners)}人が{called.ja}で並び、場の{whole_pot}個を分けます"
            + (f"。余りの{extra}個は親の右に一番近い{names[first]}が取ります" if extra else ""),
        )
    reasons = [Reason("pot", why, None, "otoroku 6.1")]
    if min(stakes) < max(stakes):
        reasons.append(
            because(
                "all_in",
                "who staked less can win only as much from each (all in, as agreed)",
                "少なく賭けた人は、一人からその分までしか取れません（有り金の取り決め）",
                "otoroku 6.4",
            )
        )

    def paid(giver: int, taker: int, stones: int) -> Reason:
        mine, other = judged_hands[giver].label, judged_hands[taker].label
        terms = deciding_rule_text(round_input, judged_hands[giver], judged_hands[taker])
        return because(
            "stake",
            f"{names[giver]}'s {mine.en} loses {stones} to {names[taker]}'s {other.en}{terms.en}",
            f"{names[giver]}の{mine.ja}は{names[taker]}の{other.ja}に負けて{stones}個払います{terms.ja}",
            "otoroku 6.1",
        )

    return build_settlement(
        game,
        round_input,
        outcome="won" if len(winners) == 1 else "split",
        net=net,
        next_dealer=first,
        winners=tuple(sorted(winners)),
        transfers=transfers_from_net(net, paid),
        hands=tuple(hand.value for hand in judged_hands),
        reasons=tuple(reasons),
    )


def deciding_rule_text(round_input: RoundInput, first: JudgedHand, second: JudgedHand) -> Text:
    """The house rule that decides between two hands, where there is one, to be put after the sentence."""
    pair = {first.hand_class.key, second.hand_class.key}
    key = (
        "otoroku_vs_makezu"
        if pair == {"otoroku", "makezu"}
        else "sixteen_vs_goshita"
        if pair == {"16", "goshita"}
        else ""
    )
    if not key:
        return Text("", "")
    option = next(option for option in OPTIONS if option.key == key)
    says = option.value_labels[option.values.index(round_input.options[key])]
    return Text(f" (agreed: {says.en})", f"（取り決め：{says.ja}）")
