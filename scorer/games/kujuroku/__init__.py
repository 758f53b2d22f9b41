"""九十六 kujuroku: three capture by number, four sit round the table; Oni, dekiyaku and a par of 96 card points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.cards import Deck, Face
from scorer.discover import kind_of
from scorer.errors import Refusal
from scorer.games.kujuroku import play as play
from scorer.games.kujuroku import reasons as lines
from scorer.games.kujuroku import texts as say
from scorer.games.kujuroku.advice import advice, place_of
from scorer.games.kujuroku.asks import asks
from scorer.games.kujuroku.cheatsheet import classes_of, payments_of
from scorer.games.kujuroku.odds import count_odds
from scorer.games.kujuroku.opening import opening
from scorer.games.kujuroku.packs import KINDS, ONI, Pack, pack_of
from scorer.games.kujuroku.payments import chips_of, point_payments, yaku_payments
from scorer.games.kujuroku.position import PLAYING, Position, position
from scorer.games.kujuroku.practice import FIELD
from scorer.games.kujuroku.yaku import CONFIGS, NAMES, Yaku, held, in_one_capture, paying
from scorer.rules.game import Game, HandClass, Payment, Seating
from scorer.rules.odds import Odds
from scorer.rules.options import Value
from scorer.rules.prompts import Ask, Table
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import Opened, codes, one_pack, opened, whole
from scorer.rules.settlement import choose, close, never
from scorer.session.reducer import Session
from scorer.texts import Name, Text


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile as the hand classes see it: its configuration, its counts by mark."""

    config: str
    counts: Sequence[int]

    def has(self, key: str) -> bool:
        """Whether the configuration lists the dekiyaku and the pile holds it."""
        return any(yaku.key == key and yaku.holds(self.counts) for yaku in CONFIGS[self.config])


def _yaku(key: str, config: str, *witness: str) -> HandClass:
    rank = max(yaku.worth for yakus in CONFIGS.values() for yaku in yakus if yaku.key == key)
    return HandClass(
        key,
        NAMES[key],
        say.yaku_says(key),
        lambda pile: pile.has(key),
        rank,
        witness=witness,
        section="kujuroku 5",
        under={"config": config},
        special=True,
    )


_FOURS, _THREES = ("d04s", "d04", "d04", "d04"), ("d03s", "d03", "d03", "d03")


