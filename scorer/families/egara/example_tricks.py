"""見本の二巡 mihon no nijun: two tricks as they lie on the table, for the cheat sheets of Etori and Kakeya Toranpu."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.egara.deal import SUIT_NAMES
from scorer.families.egara.drills import Tricks
from scorer.families.egara.tricks import SUITS
from scorer.rules.game import Shown
from scorer.rules.options import Value
from scorer.texts import Text


def shown(tricks: Tricks, options: Mapping[str, Value]) -> tuple[Shown, ...]:
    """A trick that a low trump takes, and one that the special card takes from the ace of trumps (kakeya 3, 5)."""
    trump = tricks.trumps(options)[0]
    special, name = tricks.special[trump], SUIT_NAMES[trump]
    led, other = (suit for suit in SUITS if suit not in {trump, special[-1]})
    low = Text(f"A trick, trumps are {name.en}", f"切り札が{name.ja}のトリック")
    high = Text(f"A trick with {tricks.called.en}", f"{tricks.called.ja}が出たトリック")
    return (
        _shown(tricks, low, (f"K{led}", f"3{trump}", f"7{led}", f"Q{other}"), trump),
        _shown(tricks, high, (f"Q{led}", f"K{led}", f"A{trump}", special), trump),
    )


def _shown(tricks: Tricks, title: Text, trick: tuple[str, ...], trump: str) -> Shown:
    best, why = tricks.taken(trick, trump)
    says = (_leads(trick[0]), *(_plays(card, trick[0][-1], trump, tricks) for card in trick[1:]))
    return Shown(title, tuple(zip(trick, says, strict=True)), trick.index(best), why)


def _leads(card: str) -> Text:
    suit = SUIT_NAMES[card[-1]]
    return Text(f"leads {suit.en}", f"{suit.ja}で打ち出す")


def _plays(card: str, led: str, trump: str, tricks: Tricks) -> Text:
    """What the player of `card` holds and may do (kakeya 5.2: follow suit, else any card)."""
    suit = SUIT_NAMES[led]
    if card[-1] == led:
        return Text(f"has {suit.en} and must follow", f"{suit.ja}があるので従う")
    if card == tricks.special[trump]:
        return Text(f"has no {suit.en}: {tricks.called.en}", f"{suit.ja}がないので{tricks.called.ja}")
    if card[-1] == trump:
        return Text(f"has no {suit.en}: a trump", f"{suit.ja}がないので切り札")
    return Text(f"has no {suit.en}: a picture card for the partner", f"{suit.ja}がないので、味方に絵札を渡す")
