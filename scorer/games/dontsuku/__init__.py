"""どんつく Dontsuku: up to fifteen, by motto seen or by tsukkome unseen; the first to call agari ends the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.cards import Deck, Face
from scorer.discover import decks, kind_of
from scorer.errors import Refusal, shown
from scorer.families.nagoya import ranks
from scorer.games.dontsuku import reasons as because
from scorer.games.dontsuku import texts as wording
from scorer.games.dontsuku.advice import advice
from scorer.games.dontsuku.hands import CLASSES, OWN_BONUS, PACK, SUITED, TARGET, UNDECIDED, Reader, worth
from scorer.games.dontsuku.odds import count_odds, count_odds_unseen
from scorer.games.dontsuku.practice import TSUKKOME
from scorer.games.dontsuku.turns import Play, played, turns
from scorer.rules.game import Game, HandClass, Payment, Seating
from scorer.rules.odds import Odds
from scorer.rules.options import Value
from scorer.rules.prompts import Ask, AskKind, Table
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import Opened, codes, one_pack, opened, whole
from scorer.rules.settlement import card_line, close, turn_order
from scorer.session.reducer import Session


class Dontsuku(Game):
    """どんつく: two to eight players, fifteen or a teyaku takes one share from everybody, two with a bonus."""

    key = "dontsuku"
    name = wording.NAME
    says = wording.SAYS
    decks = ("mekurifuda", "western", "hanafuda")
    seats = range(2, 9)
    options = wording.OPTIONS
    classes = CLASSES
    outcomes = wording.OUTCOMES
    roles = wording.ROLES
    words = wording.WORDS
    lesson = wording.LESSON
    practice = (TSUKKOME,)
    succession = "dontsuku 6.7"
    again = frozenset({"forfeit"})

    def defaults(self, given: Mapping[str, object]) -> dict[str, Value]:
        """As listed; who plays to the last stone pays what he has unless agreed otherwise (dontsuku 3)."""
        out = super().defaults(given)
        if given.get("length") == "last_standing":
            out["debt"] = "pay_what_you_have"
        return out

    def faces(self, deck: Deck, options: Mapping[str, Value]) -> Mapping[str, int]:
        """Forty-eight cards: the Oni, the Western tens and the jokers stay out (dontsuku 1)."""
        del options
        return dict.fromkeys(ranks(deck.kind), 1)

    def number_of(self, face: Face, options: Mapping[str, Value]) -> int:
        """The Nagoya order's number for hanafuda; Western pictures as agreed (dontsuku 1.3)."""
        return ranks(kind_of(face.code), str(options["western_courts"]))[face.code]

    def points_of(self, face: Face, options: Mapping[str, Value]) -> int:
        """The number, and ten for maid, horse and king (dontsuku 1.2)."""
        return worth((self.number_of(face, options),))

    def classes_under(self, options: Mapping[str, Value]) -> tuple[HandClass, ...]:
        """All but those that only suits tell apart, where these do not count."""
        return tuple(each for each in self.classes if options["suited_yaku"] or each.key not in SUITED)

    def payments(self, options: Mapping[str, Value]) -> tuple[Payment, ...]:
        """One share from everybody, and what a bonus makes of it (dontsuku 5.2, 6.6)."""
        return wording.payments(int(options["share"]), each=options["bonus_stacking"] == "each")

    def seating(self, session: Session) -> Seating:
        """Everybody, dealer first; in a game to the last stone who has none left is out of it."""
        order = super().seating(session).order
        if session.options["length"] == "last_standing":
            order = tuple(player for player in order if session.stones[player] > 0)
        return Seating(order, {})

    def advice(self, table: Table, seat: int) -> tuple[Reason, ...]:
        """What the seat may or must do on its turn (dontsuku 4)."""
        return advice(seat, len(table.seats), self.agreed(table.options))

    def asks(self, table: Table) -> tuple[Ask, ...]:
        """The share if it is set per round; per seat in turn order: cards as drawn, how many of them unseen.

        Who never had a turn needs no question: he has one card, and somebody before him called agari.
        """
        options = self.agreed(table.options)
        unseen = options["tsukkome_max"]
        most = PACK - len(table.seats)
        asked = []
        if options["share_by"] == "per_round":
            share = options["share"]
            asked.append(
                Ask("options.share", AskKind.NUMBER, *wording.SHARE, least=1, most=wording.MOST, default=share)
            )
        for seat in turn_order(len(table.seats)):
            path = f"hands.{seat}"
            asked += [
                Ask(f"{path}.cards", AskKind.CARDS, *wording.ASK_CARDS, seat, least=1, most=most + 1, ordered=True),
                Ask(
                    f"{path}.tsukkome",
                    AskKind.NUMBER,
                    *wording.ASK_TSUKKOME,
                    seat,
                    most=most if unseen == "none" else int(unseen),
                    default=0,
                    optional=True,
                ),
            ]
        return tuple(asked)

    def settle(self, round_: Mapping[str, Any]) -> Settlement:
        """The round of dontsuku 6; `hand_played_on`, `impossible`, `too_few_cards`, `bad_count` for what cannot be."""
        table = opened(self, round_)
        reader, plays = turns(self, table)
        outcome, claimants = _claims(plays)
        if not claimants:
            return close(
                self,
                table,
                net=[0] * len(plays),
                outcome=outcome,
                next_dealer=0,
                winners=(),
                transfers=(),
                hands=self._shown(table, reader, plays, called=False),
                reasons=(because.FORFEIT,),
            )
        winner = claimants[0]
        name = table.seats[winner.seat]
        bonuses = _bonuses(winner)
        stacking = table.options["bonus_stacking"]
        times = 2 ** (len(bonuses) if stacking == "each" else min(1, len(bonuses)))
        share = int(table.options["share"])
        transfers = _payments(table, winner.seat, share * times)
        net = [0] * len(plays)
        for paid in transfers:
            net[paid.giver] -= paid.stones
            net[winner.seat] += paid.stones
        called = outcome == "agari"
        reasons = [
            because.agari(name, winner.found, winner.cards) if called else because.showdown(outcome, name, winner.found)
        ]
        if len(claimants) > 1:
            tied = [table.seats[play.seat] for play in claimants]
            reasons.append(because.priority(tied, dealer=winner.seat == 0))
        reasons += [
            *bonuses,
            because.payment(name, share, times, stacking, len(bonuses)),
        ]
        return close(
            self,
            table,
            net=net,
            outcome=outcome,
            next_dealer=winner.seat,
            winners=(winner.seat,),
            transfers=transfers,
            hands=self._shown(table, reader, plays, called=called),
            reasons=tuple(reasons),
        )

    def value(self, cards: Sequence[str], role: str, options: Mapping[str, object]) -> HandValue:
        """One hand as drawn; by `tsukkome` only the whole hand counts, by `motto` (or "") every card as it comes."""
        agreed = self.agreed(options)
        hand = self._hand(cards, role)
        reader = Reader(one_pack(self, agreed, [hand]).kind, agreed)
        play = played(reader, hand, len(hand) - 1 if role == "tsukkome" else 0, 0)
        found = _valued(reader, play, agreed)
        return replace(found, reasons=(*found.reasons, *_bonuses(play)))

    def odds(
        self, cards: Sequence[str], seen: Sequence[str], role: str, options: Mapping[str, object], aim: int | None
    ) -> Odds:
        """By motto: `aim` is the total to stop at (14); by tsukkome: how many cards to ask for, at most 4 (2)."""
        agreed = self.agreed(options)
        hand, gone = self._hand(cards, role), codes(seen, wording.CARDS)
        reader = Reader(one_pack(self, agreed, [hand, gone], seats=1).kind, agreed)
        played(reader, hand, 0, 0)
        most = 4 if agreed["tsukkome_max"] == "none" else min(4, int(agreed["tsukkome_max"]))
        if role == "tsukkome":
            count = whole(min(2, most) if aim is None else aim, wording.AIM, least=1, most=most)
            return count_odds_unseen(reader, hand, gone, count)
        stop = whole(TARGET - 1 if aim is None else aim, wording.AIM, least=1, most=TARGET)
        allowed = len(hand) == 1 or (bool(agreed["tsukkome_after_motto"]) and reader.judge(hand) is UNDECIDED)
        return count_odds(reader, hand, gone, stop, range(1, most + 1) if allowed else ())

    def play_out(self, pack: Sequence[str], table: Table) -> dict[str, Any]:
        """One round as people might play it; every choice follows from the cards at the pack's end."""
        options = self.agreed(table.options)
        kind = kind_of(pack[0])
        reader = Reader(kind, options)
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
                    _draw_to(reader, hand, pile, 7)
                if reader.judge(hand) is UNDECIDED:
                    limit = options["tsukkome_max"]
                    unseen = min(1 + whim % 4, len(pile), *([] if limit == "none" else [int(limit)]))
                    hand += [pile.pop(0) for _ in range(unseen)]
                    answers[f"hands.{seat}.tsukkome"] = unseen
            else:
                least = options["min_motto"]
                _draw_to(reader, hand, pile, int(least) if least != "none" else whim % 5 + 10)
            called = not unseen and reader.judge(hand).rank == TARGET
        return table.round(self.key, answers)

    def _hand(self, cards: Sequence[str], role: str) -> tuple[str, ...]:
        """The cards of one hand by itself, and a role the game has."""
        if role not in ("", "motto", "tsukkome"):
            raise Refusal("bad_option", because.bad_role(shown(role)))
        hand = codes(cards, wording.CARDS, 0)
        if not hand:
            raise Refusal("too_few_cards", because.NO_CARD, seat=0)
        return hand

    def _shown(
        self, table: Opened, reader: Reader, plays: Sequence[Play | None], *, called: bool
    ) -> tuple[HandValue, ...]:
        """Every seat's hand with its reasons; hidden cards stay hidden when agari was `called`."""
        hands = []
        for seat, play in enumerate(plays):
            if play is None:
                hands.append(HandValue(seat, None, None, (because.NEVER_ACTED,)))
            elif called and play.tsukkome:
                hands.append(HandValue(seat, None, None, (because.never_shown(play.tsukkome),)))
            else:
                hands.append(_valued(reader, play, table.options))
        return tuple(hands)


