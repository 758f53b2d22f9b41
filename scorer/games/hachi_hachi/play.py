"""Demo rounds of Hachi-Hachi: three players who take what pays most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.families.captures.cards import card_points, cards_in
from scorer.families.captures.months import full_month
from scorer.families.captures.play import Deal, FishingTable
from scorer.families.captures.practice_rules import OWN, Calls, CapturePractice, Ending, label_set, list_texts
from scorer.families.captures.reasons import near_reasons
from scorer.families.captures.yaku import find_yaku, yaku_status
from scorer.games.hachi_hachi.position import ACTIVE_SEATS, FIELD_SIZE
from scorer.games.hachi_hachi.reasons import field_reason
from scorer.games.hachi_hachi.texts import KAN_UNIT
from scorer.games.hachi_hachi.teyaku import HAND_SIZE, TEYAKU_BY_KEY, read_hand, teyaku_kan
from scorer.games.hachi_hachi.yaku import MULTIPLIER_BY_BRIGHT, count_kan, field_state, yaku_table
from scorer.rules.options import OptionValue
from scorer.texts import Text

_KAN_WEIGHT = 20
"""Card points that one kan of dekiyaku is worth to a player: as much as a bright."""
_CARDS_TO_GO_ON = 4
"""Hand cards with which a player dares to say sage."""
_CARDS_TO_CANCEL = 2
"""Hand cards with which who said sage rather takes half than nothing more."""
_CALLS = Calls(
    Text("Shobu", "勝負"),
    Text("Sage", "下げ"),
    Text(
        "you may get more, and may cancel later for half; but if another says shobu first, you pay for both.",
        "増やせますし、後で取り消せば半分もらえます。ただし人に先に勝負されると、2人分払います。",
    ),
    cancel=Text("Cancel the sage for half", "下げを取り消す（半分）"),
)
_DEALT = ACTIVE_SEATS * HAND_SIZE


def play_round(
    pack: Sequence[str], options: Mapping[str, OptionValue], deal: Deal = FishingTable.deal
) -> dict[str, Any]:
    """The answers, by path, of a plausible round from a shuffled pack."""
    cards = _playable(list(pack))
    table = deal(cards, ACTIVE_SEATS, HAND_SIZE, FIELD_SIZE)
    calls: list[int] = []
    ending = _play(table, options, calls)
    return _answers(table, ending, calls, cards)


def practice_rules(pack: Sequence[str], options: Mapping[str, OptionValue]) -> tuple[Sequence[str], CapturePractice]:
    """The pack, cut where its field is dealt again, and the practice round's rules."""
    cards = _playable(list(pack))
    sets = yaku_table(options)
    names = {yaku.key: yaku.name for yaku in sets}
    return cards, CapturePractice(
        HAND_SIZE,
        FIELD_SIZE,
        lambda pile: _estimate(pile, options),
        lambda pile, _field: {label_set(names[key], kan, KAN_UNIT): kan for key, kan in find_yaku(sets, pile).items()},
        lambda table, ending, calls: _answers(table, ending, calls, cards),
        lambda table, seats: tuple(_describe_deal(table, seats, options)),
        lambda pile, elsewhere: near_reasons(
            [yaku_status(yaku, pile, elsewhere) for yaku in sets], find_yaku(sets, pile)
        ),
        calls=_CALLS,
    )


def _describe_deal(table: FishingTable, seats: Sequence[str], options: Mapping[str, OptionValue]) -> Iterator[Text]:
    """What pays from the deal on: the teyaku of the learner and of the others, who show theirs, and the field."""
    for seat, hand in enumerate(table.hands):
        held = [_describe_teyaku(key, teyaku_kan(key, options)) for key in read_hand(hand).keys]
        if not held:
            if seat == OWN:
                yield Text("Your hand holds no teyaku.", "あなたの手に手役はありません。")
            continue
        teyaku = list_texts(held)
        yield (
            Text(
                f"Your hand holds {teyaku.en}: each of the others pays you that at the end.",
                f"あなたの手役は{teyaku.ja}。終わりにほかの人がそれぞれ払います。",
            )
            if seat == OWN
            else Text(f"{seats[seat]} shows {teyaku.en}.", f"{seats[seat]}の手役は{teyaku.ja}。")
        )
    field = field_reason(field_state(cards_in(table.field), (), options)).text
    yield Text(f"{field.en}.", f"{field.ja}。")


def _describe_teyaku(key: str, kan: int) -> Text:
    """A teyaku with what makes it and its worth, as in "teshi (four of a month, 6 kan)"."""
    teyaku = TEYAKU_BY_KEY[key]
    return Text(f"{teyaku.name.en} ({teyaku.makes.en}, {kan} kan)", f"{teyaku.name.ja}（{teyaku.makes.ja}、{kan}貫）")


def _playable(cards: list[str]) -> list[str]:
    """The pack cut so often that no field is dealt again."""
    while full_month(cards[_DEALT : _DEALT + FIELD_SIZE]):
        cards = [*cards[5:], *cards[:5]]
    return cards


def _estimate(pile: int, options: Mapping[str, OptionValue]) -> int:
    return _KAN_WEIGHT * count_kan(pile, options) + card_points(pile)


def _answers(table: FishingTable, ending: Ending, calls: Sequence[int], cards: Sequence[str]) -> dict[str, Any]:
    """The answers by path of a round dealt from `cards` that has ended."""
    hands = [cards[start : start + HAND_SIZE] for start in range(0, _DEALT, HAND_SIZE)]
    field = cards[_DEALT : _DEALT + FIELD_SIZE]
    claimed = [seat for seat, hand in enumerate(hands) if read_hand(hand).keys]
    return {
        **{f"piles.{seat}": list(cards_in(pile)) for seat, pile in enumerate(table.piles)},
        "calls": list(calls),
        "ended_by+caller": ending,
        "field_brights": [code for code in field if code in MULTIPLIER_BY_BRIGHT],
        "claimed": claimed,
        **{f"hands.{seat}": list(hands[seat]) for seat in claimed},
    }


def _play(table: FishingTable, options: Mapping[str, OptionValue], calls: list[int]) -> tuple[str, int | None]:
    """Play until somebody ends the round or the hands are empty. Adds to `calls` who said sage."""
    best = [0] * ACTIVE_SEATS
    while any(table.hands):
        for seat in range(ACTIVE_SEATS):
            # Who said sage takes half once somebody else has a dekiyaku, too, or few cards are left.
            in_danger = any(best[:seat] + best[seat + 1 :]) or len(table.hands[seat]) <= _CARDS_TO_CANCEL
            if seat in calls and in_danger:
                return "cancel", seat
            table.take_turn(seat, lambda pile: _estimate(pile, options))
            kan = count_kan(table.piles[seat], options)
            if kan <= best[seat]:
                continue
            best[seat] = kan
            if len(table.hands[seat]) < _CARDS_TO_GO_ON:
                return "shobu", seat
            calls.append(seat)
    return "empty", None
