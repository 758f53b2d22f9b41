"""Hands and piles of Hachi-Hachi: classes, values, a round as played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import methodcaller
from typing import Any

from scorer.errors import Refusal, safe_quote, safe_repr
from scorer.families.captures.cards import CARDS, PACK_SIZE, card_points, cards_in, mask_of
from scorer.families.captures.reasons import points_reasons, yaku_reasons
from scorer.families.captures.round_cards import (
    CardList,
    check_cards,
    list_in,
    pack_incomplete,
    require_player,
    require_size,
)
from scorer.families.captures.yaku import PileYaku, dearest_key, find_yaku
from scorer.games.hachi_hachi.texts import YAKU_KEYS, because, name, text
from scorer.games.hachi_hachi.yaku import (
    HAND_SIZE,
    TEYAKU,
    TEYAKU_BY_KEY,
    DealtTeyaku,
    FieldState,
    Teyaku,
    field_state,
    points_above_par,
    read_hand,
    teyaku_kan,
    teyaku_line,
    yaku_table,
)
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.options import NO_AMOUNTS, OptionValue
from scorer.rules.results import HandValue
from scorer.rules.round_input import RoundInput, require_length, require_list, require_object

PILE, HAND = "pile", "hand"
_EXAMPLES = {"nanatan": ("h01-2", "h02-2", "h04-2", "h05-2", "h06-2", "h07-2", "h09-2")}
"""Piles that show a dekiyaku, where its own cards do not: no other set lies among these."""
_ALL_YAKU = {"nanatan_plus": False, "inoshikacho": True, "worth": NO_AMOUNTS}


def _pile_class(yaku: PileYaku) -> HandClass:
    return HandClass(
        yaku.key,
        yaku.name,
        yaku.makes,
        methodcaller("__contains__", yaku.key),
        yaku.worth,
        roles=(PILE,),
        example=_EXAMPLES.get(yaku.key, yaku.cards),
        section=yaku.section,
        options={"inoshikacho": True} if yaku.key == "inoshikacho" else {},
        special=True,
    )


def _hand_class(teyaku: Teyaku) -> HandClass:
    return HandClass(
        teyaku.key,
        teyaku.name,
        teyaku.makes,
        methodcaller("__contains__", teyaku.key),
        teyaku.kan,
        roles=(HAND,),
        example=teyaku.example,
        section="hachi-hachi 3",
        special=True,
    )


CLASSES = (
    *(_pile_class(yaku) for yaku in yaku_table(_ALL_YAKU)),
    *(_hand_class(teyaku) for teyaku in TEYAKU),
    HandClass(
        "none",
        name("classes.none"),
        text("classes.none"),
        lambda _: True,
        section="hachi-hachi 1.1",
    ),
)


def classes_in_force(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The classes possible under `options`, each with what it is worth there."""
    worth = {yaku.key: yaku.worth for yaku in yaku_table(options)}
    worth |= {teyaku.key: teyaku_kan(teyaku.key, options) for teyaku in TEYAKU}
    return tuple(
        _with_kan(each, worth[each.key]) if each.special else each for each in CLASSES if each.key in (*worth, "none")
    )


@lru_cache(maxsize=128)
def _with_kan(hand_class: HandClass, kan: int) -> HandClass:
    return replace(hand_class, description=text("described_with_kan", kan=kan, description=hand_class.description))


def pile_value(seat: int, pile: Sequence[str], options: Mapping[str, OptionValue]) -> HandValue:
    """The dekiyaku and card points of a captured pile."""
    mask, table = mask_of(pile), yaku_table(options)
    yaku, points = find_yaku(table, mask), card_points(mask)
    lines = (
        *yaku_reasons(table, yaku, text("kan_unit"), counts=False),
        *points_reasons(mask, "hachi-hachi 1.1"),
        points_above_par(points),
    )
    return HandValue(seat, dearest_key(yaku, YAKU_KEYS), points, lines, {"yaku": yaku})


def dealt_value(seat: int, hand: Sequence[str], options: Mapping[str, OptionValue]) -> HandValue:
    """The teyaku of seven dealt cards, in kan; the class is the dearest, group A first."""
    kan = {key: teyaku_kan(key, options) for key in read_hand(hand).keys}
    lines = tuple(teyaku_line(key, worth) for key, worth in kan.items()) or (because("no_teyaku", "hachi-hachi 3"),)
    order = tuple(teyaku.key for teyaku in TEYAKU)
    return HandValue(seat, dearest_key(kan, order), sum(kan.values()), lines, {"teyaku": kan})