def _claims(plays: Sequence[Play | None]) -> tuple[str, list[Play]]:
    """The outcome and who has a claim to the round, the winner first (dontsuku 6.1 to 6.5)."""
    acted = [play for play in plays if play is not None]
    claims: tuple[tuple[str, list[Play]], ...] = (
        ("agari", [play for play in acted if play.made and not play.tsukkome]),
        ("tsukkome", [play for play in acted if play.made]),
        ("fourteen", [play for play in acted if play.found is UNDECIDED and play.total == 14]),
        ("thirteen", [play for play in acted if play.found is UNDECIDED and play.total == 13 and play.tsukkome]),
    )
    return next(((outcome, claimants) for outcome, claimants in claims if claimants), ("forfeit", []))


def _bonuses(play: Play) -> tuple[Reason, ...]:
    """Why the payment doubles: B1, B2 and B3 of dontsuku 5.2, as far as they apply."""
    if not play.made:
        return ()
    applies = {
        "own_bonus": play.found.key in OWN_BONUS,
        "fifteen_too": play.total == TARGET and play.found.key != "15",
        "by_tsukkome": play.tsukkome > 0,
    }
    return tuple(because.bonus(code, play.found) for code, holds in applies.items() if holds)


def _payments(table: Opened, winner: int, owed: int) -> tuple[Transfer, ...]:
    """What each other seat pays: all it owes, or all it has when that is agreed (dontsuku 3, `debt`)."""
    due = [owed] * len(table.seats)
    if table.stones is not None and table.options["debt"] == "pay_what_you_have":
        due = [min(owed, max(0, held)) for held in table.stones]
    return tuple(
        Transfer(seat, winner, stones, because.pays(stones, owed))
        for seat, stones in enumerate(due)
        if seat != winner and stones
    )


def _valued(reader: Reader, play: Play, options: Mapping[str, Value]) -> HandValue:
    """A hand that lies open, with its reasons."""
    reasons = [card_line(code, min(reader.ranks[code], 10), "dontsuku 1.2") for code in play.cards]
    if play.tsukkome:
        reasons.append(because.unseen(play.tsukkome))
    reasons.append(because.what_it_is(play.found, play.total))
    if not options["suited_yaku"] and len(play.cards) == 2:
        suited = Reader(kind_of(play.cards[0]), {**options, "suited_yaku": True}).judge(play.cards)
        if suited is not play.found:
            reasons.append(because.suits_off(suited))
    return HandValue(play.seat, play.found.key, play.total, tuple(reasons))


def _draw_to(reader: Reader, hand: list[str], pile: list[str], stop: int) -> None:
    """Draws openly until the hand is decided or reaches `stop`, as long as there are cards."""
    while pile and reader.judge(hand) is UNDECIDED and reader.total(hand) < stop:
        hand.append(pile.pop(0))


GAME = Dontsuku()
