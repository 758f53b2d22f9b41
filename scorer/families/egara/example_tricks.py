"""Two example tricks for the cheat sheets of Etori and Kakeya Toranpu."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.egara.deal import SUIT_NAMES
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.tricks import SUITS
from scorer.rules.game import ExampleTrick
from scorer.rules.options import OptionValue
from scorer.texts import Text


def example_tricks(rules: TrickRules, options: Mapping[str, OptionValue]) -> tuple[ExampleTrick, ...]:
    """A trick that a low trump takes, and one that the special card takes from the ace of trumps (kakeya 3, 5)."""
    trump = rules.allowed_trumps(options)[0]
    special, name = rules.special_by_trump[trump], SUIT_NAMES[trump]
    led, fourth_suit = (suit for suit in SUITS if suit not in {trump, special[-1]})
    trump_title = Text(f"A trick, trumps are {name.en}", f"切り札が{name.ja}のトリック")
    special_title = Text(f"A trick with {rules.special_name.en}", f"{rules.special_name.ja}が出たトリック")
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
    return Text(f"leads {suit.en}", f"{suit.ja}で打ち出す")


def _follow_text(card: str, led: str, trump: str, rules: TrickRules) -> Text:
    """What the player of `card` holds and therefore may play (kakeya 5.2: follow suit, else any card)."""
    suit = SUIT_NAMES[led]
    if card[-1] == led:
        return Text(f"has {suit.en} and must follow", f"{suit.ja}があるので従う")
    if card == rules.special_by_trump[trump]:
        return Text(f"has no {suit.en}: {rules.special_name.en}", f"{suit.ja}がないので{rules.special_name.ja}")
    if card[-1] == trump:
        return Text(f"has no {suit.en}: a trump", f"{suit.ja}がないので切り札")
    return Text(f"has no {suit.en}: a picture card for the partner", f"{suit.ja}がないので、味方に絵札を渡す")