ACTIVE_SEATS = 3
"""Players in a round: dealer, second and third; seats from 3 on rest (hachi-hachi 2.1)."""
FIELD_SIZE = 6
"""Cards on the opening field (hachi-hachi 2.1)."""
SHOBU, CANCEL, EMPTY = "shobu", "cancel", "empty"
_DEALT_LABELS = {"hands": text("hand_label"), "teyaku": text("teyaku_label"), "triplets": text("triplets_label")}
MAX_MULTIPLIER = 10**6
"""The largest multiplier taken. Five brights together make 128; payments stay exact in JSON."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The teyaku that a seat claims, and the months of the triplets among them."""

    keys: tuple[str, ...] = ()
    triplets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedPosition:
    """A played round: piles as sets, dekiyaku in kan by key, claims, how it ended, and the seats that rest.

    `caller` said shobu or cancelled. `calls` are the seats that said sage, in order. `forced` pairs each seat that was
    shut out with its hand.
    """

    piles: tuple[int, ...]
    yaku: tuple[Mapping[str, int], ...]
    claims: tuple[Claim, ...]
    ended_by: str
    caller: int | None
    calls: tuple[int, ...]
    field: FieldState
    is_mizuten: bool
    dropped: tuple[int, ...]
    forced: tuple[tuple[int, tuple[str, ...]], ...]

    def kan(self, seat: int) -> int:
        """The dekiyaku of a seat together."""
        return sum(self.yaku[seat].values())


def is_deal(data: Mapping[str, Any]) -> bool:
    """Whether a round asks about an opening field alone: without piles, or with empty ones and no end."""
    piles = data.get("piles")
    return piles is None or (data.get("ended_by") is None and not any(piles if isinstance(piles, list) else (1,)))


