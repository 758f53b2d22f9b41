"""掛合トランプ kakeya toranpu: pairs play for sixteen picture cards; Rensho beats even the trumps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from scorer.cards import Deck, Face
from scorer.families.egara.deal import CLASSES, GLYPHS, SUIT_NAMES, Deal, deal_of, no_jokers
from scorer.families.egara.drills import Tricks
from scorer.families.egara.example_tricks import shown
from scorer.families.egara.odds import count_odds
from scorer.families.egara.reasons import ROLES, asks, hands_of, value_of
from scorer.families.egara.reasons import WORDS as TRICK_WORDS
from scorer.families.egara.tricks import SUITS, pictures, play
from scorer.games.kakeya.advice import advice, place_of
from scorer.games.kakeya.practice import STONES
from scorer.games.kakeya.texts import LESSON, OPTIONS, SAYS, WORDS
from scorer.rules.game import Game, Payment, Seating, Shown
from scorer.rules.odds import Odds
from scorer.rules.options import Value, agreed
from scorer.rules.prompts import Ask, Table
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import Opened, opened
from scorer.rules.settlement import close
from scorer.session.reducer import Session
from scorer.texts import Name, Text

RENSHO = {"S": "AC", "H": "AS", "D": "AS", "C": "AS"}
"""連勝 rensho by trumps: wins every trick it is in, above every trump (kakeya 3.3)."""
CALLED = Text("Rensho", "レンショ")
TRUMPS = {"allowed": SUITS, "fixed_spades": "S", "fixed_clubs": "C"}
PAY = {
    "standard": {"none": (4, 4), "minor": (2, 2), "major": (1, 2)},
    "nakayoshi_mura": {"none": (3, 4), "minor": (2, 3), "major": (1, 2)},
}
"""Stones for 8 to 11 and for 12 to 15 picture cards, by table and class of the winners' aces (kakeya 6.3)."""
ALL_SIXTEEN = 4


def stones_for(table: str, key: str, count: int) -> int:
    """What the losers owe winners of that class with that many picture cards (8 to 16).

    >>> stones_for("standard", "major", 12), stones_for("nakayoshi_mura", "none", 11)
    (2, 3)
    """
    return ALL_SIXTEEN if count == 16 else PAY[table][key][count >= 12]


def table_of_payments(table: str) -> tuple[Payment, ...]:
    """A table as lines: stones by the winners' aces and picture cards."""
    lines = []
    for found in CLASSES:
        few, many = PAY[table][found.key]
        alike = few == many
        en = f"{few}" if alike else f"{few}, from 12 picture cards on {many}"
        ja = f"{few}個" if alike else f"{few}個、絵札十二枚からは{many}個"
        lines.append(Payment(Text(found.name.en, found.name.ja), Text(en, ja)))
    return (*lines, Payment(Text("all sixteen", "十六枚すべて"), Text(f"{ALL_SIXTEEN}", f"{ALL_SIXTEEN}個")))


def _trumps(options: Mapping[str, Value]) -> str:
    """Which suits may be trumps (kakeya 3.1, 3.2)."""
    return TRUMPS[str(options["trump_change"])]


TRICKS = Tricks(CALLED, RENSHO, _trumps, free="rensho_free")


