"""九十六 kujuroku: three capture by number, four sit round the table; Oni, dekiyaku and a par of 96 card points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.cards import Deck, Face
from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.games.kujuroku import reasons as lines
from scorer.games.kujuroku import texts
from scorer.games.kujuroku.advice import place_of, seat_advice
from scorer.games.kujuroku.cheatsheet import config_classes, config_pay_table
from scorer.games.kujuroku.odds import pile_odds
from scorer.games.kujuroku.opening import settle_opening
from scorer.games.kujuroku.packs import DECK_KINDS, ONI, Pack, pack_of
from scorer.games.kujuroku.payments import chip_score, point_transfers, yaku_transfers
from scorer.games.kujuroku.play import play_round
from scorer.games.kujuroku.position import ACTIVE_SEATS, Position, parse_position
from scorer.games.kujuroku.practice import FIELD_PRACTICE
from scorer.games.kujuroku.prompts import round_prompts
from scorer.games.kujuroku.yaku import (
    CONFIGS,
    YAKU_NAMES,
    Yaku,
    can_complete_in_one_capture,
    find_yaku,
    select_paid_yaku,
)
from scorer.rules.game import Game, HandClass, PayTableRow, Seating
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, Table
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput, parse_round, require_card_codes, require_int, require_one_deck
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import build_settlement, classify_hand, never_over
from scorer.texts import Name, Text


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile as the hand classes see it: its configuration, its counts by mark."""

    config: str
    counts: Sequence[int]

    def has_yaku(self, key: str) -> bool:
        """Whether the configuration lists the dekiyaku and the pile holds it."""
        return any(yaku.key == key and yaku.is_complete(self.counts) for yaku in CONFIGS[self.config])


def _yaku_class(key: str, config: str, *witness: str) -> HandClass:
    rank = max(yaku.stones_each for yakus in CONFIGS.values() for yaku in yakus if yaku.key == key)
    return HandClass(
        key,
        YAKU_NAMES[key],
        texts.describe_yaku(key),
        lambda pile: pile.has_yaku(key),
        rank,
        example=witness,
        section="kujuroku 5",
        options={"config": config},
        special=True,
    )


_FOURS_EXAMPLE, _THREES_EXAMPLE = ("d04s", "d04", "d04", "d04"), ("d03s", "d03", "d03", "d03")


