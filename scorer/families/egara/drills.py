"""Drills on tricks and deals for Kakeya Toranpu and Etori.

They ask which card is strongest, which one takes a trick, what may be played, and who wins a deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from scorer.families.egara import WORDING, name, text
from scorer.families.egara.deal import ACES, EGARA_COUNT, SUIT_NAMES, format_card
from scorer.families.egara.tricks import SUITS, picture_cards, playable_cards, winning_index
from scorer.rules.game import Game, Practice
from scorer.rules.options import OptionValue
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import play_simply
from scorer.rules.play.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

_HAND_SIZE = 6
"""Cards in a hand that is asked about: enough to hold several suits, few enough to read at a glance."""
_MAX_PLAIN_TRICKS = 2
"""Tricks without trumps that are asked about, of each deal."""


@dataclass(frozen=True, slots=True)
class TrickRules:
    """The facts of one game that its trick drills need: its special card under each trumps, and the name of that card.

    `allowed_trumps` gives the suits that may be trumps under some house rules. `free_play_option` is the key of the
    option by which the special card may be played at any time, "" where there is none.
    """

    special_name: Text
    special_by_trump: Mapping[str, str]
    allowed_trumps: Callable[[Mapping[str, OptionValue]], str]
    free_play_option: str = ""

    def practice(self) -> tuple[Practice, ...]:
        """The drills of the game."""
        return (
            Practice("strongest", text("practice.strongest"), self._strongest_tasks, self._solve_strongest),
            Practice("trick", text("practice.trick"), self._trick_tasks, self._solve_trick),
            Practice("follow", text("practice.follow"), self._follow_tasks, self._solve_follow),
            Practice("deal", text("practice.deal"), self._deal_tasks, self._solve_deal),
        )

    def pick_trump(self, table: Table, pack: Sequence[str]) -> str:
        """A suit of trumps that the house rules allow, picked by the first card of the shuffled pack."""
        trumps = self.allowed_trumps(table.options)
        return trumps[SUITS.index(pack[0][-1]) % len(trumps)]

    def free_card(self, table: Table, trump: str) -> str:
        """The card that may be played at any time; "" where there is none."""
        return self.special_by_trump[trump] if self.free_play_option and table.options[self.free_play_option] else ""

    def _strongest_tasks(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """Under each trumps: the card that beats all, and the card that beats all others."""
        del game, pack
        for trump in self.allowed_trumps(table.options):
            # Where the special card is also the ace of trumps, no single ace is the second strongest.
            places = (0, 1) if self.special_by_trump[trump] != f"A{trump}" else (0,)
            for place in places:
                question = text("second_strongest" if place else "strongest", trump=SUIT_NAMES[trump])
                yield Task(ACES, question, {"trump": trump, "place": place})

    def _solve_strongest(self, game: Game, table: Table, task: Task) -> Solution:
        del game, table
        trump, special = task.context["trump"], self.special_by_trump[task.context["trump"]]
        candidates = [ace for ace in ACES if not task.context["place"] or ace != special]
        # The suit led is neither trumps nor that of the special card: following suit decides nothing.
        winner = candidates[winning_index((f"2{_other_suit(trump, special)}", *candidates), trump, special) - 1]
        return Solution(
            _card_name(winner),
            tuple(_card_name(ace) for ace in ACES if ace != winner),
            (self._explain_winning_card(winner, "", trump),),
        )

    def _trick_tasks(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """Tricks of a whole deal: those that trumps or the special card decide, and a few others."""
        playout = play_simply(cast("Playable", game.play_rules), pack, table)
        trump = playout.conclusion.round["trump"]
        plain_tricks = 0
        for trick in (trick.cards for trick in playout.position.tricks):
            has_trump_or_special = any(card[-1] == trump or card == self.special_by_trump[trump] for card in trick)
            plain_tricks += not has_trump_or_special
            if has_trump_or_special or plain_tricks <= _MAX_PLAIN_TRICKS:
                name = SUIT_NAMES[trump]
                question = text("trick_question", name=name)
                yield Task(trick, question, {"trump": trump})

    def _solve_trick(self, game: Game, table: Table, task: Task) -> Solution:
        del game, table
        winner, explanation = self.explain_trick(task.cards, task.context["trump"])
        return Solution(
            _card_name(winner), tuple(_card_name(card) for card in task.cards if card != winner), explanation
        )

    def explain_trick(self, trick: Sequence[str], trump: str) -> tuple[str, tuple[Text, Text]]:
        """The card that takes a trick, then two texts: why it does, and the picture cards it wins."""
        winner = trick[winning_index(trick, trump, self.special_by_trump[trump])]
        pictures = picture_cards(trick)
        formatted = " ".join(map(format_card, pictures))
        gain = text("wins_pictures", count=len(pictures), cards=formatted) if pictures else text("no_picture_card")
        return winner, (self._explain_winning_card(winner, trick[0][-1], trump), gain)

    def _follow_tasks(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """Hands of six with a card led; every second hand holds the special card."""
        del game
        trump = self.pick_trump(table, pack)
        name, special = SUIT_NAMES[trump], self.special_by_trump[trump]
        for start in range(0, 49, _HAND_SIZE + 1):
            *hand, led = pack[start : start + _HAND_SIZE + 1]
            if start % 2 and special not in (*hand, led):
                hand[-1] = special
            suit = SUIT_NAMES[led[-1]]
            question = text("follow_question", trump=name, led=format_card(led), suit=suit)
            yield Task(tuple(sorted(hand, key=_suit_sort_key)), question, {"trump": trump, "led": led[-1]})

    def _solve_follow(self, game: Game, table: Table, task: Task) -> Solution:
        del game
        trump, led = task.context["trump"], task.context["led"]
        special, suit, special_name = self.special_by_trump[trump], SUIT_NAMES[led], self.special_name
        free_card = self.free_card(table, trump)
        playable = frozenset(playable_cards(task.cards, led, free_card))
        following = frozenset(card for card in task.cards if card[-1] == led)
        name_by_cards = {
            following | (frozenset(task.cards) & {special}): WORDING.name(
                "playable.suit_or_special" if following else "playable.special", suit=suit, special=special_name
            ),
            following | frozenset(card for card in task.cards if card[-1] == trump): WORDING.name(
                "playable.suit_or_trump" if following else "playable.trumps", suit=suit
            ),
            following: WORDING.name("playable.suit", suit=suit),
            frozenset(): WORDING.name("playable.none"),
            frozenset(task.cards): WORDING.name("playable.any"),
        }
        right = name_by_cards[playable]
        formatted = " ".join(format_card(card) for card in task.cards if card in playable)
        explanation = (
            text("must_follow_cards", suit=suit, formatted=formatted) if following else text("may_play_any", suit=suit)
        )
        rule = ()  # type: tuple[Text, ...]
        if special in task.cards and following and special not in following:
            rule = (_free_play_text(special, special_name) if free_card else _must_follow_text(special, special_name),)
        return Solution(
            right, tuple(name for cards, name in name_by_cards.items() if cards != playable), (explanation, *rule)
        )

    def _deal_tasks(self, game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
        """A deal played out, and the same deal with eight picture cards each."""
        round_ = game.simulate_round(pack, table)
        yield from (self._deal_task(deal) for deal in (round_, _with_equal_counts(round_)))

    def _deal_task(self, round_: Mapping[str, Any]) -> Task:
        special = self.special_by_trump[round_["trump"]]
        is_own = special in round_["aces"][0]
        question = text(
            "deal_question.own" if is_own else "deal_question.other",
            trump=SUIT_NAMES[round_["trump"]],
            special=format_card(special),
            special_name=self.special_name,
        )
        return Task(tuple(round_["captured"][0]), question, {"round": round_})

    def _solve_deal(self, game: Game, table: Table, task: Task) -> Solution:
        del table
        round_ = task.context["round"]
        settlement = game.settle(round_)
        names = {round_["active"][0]: _OUR_SIDE, round_["active"][1]: _OTHER_SIDE, None: _DRAW}
        right = names[settlement.winners[0] if settlement.winners else None]
        count = len(task.cards)
        count_text = text("against", count=count, others=EGARA_COUNT - count)
        return Solution(
            right, tuple(name for name in names.values() if name != right), (count_text, settlement.reasons[0].text)
        )

    def _explain_winning_card(self, card: str, led: str, trump: str) -> Text:
        """Why a card takes a trick begun with suit `led` ("": whatever is led)."""
        formatted, suit = format_card(card), SUIT_NAMES[led or card[-1]]
        if card == self.special_by_trump[trump]:
            return text("winning.special", formatted=formatted, special_name=self.special_name)
        if not led:
            return text("winning.ace_of_trumps", formatted=formatted, special_name=self.special_name)
        if card[-1] == trump:
            return text("winning.trump", formatted=formatted)
        return text("winning.suit_led", formatted=formatted, suit=suit)


def _with_equal_counts(round_: Mapping[str, Any]) -> dict[str, Any]:
    """The same deal with eight picture cards each: aces stay with the side that won them, other cards change sides."""
    piles = [list(pile) for pile in round_["captured"]]
    larger, smaller = sorted(piles, key=len, reverse=True)
    for card in [card for card in larger if card[0] != "A"][: len(larger) - EGARA_COUNT // 2]:
        larger.remove(card)
        smaller.append(card)
    return {**round_, "captured": piles}


def _other_suit(*cards: str) -> str:
    """A suit that is none of `cards`, which are suits or cards."""
    return next(suit for suit in SUITS if suit not in {card[-1] for card in cards})


def _suit_sort_key(card: str) -> tuple[int, str]:
    return SUITS.index(card[-1]), card


def _card_name(card: str) -> Name:
    return Name(format_card(card), format_card(card))


def _must_follow_text(special: str, special_name: Text) -> Text:
    return text("special_must_follow", special=format_card(special), special_name=special_name)


def _free_play_text(special: str, special_name: Text) -> Text:
    return text("special_may_be_played", special=format_card(special), special_name=special_name)


_OUR_SIDE = name("our_side")
_OTHER_SIDE = name("other_side")
_DRAW = name("draw")
