"""オトロクの見込み otoroku: what the next card may bring, and where drawing up to a total ends, counted exactly.

Unseen cards that no class tells apart (a rank, the two birds aside) are counted together, by one card that stands for
them. Ways to reach a hand are whole numbers; only the answers are fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import perm

from scorer.games.otoroku.hands import BIRD_PAIRS, CLASSES, Hand, hand_strength, limit_of, rank_of
from scorer.rules.game import HandClass
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
from scorer.rules.settlement import classify_hand
from scorer.texts import Text

BIRD_CODES = frozenset(code for pair in BIRD_PAIRS for code in pair.split())
DEFAULT_AIM = 12
Cards = tuple[str, ...]
Ending = tuple[HandClass, int | None]


class DrawModel:
    """A hand about to draw: the unseen cards, the role, the house rules in force, the total its owner stops at."""

    def __init__(self, unseen: Mapping[str, int], role: str, options: Mapping[str, OptionValue], aim: int) -> None:
        self.role, self.options, self.aim = role, options, aim
        self.unseen_count = sum(unseen.values())
        self.faces_by_stand_in: dict[str, dict[str, int]] = {}
        stands: dict[int, str] = {}
        for code, copies in unseen.items():
            if copies:
                stand = code if code in BIRD_CODES else stands.setdefault(rank_of(code), code)
                self.faces_by_stand_in.setdefault(stand, {})[code] = copies
        self.copies_left = {stand: sum(faces.values()) for stand, faces in self.faces_by_stand_in.items()}

    def classify_ending(self, hand: Cards) -> Ending:
        """The class of a hand, with its total where the class alone does not tell."""
        seen = Hand.from_cards(hand, self.role, self.options)
        found = classify_hand(CLASSES, seen, self.role)
        return found, seen.total if found.key == "total" else None

    def can_draw(self, hand: Cards) -> bool:
        """Whether the rules allow another card (section 4)."""
        cap = self.options["dealer_hand_cap"] if self.role == "dealer" else 5
        return (cap == "none" or len(hand) < int(cap)) and sum(map(rank_of, hand)) <= limit_of(self.role)

    def should_draw(self, hand: Cards) -> bool:
        """Whether its owner takes another card: he must, or he is below his aim."""
        must = len(hand) == 1 and bool(self.options["must_draw_one"])
        return self.can_draw(hand) and (must or sum(map(rank_of, hand)) < self.aim)

    def next_card_endings(self, hand: Cards) -> dict[Ending, dict[str, int]]:
        """What the next card makes of a hand: the unseen faces that bring each ending."""
        found: dict[Ending, dict[str, int]] = defaultdict(dict)
        for stand, faces in self.faces_by_stand_in.items():
            found[self.classify_ending((*hand, stand))].update(faces)
        return found

    def final_endings(self, hand: Cards) -> dict[Ending, Fraction]:
        """Where drawing up to the aim ends, each with its chance."""
        ends: dict[Ending, Fraction] = defaultdict(Fraction)
        layer: dict[Cards, int] = {(): 1}
        drawn = 0
        while layer:
            ways: dict[Ending, int] = defaultdict(int)
            deeper: dict[Cards, int] = defaultdict(int)
            for taken, weight in layer.items():
                if drawn < self.unseen_count and self.should_draw((*hand, *taken)):
                    for stand, copies in self.copies_left.items():
                        left = copies - taken.count(stand)
                        if left:
                            deeper[tuple(sorted((*taken, stand)))] += weight * left
                else:
                    ways[self.classify_ending((*hand, *taken))] += weight
            for end, weight in ways.items():
                ends[end] += Fraction(weight, perm(self.unseen_count, drawn))
            layer, drawn = deeper, drawn + 1
        return ends


def draw_odds(hand: Cards, model: DrawModel) -> Odds:
    """What the next card brings, the chance to bust, and where drawing up to the aim ends; best hands first."""
    sections = []
    if model.unseen_count and model.can_draw(hand):
        following = model.next_card_endings(hand)
        bust = {
            code: copies for end, faces in following.items() if end[0].key == "buta" for code, copies in faces.items()
        }
        says = Text("bust", "ブタ")
        sections = [
            OddsSection(
                "bust",
                Text("The next card busts", "次の一枚でブタ"),
                (Chance("buta", says, Fraction(sum(bust.values()), model.unseen_count), bust),),
            ),
            OddsSection(
                "next",
                Text("After the next card", "次の一枚のあと"),
                _chance_lines(
                    model,
                    {end: Fraction(sum(f.values()), model.unseen_count) for end, f in following.items()},
                    following,
                ),
            ),
        ]
    title = Text(f"Drawing until {model.aim} or more", f"{model.aim}点以上になるまで引くと")
    sections.append(OddsSection("until", title, _chance_lines(model, model.final_endings(hand), {})))
    return Odds(model.unseen_count, tuple(sections))


def _chance_lines(
    model: DrawModel, chances: Mapping[Ending, Fraction], faces: Mapping[Ending, Mapping[str, int]]
) -> tuple[Chance, ...]:
    best_first = sorted(chances, key=lambda end: -hand_strength(end[0], end[1] or 0, model.options))
    return tuple(Chance(end[0].key, _ending_text(end), chances[end], faces.get(end, {})) for end in best_first)


def _ending_text(end: Ending) -> Text:
    found, total = end
    return Text(found.name.en, found.name.ja) if total is None else Text(f"{total} points", f"{total}点")


def unseen_cards(faces: Mapping[str, int], *gone: Sequence[str]) -> dict[str, int]:
    """The cards in play that are in none of the piles `gone`."""
    left = dict(faces)
    for pile in gone:
        for code in pile:
            left[code] -= 1
    return left
