"""Kujuroku: three players capture cards by number.

The name (九十六) is ninety-six, the par in card points. Oni, dekiyaku and that par decide what is paid. Where four sit
round the table, one rests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.cards import Deck, Face
from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.games.kujuroku import texts
from scorer.games.kujuroku.hands import CLASSES, config_classes
from scorer.games.kujuroku.moves import PLAY_RULES
from scorer.games.kujuroku.odds import FIELD_PRACTICE, KujurokuNarrator, pile_odds
from scorer.games.kujuroku.position import ACTIVE_SEATS, parse_position
from scorer.games.kujuroku.settlement import (
    hand_value,
    settle_by_points,
    settle_by_yaku,
    settle_opening,
    with_par_score,
)
from scorer.games.kujuroku.texts import WORDING, because, round_prompts, text
from scorer.games.kujuroku.yaku import DECK_KINDS, find_yaku, pack_under, pay_table, yaku_name, yaku_under
from scorer.rules.game import Game, Seating, dealer_first
from scorer.rules.hand_class import HandClass, PayTableRow
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import parse_round, require_card_codes, require_one_deck
from scorer.rules.session_view import SessionView
from scorer.texts import Text


def _options_for_players(overrides: Mapping[str, object], players: int) -> Mapping[str, object]:
    """Three or four names set the number of players."""
    return {"players": players, **overrides} if players in GAME.seats else overrides


def _seats_for(options: Mapping[str, OptionValue]) -> range:
    """Three, or four of whom one rests."""
    players = int(options["players"])
    return range(players, players + 1)


def _cards_in_play(deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
    """41 cards, 42 with Jizo, 40 without Oni.

    Raises `bad_option` for Jizo without Oni, who is all that he captures; `wrong_deck` for kabufuda where the options
    need a special 3 or a Jizo, which they lack (kujuroku 1.4).
    """
    jizo = bool(options["jizo"])
    if deck.kind == "kabufuda" and (jizo or options["config"] in ("B", "C")):
        raise Refusal("wrong_deck", texts.KABUFUDA_HAVE_NO_JIZO if jizo else texts.KABUFUDA_HAVE_NO_SPECIAL_3)
    if jizo and not options["oni"]:
        raise Refusal("bad_option", texts.JIZO_WITHOUT_ONI)
    return pack_under(deck.kind, options).copies


def _number_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """1 to 10; 0 for the cards that stand for Oni and Jizo (kujuroku 1.4)."""
    return pack_under(kind_of(face.code), options).number_of(face.code)


def _points_of(face: Face, options: Mapping[str, OptionValue]) -> int:
    """The card points: 1 and 2 count ten; Oni counts twelve, or Jizo if in play (kujuroku 1.3, 7.1)."""
    return pack_under(kind_of(face.code), options).total_points((face.code,))


def _classes_for(options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
    """The dekiyaku of the configuration in force, best first, then card points."""
    return config_classes(options)


def _payments(options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
    """The value of each dekiyaku from each of the other two, and the steps of card points."""
    return pay_table(options)


def _seating(session: SessionView) -> Seating:
    """Dealer first, the fourth rests; the round carries how often the deal was lost so far (kujuroku 2.3, 2.5)."""
    deals_lost = sum(count for end, count in session.round_ends.items() if end.next_dealer not in (0, None))
    order = dealer_first(session).order
    return Seating(order, {"deals_lost": deals_lost} if deals_lost else {})


def _place_of(table: Table, seat: int) -> Text:
    """The place of a seat: dealer, second, third, or the fourth, who rests (kujuroku 2.1)."""
    del table
    return _PLACES[seat]


def _advice(table: Table, seat: int) -> tuple[Reason, ...]:
    """What the seat may or must do (kujuroku 2 to 5)."""
    return tuple(_advice_reasons(seat, GAME.resolve_options(table.options)))


def _advice_reasons(seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat == ACTIVE_SEATS:
        yield _RESTS
        return
    yield from _SEAT_REASONS[seat]
    if seat == 2 and not options["jizo"]:
        yield _NO_DRAW
    elif seat == 1 and not options["oni"]:
        yield _NO_DRAW_SECOND
    yield _TURN
    yield _ONI if options["oni"] else _NO_ONI
    if options["jizo"]:
        yield _JIZO
    config = str(options["config"])
    names = tuple(yaku_name(yaku.key, config) for yaku in reversed(yaku_under(options)))
    yield because("dekiyaku", "kujuroku 5", names=names)
    if options["yaku_mode"] == "settle_at_end":
        yield _AT_END
    elif options["yaku_check"] == "may_continue":
        yield _MAY_CONTINUE
    else:
        yield _ENDS


def _settle(round_: Mapping[str, Any]) -> Settlement:
    """The settlement of a round from the three piles, or of an opening field (kujuroku 3.3, 5, 6)."""
    round_input = parse_round(GAME, round_)
    if round_input.data.get("field") and round_input.data.get("piles") in _EMPTY_PILES:
        return settle_opening(GAME, round_input)
    position = parse_position(GAME, round_input)
    yaku_by_seat = tuple(
        find_yaku(str(round_input.options["config"]), position.pack.count_marks(position.counted_cards(seat)))
        for seat in range(ACTIVE_SEATS)
    )
    ended_by = round_input.data.get("ended_by")
    if ended_by == "yaku":
        return settle_by_yaku(GAME, round_input, position, yaku_by_seat)
    if ended_by == "empty":
        return settle_by_points(GAME, round_input, position, yaku_by_seat)
    raise Refusal("bad_round", texts.UNKNOWN_ENDED_BY)


def _value(cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
    """The dekiyaku or card points of a pile under `options`; where the leftover counts, it is one of the cards."""
    del role
    house_rules = GAME.resolve_options(options)
    pile = require_card_codes(cards, text("pile"))
    pack = pack_under(require_one_deck(GAME, house_rules, (pile,)).kind, house_rules)
    yakus = find_yaku(str(house_rules["config"]), pack.count_marks(pile))
    value = hand_value(0, pack, pile, yakus, house_rules)
    return value if value.total is None else with_par_score(value, value.total)


def _odds(cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None) -> Odds:
    """Odds of the dekiyaku that a pile may still complete and of par; `seen` are the cards in other piles."""
    del role, aim
    house_rules = GAME.resolve_options(options)
    pile, other_piles = (
        require_card_codes(cards, text("pile")),
        require_card_codes(seen, text("seen_cards")),
    )
    pack = pack_under(require_one_deck(GAME, house_rules, (pile, other_piles)).kind, house_rules)
    return pile_odds(pack, pile, other_piles, str(house_rules["config"]))


def _yaku_cards(key: str, cards: Sequence[str], round_: Mapping[str, Any]) -> frozenset[str]:
    """The cards of one dekiyaku of a pile."""
    options = GAME.resolve_options(round_.get("options", {}))
    required = {mark for yaku in yaku_under(options) if yaku.key == key for mark in yaku.required_marks}
    if not required:
        return frozenset()
    marks = pack_under(kind_of(cards[0]), options).marks
    return frozenset(code for code in cards if required.intersection(marks.get(code, ())))


_PLACES = (
    text("places.dealer"),
    text("places.second_right_dealer"),
    text("places.third"),
    text("places.fourth_rests"),
)
_SEAT_REASONS = (
    (
        because("deals", "kujuroku 3.1"),
        because("opening", "kujuroku 3.3"),
        because("keeps", "kujuroku 2.3"),
    ),
    (
        because("cuts", "kujuroku 3.1"),
        because("deals_next", "kujuroku 2.3"),
    ),
    (because("shuffles", "kujuroku 3.1"),),
)
_RESTS = because("rests.advice", "kujuroku 2.1")
_NO_DRAW = because("no_draw", "kujuroku 3.2")
_TURN = because("turn", "kujuroku 4.1")
_ONI = because("oni", "kujuroku 4.4")
_NO_ONI = because("no_oni", "more-house-rules 12")
_NO_DRAW_SECOND = because("no_draw_second", "more-house-rules 12")
_JIZO = because("jizo", "kujuroku 7")
_AT_END = because("at_end", "kujuroku 8")
_MAY_CONTINUE = because("may_continue", "kujuroku 8")
_ENDS = because("ends", "kujuroku 4.5")
_EMPTY_PILES: tuple[Any, ...] = (None, [], [[], [], []])
"""Piles of a round that asks about an opening field: a page with prompts for both sends the piles empty."""


GAME = Game(
    key="kujuroku",
    name=WORDING.name("game"),
    summary=texts.SUMMARY,
    decks=DECK_KINDS,
    seats=range(3, 5),
    options=texts.OPTIONS,
    outcomes=texts.OUTCOMES,
    words=texts.WORDS,
    lesson=texts.LESSON,
    practice=(FIELD_PRACTICE,),
    play_rules=PLAY_RULES,
    narrator=KujurokuNarrator(PLAY_RULES, lambda: GAME),
    dealer_rule_section="kujuroku 2.3",
    replay_outcomes=frozenset({"misdeal", "play_on"}),
    classes=CLASSES,
    options_for_players=_options_for_players,
    seats_for=_seats_for,
    cards_in_play=_cards_in_play,
    number_of=_number_of,
    points_of=_points_of,
    hand_number=_number_of,
    classes_for=_classes_for,
    payments=_payments,
    seating=_seating,
    place_of=_place_of,
    advice=_advice,
    prompts=round_prompts,
    settle=_settle,
    value=_value,
    odds=_odds,
    yaku_cards=_yaku_cards,
)
"""Kujuroku, "ninety-six", of the daini deck. Source: kujuroku.md; the base play is hana-awase."""