class Kujuroku(Game):
    """Kujuroku, "ninety-six", of the daini deck. Source: kujuroku.md; the base play is hana-awase."""

    key = "kujuroku"
    name = Name("Kujuroku", "九十六", "くじゅうろく")
    summary = texts.SUMMARY
    decks = DECK_KINDS
    seats = range(3, 5)
    options = texts.OPTIONS
    outcomes = texts.OUTCOMES
    words = texts.WORDS
    lesson = texts.LESSON
    practice = (FIELD_PRACTICE,)
    dealer_rule_section = "kujuroku 2.3"
    replay_outcomes = frozenset({"misdeal", "play_on"})
    classes = (
        _yaku_class("nejikomi", "D", *_THREES_EXAMPLE, "d01s", "d04s"),
        _yaku_class("shi_dan_san", "A", *_FOURS_EXAMPLE, *_THREES_EXAMPLE, "doni"),
        _yaku_class("dan_san", "C", *_THREES_EXAMPLE, "d01s", "d04s"),
        _yaku_class("shi_dan", "A", *_FOURS_EXAMPLE, "doni"),
        _yaku_class("shi_san", "C", *_FOURS_EXAMPLE, *_THREES_EXAMPLE),
        _yaku_class("danna", "D", "d01s", "d04s"),
        _yaku_class("danjoo", "A", "doni", "d01s", "d04s"),
        _yaku_class("san", "A", *_THREES_EXAMPLE),
        _yaku_class("shi", "A", *_FOURS_EXAMPLE),
        HandClass(
            "points",
            Name("card points", "札の点", "ふだのてん"),
            texts.POINTS_DESCRIPTION,
            lambda _: True,
            example=("d10", "d10"),
            section="kujuroku 1.3",
        ),
    )

    def options_for_players(self, overrides: Mapping[str, object], players: int) -> Mapping[str, object]:
        """Three or four names say how many play."""
        return {"players": players, **overrides} if players in self.seats else overrides

    def seats_for(self, options: Mapping[str, OptionValue]) -> range:
        """Three, or four of whom one rests."""
        players = int(options["players"])
        return range(players, players + 1)

    def cards_in_play(self, deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
        """41 cards, 42 with Jizo; kabufuda have neither a special 3 nor a Jizo (kujuroku 1.4)."""
        jizo = bool(options["jizo"])
        if deck.kind == "kabufuda" and (jizo or options["config"] in ("B", "C")):
            raise Refusal("wrong_deck", texts.KABUFUDA_HAVE_NO_JIZO if jizo else texts.KABUFUDA_HAVE_NO_SPECIAL_3)
        return pack_of(deck.kind, jizo=jizo).copies

    def number_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """1 to 10; 0 for what stands for Oni and Jizo (kujuroku 1.4)."""
        return pack_of(kind_of(face.code), jizo=bool(options["jizo"])).number_of(face.code)

    def points_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The card points: 1 and 2 count ten, Oni or, with him, Jizo twelve (kujuroku 1.3, 7.1)."""
        return pack_of(kind_of(face.code), jizo=bool(options["jizo"])).total_points((face.code,))

    def classes_for(self, options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
        """The dekiyaku of the configuration in force, best first, then card points."""
        return config_classes(str(options["config"]), self.classes)

    def payments(self, options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
        """What each dekiyaku of the configuration takes from each of the other two, and the steps of card points."""
        return config_pay_table(str(options["config"]))

    def seating(self, session: SessionView) -> Seating:
        """Dealer first, the fourth rests; the round carries how often the deal was lost so far (kujuroku 2.3, 2.5)."""
        lost = sum(not past.undone and past.settlement.get("next_dealer") not in (0, None) for past in session.history)
        order = super().seating(session).order
        return Seating(order, {"deals_lost": lost} if lost else {})

    def place_of(self, table: Table, seat: int) -> Text:
        """Dealer, second, third, and who rests (kujuroku 2.1)."""
        del table
        return place_of(seat)

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """What the seat may or must do (kujuroku 2 to 5)."""
        return seat_advice(seat, self.resolve_options(table.options))

    def prompts(self, table: Table) -> tuple[Prompt, ...]:
        """How the round ended, the three piles, what became of Oni; or the opening field of a misdeal."""
        return round_prompts(table)

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """Settles a round from the three piles, or answers about an opening field (kujuroku 3.3, 5, 6)."""
        table = parse_round(self, round_)
        if table.data.get("field") and table.data.get("piles") in _EMPTY_PILES:
            return settle_opening(self, table)
        taken = parse_position(self, table)
        made = tuple(
            find_yaku(str(table.options["config"]), taken.pack.count_marks(taken.counted_cards(seat)))
            for seat in range(ACTIVE_SEATS)
        )
        ended_by = table.data.get("ended_by")
        if ended_by == "yaku":
            return self._settle_by_yaku(table, taken, made)
        if ended_by == "empty":
            return self._settle_by_points(table, taken, made)
        raise Refusal("bad_round", texts.UNKNOWN_ENDED_BY)

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """A pile's dekiyaku or card points under `options`; the leftover is one of the cards where it counts."""
        del role
        agreed = self.resolve_options(options)
        pile = require_card_codes(cards, Text("pile", "取札"))
        pack = pack_of(require_one_deck(self, agreed, (pile,)).kind, jizo=bool(agreed["jizo"]))
        made = find_yaku(str(agreed["config"]), pack.count_marks(pile))
        hand = self._hand_value(0, pack, pile, made, agreed)
        return hand if hand.total is None else _with_par_score(hand, hand.total)

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """Which dekiyaku a pile may still complete, how far it is to par; `seen` are the cards in other piles."""
        del role, aim
        agreed = self.resolve_options(options)
        pile, gone = (
            require_card_codes(cards, Text("pile", "取札")),
            require_card_codes(seen, Text("seen cards", "見えた札")),
        )
        pack = pack_of(require_one_deck(self, agreed, (pile, gone)).kind, jizo=bool(agreed["jizo"]))
        return pile_odds(pack, pile, gone, str(agreed["config"]))

    def simulate_round(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """Deals the pack and plays the round, every player taking what is worth most."""
        return table.build_round(self.key, play_round(pack, table.options))

    def _settle_by_yaku(
        self, round_input: RoundInput, position: Position, yaku_by_seat: Sequence[tuple[Yaku, ...]]
    ) -> Settlement:
        """A dekiyaku ended the round: its value from each of the other two, card points do not count."""
        options = round_input.options
        if options["yaku_mode"] == "settle_at_end":
            raise Refusal("impossible", texts.YAKU_CANNOT_END)
        position.check_oni_capture()
        makers = self._find_makers(round_input, position, yaku_by_seat)
        paid = [
            select_paid_yaku(yaku_by_seat[seat], str(options["yaku_pay"])) if seat in makers else ()
            for seat in range(ACTIVE_SEATS)
        ]
        payments = yaku_transfers(paid, str(options["config"]))
        keeps = 0 in makers
        hands = tuple(
            self._hand_value(
                seat,
                position.pack,
                position.counted_cards(seat),
                yaku_by_seat[seat] if seat in makers else (),
                options,
                position.leftover,
            )
            for seat in range(ACTIVE_SEATS)
        )
        still_open = round_input.data.get("leftover") is not None and position.leftover is None
        reasons = (
            lines.YAKU_ENDS,
            *((lines.LEFTOVER_UNCERTAIN,) if still_open else ()),
            lines.DEALER_MADE_YAKU if keeps else lines.OTHER_MADE_YAKU,
        )
        return self._build_settlement(
            round_input, "yaku", payments, hands, next_dealer=0 if keeps else 1, reasons=reasons
        )

    def _find_makers(
        self, round_input: RoundInput, position: Position, yaku_by_seat: Sequence[tuple[Yaku, ...]]
    ) -> tuple[int, ...]:
        """Who formed the dekiyaku that ended the round; `impossible` where nobody did, or not in one turn."""
        check = round_input.options["yaku_check"]
        makers = tuple(seat for seat in range(ACTIVE_SEATS) if yaku_by_seat[seat])
        if not makers:
            raise Refusal("impossible", texts.NO_YAKU)
        if check == "may_continue":
            by = round_input.data.get("maker")
            if by is None and len(makers) == 1:
                return makers
            maker = require_int(by, Text("who ended the round", "上がった人"), maximum=ACTIVE_SEATS - 1)
            if maker not in makers:
                raise Refusal("impossible", texts.NO_YAKU, seat=maker)
            return (maker,)
        if len(makers) > 1:
            # One turn may bring the player's own yaku and, through the leftover, that of the holder of Oni.
            config = str(round_input.options["config"])
            at_once = [seat for seat in makers if find_yaku(config, position.pack.count_marks(position.piles[seat]))]
            if len(at_once) > 1:
                raise Refusal("impossible", texts.TWO_MAKERS, seat=makers[1])
        if check == "each_capture" and not all(
            map(can_complete_in_one_capture, (yaku_by_seat[seat] for seat in makers))
        ):
            raise Refusal("impossible", texts.TWO_YAKU_IN_ONE_CAPTURE, seat=makers[0])
        return makers

    def _settle_by_points(
        self, round_input: RoundInput, position: Position, yaku_by_seat: Sequence[tuple[Yaku, ...]]
    ) -> Settlement:
        """All hands were empty: card points against par, with `settle_at_end` the dekiyaku on top (kujuroku 6, A15)."""
        options = round_input.options
        position.check_complete()
        position.check_oni_capture()
        at_end = options["yaku_mode"] == "settle_at_end"
        let_go: tuple[Reason, ...] = ()
        if not at_end:
            maker = next((seat for seat in range(ACTIVE_SEATS) if yaku_by_seat[seat]), None)
            if maker is not None and options["yaku_check"] != "may_continue":
                raise Refusal("impossible", texts.YAKU_WOULD_END, seat=maker)
            let_go = (lines.YAKU_PLAYED_ON,) if maker is not None else ()
            yaku_by_seat = ((),) * ACTIVE_SEATS
        paid = [select_paid_yaku(each, str(options["yaku_pay"])) for each in yaku_by_seat]
        points = [position.pack.total_points(position.counted_cards(seat)) for seat in range(ACTIVE_SEATS)]
        chips = [chip_score(each) for each in points]
        up = [seat for seat in range(ACTIVE_SEATS) if chips[seat] > 0]
        payments = (*point_transfers(chips, up), *yaku_transfers(paid, str(options["config"])))
        drawn = len(up) == ACTIVE_SEATS
        why, keeps = lines.decide_deal(is_draw=drawn, dealer_has_yaku=bool(yaku_by_seat[0]), points=points)
        hands = tuple(
            _with_par_score(
                self._hand_value(
                    seat, position.pack, position.counted_cards(seat), yaku_by_seat[seat], options, position.leftover
                ),
                points[seat],
            )
            for seat in range(ACTIVE_SEATS)
        )
        special = let_go or ((lines.YAKU_PAID_AT_END,) if any(yaku_by_seat) else ())
        reasons = (lines.WINNER_COUNT_REASONS[len(up)], *special, why)
        outcome = "settled" if payments else "draw"
        return self._build_settlement(
            round_input, outcome, payments, hands, next_dealer=0 if keeps else 1, reasons=reasons
        )

    def _build_settlement(
        self,
        round_input: RoundInput,
        outcome: str,
        transfers: tuple[Transfer, ...],
        hands: tuple[HandValue, ...],
        *,
        next_dealer: int,
        reasons: tuple[Reason, ...],
    ) -> Settlement:
        net = [0] * len(round_input.seats)
        for payment in transfers:
            net[payment.giver] -= payment.stones
            net[payment.taker] += payment.stones
        if len(round_input.seats) > ACTIVE_SEATS:
            hands = (*hands, HandValue(ACTIVE_SEATS, None, None, (lines.RESTS,)))
        lost = require_int(round_input.data.get("deals_lost", 0), Text("deals lost", "親を落ちた数"))
        if next_dealer and lost + 1 >= len(round_input.seats):
            round_input = replace(round_input, rounds_left=1)
            reasons = (*reasons, lines.ALL_HAVE_DEALT)
        return build_settlement(
            self,
            round_input,
            net=net,
            outcome=outcome,
            next_dealer=next_dealer,
            is_over=_has_debt if round_input.options["debt"] == "end_game" else never_over,
            winners=tuple(seat for seat, change in enumerate(net) if change > 0),
            transfers=transfers,
            hands=hands,
            reasons=reasons,
        )

    def _hand_value(
        self,
        seat: int,
        pack: Pack,
        pile: Sequence[str],
        yakus: Sequence[Yaku],
        options: Mapping[str, OptionValue],
        leftover: str | None = None,
    ) -> HandValue:
        config = str(options["config"])
        counts = pack.count_marks(pile)
        points = pack.total_points(pile)
        lines_ = lines.pile_reasons(pack, counts, points, leftover if counts[ONI] else None)
        if not yakus:
            return HandValue(seat, "points", points, lines_)
        key = classify_hand(self.classes, Pile(config, counts), "").key
        paid = select_paid_yaku(yakus, str(options["yaku_pay"]))
        replaced = frozenset().union(*(yaku.parts for yaku in paid))
        unpaid = (lines.yaku_not_paid(yaku, config) for yaku in yakus if not yaku.parts <= replaced)
        return HandValue(
            seat, key, None, (*(lines.yaku_reason(yaku, config, pack.kind) for yaku in paid), *unpaid, *lines_)
        )


_EMPTY_PILES: tuple[Any, ...] = (None, [], [[], [], []])
"""Piles that leave the word to an opening field: a page that asks for both sends the piles empty."""


def _with_par_score(hand: HandValue, points: int) -> HandValue:
    """A counted pile of so many card points with its chip score."""
    return replace(hand, reasons=(*hand.reasons, lines.par_reason(points, chip_score(points))))


def _has_debt(stones: Sequence[int]) -> bool:
    return min(stones) < 0


GAME = Kujuroku()
