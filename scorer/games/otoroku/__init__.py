"""Otoroku: draw towards 15 points, the last player towards 16.

By agreement everybody stakes into one pot, or every bettor plays against the dealer alone. Every reason names its
section of the rule book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from scorer.cards import Deck
from scorer.errors import Refusal
from scorer.games.otoroku.advice import OtorokuNarrator, seat_advice
from scorer.games.otoroku.banker import check_met_seats, parse_met_seats, settle_banker
from scorer.games.otoroku.hands import CLASSES, limit_of
from scorer.games.otoroku.moves import OtorokuPlay
from scorer.games.otoroku.odds import DEFAULT_AIM, DrawModel, draw_odds, unseen_cards
from scorer.games.otoroku.settlement import ROLE_NAMES, check_hand, judge_hand, seat_stakes, settle_one_pot, settle_void
from scorer.games.otoroku.texts import LESSON, OPTIONS, OUTCOMES, ROLES, WORDING, WORDS, text
from scorer.rules.game import Game, Seating, dealer_first, declared_defaults
from scorer.rules.hand_question import values_of_whole_hands
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.play.first_deal import EARLIEST_MONTH, DrawnSeats
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round, require_card_codes, require_int, require_length, require_one_deck
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import turn_order
from scorer.texts import verbatim


def _defaults(overrides: Mapping[str, object]) -> dict[str, OptionValue]:
    """The defaults; the revised banker has an uncapped dealer who chooses whom to meet, and no void round."""
    is_revised = overrides.get("method") == "banker_revised"
    revised_defaults: dict[str, OptionValue] = {
        "dealer_hand_cap": "none",
        "dealers_choice": True,
        "all_buta_void": False,
    }
    return {**declared_defaults(GAME.options), **(revised_defaults if is_revised else {})}


def _cards_in_play(deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
    """The cards of ranks 1 to 10 (otoroku 1)."""
    del options
    return _copies_one_to_ten(deck)


def _seating(session: SessionView) -> Seating:
    """Everybody who can cover the stake; the others rest (otoroku 6.4).

    If the dealer rests, the deal goes to the next player at the dealer's right.
    """
    minimum = 1 if session.options["short_stake"] == "all_in" else int(session.options["wager"])
    return Seating(tuple(seat for seat in dealer_first(session).order if session.stones[seat] >= minimum), {})


def _role_of(seat: int, seats: int) -> str:
    """Seat 0 deals and the last seat plays last, with two players too (otoroku 2.4)."""
    return "dealer" if seat == 0 else "last" if seat == seats - 1 else "other"


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the role of the seat may or must do (otoroku 4 to 6)."""
    return seat_advice(GAME.role_of(seat, len(table.seats)), GAME.resolve_options(table.options))


def _prompts(table: Table) -> tuple[Prompt, ...]:
    """The stake if it is set per round, every hand in turn order, and whom a dealer with a choice meets."""
    options = GAME.resolve_options(table.options)
    prompts = []
    if options["wager_by"] == "per_round":
        wager = next(option for option in OPTIONS if option.key == "wager")
        prompts.append(
            Prompt(
                "options.wager",
                PromptKind.NUMBER,
                wager.label,
                wager.help,
                minimum=1,
                maximum=10**9,
                default=options["wager"],
            )
        )
    dealer_chooses = options["dealers_choice"] and options["method"] != "everyone"
    for seat in turn_order(len(table.seats)):
        maximum = _MAX_DEALER_CARDS if seat == 0 and options["dealer_hand_cap"] == "none" else 5
        # A bettor whom the dealer does not meet throws in the hand unseen.
        minimum = 0 if seat and dealer_chooses else min_hand_size(options)
        label = text("hand", name=table.seats[seat])
        hint = text("order_drawn")
        prompts.append(Prompt(f"hands.{seat}", PromptKind.CARDS, label, hint, seat, minimum, maximum, ordered=True))
    if dealer_chooses:
        others = tuple(range(1, len(table.seats)))
        prompts.append(
            Prompt(
                "meets",
                PromptKind.CHOICES,
                text("prompts.meets.label"),
                text("prompts.meets.help"),
                values=others,
                value_labels=tuple(verbatim(table.seats[seat]) for seat in others),
                optional=True,
            )
        )
    return tuple(prompts)


