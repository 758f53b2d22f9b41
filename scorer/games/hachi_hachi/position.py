"""A round of Hachi-Hachi, checked: piles, calls, teyaku, field, rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.errors import Refusal, safe_quote, safe_repr
from scorer.families.captures.cards import CARDS, PACK_SIZE, cards_in, mask_of
from scorer.families.captures.round_cards import (
    CardList,
    check_cards,
    list_in,
    pack_incomplete,
    require_player,
    require_size,
)
from scorer.families.captures.yaku import find_yaku
from scorer.games.hachi_hachi import texts
from scorer.games.hachi_hachi.teyaku import HAND_SIZE, TEYAKU_BY_KEY, DealtTeyaku, read_hand
from scorer.games.hachi_hachi.yaku import FieldState, field_state, yaku_table
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.round_input import RoundInput, require_length, require_list, require_object

ACTIVE_SEATS = 3
"""Players in a round: dealer, second and third; seats from 3 on rest (hachi-hachi 2.1)."""
FIELD_SIZE = 6
"""Cards on the opening field (hachi-hachi 2.1)."""
SHOBU, CANCEL, EMPTY = "shobu", "cancel", "empty"
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
        for key in () if keys is None else require_list(keys, texts.TEYAKU_LABEL):
            if not isinstance(key, str) or key not in TEYAKU_BY_KEY:
                raise Refusal("bad_option", texts.unknown_teyaku(safe_repr(key)))
    piles: list[CardList] = list(enumerate(list_in(data, "piles")))
    shut_out = ((seat if type(seat) is int else None, hand) for seat, hand in _forced_hands(data))
    dealt: list[CardList] = [(None, data.get("opening")), *enumerate(list_in(data, "hands")), *shut_out]
    check_cards(game, options, (piles, dealt, [(None, data.get("field_brights"))]))


def _forced_hands(data: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    """The seat and the hand of everybody who was shut out. Without a seat they come in the order of resting seats."""
    for place, entry in enumerate(list_in(data, "forced")):
        if entry is not None:
            forced_entry = require_object(entry, texts.FORCED_LABEL)
            yield forced_entry.get("seat", ACTIVE_SEATS + place), forced_entry.get("hand")


def parse_field(round_input: RoundInput) -> FieldState:
    """What multiplies the payments: an opening field or the brights on it, what waits, or a multiplier alone."""
    data, options = round_input.data, round_input.options
    waiting = list_in(data, "waiting_fields")
    for each in waiting:
        if type(each) is not int or each not in (2, 4):
            raise Refusal("impossible", texts.wrong_waiting(safe_quote(each)))
    opening = data.get("opening")
    if opening is None:
        opening = data.get("field_brights")
    multiplier = data.get("multiplier")
    if opening is not None or multiplier is None:
        return field_state(opening or (), waiting, options)
    if type(multiplier) is not int or not 1 <= multiplier <= MAX_MULTIPLIER:
        raise Refusal("impossible", texts.wrong_multiplier(safe_quote(multiplier)))
    return FieldState(multiplier, tuple(sorted(waiting, reverse=True)))


def parse_played(round_input: RoundInput) -> PlayedPosition:
    """A played round. Raises `Refusal` for what cannot be (hachi-hachi 11)."""
    data, options = round_input.data, round_input.options
    lists = require_length(data.get("piles"), ACTIVE_SEATS, texts.PILES_LABEL)
    piles = tuple(mask_of(pile or ()) for pile in lists)
    ended_by = data.get("ended_by")
    if ended_by not in (SHOBU, CANCEL, EMPTY):
        raise Refusal("bad_round", texts.UNKNOWN_ENDED_BY)
    count = sum(pile.bit_count() for pile in piles)
    if ended_by == EMPTY and count != PACK_SIZE:
        raise pack_incomplete(texts.not_whole_pack(count), cards_in(mask_of(CARDS) & ~sum(piles)))
    if data.get("opening") is not None:
        require_size(data["opening"], FIELD_SIZE, texts.OPENING_LABEL)
    forced = tuple(_forced_hands(data))
    claims = _parse_claims(data)
    for seat, hand in forced:
        require_size(hand or (), HAND_SIZE, texts.HAND_LABEL, seat if type(seat) is int else None)
    table = yaku_table(options)
    yaku = tuple(find_yaku(table, pile) for pile in piles)
    calls = tuple(require_player(seat, ACTIVE_SEATS, texts.SAGE_LABEL) for seat in list_in(data, "calls"))
    caller = None if ended_by == EMPTY else require_player(data.get("caller"), ACTIVE_SEATS, texts.CALLER_LABEL)
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
            require_size(hands[seat], HAND_SIZE, texts.HAND_LABEL, seat)
            dealt = read_hand(hands[seat])
        keys = tuple(named[seat] or (dealt.keys if dealt else ()))
        if len({TEYAKU_BY_KEY[key].group for key in keys}) < len(keys):
            raise Refusal("impossible", texts.TWO_OF_ONE_GROUP, seat=seat)
        has_triplet = any(TEYAKU_BY_KEY[key].has_triplet for key in keys)
        months = dealt.triplets if dealt else tuple(require_list(triplets[seat] or (), texts.TRIPLETS_LABEL, seat))
        if any(type(month) is not int or not 1 <= month <= 12 for month in months):
            raise Refusal("impossible", texts.WRONG_TRIPLET, seat=seat)
        claims.append(Claim(keys, months if has_triplet else ()))
    return tuple(claims)


def _by_seat(data: Mapping[str, Any], key: str) -> list[Any]:
    """The entries of a list by active seat, None where it is shorter. Raises `bad_count` for more of them."""
    given = list_in(data, key)
    if len(given) > ACTIVE_SEATS:
        require_length(given, ACTIVE_SEATS, texts.DEALT_LABELS[key])
    return [*given, *[None] * (ACTIVE_SEATS - len(given))]


def _check_calls(ended_by: str, caller: int | None, calls: Sequence[int], yaku: Sequence[Mapping[str, int]]) -> None:
    """Refuse calls that do not go with the dekiyaku (hachi-hachi 2.5, 11)."""
    if caller is not None and not yaku[caller]:
        raise Refusal("impossible", texts.NO_YAKU_TO_END, seat=caller)
    if ended_by == CANCEL and caller not in calls:
        raise Refusal("impossible", texts.CANCEL_WITHOUT_SAGE, seat=caller)
    for seat in range(ACTIVE_SEATS):
        if seat in calls and not yaku[seat]:
            raise Refusal("impossible", texts.SAGE_WITHOUT_YAKU, seat=seat)
        if yaku[seat] and seat != caller and seat not in calls:
            raise Refusal("impossible", texts.SILENT_YAKU, seat=seat)


def _check_resting(seats: Sequence[object], players: int) -> None:
    for place, seat in enumerate(seats):
        if type(seat) is not int or not ACTIVE_SEATS <= seat < players or seat in seats[:place]:
            raise Refusal("impossible", texts.wrong_resting(safe_quote(seat)))
