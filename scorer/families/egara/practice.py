"""What a learner hears in a practice deal, playing third of four."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.families.egara import text
from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.moves.position import TrickPosition
from scorer.families.egara.moves.reader import TrickReading, best_readings
from scorer.families.egara.tricks import RANKS, SUITS, picture_cards, playable_cards, sort_cards
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import Narrator, PracticeQuestion
from scorer.rules.prompts import Table
from scorer.texts import Text, verbatim

OWN = 2
"""The learner: after the partner, who leads (0), and the opponent at the learner's left (1)."""
_TRICK = text("trick_cards")
_PLAYER_NAMES = (
    text("player.partner"),
    text("player.left"),
    text("player.you"),
    text("player.right"),
)
_QUESTION = text("question")
_ALL_PLAYED = text("all_played")


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
        return (text("opening", name=name, special=special, called=called),)

    def narrate(self, step: Step) -> tuple[Text, ...]:
        """Each card of the others; of a whole trick who takes it, and why."""
        position = step.verdict.position
        if not position.tricks:
            return ()
        reading, trick = best_readings(position)[0], position.latest
        if not trick.is_whole:
            player, card = reading.tricks[-1].players[-1], format_card(step.card)
            name = _PLAYER_NAMES[player]
            if player != OWN:
                return (text("plays", name=name, card=card),)
            is_forced = step.player is None
            return (text("you_can_only_play", card=card),) if is_forced else ()
        _, why = self.rules.explain_trick(trick.cards, reading.guess.trump)
        cards = " ".join(map(format_card, trick.cards))
        result = text("your_side_takes_trick") if _is_own(reading.tricks[-1]) else text("others_take_trick")
        return (text("last_trick", cards=cards), *why, result)

    def ask(self, decision: Decision) -> PracticeQuestion:
        """Which card to play: what must be followed, and whether a picture card was given away before."""
        position = decision.position
        return PracticeQuestion(_QUESTION, (*self._given_away(position, decision.hand), *_must_follow(decision)))

    def label(self, decision: Decision, move: Move) -> Text:
        """The card."""
        del decision
        name = format_card(move.card or "")
        return verbatim(name)

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
        counted = text("side_took", count=len(own), won=won)
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
        return (text("given_away", given=given, instead=instead),)


def _is_own(trick: TrickReading) -> bool:
    return trick.winner % 2 == OWN % 2


def _must_follow(decision: Decision) -> tuple[Text, ...]:
    trick = decision.position.latest
    if len(decision.moves) == len(decision.hand) or trick.is_closed or not trick.cards:
        return ()
    suit = SUIT_NAMES[trick.cards[0][-1]]
    return (text("you_must_follow", suit=suit),)