class Kakeya(Game):
    """Kakeya Toranpu, "modern Etori". Source: kakeya.md."""

    key = "kakeya"
    name = Name("Kakeya Toranpu", "掛合トランプ", "かけやとらんぷ")
    says = SAYS
    decks = ("western",)
    seats = range(2, 4)
    seated = Text("Pairs", "組の数")
    options = OPTIONS
    classes = CLASSES
    outcomes = (("won", Text("one pair won the deal", "勝負あり")),)
    roles = ROLES
    words = (*WORDS, *TRICK_WORDS)
    lesson = LESSON
    practice = (*TRICKS.practice(), STONES)

    def for_players(self, given: Mapping[str, object], players: int) -> Mapping[str, object]:
        """Two or three names of pairs say how many play."""
        return {"players": 2 * players, **given} if players in self.seats else given

    def seats_for(self, options: Mapping[str, Value]) -> range:
        """A seat for each pair: two pairs of four players, three of six."""
        pairs = int(options["players"]) // 2
        return range(pairs, pairs + 1)

    def faces(self, deck: Deck, options: Mapping[str, Value]) -> Mapping[str, int]:
        """52 cards without jokers."""
        del options
        return no_jokers(deck)

    def points_of(self, face: Face, options: Mapping[str, Value]) -> int:
        """One for each of the sixteen egara, the picture cards; nothing for the others (kakeya 1.2)."""
        del options
        return len(pictures((face.code,)))

    def seating(self, session: Session) -> Seating:
        """Pairs keep their seats; the losers deal, with three pairs they rest (kakeya 2.3, 2.4). Trumps stay."""
        order = session.present
        dealers = order.index(session.dealer) if session.dealer in order else 0
        others = [(dealers + step) % len(order) for step in range(1, len(order))]
        active = others if len(order) > 2 else [*others, dealers]
        last = next((past.round.get("trump") for past in reversed(session.history) if not past.undone), None)
        trump = last or _trumps(session.options)[0]
        return Seating(order, {"active": active, "dealers": dealers, "trump": trump})

    def payments(self, options: Mapping[str, Value]) -> tuple[Payment, ...]:
        """The table in force (kakeya 6.3)."""
        return table_of_payments(str(options["table"]))

    def shown(self, options: Mapping[str, Value]) -> tuple[Shown, ...]:
        """Two tricks, with trumps that the house rules allow."""
        return shown(TRICKS, options)

    def place_of(self, table: Table, seat: int) -> Text:
        """Whether the pair deals or plays (kakeya 2.4)."""
        return place_of(table, seat)

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """What the pair may or must do (kakeya 2 to 6)."""
        return advice(table, seat, RENSHO, self.agreed(table.options))

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """Trumps, the aces dealt to both pairs, their picture cards."""
        trumps = _trumps(self.agreed(table.options))
        return asks(table, trumps, str(table.extra.get("trump", trumps[0])))

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """Settles one deal by section 6; at eight each the pair that was not dealt Rensho wins."""
        table = opened(self, round_)
        options = table.options
        deal = deal_of(self, table, _trumps(options), RENSHO)
        side = 0 if deal.counts[0] > 8 else 1 if deal.counts[1] > 8 else deal.without_special
        winner, loser = deal.active[side], deal.active[1 - side]
        count, key = deal.counts[side], deal.key(side)
        owed = stones_for(str(options["table"]), key, count)
        paid = owed
        if len(table.seats) == 2 and table.stones is not None and options["shortfall4"] == "pay_what_you_have":
            paid = min(owed, max(table.stones[loser], 0))
        net = [0] * len(table.seats)
        net[winner], net[loser] = paid, -paid
        cell = _cell(str(options["table"]), key, count, owed)
        short = (_short(owed, paid),) if paid < owed else ()
        settled = close(
            self,
            table,
            net=net,
            outcome="won",
            next_dealer=loser,
            ends=_broke,
            winners=(winner,),
            transfers=(Transfer(loser, winner, paid, cell),) if paid else (),
            hands=hands_of(deal, len(table.seats), CALLED),
            reasons=(_why(count, deal.aces[side].special), cell, *short),
        )
        if settled.over:
            return settled
        return replace(settled, reasons=(*settled.reasons[:-1], _next(table, deal, winner, loser)))

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """The aces and picture cards of one hand or side; `role` says which suit is trumps (spades)."""
        trump = role or "S"
        return value_of(self, cards, options, trump, RENSHO[trump], CALLED)

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """What may still become of a side with `cards` while the other has `seen`, under trumps `role`."""
        del aim
        trump = role or "S"
        return count_odds(self, cards, seen, options, trump, RENSHO[trump])

    def play_out(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """Thirteen tricks between the active pairs; the dealers may have changed trumps to the first card's suit."""
        options = self.agreed(table.options)
        trumps = _trumps(options)
        trump = pack[0][-1] if pack[0][-1] in trumps else trumps[0]
        hands = [pack[start : start + 13] for start in range(0, 52, 13)]
        free = RENSHO[trump] if options["rensho_free"] else ""
        took = play(hands, 0, trump, RENSHO[trump], free)
        return table.round(self.key, told(hands, took, trump, table))


def told(
    hands: Sequence[Sequence[str]],
    took: Sequence[Sequence[Sequence[str]]],
    trump: str,
    table: Table,
) -> dict[str, Any]:
    """The fields of a played deal, with the picture cards each side took."""
    aces = [[card for hand in (hands[side], hands[side + 2]) for card in hand if card[0] == "A"] for side in (0, 1)]
    won = [
        list(pictures(card for seat in (side, side + 2) for trick in took[seat] for card in trick)) for side in (0, 1)
    ]
    return {"active": [0, 1], "dealers": 1, **table.extra, "trump": trump, "aces": aces, "captured": won}


def _broke(stones: Sequence[int]) -> bool:
    """A pair without stones ends the game (kakeya 7)."""
    return min(stones) <= 0


@cache
def _why(count: int, rensho: str) -> Reason:
    if count > 8:
        text = Text(f"{count} of 16 picture cards win the deal", f"絵札十六枚のうち{count}枚を取って勝ちです")
        return Reason("nine_or_more", text, None, "kakeya 6.1")
    card = f"{rensho[0]}{GLYPHS[rensho[1]]}"
    return Reason(
        "tie_without_rensho",
        Text(
            f"eight each: the pair that was not dealt Rensho ({card}) wins",
            f"八枚ずつなので、レンショ（{card}）を配られなかった組の勝ちです",
        ),
        None,
        "kakeya 6.1",
    )


@cache
def _cell(table: str, key: str, count: int, owed: int) -> Reason:
    """The cell of the payment table, with the setting that chose the table."""
    column = "16" if count == 16 else "12-15" if count >= 12 else "8-11"
    said = {
        "none": Text("no ace", "エースなし"),
        "minor": Text(
            "one or two aces, neither Rensho nor the ace of trumps", "レンショも切り札のエースもないエース一、二枚"
        ),
        "major": Text("Rensho or the ace of trumps", "レンショか切り札のエースあり"),
    }[key]
    why = agreed(OPTIONS, "table", table)
    return Reason(
        "paid_by_table",
        Text(
            f"the winners were dealt {said.en}; for {column} picture cards they get {owed}{why.en}",
            f"勝った組は{said.ja}、絵札{column.replace('-', '～')}枚で{owed}個もらいます{why.ja}",
        ),
        None,
        "kakeya 6.3",
    )


def _short(owed: int, paid: int) -> Reason:
    why = agreed(OPTIONS, "shortfall4", "pay_what_you_have")
    return Reason(
        "pays_what_it_has",
        Text(
            f"owes {owed} but has {paid}{why.en}",
            f"{owed}個の払いですが、持っている{paid}個だけを払います{why.ja}",
        ),
        None,
        "kakeya 7.1",
    )


def _next(table: Opened, deal: Deal, winner: int, loser: int) -> Reason:
    """Who deals, plays, leads and may change trumps in the next deal (kakeya 2.4, 3.2, 4.2, 5.1)."""
    lead, deals = table.seats[winner], table.seats[loser]
    trump = SUIT_NAMES[deal.trump]
    en, ja = f"next: {deals} deals and plays", f"次は{deals}が配って打ち"
    back = deals
    if len(table.seats) > 2:
        back = table.seats[deal.dealers]
        en, ja = f"next: {deals} deals and rests, {back} comes back", f"次は{deals}が配って休み、{back}が入り"
    may_en, may_ja = "", ""
    if table.options["trump_change"] == "allowed":
        may_en, may_ja = f" and may change trumps from {trump.en}", f"切り札（{trump.ja}）を変えてもよく、"
    return Reason(
        "next_deal",
        Text(
            f"{en}; {lead} leads; {back} takes the pile with the last card{may_en}",
            f"{ja}、{lead}から始めます。{back}は{may_ja}最後の札の山を取ります",
        ),
        None,
        "kakeya 2.4",
    )


GAME = Kakeya()
