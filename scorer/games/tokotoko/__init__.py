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
from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.games.tokotoko import reasons as because
from scorer.games.tokotoko import texts
from scorer.games.tokotoko.advice import seat_advice
from scorer.games.tokotoko.hands import CLASSES, best_three, card_values, hand_total
from scorer.games.tokotoko.odds import hand_odds
from scorer.rules.game import Game, Seating
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import (
    RoundInput,
    parse_round,
    require_card_codes,
    require_int,
    require_length,
    require_list,
    require_one_deck,
)
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import build_settlement, card_line, face_of, share_out, transfers_from_net, turn_order
from scorer.texts import Name


class Tokotoko(Game):
    """とことこ: no special hands, only the last digit; two to ten players, two for Yari-Tori."""

    key = "tokotoko"
    name = texts.NAME
    summary = texts.SUMMARY
    decks = ("hanafuda", "mekurifuda", "western")
    seats = range(2, 11)
    options = texts.OPTIONS
    classes = CLASSES
    outcomes = texts.OUTCOMES
    words = texts.WORDS
    lesson = texts.LESSON
    dealer_rule_section = "tokotoko 2.4"

    def cards_in_play(self, deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
        """Forty-five cards: only one 6 is left (tokotoko 1)."""
        del options
        return dict.fromkeys(card_values(deck.kind), 1)

    def number_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The Nagoya order's number (tokotoko 1)."""
        del options
        return card_values(kind_of(face.code))[face.code]

    def seats_for(self, options: Mapping[str, OptionValue]) -> range:
        """Two to ten players; Yari-Tori is for two."""
        return range(2, 3) if options["variant"] == "yari_tori_tokotoko" else self.seats

    def seating(self, session: SessionView) -> Seating:
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
        return seat_advice(seat, self.resolve_options(table.options))

    def prompts(self, table: Table) -> tuple[Prompt, ...]:
        """The stake, every hand in turn order, the field, and the three shown where a choice binds."""
        options = self.resolve_options(table.options)
        order = turn_order(len(table.seats))
        stake = Prompt("stake", PromptKind.NUMBER, *texts.STAKE_PROMPT, minimum=1, maximum=texts.MAX_STAKE, default=1)
        if options["variant"] == "yari_tori_tokotoko":
            left = [
                Prompt(f"hands.{seat}", PromptKind.CARDS, *texts.REMAINING_PROMPT, seat, minimum=3, maximum=3)
                for seat in order
            ]
            return (stake, *left)
        hands = [
            Prompt(f"hands.{seat}", PromptKind.CARDS, *texts.HAND_PROMPT, seat, minimum=2, maximum=2) for seat in order
        ]
        field = Prompt("field", PromptKind.CARDS, *texts.FIELD_PROMPT, minimum=2, maximum=2)
        if options["selection"] == "best":
            return (stake, *hands, field)
        shown = [
            Prompt(f"shown.{seat}", PromptKind.CARDS, *texts.SHOWN_PROMPT, seat, minimum=3, maximum=3, optional=True)
            for seat in order
        ]
        return (stake, *hands, field, *shown)

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """Three cards as they are, or the best three of four."""
        del role
        agreed = self.resolve_options(options)
        hand = require_card_codes(cards, texts.CARDS, 0)
        require_one_deck(self, agreed, [hand])
        if len(hand) < 3:
            raise Refusal("too_few_cards", because.TOO_FEW_CARDS, seat=0)
        if len(hand) > (3 if agreed["variant"] == "yari_tori_tokotoko" else 4):
            raise Refusal("too_many_cards", because.TOO_MANY_CARDS, seat=0, cards=hand)
        if len(hand) == 3:
            return _hand_value(0, hand)
        return _hand_value(0, best_three(hand), because.best_three("best"))

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """Two own cards, then the two of the field once it is up; for Yari-Tori three cards left or all five."""
        del role, aim
        agreed = self.resolve_options(options)
        hand, gone = require_card_codes(cards, texts.CARDS, 0), require_card_codes(seen, texts.CARDS)
        deck = require_one_deck(self, agreed, [hand, gone], seats=1)
        yari_tori = agreed["variant"] == "yari_tori_tokotoko"
        own, sizes, dealt = (5, (3, 5), 3) if yari_tori else (2, (2, 4), 6)
        if len(hand) not in sizes:
            raise Refusal("no_odds", because.required_sizes(sizes), seat=0, cards=hand)
        if len(self.cards_in_play(deck, agreed)) - len(gone) - len(hand) < dealt - (0 if yari_tori else len(hand)):
            raise Refusal("no_odds", because.TOO_FEW_UNSEEN, cards=gone)
        return hand_odds(deck.kind, hand[:own], hand[own:], gone)

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """The round of tokotoko 3 and 4; `bad_count` and `impossible` for what cannot be."""
        table = parse_round(self, round_)
        hands = self._hand_values(table)
        seats = len(table.seats)
        stake = require_int(table.data.get("stake"), texts.STAKE, minimum=1, maximum=texts.MAX_STAKE)
        brought = require_int(_field_or_default(table, "pot", 0), texts.POT, maximum=texts.MAX_STAKE)
        standing = [
            require_int(stones, texts.STANDING_STONES, maximum=texts.MAX_STAKE, seat=seat)
            for seat, stones in enumerate(
                require_length(_field_or_default(table, "standing", [0] * seats), seats, texts.STANDING_STONES)
            )
        ]
        pot = stake * seats + sum(standing) + brought
        digits = [hand.total % 10 for hand in hands if hand.total is not None]
        best = [seat for seat in turn_order(seats) if digits[seat] == max(digits)]
        names = [table.seats[seat] for seat in best]
        reasons = [because.pot_total(stake, seats, sum(standing), brought)]
        tied = len(best) > 1
        if tied and table.options["on_tie"] == "carry_over":
            last = table.rounds_left == 1
            reasons.append(
                because.stakes_returned(names, max(digits)) if last else because.carried(names, max(digits), pot)
            )
            return build_settlement(
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
                reasons.append(because.remainder(over, where, names[0]))
        else:
            reasons.append(because.won(names[0], max(digits), pot))
        return build_settlement(
            self,
            table,
            net=net,
            outcome="split" if tied else "won",
            next_dealer=0 if tied else best[0],
            winners=tuple(sorted(best)),
            transfers=transfers_from_net(net, partial(because.stake_payment, table.seats)),
            hands=hands,
            reasons=tuple(reasons),
            carried=kept if where == "carry_over" else 0,
            house=kept if where == "house_box" else 0,
            brought=brought,
        )

    def simulate_round(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One round as people might play it; stake and shown cards follow from the cards at the pack's end."""
        options = self.resolve_options(table.options)
        worth = card_values(kind_of(pack[0]))
        pile = [code for code in pack if code in worth]
        seats = len(table.seats)
        answers: dict[str, Any] = {"stake": worth[pile[-1]]}
        if options["variant"] == "yari_tori_tokotoko":
            answers |= {f"hands.{seat}": pile[seat * 3 : seat * 3 + 3] for seat in range(seats)}
            return table.build_round(self.key, answers)
        field = answers["field"] = pile[2 * seats : 2 * seats + 2]
        for seat in range(seats):
            hand = answers[f"hands.{seat}"] = pile[2 * seat : 2 * seat + 2]
            whim = worth[pile[-2 - seat]]
            threes = list(combinations([*hand, *field], 3))
            if options["selection"] == "declared":
                chosen = list(threes[whim % 4] if whim > 8 else best_three([*hand, *field]))
                answers[f"shown.{seat}"] = chosen if whim % 3 else None
        return table.build_round(self.key, answers)

    def _hand_values(self, round_input: RoundInput) -> tuple[HandValue, ...]:
        """Every seat's three cards, chosen or best, with their reasons."""
        seats = len(round_input.seats)
        yari_tori = round_input.options["variant"] == "yari_tori_tokotoko"
        size, common = (3, 0) if yari_tori else (2, 2)
        piles = [
            require_card_codes(pile, texts.HANDS, seat)
            for seat, pile in enumerate(require_length(round_input.data.get("hands"), seats, texts.HANDS))
        ]
        field = require_card_codes(_field_or_default(round_input, "field", ()), texts.FIELD)
        require_one_deck(self, round_input.options, [*piles, field], seats)
        for seat, pile in enumerate(piles):
            _check_size(pile, size, seat)
        _check_size(field, common)
        shown = _parse_shown_threes(round_input, [(*pile, *field) for pile in piles])
        if yari_tori:
            return tuple(_hand_value(seat, pile) for seat, pile in enumerate(piles))
        return tuple(
            _counting_hand(seat, (*pile, *field), shown[seat], round_input.options["selection"])
            for seat, pile in enumerate(piles)
        )


def _field_or_default(round_input: RoundInput, key: str, default: object) -> object:
    given = round_input.data.get(key)
    return default if given is None else given


def _check_size(cards: Sequence[str], size: int, seat: int | None = None) -> None:
    if len(cards) != size:
        raise Refusal(
            "too_few_cards" if len(cards) < size else "too_many_cards",
            because.wrong_size(size, len(cards)),
            seat=seat,
            cards=tuple(cards),
        )


def _parse_shown_threes(round_input: RoundInput, fours: Sequence[Sequence[str]]) -> list[tuple[str, ...] | None]:
    """The three cards each seat chose, None where it chose none; the chaff of one plant are one face."""
    given = require_list(_field_or_default(round_input, "shown", ()), texts.SHOWN_CARDS)
    shown: list[tuple[str, ...] | None] = [None] * len(fours)
    if len(given) > len(fours):
        require_length(given, len(fours), texts.SHOWN_CARDS)
    for seat, choice in enumerate(given):
        if choice is None:
            continue
        three = require_card_codes(choice, texts.SHOWN_CARDS, seat)
        _check_size(three, 3, seat)
        if len(set(three)) < 3 or not (
            set(three) <= set(fours[seat]) or _count_faces(three) <= _count_faces(fours[seat])
        ):
            raise Refusal("impossible", because.NOT_AMONG_THE_FOUR, seat=seat, cards=three)
        shown[seat] = three
    return shown


def _count_faces(cards: Sequence[str]) -> Counter[Name]:
    """How many of each face, whichever of its codes a reader gave."""
    return Counter(face_of(code).name for code in cards)


def _counting_hand(seat: int, four: Sequence[str], chosen: tuple[str, ...] | None, selection: OptionValue) -> HandValue:
    """The hand that counts: the three shown when they bind, the best three otherwise."""
    best = best_three(four)
    if chosen is None or selection == "best":
        return _hand_value(seat, best, because.best_three(selection))
    digit = hand_total(best) % 10
    notes = (because.better_three(best, digit),) if hand_total(chosen) % 10 < digit else ()
    return _hand_value(seat, chosen, *notes)


def _hand_value(seat: int, three: Sequence[str], *notes: Reason) -> HandValue:
    worth = card_values(kind_of(three[0]))
    counted = tuple(worth[code] for code in three)
    lines = [card_line(code, worth[code], "tokotoko 1.2") for code in three]
    total = sum(counted)
    return HandValue(seat, str(total % 10), total, (*lines, because.last_digit(counted), *notes))


GAME = Tokotoko()
