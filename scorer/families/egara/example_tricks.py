"""Two example tricks for the cheat sheets of Etori and Kakeya Toranpu."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.egara import text
from scorer.families.egara.deal import SUIT_NAMES
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.tricks import SUITS
from scorer.rules.hand_class import ExampleTrick
from scorer.rules.options import OptionValue
from scorer.texts import Text


def example_tricks(rules: TrickRules, options: Mapping[str, OptionValue]) -> tuple[ExampleTrick, ...]:
    """A trick that a low trump takes, and one that the special card takes from the ace of trumps (kakeya 3, 5)."""
    trump = rules.allowed_trumps(options)[0]
    special, name = rules.special_by_trump[trump], SUIT_NAMES[trump]
    led, fourth_suit = (suit for suit in SUITS if suit not in {trump, special[-1]})
    trump_title = text("trick_trumps", name=name)
    special_title = text("trick", special_name=rules.special_name)
    return (
        _example_trick(rules, trump_title, (f"K{led}", f"3{trump}", f"7{led}", f"Q{fourth_suit}"), trump),
        _example_trick(rules, special_title, (f"Q{led}", f"K{led}", f"A{trump}", special), trump),
    )


def _example_trick(rules: TrickRules, title: Text, trick: tuple[str, ...], trump: str) -> ExampleTrick:
    winner, explanation = rules.explain_trick(trick, trump)
    captions = (_lead_text(trick[0]), *(_follow_text(card, trick[0][-1], trump, rules) for card in trick[1:]))
    return ExampleTrick(title, tuple(zip(trick, captions, strict=True)), trick.index(winner), explanation)


def _lead_text(card: str) -> Text:
    suit = SUIT_NAMES[card[-1]]
    return text("lead_text", suit=suit)


def _follow_text(card: str, led: str, trump: str, rules: TrickRules) -> Text:
    """What the player of `card` holds and therefore may play (kakeya 5.2: follow suit, else any card)."""
    suit = SUIT_NAMES[led]
    if card[-1] == led:
        return text("must_follow", suit=suit)
    if card == rules.special_by_trump[trump]:
        return text("no", suit=suit, special_name=rules.special_name)
    if card[-1] == trump:
        return text("no_trump", suit=suit)
    return text("no_picture_card_partner", suit=suit)
