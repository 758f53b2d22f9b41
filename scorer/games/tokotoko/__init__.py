"""とことこ Tokotoko: three of four cards, the last digit of their sum; and its variant for two, Yari-Tori Tokotoko.

Beyond the machine interfaces a round may have `"standing": [n, …]`: the stones each seat left in the pot after tied
rounds that were carried over. They are still the seat's own until the pot is won, so a carried round moves nothing;
`"pot"` are stones that belong to nobody any more, such as a remainder left there. Yari-Tori Tokotoko has no field:
`"hands"` are the three cards each of the two players is left with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from scorer.cards import Deck, Face
from scorer.discover import kind_of
from scorer.errors import Refusal
from scorer.games.tokotoko import reasons as because
from scorer.games.tokotoko import texts as wording
from scorer.games.tokotoko.advice import advice
from scorer.games.tokotoko.hands import CLASSES, best_three, value_of, values
from scorer.games.tokotoko.odds import count_odds
from scorer.rules.game import Game, Seating
from scorer.rules.odds import Odds
from scorer.rules.options import Value
from scorer.rules.prompts import Ask, AskKind, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import Opened, as_many, codes, listed, one_pack, opened, whole
from scorer.rules.settlement import card_line, close, face_of, payments, share_out, turn_order
from scorer.session.reducer import Session
from scorer.texts import Name


class Tokotoko(Game):
    """とことこ: no special hands, only the last digit; two to ten players, two for Yari-Tori."""

    key = "tokotoko"
    name = wording.NAME
    says = wording.SAYS
    decks = ("hanafuda", "mekurifuda", "western")
    seats = range(2, 11)
    options = wording.OPTIONS
    classes = CLASSES
    outcomes = wording.OUTCOMES
    words = wording.WORDS
    lesson = wording.LESSON
    succession = "tokotoko 2.4"

    def faces(self, deck: Deck, options: Mapping[str, Value]) -> Mapping[str, int]:
        """Forty-five cards: only one 6 is left (tokotoko 1)."""
        del options
        return dict.fromkeys(values(deck.kind), 1)

    def number_of(self, face: Face, options: Mapping[str, Value]) -> int:
        """The Nagoya order's number (tokotoko 1)."""
        del options
        return values(kind_of(face.code))[face.code]

    def seats_for(self, options: Mapping[str, Value]) -> range:
        """Two to ten players; Yari-Tori is for two."""
        return range(2, 3) if options["variant"] == "yari_tori_tokotoko" else self.seats

    def seating(self, session: Session) -> Seating:
        """Everybody, dealer first, with what lies in the pot: stones of nobody, and stones still somebody's own."""
        seating = super().seating(session)
        standing = Counter[str]()
        for played in reversed(session.history):
            if played.undone:
                continue
            if played.settlement["outcome"] != "carried":
                break
            standing.update(dict.fromkeys(played.players, played.round["stake"]))
        if not standing:
            return seating
        lying = [standing[session.players[player]] for player in seating.order]
        return Seating(seating.order, {**seating.extra, "standing": lying})

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """What the seat may or must do (tokotoko 3, 4)."""
        return advice(seat, self.agreed(table.options))

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """The stake, every hand in turn order, the field, and the three shown where a choice binds."""
        options = self.agreed(table.options)
        order = turn_order(len(table.seats))
        stake = Ask("stake", AskKind.NUMBER, *wording.ASK_STAKE, least=1, most=wording.MOST, default=1)
        if options["variant"] == "yari_tori_tokotoko":
            left = [Ask(f"hands.{seat}", AskKind.CARDS, *wording.ASK_LEFT, seat, least=3, most=3) for seat in order]
            return (stake, *left)
        hands = [Ask(f"hands.{seat}", AskKind.CARDS, *wording.ASK_HAND, seat, least=2, most=2) for seat in order]
        field = Ask("field", AskKind.CARDS, *wording.ASK_FIELD, least=2, most=2)
        if options["selection"] == "best":
            return (stake, *hands, field)
        shown = [
            Ask(f"shown.{seat}", AskKind.CARDS, *wording.ASK_SHOWN, seat, least=3, most=3, optional=True)
            for seat in order
        ]
        return (stake, *hands, field, *shown)

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """Three cards as they are, or the best three of four."""
        del role
        agreed = self.agreed(options)
        hand = codes(cards, wording.CARDS, 0)
        one_pack(self, agreed, [hand])
        if len(hand) < 3:
            raise Refusal("too_few_cards", because.TOO_FEW, seat=0)
        if len(hand) > (3 if agreed["variant"] == "yari_tori_tokotoko" else 4):
            raise Refusal("too_many_cards", because.TOO_MANY, seat=0, cards=hand)
        if len(hand) == 3:
            return _valued(0, hand)
        return _valued(0, best_three(hand), because.best_of("best"))

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """Two own cards, then the two of the field once it is up; for Yari-Tori three cards left or all five."""
        del role, aim
        agreed = self.agreed(options)
        hand, gone = codes(cards, wording.CARDS, 0), codes(seen, wording.CARDS)
        deck = one_pack(self, agreed, [hand, gone], seats=1)
        yari_tori = agreed["variant"] == "yari_tori_tokotoko"
        own, sizes, dealt = (5, (3, 5), 3) if yari_tori else (2, (2, 4), 6)
        if len(hand) not in sizes:
            raise Refusal("no_odds", because.one_of(sizes), seat=0, cards=hand)
        if len(self.faces(deck, agreed)) - len(gone) - len(hand) < dealt - (0 if yari_tori else len(hand)):
            raise Refusal("no_odds", because.NOBODY_LEFT, cards=gone)
        return count_odds(deck.kind, hand[:own], hand[own:], gone)

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """The round of tokotoko 3 and 4; `bad_count` and `impossible` for what cannot be."""
        table = opened(self, round_)
        hands = self._hands(table)
        seats = len(table.seats)
        stake = whole(table.data.get("stake"), wording.STAKE, least=1, most=wording.MOST)
        brought = whole(_given(table, "pot", 0), wording.POT, most=wording.MOST)
        standing = [
            whole(stones, wording.STANDING, most=wording.MOST, seat=seat)
            for seat, stones in enumerate(as_many(_given(table, "standing", [0] * seats), seats, wording.STANDING))
        ]
        pot = stake * seats + sum(standing) + brought
        digits = [hand.total % 10 for hand in hands if hand.total is not None]
        best = [seat for seat in turn_order(seats) if digits[seat] == max(digits)]
        names = [table.seats[seat] for seat in best]
        reasons = [because.pot(stake, seats, sum(standing), brought)]
        tied = len(best) > 1
        if tied and table.options["on_tie"] == "carry_over":
            last = table.rounds_left == 1
            reasons.append(
                because.stakes_back(names, max(digits)) if last else because.carried(names, max(digits), pot)
            )
            return close(
                self,
                table,
                net=[0] * seats,
                outcome="carried",
                next_dealer=0,
                winners=(),
                transfers=(),
                hands=hands,
                reasons=tuple(reasons),
                carried=brought,
                brought=brought,
            )
        over = pot % len(best)
        where = table.options["remainder"]
        kept = 0 if where == "nearest_right" else over
        parts = share_out(pot - kept, best)
        net = [parts.get(seat, 0) - stake - standing[seat] for seat in range(seats)]
        if tied:
            reasons.append(because.split(names, max(digits), pot, pot // len(best)))
            if over:
                reasons.append(because.left_over(over, where, names[0]))
        else:
            reasons.append(because.won(names[0], max(digits), pot))
        return close(
            self,
            table,
            net=net,
            outcome="split" if tied else "won",
            next_dealer=0 if tied else best[0],
            winners=tuple(sorted(best)),
            transfers=payments(net, partial(because.paid, table.seats)),
            hands=hands,
            reasons=tuple(reasons),
            carried=kept if where == "carry_over" else 0,
            house=kept if where == "house_box" else 0,
            brought=brought,
        )

    def play_out(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One round as people might play it; stake and shown cards follow from the cards at the pack's end."""
        options = self.agreed(table.options)
        worth = values(kind_of(pack[0]))
        pile = [code for code in pack if code in worth]
        seats = len(table.seats)
        answers: dict[str, Any] = {"stake": worth[pile[-1]]}
        if options["variant"] == "yari_tori_tokotoko":
            answers |= {f"hands.{seat}": pile[seat * 3 : seat * 3 + 3] for seat in range(seats)}
            return table.round(self.key, answers)
        field = answers["field"] = pile[2 * seats : 2 * seats + 2]
        for seat in range(seats):
            hand = answers[f"hands.{seat}"] = pile[2 * seat : 2 * seat + 2]
            whim = worth[pile[-2 - seat]]
            threes = list(combinations([*hand, *field], 3))
            if options["selection"] == "declared":
                chosen = list(threes[whim % 4] if whim > 8 else best_three([*hand, *field]))
                answers[f"shown.{seat}"] = chosen if whim % 3 else None
        return table.round(self.key, answers)

    def _hands(self, table: Opened) -> tuple[HandValue, ...]:
        """Every seat's three cards, chosen or best, with their reasons."""
        seats = len(table.seats)
        yari_tori = table.options["variant"] == "yari_tori_tokotoko"
        size, common = (3, 0) if yari_tori else (2, 2)
        piles = [
            codes(pile, wording.HANDS, seat)
            for seat, pile in enumerate(as_many(table.data.get("hands"), seats, wording.HANDS))
        ]
        field = codes(_given(table, "field", ()), wording.FIELD)
        one_pack(self, table.options, [*piles, field], seats)
        for seat, pile in enumerate(piles):
            _of_size(pile, size, seat)
        _of_size(field, common)
        shown = _shown(table, [(*pile, *field) for pile in piles])
        if yari_tori:
            return tuple(_valued(seat, pile) for seat, pile in enumerate(piles))
        return tuple(
            _chosen(seat, (*pile, *field), shown[seat], table.options["selection"]) for seat, pile in enumerate(piles)
        )


def _given(table: Opened, key: str, otherwise: object) -> object:
    given = table.data.get(key)
    return otherwise if given is None else given


def _of_size(cards: Sequence[str], size: int, seat: int | None = None) -> None:
    if len(cards) != size:
        raise Refusal(
            "too_few_cards" if len(cards) < size else "too_many_cards",
            because.wrong_size(size, len(cards)),
            seat=seat,
            cards=tuple(cards),
        )


def _shown(table: Opened, fours: Sequence[Sequence[str]]) -> list[tuple[str, ...] | None]:
    """The three cards each seat chose, None where it chose none; the chaff of one plant are one face."""
    given = listed(_given(table, "shown", ()), wording.SHOWN)
    shown: list[tuple[str, ...] | None] = [None] * len(fours)
    if len(given) > len(fours):
        as_many(given, len(fours), wording.SHOWN)
    for seat, choice in enumerate(given):
        if choice is None:
            continue
        three = codes(choice, wording.SHOWN, seat)
        _of_size(three, 3, seat)
        if len(set(three)) < 3 or not (set(three) <= set(fours[seat]) or _faces(three) <= _faces(fours[seat])):
            raise Refusal("impossible", because.NOT_YOURS, seat=seat, cards=three)
        shown[seat] = three
    return shown


def _faces(cards: Sequence[str]) -> Counter[Name]:
    """How many of each face, whichever of its codes a reader gave."""
    return Counter(face_of(code).name for code in cards)


def _chosen(seat: int, four: Sequence[str], shown: tuple[str, ...] | None, selection: Value) -> HandValue:
    """The hand that counts: the three shown when they bind, the best three otherwise."""
    best = best_three(four)
    if shown is None or selection == "best":
        return _valued(seat, best, because.best_of(selection))
    digit = value_of(best) % 10
    notes = (because.better(best, digit),) if value_of(shown) % 10 < digit else ()
    return _valued(seat, shown, *notes)


def _valued(seat: int, three: Sequence[str], *notes: Reason) -> HandValue:
    worth = values(kind_of(three[0]))
    counted = tuple(worth[code] for code in three)
    lines = [card_line(code, worth[code], "tokotoko 1.2") for code in three]
    total = sum(counted)
    return HandValue(seat, str(total % 10), total, (*lines, because.summed(counted), *notes))


GAME = Tokotoko()