class Kujuroku(Game):
    """Kujuroku, "ninety-six", of the daini deck. Source: kujuroku.md; the base play is hana-awase."""

    key = "kujuroku"
    name = Name("Kujuroku", "九十六", "くじゅうろく")
    says = say.SAYS
    decks = KINDS
    seats = range(3, 5)
    options = say.OPTIONS
    outcomes = say.OUTCOMES
    words = say.WORDS
    lesson = say.LESSON
    practice = (FIELD,)
    succession = "kujuroku 2.3"
    again = frozenset({"misdeal", "play_on"})
    classes = (
        _yaku("nejikomi", "D", *_THREES, "d01s", "d04s"),
        _yaku("shi_dan_san", "A", *_FOURS, *_THREES, "doni"),
        _yaku("dan_san", "C", *_THREES, "d01s", "d04s"),
        _yaku("shi_dan", "A", *_FOURS, "doni"),
        _yaku("shi_san", "C", *_FOURS, *_THREES),
        _yaku("danna", "D", "d01s", "d04s"),
        _yaku("danjoo", "A", "doni", "d01s", "d04s"),
        _yaku("san", "A", *_THREES),
        _yaku("shi", "A", *_FOURS),
        HandClass(
            "points",
            Name("card points", "札の点", "ふだのてん"),
            say.POINTS_SAYS,
            lambda _: True,
            witness=("d10", "d10"),
            section="kujuroku 1.3",
        ),
    )

    def for_players(self, given: Mapping[str, object], players: int) -> Mapping[str, object]:
        """Three or four names say how many play."""
        return {"players": players, **given} if players in self.seats else given

    def seats_for(self, options: Mapping[str, Value]) -> range:
        """Three, or four of whom one rests."""
        players = int(options["players"])
        return range(players, players + 1)

    def faces(self, deck: Deck, options: Mapping[str, Value]) -> Mapping[str, int]:
        """41 cards, 42 with Jizo; kabufuda have neither a special 3 nor a Jizo (kujuroku 1.4)."""
        jizo = bool(options["jizo"])
        if deck.kind == "kabufuda" and (jizo or options["config"] in ("B", "C")):
            raise Refusal("wrong_deck", say.KABUFUDA_JIZO if jizo else say.KABUFUDA_CONFIG)
        return pack_of(deck.kind, jizo=jizo).copies

    def number_of(self, face: Face, options: Mapping[str, Value]) -> int:
        """1 to 10; 0 for what stands for Oni and Jizo (kujuroku 1.4)."""
        return pack_of(kind_of(face.code), jizo=bool(options["jizo"])).number(face.code)

    def points_of(self, face: Face, options: Mapping[str, Value]) -> int:
        """The card points: 1 and 2 count ten, Oni or, with him, Jizo twelve (kujuroku 1.3, 7.1)."""
        return pack_of(kind_of(face.code), jizo=bool(options["jizo"])).points((face.code,))

    def classes_under(self, options: Mapping[str, Value]) -> tuple[HandClass, ...]:
        """The dekiyaku of the configuration in force, best first, then card points."""
        return classes_of(str(options["config"]), self.classes)

    def payments(self, options: Mapping[str, Value]) -> tuple[Payment, ...]:
        """What each dekiyaku of the configuration takes from each of the other two, and the steps of card points."""
        return payments_of(str(options["config"]))

    def seating(self, session: Session) -> Seating:
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
        return advice(seat, self.agreed(table.options))

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """How the round ended, the three piles, what became of Oni; or the opening field of a misdeal."""
        return asks(table)

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """Settles a round from the three piles, or answers about an opening field (kujuroku 3.3, 5, 6)."""
        table = opened(self, round_)
        if table.data.get("field") and table.data.get("piles") in _NOTHING_TAKEN:
            return opening(self, table)
        taken = position(self, table)
        made = tuple(held(str(table.options["config"]), taken.pack.count(taken.owns(seat))) for seat in range(PLAYING))
        ended_by = table.data.get("ended_by")
        if ended_by == "yaku":
            return self._by_yaku(table, taken, made)
        if ended_by == "empty":
            return self._by_points(table, taken, made)
        raise Refusal("bad_round", say.HOW_ENDED)

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """A pile's dekiyaku or card points under `options`; the leftover is one of the cards where it counts."""
        del role
        agreed = self.agreed(options)
        pile = codes(cards, Text("pile", "取札"))
        pack = pack_of(one_pack(self, agreed, (pile,)).kind, jizo=bool(agreed["jizo"]))
        made = held(str(agreed["config"]), pack.count(pile))
        hand = self._hand(0, pack, pile, made, agreed)
        return hand if hand.total is None else _against_par(hand, hand.total)

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """Which dekiyaku a pile may still complete, how far it is to par; `seen` are the cards in other piles."""
        del role, aim
        agreed = self.agreed(options)
        pile, gone = codes(cards, Text("pile", "取札")), codes(seen, Text("seen cards", "見えた札"))
        pack = pack_of(one_pack(self, agreed, (pile, gone)).kind, jizo=bool(agreed["jizo"]))
        return count_odds(pack, pile, gone, str(agreed["config"]))

    def play_out(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """Deals the pack and plays the round, every player taking what is worth most."""
        return table.round(self.key, play.play(pack, table.options))

    def _by_yaku(self, table: Opened, taken: Position, made: Sequence[tuple[Yaku, ...]]) -> Settlement:
        """A dekiyaku ended the round: its value from each of the other two, card points do not count."""
        options = table.options
        if options["yaku_mode"] == "settle_at_end":
            raise Refusal("impossible", say.NEVER_ENDS)
        taken.check_took()
        makers = self._makers(table, taken, made)
        paid = [paying(made[seat], str(options["yaku_pay"])) if seat in makers else () for seat in range(PLAYING)]
        payments = yaku_payments(paid, str(options["config"]))
        keeps = 0 in makers
        hands = tuple(
            self._hand(
                seat, taken.pack, taken.owns(seat), made[seat] if seat in makers else (), options, taken.leftover
            )
            for seat in range(PLAYING)
        )
        still_open = table.data.get("leftover") is not None and taken.leftover is None
        reasons = (
            lines.YAKU_ENDS,
            *((lines.LEFTOVER_OPEN,) if still_open else ()),
            lines.DEALER_MADE_YAKU if keeps else lines.OTHER_MADE_YAKU,
        )
        return self._closed(table, "yaku", payments, hands, next_dealer=0 if keeps else 1, reasons=reasons)

    def _makers(self, table: Opened, taken: Position, made: Sequence[tuple[Yaku, ...]]) -> tuple[int, ...]:
        """Who formed the dekiyaku that ended the round; `impossible` where nobody did, or not in one turn."""
        check = table.options["yaku_check"]
        makers = tuple(seat for seat in range(PLAYING) if made[seat])
        if not makers:
            raise Refusal("impossible", say.NO_YAKU)
        if check == "may_continue":
            by = table.data.get("maker")
            if by is None and len(makers) == 1:
                return makers
            maker = whole(by, Text("who ended the round", "上がった人"), most=PLAYING - 1)
            if maker not in makers:
                raise Refusal("impossible", say.NO_YAKU, seat=maker)
            return (maker,)
        if len(makers) > 1:
            # One turn may bring the player's own yaku and, through the leftover, that of the holder of Oni.
            config = str(table.options["config"])
            at_once = [seat for seat in makers if held(config, taken.pack.count(taken.piles[seat]))]
            if len(at_once) > 1:
                raise Refusal("impossible", say.TWO_MAKERS, seat=makers[1])
        if check == "each_capture" and not all(map(in_one_capture, (made[seat] for seat in makers))):
            raise Refusal("impossible", say.TWO_SETS, seat=makers[0])
        return makers

    def _by_points(self, table: Opened, taken: Position, made: Sequence[tuple[Yaku, ...]]) -> Settlement:
        """All hands were empty: card points against par, with `settle_at_end` the dekiyaku on top (kujuroku 6, A15)."""
        options = table.options
        taken.check_complete()
        taken.check_took()
        at_end = options["yaku_mode"] == "settle_at_end"
        let_go: tuple[Reason, ...] = ()
        if not at_end:
            maker = next((seat for seat in range(PLAYING) if made[seat]), None)
            if maker is not None and options["yaku_check"] != "may_continue":
                raise Refusal("impossible", say.YAKU_WOULD_END, seat=maker)
            let_go = (lines.LET_GO,) if maker is not None else ()
            made = ((),) * PLAYING
        paid = [paying(each, str(options["yaku_pay"])) for each in made]
        points = [taken.pack.points(taken.owns(seat)) for seat in range(PLAYING)]
        chips = [chips_of(each) for each in points]
        up = [seat for seat in range(PLAYING) if chips[seat] > 0]
        payments = (*point_payments(chips, up), *yaku_payments(paid, str(options["config"])))
        drawn = len(up) == PLAYING
        why, keeps = lines.keeps_deal(drawn=drawn, yaku=bool(made[0]), points=points)
        hands = tuple(
            _against_par(
                self._hand(seat, taken.pack, taken.owns(seat), made[seat], options, taken.leftover), points[seat]
            )
            for seat in range(PLAYING)
        )
        special = let_go or ((lines.AT_END,) if any(made) else ())
        reasons = (lines.HOW_MANY_UP[len(up)], *special, why)
        outcome = "settled" if payments else "draw"
        return self._closed(table, outcome, payments, hands, next_dealer=0 if keeps else 1, reasons=reasons)

    def _closed(
        self,
        table: Opened,
        outcome: str,
        payments: tuple[Transfer, ...],
        hands: tuple[HandValue, ...],
        *,
        next_dealer: int,
        reasons: tuple[Reason, ...],
    ) -> Settlement:
        net = [0] * len(table.seats)
        for payment in payments:
            net[payment.giver] -= payment.stones
            net[payment.taker] += payment.stones
        if len(table.seats) > PLAYING:
            hands = (*hands, HandValue(PLAYING, None, None, (lines.RESTS,)))
        lost = whole(table.data.get("deals_lost", 0), Text("deals lost", "親を落ちた数"))
        if next_dealer and lost + 1 >= len(table.seats):
            table = replace(table, rounds_left=1)
            reasons = (*reasons, lines.ALL_HAVE_DEALT)
        return close(
            self,
            table,
            net=net,
            outcome=outcome,
            next_dealer=next_dealer,
            ends=_in_debt if table.options["debt"] == "end_game" else never,
            winners=tuple(seat for seat, change in enumerate(net) if change > 0),
            transfers=payments,
            hands=hands,
            reasons=reasons,
        )

    def _hand(
        self,
        seat: int,
        pack: Pack,
        pile: Sequence[str],
        made: Sequence[Yaku],
        options: Mapping[str, Value],
        leftover: str | None = None,
    ) -> HandValue:
        config = str(options["config"])
        counts = pack.count(pile)
        points = pack.points(pile)
        lines_ = lines.pile(pack, counts, points, leftover if counts[ONI] else None)
        if not made:
            return HandValue(seat, "points", points, lines_)
        key = choose(self.classes, Pile(config, counts), "").key
        paid = paying(made, str(options["yaku_pay"]))
        replaced = frozenset().union(*(yaku.parts for yaku in paid))
        unpaid = (lines.not_paid(yaku, config) for yaku in made if not yaku.parts <= replaced)
        return HandValue(seat, key, None, (*(lines.made(yaku, config, pack.kind) for yaku in paid), *unpaid, *lines_))


_NOTHING_TAKEN: tuple[Any, ...] = (None, [], [[], [], []])
"""Piles that leave the word to an opening field: a page that asks for both sends the piles empty."""


def _against_par(hand: HandValue, points: int) -> HandValue:
    """A counted pile of so many card points with its chip score."""
    return replace(hand, reasons=(*hand.reasons, lines.against_par(points, chips_of(points))))


def _in_debt(stones: Sequence[int]) -> bool:
    return min(stones) < 0


GAME = Kujuroku()