def _hand_values(table: Table, answers: Mapping[str, Any]) -> Mapping[int, HandValue]:
    """The value of each finished hand, also of one that may be thrown in unseen."""
    seats, options = len(table.seats), GAME.resolve_options(table.options)
    return values_of_whole_hands(
        GAME.prompts(table),
        answers,
        lambda seat, cards: GAME.value(cards, GAME.role_of(seat, seats), options),
        min_hand_size(options),
    )


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The class of one hand, finished or growing, for a dealer, the last player or (no role) any other bettor."""
    house_rules, hand_role = GAME.resolve_options(options), _parse_role(role)
    pile = require_card_codes(cards, text("cards"), 0)
    require_one_deck(GAME, house_rules, (pile,))
    check_hand(0, pile, hand_role, house_rules, min_size=1)
    return judge_hand(0, pile, hand_role, house_rules).value


def _odds(cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None) -> Odds:
    """Odds of the next card, and of drawing until `aim` points (default 12)."""
    house_rules, hand_role = GAME.resolve_options(options), _parse_role(role)
    pile, open_cards = (
        require_card_codes(cards, text("cards"), 0),
        require_card_codes(seen, text("seen_cards")),
    )
    deck = require_one_deck(GAME, house_rules, (pile, open_cards))
    check_hand(0, pile, hand_role, house_rules, min_size=1)
    stop = (
        DEFAULT_AIM
        if aim is None
        else require_int(aim, text("total_to_stop_at"), minimum=1, maximum=limit_of(hand_role))
    )
    unseen = unseen_cards(GAME.cards_in_play(deck, house_rules), pile, open_cards)
    return draw_odds(pile, DrawModel(unseen, hand_role, house_rules, stop))


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of one round (otoroku 6); raises `Refusal` for what cannot be."""
    round_input = parse_round(GAME, round_)
    count, label, options = len(round_input.seats), text("hands"), round_input.options
    piles = [
        require_card_codes(pile, label, seat)
        for seat, pile in enumerate(require_length(round_input.data.get("hands"), count, label))
    ]
    require_one_deck(GAME, options, piles)
    stakes = seat_stakes(round_input)
    met = parse_met_seats(round_input, piles)
    judged_hands = []
    for seat, pile in enumerate(piles):
        role = GAME.role_of(seat, count)
        is_thrown_in = not pile and met is not None and seat not in (0, *met)
        check_hand(seat, pile, role, options, min_size=0 if is_thrown_in else min_hand_size(options))
        judged_hands.append(judge_hand(seat, pile, role, options))
    check_met_seats(met, judged_hands)
    one_pot = options["method"] == "everyone"
    if all(hand.is_buta for hand in judged_hands) and (one_pot or options["all_buta_void"]):
        return settle_void(GAME, round_input, judged_hands)
    return (
        settle_one_pot(GAME, round_input, judged_hands, stakes)
        if one_pot
        else settle_banker(GAME, round_input, judged_hands, stakes, met)
    )


_MAX_DEALER_CARDS = 10
"""Four 1s, four 2s and a 3 are 15; a tenth card ends any dealer's turn."""


def _parse_role(role: str) -> str:
    """The role of a hand that stands alone; an ordinary bettor where none is given."""
    if role not in {"", *ROLE_NAMES}:
        raise Refusal("bad_option", text("unknown_role"))
    return role or "other"


def min_hand_size(options: Mapping[str, OptionValue]) -> int:
    """The least number of cards in a finished hand."""
    return 2 if options["must_draw_one"] else 1


@cache
def _copies_one_to_ten(deck: Deck) -> Mapping[str, int]:
    return MappingProxyType({face.code: face.copies for face in deck.face_list if 1 <= face.number <= 10})


GAME = Game(
    key="otoroku",
    name=WORDING.name("game"),
    summary=text("summary"),
    decks=("hanafuda", "kabufuda", "mekurifuda", "western"),
    seats=range(2, 8),
    options=OPTIONS,
    first_deal=replace(EARLIEST_MONTH, how=text("draw_by_month"), seating=DrawnSeats.BY_CARD, section="otoroku 2.3"),
    round_fields=("hands", "meets"),
    classes=CLASSES,
    outcomes=OUTCOMES,
    roles=ROLES,
    words=WORDS,
    lesson=LESSON,
    dealer_rule_section="otoroku 6",
    replay_outcomes=frozenset({"void"}),
    play_rules=OtorokuPlay(lambda: GAME),
    narrator=OtorokuNarrator(lambda: GAME),
    defaults=_defaults,
    cards_in_play=_cards_in_play,
    seating=_seating,
    role_of=_role_of,
    advice=_advice,
    prompts=_prompts,
    hand_values=_hand_values,
    value=_value,
    odds=_odds,
    settle=_settle,
)
"""Two to seven players, on any deck that has ranks 1 to 10."""
