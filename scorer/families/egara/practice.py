"""What a learner hears in a practice deal, playing third of four."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.moves.position import TrickPosition
from scorer.families.egara.moves.reader import TrickReading, best_readings
from scorer.families.egara.tricks import RANKS, SUITS, picture_cards, playable_cards, sort_cards
from scorer.rules.play_rules import Move, Step
from scorer.rules.playout import Decision, Playout
from scorer.rules.practice import Asked, Narrator
from scorer.rules.prompts import Table
from scorer.texts import Text

OWN = 2
"""The learner: after the partner, who leads (0), and the opponent at the learner's left (1)."""
_TRICK = Text("The trick", "場のトリック")
_PLAYER_NAMES = (
    Text("Your partner", "味方"),
    Text("The opponent on your left", "左の相手"),
    Text("You", "あなた"),
    Text("The opponent on your right", "右の相手"),
)
_QUESTION = Text("Which card do you play?", "どの札を出しますか。")
_ALL_PLAYED = Text("All tricks are played. The deal is settled.", "すべてのトリックが終わり、精算です。")


@dataclass(frozen=True)
class TrickNarrator(Narrator):
    """What a learner is told of tricks, by the facts of one game."""

    rules: TrickRules
    player = OWN
    can_rest = True
    may_call = False

    def seat(self, position: TrickPosition) -> int:
        """The seat of the learner's side."""
        return best_readings(position)[0].seat_of(OWN)

    def opening(self, position: TrickPosition) -> tuple[Text, ...]:
        """Trumps and the special card."""
        trump = best_readings(position)[0].guess.trump
        name, special, called = (
            SUIT_NAMES[trump],
            format_card(self.rules.special_by_trump[trump]),
            self.rules.special_name,
        )
        return (
            Text(
                f"Trumps are {name.en}. {special} is {called.en}: it takes any trick it is in.",
                f"切り札は{name.ja}。{special}は{called.ja}で、どのトリックにも勝ちます。",
            ),
        )

    def tell(self, step: Step) -> tuple[Text, ...]:
        """Each card of the others; of a whole trick who takes it, and why."""
        position = step.verdict.position
        if not position.tricks:
            return ()
        reading, trick = best_readings(position)[0], position.latest
        if not trick.is_whole:
            player, card = reading.tricks[-1].players[-1], format_card(step.card)
            name = _PLAYER_NAMES[player]
            if player != OWN:
                return (Text(f"{name.en} plays {card}.", f"{name.ja}は{card}。"),)
            is_forced = step.player is None
            return (Text(f"You can only play {card}.", f"{card}しか出せません。"),) if is_forced else ()
        _, why = self.rules.explain_trick(trick.cards, reading.guess.trump)
        cards = " ".join(map(format_card, trick.cards))
        result = (
            Text("Your side takes the trick.", "あなたの組がトリックを取りました。")
            if _is_own(reading.tricks[-1])
            else Text("The others take the trick.", "相手の組がトリックを取りました。")
        )
        return (Text(f"The last trick: {cards}", f"前のトリック：{cards}"), *why, result)

    def ask(self, decision: Decision) -> Asked:
        """Which card to play: what must be followed, and whether a picture card was given away before."""
        position = decision.position
        return Asked(_QUESTION, (*self._given_away(position, decision.hand), *_must_follow(decision)))

    def label(self, decision: Decision, move: Move) -> Text:
        """The card."""
        del decision
        name = format_card(move.card or "")
        return Text(name, name)

    def piles(self, position: TrickPosition) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        """The cards of the trick under way; at the end those of the last."""
        is_done = position.latest.is_whole and not position.is_complete
        return ((_TRICK, () if is_done else position.latest.cards),)

    def hand(self, decision: Decision) -> tuple[str, ...]:
        """The learner's cards by suit and rank."""
        return tuple(sorted(decision.hand, key=lambda card: (SUITS.index(card[-1]), RANKS.index(card[:-1]))))

    def ending(self, playout: Playout, table: Table) -> tuple[tuple[Text, ...], Text, tuple[str, ...]]:
        """How many tricks and picture cards the learner's side took."""
        del table
        position = playout.position
        reading = best_readings(position)[0]
        own = [trick for trick, read in zip(position.tricks, reading.tricks, strict=True) if _is_own(read)]
        won = len(picture_cards(card for trick in own for card in trick.cards))
        counted = Text(
            f"Your side took {len(own)} of 13 tricks, with {won} of the 16 picture cards.",
            f"あなたの組は13トリックのうち{len(own)}、絵札16枚のうち{won}枚を取りました。",
        )
        return (counted,), _ALL_PLAYED, ()

    def _given_away(self, position: TrickPosition, hand: Sequence[str]) -> tuple[Text, ...]:
        """That a picture card went to the others in the trick before, where another card would have done."""
        whole = [place for place, trick in enumerate(position.tricks) if trick.is_whole]
        if not whole:
            return ()
        reading, trick = best_readings(position)[0], position.tricks[whole[-1]]
        read, setup = reading.tricks[whole[-1]], position.setup
        place = read.players.index(OWN)
        own, led = trick.cards[place], trick.cards[0][-1] if place else ""
        free = setup.special_by_trump[reading.guess.trump] if setup.is_special_free else ""
        may = playable_cards(sort_cards((*hand, own)), led, free)
        safer = next((card for card in reversed(may) if not picture_cards((card,))), "")
        if _is_own(read) or not picture_cards((own,)) or not safer:
            return ()
        given, instead = format_card(own), format_card(safer)
        return (
            Text(
                f"You gave them {given}, a picture card; {instead} would have done.",
                f"絵札の{given}を取られました。{instead}も出せました。",
            ),
        )


def _is_own(trick: TrickReading) -> bool:
    return trick.winner % 2 == OWN % 2


def _must_follow(decision: Decision) -> tuple[Text, ...]:
    trick = decision.position.latest
    if len(decision.moves) == len(decision.hand) or trick.is_closed or not trick.cards:
        return ()
    suit = SUIT_NAMES[trick.cards[0][-1]]
    return (Text(f"You hold {suit.en}, so you must follow.", f"{suit.ja}を持っているので、{suit.ja}を出します。"),)
