"""Demo rounds of Hachi-Hachi: three players who take what pays most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.families.captures.cards import card_points, cards_in
from scorer.families.captures.months import full_month
from scorer.families.captures.play import Deal, FishingTable
from scorer.families.captures.practice_calls import OWN, Calls, CapturePractice, Ending
from scorer.games.hachi_hachi import reasons
from scorer.games.hachi_hachi.position import ACTIVE_SEATS, FIELD_SIZE
from scorer.games.hachi_hachi.teyaku import HAND_SIZE, TEYAKU_BY_KEY, read_hand, teyaku_kan
from scorer.games.hachi_hachi.yaku import MULTIPLIER_BY_BRIGHT, count_kan, field_state
from scorer.rules.options import OptionValue
from scorer.texts import Text

_KAN_WEIGHT = 20
"""Card points that one kan of dekiyaku is worth to a player: as much as a bright."""
_CARDS_TO_GO_ON = 4
"""Hand cards with which a player dares to say sage."""
_CARDS_TO_CANCEL = 2
"""Hand cards with which who said sage rather takes half than nothing more."""
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


def practice_rules(
    pack: Sequence[str], seats: Sequence[str], waiting: Sequence[int], options: Mapping[str, OptionValue]
) -> tuple[Sequence[str], CapturePractice]:
    """The pack, cut where its field is dealt again, and the practice round's rules."""
    cards = _playable(list(pack))
    return cards, CapturePractice(
        HAND_SIZE,
        FIELD_SIZE,
        lambda pile: _estimate(pile, options),
        lambda pile, _field: count_kan(pile, options),
        lambda table, ending, calls: _answers(table, ending, calls, cards),
        Calls(
            Text("Shobu", "勝負"),
            Text("Sage", "下げ"),
            _risk(options),
            cancel=Text("Cancel your sage: stop for half", "下げを取り消す（半分でやめる）"),
        ),
        dealt=tuple(_told_at_the_deal(cards, seats, waiting, options)),
    )


def _risk(options: Mapping[str, OptionValue]) -> Text:
    """What sage may cost (hachi-hachi 5.1): another's shobu, for both where that is agreed, or half at the end."""
    en, ja = (", and if you alone said sage you pay for both", "、下げたのがあなただけなら2人分払います")
    if not options["sage_pays"]:
        en, ja = "", "ます"
    return Text(
        f"If you play on and another says shobu, yours is not paid{en}. If the hands run out, it is paid half.",
        f"続けて人に勝負されると自分の役の払いはなく{ja}。手札が尽きると半分です。",
    )


def _told_at_the_deal(
    cards: Sequence[str], seats: Sequence[str], waiting: Sequence[int], options: Mapping[str, OptionValue]
) -> Iterator[Text]:
    """The teyaku of the learner and those that the others show, and the field (hachi-hachi 2.3, 3)."""
    for seat, name in enumerate(seats[:ACTIVE_SEATS]):
        keys = read_hand(cards[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]).keys
        for teyaku in (TEYAKU_BY_KEY[key] for key in keys):
            kan, makes = teyaku_kan(teyaku.key, options), teyaku.makes
            en, ja = ("Your seven cards hold", "あなたの七枚は") if seat == OWN else (f"{name} shows", f"{name}は")
            yield Text(
                f"{en} {teyaku.name.en} ({makes.en}): {kan} kan from each.",
                f"{ja}{teyaku.name.ja}（{makes.ja}）。一人から{kan}貫です。",
            )
    if not read_hand(cards[:HAND_SIZE]).keys:
        yield Text("Your seven cards hold no teyaku.", "あなたの七枚に手役はありません。")
    field = field_state(cards[_DEALT : _DEALT + FIELD_SIZE], waiting, options)
    told = reasons.field_reason(field).text
    yield Text(f"{told.en}.", f"{told.ja}。")


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
