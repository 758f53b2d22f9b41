"""オトロクの見込み otoroku: what the next card may bring, and where drawing up to a total ends, counted exactly.

Unseen cards that no class tells apart (a rank, the two birds aside) are counted together, by one card that stands for
them. Ways to reach a hand are whole numbers; only the answers are fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import perm

from scorer.games.otoroku.hands import BIRDS, CLASSES, Hand, limit_of, power, rank
from scorer.rules.game import HandClass
from scorer.rules.odds import Chance, Chances, Odds
from scorer.rules.options import Value
from scorer.rules.settlement import choose
from scorer.texts import Text

BIRD_CODES = frozenset(code for pair in BIRDS for code in pair.split())
SENSIBLE_AIM = 12
Pile = tuple[str, ...]
Ending = tuple[HandClass, int | None]


class Drawing:
    """A hand about to draw: the unseen cards, the role, the house rules in force, the total its owner stops at."""

    def __init__(self, unseen: Mapping[str, int], role: str, options: Mapping[str, Value], aim: int) -> None:
        self.role, self.options, self.aim = role, options, aim
        self.count = sum(unseen.values())
        self.sorts: dict[str, dict[str, int]] = {}
        stands: dict[int, str] = {}
        for code, copies in unseen.items():
            if copies:
                stand = code if code in BIRD_CODES else stands.setdefault(rank(code), code)
                self.sorts.setdefault(stand, {})[code] = copies
        self.left = {stand: sum(faces.values()) for stand, faces in self.sorts.items()}

    def ending(self, hand: Pile) -> Ending:
        """The class of a hand, with its total where the class alone does not tell."""
        seen = Hand.of(hand, self.role, self.options)
        found = choose(CLASSES, seen, self.role)
        return found, seen.total if found.key == "total" else None

    def may_draw(self, hand: Pile) -> bool:
        """Whether the rules allow another card (section 4)."""
        cap = self.options["dealer_hand_cap"] if self.role == "dealer" else 5
        return (cap == "none" or len(hand) < int(cap)) and sum(map(rank, hand)) <= limit_of(self.role)

    def draws(self, hand: Pile) -> bool:
        """Whether its owner takes another card: he must, or he is below his aim."""
        must = len(hand) == 1 and bool(self.options["must_draw_one"])
        return self.may_draw(hand) and (must or sum(map(rank, hand)) < self.aim)

    def after_next(self, hand: Pile) -> dict[Ending, dict[str, int]]:
        """What the next card makes of a hand: the unseen faces that bring each ending."""
        found: dict[Ending, dict[str, int]] = defaultdict(dict)
        for stand, faces in self.sorts.items():
            found[self.ending((*hand, stand))].update(faces)
        return found

    def endings(self, hand: Pile) -> dict[Ending, Fraction]:
        """Where drawing up to the aim ends, each with its chance."""
        ends: dict[Ending, Fraction] = defaultdict(Fraction)
        layer: dict[Pile, int] = {(): 1}
        drawn = 0
        while layer:
            ways: dict[Ending, int] = defaultdict(int)
            deeper: dict[Pile, int] = defaultdict(int)
            for taken, weight in layer.items():
                if drawn < self.count and self.draws((*hand, *taken)):
                    for stand, copies in self.left.items():
                        left = copies - taken.count(stand)
                        if left:
                            deeper[tuple(sorted((*taken, stand)))] += weight * left
                else:
                    ways[self.ending((*hand, *taken))] += weight
            for end, weight in ways.items():
                ends[end] += Fraction(weight, perm(self.count, drawn))
            layer, drawn = deeper, drawn + 1
        return ends


def count_odds(hand: Pile, drawing: Drawing) -> Odds:
    """What the next card brings, the chance to bust, and where drawing up to the aim ends; best hands first."""
    sections = []
    if drawing.count and drawing.may_draw(hand):
        following = drawing.after_next(hand)
        bust = {
            code: copies for end, faces in following.items() if end[0].key == "buta" for code, copies in faces.items()
        }
        says = Text("bust", "ブタ")
        sections = [
            Chances(
                "bust",
                Text("The next card busts", "次の一枚でブタ"),
                (Chance("buta", says, Fraction(sum(bust.values()), drawing.count), bust),),
            ),
            Chances(
                "next",
                Text("After the next card", "次の一枚のあと"),
                _lines(
                    drawing, {end: Fraction(sum(f.values()), drawing.count) for end, f in following.items()}, following
                ),
            ),
        ]
    title = Text(f"Drawing until {drawing.aim} or more", f"{drawing.aim}点以上になるまで引くと")
    sections.append(Chances("until", title, _lines(drawing, drawing.endings(hand), {})))
    return Odds(drawing.count, tuple(sections))


def _lines(
    drawing: Drawing, chances: Mapping[Ending, Fraction], faces: Mapping[Ending, Mapping[str, int]]
) -> tuple[Chance, ...]:
    best_first = sorted(chances, key=lambda end: -power(end[0], end[1] or 0, drawing.options))
    return tuple(Chance(end[0].key, _said(end), chances[end], faces.get(end, {})) for end in best_first)


def _said(end: Ending) -> Text:
    found, total = end
    return Text(found.name.en, found.name.ja) if total is None else Text(f"{total} points", f"{total}点")


def unseen_of(faces: Mapping[str, int], *gone: Sequence[str]) -> dict[str, int]:
    """The cards in play that are in none of the piles `gone`."""
    left = dict(faces)
    for pile in gone:
        for code in pile:
            left[code] -= 1
    return left
