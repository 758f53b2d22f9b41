"""どんつく Dontsuku: up to fifteen, by motto seen or by tsukkome unseen; the first to call agari ends the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import Deck, Face
from scorer.decks import decks, kind_of
from scorer.errors import Refusal, safe_repr
from scorer.families.nagoya import nagoya_ranks
from scorer.games.dontsuku import reasons as because
from scorer.games.dontsuku import texts
from scorer.games.dontsuku.advice import seat_advice
from scorer.games.dontsuku.hands import (
    BONUS_TEYAKU,
    CLASSES,
    PACK_SIZE,
    SUIT_BOUND_TEYAKU,
    TARGET,
    UNDECIDED,
    HandClassifier,
    total_of_ranks,
)
from scorer.games.dontsuku.odds import motto_odds, tsukkome_odds
from scorer.games.dontsuku.practice import TSUKKOME_PRACTICE
from scorer.games.dontsuku.turns import Turn, make_turn, parse_turns
from scorer.rules.game import Game, HandClass, PayTableRow, Seating
from scorer.rules.odds import Odds
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput, parse_round, require_card_codes, require_int, require_one_deck
from scorer.rules.session_view import SessionView
from scorer.rules.settlement import build_settlement, card_line, turn_order


class Dontsuku(Game):
    """どんつく: two to eight players, fifteen or a teyaku takes one share from everybody, two with a bonus."""

    key = "dontsuku"
    name = texts.NAME
    summary = texts.SUMMARY
    decks = ("mekurifuda", "western", "hanafuda")
    seats = range(2, 9)
    options = texts.OPTIONS
    classes = CLASSES
    outcomes = texts.OUTCOMES
    roles = texts.ROLES
    words = texts.WORDS
    lesson = texts.LESSON
    practice = (TSUKKOME_PRACTICE,)
    dealer_rule_section = "dontsuku 6.7"
    replay_outcomes = frozenset({"forfeit"})

    def defaults(self, overrides: Mapping[str, object]) -> dict[str, OptionValue]:
        """As listed; who plays to the last stone pays what he has unless agreed otherwise (dontsuku 3)."""
        out = super().defaults(overrides)
        if overrides.get("length") == "last_standing":
            out["debt"] = "pay_what_you_have"
        return out

    def cards_in_play(self, deck: Deck, options: Mapping[str, OptionValue]) -> Mapping[str, int]:
        """Forty-eight cards: the Oni, the Western tens and the jokers stay out (dontsuku 1)."""
        del options
        return dict.fromkeys(nagoya_ranks(deck.kind), 1)

    def number_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The Nagoya order's number for hanafuda; Western pictures as agreed (dontsuku 1.3)."""
        return nagoya_ranks(kind_of(face.code), str(options["western_courts"]))[face.code]

    def points_of(self, face: Face, options: Mapping[str, OptionValue]) -> int:
        """The number, and ten for maid, horse and king (dontsuku 1.2)."""
        return total_of_ranks((self.number_of(face, options),))

    def classes_for(self, options: Mapping[str, OptionValue]) -> tuple[HandClass, ...]:
        """All but those that only suits tell apart, where these do not count."""
        return tuple(each for each in self.classes if options["suited_yaku"] or each.key not in SUIT_BOUND_TEYAKU)

    def payments(self, options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
        """One share from everybody, and what a bonus makes of it (dontsuku 5.2, 6.6)."""
        return texts.pay_table_rows(int(options["share"]), bonuses_stack=options["bonus_stacking"] == "each")

    def seating(self, session: SessionView) -> Seating:
        """Everybody, dealer first; in a game to the last stone who has none left is out of it."""
        order = super().seating(session).order
        if session.options["length"] == "last_standing":
            order = tuple(player for player in order if session.stones[player] > 0)
        return Seating(order, {})

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """What the seat may or must do on its turn (dontsuku 4)."""
        return seat_advice(seat, len(table.seats), self.resolve_options(table.options))

    def prompts(self, table: Table) -> tuple[Prompt, ...]:
        """The share if it is set per round; per seat in turn order: cards as drawn, how many of them unseen.

        Who never had a turn needs no question: he has one card, and somebody before him called agari.
        """
        options = self.resolve_options(table.options)
        unseen = options["tsukkome_max"]
        most = PACK_SIZE - len(table.seats)
        asked = []
        if options["share_by"] == "per_round":
            share = options["share"]
            asked.append(
                Prompt(
                    "options.share",
                    PromptKind.NUMBER,
                    *texts.SHARE_PROMPT,
                    minimum=1,
                    maximum=texts.MAX_SHARE,
                    default=share,
                )
            )
        for seat in turn_order(len(table.seats)):
            path = f"hands.{seat}"
            asked += [
                Prompt(
                    f"{path}.cards",
                    PromptKind.CARDS,
                    *texts.CARDS_PROMPT,
                    seat,
                    minimum=1,
                    maximum=most + 1,
                    ordered=True,
                ),
                Prompt(
                    f"{path}.tsukkome",
                    PromptKind.NUMBER,
                    *texts.TSUKKOME_PROMPT,
                    seat,
                    maximum=most if unseen == "none" else int(unseen),
                    default=0,
                    optional=True,
                ),
            ]
        return tuple(asked)

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """The round of dontsuku 6; `hand_played_on`, `impossible`, `too_few_cards`, `bad_count` for what cannot be."""
        table = parse_round(self, round_)
        reader, plays = parse_turns(self, table)
        outcome, claimants = _resolve_claims(plays)
        if not claimants:
            return build_settlement(
                self,
                table,
                net=[0] * len(plays),
                outcome=outcome,
                next_dealer=0,
                winners=(),
                transfers=(),
                hands=self._hand_values(table, reader, plays, agari_called=False),
                reasons=(because.FORFEIT,),
            )
        winner = claimants[0]
        name = table.seats[winner.seat]
        bonuses = _bonus_reasons(winner)
        stacking = table.options["bonus_stacking"]
        times = 2 ** (len(bonuses) if stacking == "each" else min(1, len(bonuses)))
        share = int(table.options["share"])
        transfers = _transfers_to_winner(table, winner.seat, share * times)
        net = [0] * len(plays)
        for paid in transfers:
            net[paid.giver] -= paid.stones
            net[winner.seat] += paid.stones
        called = outcome == "agari"
        reasons = [
            because.agari(name, winner.hand_class, winner.cards)
            if called
            else because.showdown(outcome, name, winner.hand_class)
        ]
        if len(claimants) > 1:
            tied = [table.seats[play.seat] for play in claimants]
            reasons.append(because.tie_priority(tied, dealer_wins=winner.seat == 0))
        reasons += [
            *bonuses,
            because.winner_payment(name, share, times, stacking, len(bonuses)),
        ]
        return build_settlement(
            self,
            table,
            net=net,
            outcome=outcome,
            next_dealer=winner.seat,
            winners=(winner.seat,),
            transfers=transfers,
            hands=self._hand_values(table, reader, plays, agari_called=called),
            reasons=tuple(reasons),
        )

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """One hand as drawn; by `tsukkome` only the whole hand counts, by `motto` (or "") every card as it comes."""
        agreed = self.resolve_options(options)
        hand = self._parse_hand(cards, role)
        reader = HandClassifier(require_one_deck(self, agreed, [hand]).kind, agreed)
        play = make_turn(reader, hand, len(hand) - 1 if role == "tsukkome" else 0, 0)
        found = _hand_value(reader, play, agreed)
        return replace(found, reasons=(*found.reasons, *_bonus_reasons(play)))

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """By motto: `aim` is the total to stop at (14); by tsukkome: how many cards to ask for, at most 4 (2)."""
        agreed = self.resolve_options(options)
        hand, gone = self._parse_hand(cards, role), require_card_codes(seen, texts.CARDS)
        reader = HandClassifier(require_one_deck(self, agreed, [hand, gone], seats=1).kind, agreed)
        make_turn(reader, hand, 0, 0)
        most = 4 if agreed["tsukkome_max"] == "none" else min(4, int(agreed["tsukkome_max"]))
        if role == "tsukkome":
            count = require_int(min(2, most) if aim is None else aim, texts.AIM, minimum=1, maximum=most)
            return tsukkome_odds(reader, hand, gone, count)
        stop = require_int(TARGET - 1 if aim is None else aim, texts.AIM, minimum=1, maximum=TARGET)
        allowed = len(hand) == 1 or (bool(agreed["tsukkome_after_motto"]) and reader.classify(hand) is UNDECIDED)
        return motto_odds(reader, hand, gone, stop, range(1, most + 1) if allowed else ())

    def simulate_round(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One round as people might play it; every choice follows from the cards at the pack's end."""
        options = self.resolve_options(table.options)
        kind = kind_of(pack[0])
        reader = HandClassifier(kind, options)
        order = list(decks()[kind].faces)
        pile = [code for code in pack if code in reader.ranks]
        whims = [order.index(code) for code in reversed(pile)]
        seats = len(table.seats)
        first, pile = pile[:seats], pile[seats:]
        answers: dict[str, Any] = {}
        called = False
        for place, seat in enumerate(turn_order(seats)):
            hand = [first[seat]]
            answers[f"hands.{seat}.cards"] = hand
            answers[f"hands.{seat}.tsukkome"] = 0
            if called:
                answers[f"hands.{seat}.acted"] = False
                continue
            whim = whims[place]
            unseen = 0
            if whim % 3 == 0:
                if options["tsukkome_after_motto"] and whim % 2 == 0:
                    _draw_until(reader, hand, pile, 7)
                if reader.classify(hand) is UNDECIDED:
                    limit = options["tsukkome_max"]
                    unseen = min(1 + whim % 4, len(pile), *([] if limit == "none" else [int(limit)]))
                    hand += [pile.pop(0) for _ in range(unseen)]
                    answers[f"hands.{seat}.tsukkome"] = unseen
            else:
                least = options["min_motto"]
                _draw_until(reader, hand, pile, int(least) if least != "none" else whim % 5 + 10)
            called = not unseen and reader.classify(hand).rank == TARGET
        return table.build_round(self.key, answers)

    def _parse_hand(self, cards: Sequence[str], role: str) -> tuple[str, ...]:
        """The cards of one hand by itself, and a role the game has."""
        if role not in ("", "motto", "tsukkome"):
            raise Refusal("bad_option", because.bad_role(safe_repr(role)))
        hand = require_card_codes(cards, texts.CARDS, 0)
        if not hand:
            raise Refusal("too_few_cards", because.NO_CARD, seat=0)
        return hand

    def _hand_values(
        self, round_input: RoundInput, classifier: HandClassifier, turns: Sequence[Turn | None], *, agari_called: bool
    ) -> tuple[HandValue, ...]:
        """Every seat's hand with its reasons; hidden cards stay hidden when agari was called (`agari_called`)."""
        hands = []
        for seat, play in enumerate(turns):
            if play is None:
                hands.append(HandValue(seat, None, None, (because.NEVER_ACTED,)))
            elif agari_called and play.tsukkome:
                hands.append(HandValue(seat, None, None, (because.hidden_hand(play.tsukkome),)))
            else:
                hands.append(_hand_value(classifier, play, round_input.options))
        return tuple(hands)


def _resolve_claims(turns: Sequence[Turn | None]) -> tuple[str, list[Turn]]:
    """The outcome and who has a claim to the round, the winner first (dontsuku 6.1 to 6.5)."""
    acted = [play for play in turns if play is not None]
    claims: tuple[tuple[str, list[Turn]], ...] = (
        ("agari", [play for play in acted if play.has_fifteen_or_teyaku and not play.tsukkome]),
        ("tsukkome", [play for play in acted if play.has_fifteen_or_teyaku]),
        ("fourteen", [play for play in acted if play.hand_class is UNDECIDED and play.total == 14]),
        ("thirteen", [play for play in acted if play.hand_class is UNDECIDED and play.total == 13 and play.tsukkome]),
    )
    return next(((outcome, claimants) for outcome, claimants in claims if claimants), ("forfeit", []))


def _bonus_reasons(turn: Turn) -> tuple[Reason, ...]:
    """Why the payment doubles: B1, B2 and B3 of dontsuku 5.2, as far as they apply."""
    if not turn.has_fifteen_or_teyaku:
        return ()
    applies = {
        "own_bonus": turn.hand_class.key in BONUS_TEYAKU,
        "fifteen_too": turn.total == TARGET and turn.hand_class.key != "15",
        "by_tsukkome": turn.tsukkome > 0,
    }
    return tuple(because.bonus(code, turn.hand_class) for code, holds in applies.items() if holds)


def _transfers_to_winner(round_input: RoundInput, winner: int, owed: int) -> tuple[Transfer, ...]:
    """What each other seat pays: all it owes, or all it has when that is agreed (dontsuku 3, `debt`)."""
    due = [owed] * len(round_input.seats)
    if round_input.stones is not None and round_input.options["debt"] == "pay_what_you_have":
        due = [min(owed, max(0, held)) for held in round_input.stones]
    return tuple(
        Transfer(seat, winner, stones, because.seat_payment(stones, owed))
        for seat, stones in enumerate(due)
        if seat != winner and stones
    )


def _hand_value(classifier: HandClassifier, turn: Turn, options: Mapping[str, OptionValue]) -> HandValue:
    """A hand that lies open, with its reasons."""
    reasons = [card_line(code, min(classifier.ranks[code], 10), "dontsuku 1.2") for code in turn.cards]
    if turn.tsukkome:
        reasons.append(because.unseen_cards(turn.tsukkome))
    reasons.append(because.hand_class_reason(turn.hand_class, turn.total))
    if not options["suited_yaku"] and len(turn.cards) == 2:
        suited = HandClassifier(kind_of(turn.cards[0]), {**options, "suited_yaku": True}).classify(turn.cards)
        if suited is not turn.hand_class:
            reasons.append(because.suits_not_counted(suited))
    return HandValue(turn.seat, turn.hand_class.key, turn.total, tuple(reasons))


def _draw_until(classifier: HandClassifier, hand: list[str], pile: list[str], stop: int) -> None:
    """Draws openly until the hand is decided or reaches `stop`, as long as there are cards."""
    while pile and classifier.classify(hand) is UNDECIDED and classifier.total(hand) < stop:
        hand.append(pile.pop(0))


GAME = Dontsuku()