def check_round_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse unknown teyaku and cards that cannot be; piles and dealt cards are looked through apart."""
    for keys in list_in(data, "teyaku"):
        for key in () if keys is None else require_list(keys, text("teyaku_label")):
            if not isinstance(key, str) or key not in TEYAKU_BY_KEY:
                raise Refusal("bad_option", text("unknown_teyaku", name=safe_repr(key)))
    piles: list[CardList] = list(enumerate(list_in(data, "piles")))
    shut_out = ((seat if type(seat) is int else None, hand) for seat, hand in _forced_hands(data))
    dealt: list[CardList] = [(None, data.get("opening")), *enumerate(list_in(data, "hands")), *shut_out]
    check_cards(game, options, (piles, dealt, [(None, data.get("field_brights"))]))


def _forced_hands(data: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    """The seat and the hand of everybody who was shut out. Without a seat they come in the order of resting seats."""
    for place, entry in enumerate(list_in(data, "forced")):
        if entry is not None:
            forced_entry = require_object(entry, text("forced_label"))
            yield forced_entry.get("seat", ACTIVE_SEATS + place), forced_entry.get("hand")


def parse_field(round_input: RoundInput) -> FieldState:
    """What multiplies the payments: an opening field or the brights on it, what waits, or a multiplier alone."""
    data, options = round_input.data, round_input.options
    waiting = list_in(data, "waiting_fields")
    for each in waiting:
        if type(each) is not int or each not in (2, 4):
            raise Refusal("impossible", text("wrong_waiting", value=safe_quote(each)))
    opening = data.get("opening")
    if opening is None:
        opening = data.get("field_brights")
    multiplier = data.get("multiplier")
    if opening is not None or multiplier is None:
        return field_state(opening or (), waiting, options)
    if type(multiplier) is not int or not 1 <= multiplier <= MAX_MULTIPLIER:
        raise Refusal("impossible", text("wrong_multiplier", value=safe_quote(multiplier)))
    return FieldState(multiplier, tuple(sorted(waiting, reverse=True)))


def parse_played(round_input: RoundInput) -> PlayedPosition:
    """A played round. Raises `Refusal` for what cannot be (hachi-hachi 11)."""
    data, options = round_input.data, round_input.options
    lists = require_length(data.get("piles"), ACTIVE_SEATS, text("piles_label"))
    piles = tuple(mask_of(pile or ()) for pile in lists)
    ended_by = data.get("ended_by")
    if ended_by not in (SHOBU, CANCEL, EMPTY):
        raise Refusal("bad_round", text("unknown_ended_by"))
    count = sum(pile.bit_count() for pile in piles)
    if ended_by == EMPTY and count != PACK_SIZE:
        raise pack_incomplete(text("not_whole_pack", count=count), cards_in(mask_of(CARDS) & ~sum(piles)))
    if data.get("opening") is not None:
        require_size(data["opening"], FIELD_SIZE, text("opening_label"))
    forced = tuple(_forced_hands(data))
    claims = _parse_claims(data)
    for seat, hand in forced:
        require_size(hand or (), HAND_SIZE, text("hand_label"), seat if type(seat) is int else None)
    table = yaku_table(options)
    yaku = tuple(find_yaku(table, pile) for pile in piles)
    calls = tuple(require_player(seat, ACTIVE_SEATS, text("sage_label")) for seat in list_in(data, "calls"))
    caller = None if ended_by == EMPTY else require_player(data.get("caller"), ACTIVE_SEATS, text("caller_label"))
    _check_calls(ended_by, caller, calls, yaku)
    dropped = tuple(list_in(data, "dropped"))
    _check_resting((*dropped, *(seat for seat, _ in forced)), len(round_input.seats))
    return PlayedPosition(
        piles,
        yaku,
        claims,
        ended_by,
        caller,
        calls,
        parse_field(round_input),
        data.get("mizuten") is True,
        dropped,
        tuple((seat, tuple(hand)) for seat, hand in forced),
    )


def _parse_claims(data: Mapping[str, Any]) -> tuple[Claim, ...]:
    """What each player claims: the teyaku named, else the best of the hand shown. Both lists may be shorter."""
    hands, named, triplets = (_by_seat(data, key) for key in ("hands", "teyaku", "triplets"))
    claims = []
    for seat in range(ACTIVE_SEATS):
        dealt: DealtTeyaku | None = None
        if hands[seat] is not None:
            require_size(hands[seat], HAND_SIZE, text("hand_label"), seat)
            dealt = read_hand(hands[seat])
        keys = tuple(named[seat] or (dealt.keys if dealt else ()))
        if len({TEYAKU_BY_KEY[key].group for key in keys}) < len(keys):
            raise Refusal("impossible", text("two_of_one_group"), seat=seat)
        has_triplet = any(TEYAKU_BY_KEY[key].has_triplet for key in keys)
        months = dealt.triplets if dealt else tuple(require_list(triplets[seat] or (), text("triplets_label"), seat))
        if any(type(month) is not int or not 1 <= month <= 12 for month in months):
            raise Refusal("impossible", text("wrong_triplet"), seat=seat)
        claims.append(Claim(keys, months if has_triplet else ()))
    return tuple(claims)


def _by_seat(data: Mapping[str, Any], key: str) -> list[Any]:
    """The entries of a list by active seat, None where it is shorter. Raises `bad_count` for more of them."""
    given = list_in(data, key)
    if len(given) > ACTIVE_SEATS:
        require_length(given, ACTIVE_SEATS, _DEALT_LABELS[key])
    return [*given, *[None] * (ACTIVE_SEATS - len(given))]


def _check_calls(ended_by: str, caller: int | None, calls: Sequence[int], yaku: Sequence[Mapping[str, int]]) -> None:
    """Refuse calls that do not go with the dekiyaku (hachi-hachi 2.5, 11)."""
    if caller is not None and not yaku[caller]:
        raise Refusal("impossible", text("no_yaku_to_end"), seat=caller)
    if ended_by == CANCEL and caller not in calls:
        raise Refusal("impossible", text("cancel_without_sage"), seat=caller)
    for seat in range(ACTIVE_SEATS):
        if seat in calls and not yaku[seat]:
            raise Refusal("impossible", text("sage_without_yaku"), seat=seat)
        if yaku[seat] and seat != caller and seat not in calls:
            raise Refusal("impossible", text("silent_yaku"), seat=seat)


def _check_resting(seats: Sequence[object], players: int) -> None:
    for place, seat in enumerate(seats):
        if type(seat) is not int or not ACTIVE_SEATS <= seat < players or seat in seats[:place]:
            raise Refusal("impossible", text("wrong_resting", seat=safe_quote(seat)))
