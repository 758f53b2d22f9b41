"""Exact odds for Otoroku: the next card, and drawing up to a total.

Unseen cards that no class distinguishes (the cards of a rank, except the two birds) are counted together, by one card
that stands for them. Ways to reach a hand are whole numbers; only the answers are fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import perm

from scorer.games.otoroku.hands import BIRD_PAIRS, CLASSES, Hand, hand_strength, limit_of, rank_of
from scorer.games.otoroku.texts import text
from scorer.rules.hand_class import HandClass
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
from scorer.rules.settlement import classify_hand
from scorer.texts import Text

BIRD_CODES = frozenset(code for pair in BIRD_PAIRS for code in pair.split())
"""The cards of the bird pairs, the only ones that a class distinguishes from others of their rank."""
DEFAULT_AIM = 12
"""The total in points to stop at unless the player names another."""
Cards = tuple[str, ...]
Ending = tuple[HandClass, int | None]
"""The class of a finished hand, with its total where the class leaves it open."""


class DrawModel:
    """A hand about to draw: the unseen cards, the role, the house rules, and the total at which its owner stops."""

    def __init__(self, unseen: Mapping[str, int], role: str, options: Mapping[str, OptionValue], aim: int) -> None:
        self.role, self.options, self.aim = role, options, aim
        self.unseen_count = sum(unseen.values())
        self.faces_by_stand_in: dict[str, dict[str, int]] = {}
        stand_in_by_rank: dict[int, str] = {}
        for code, copies in unseen.items():
            if copies:
                stand_in = code if code in BIRD_CODES else stand_in_by_rank.setdefault(rank_of(code), code)
                self.faces_by_stand_in.setdefault(stand_in, {})[code] = copies
        self.copies_left = {stand_in: sum(faces.values()) for stand_in, faces in self.faces_by_stand_in.items()}

    def classify_ending(self, hand: Cards) -> Ending:
        """The class of a hand, with its total where the class leaves it open."""
        full_hand = Hand.from_cards(hand, self.role, self.options)
        hand_class = classify_hand(CLASSES, full_hand, self.role)
        return hand_class, full_hand.total if hand_class.key == "total" else None

    def can_draw(self, hand: Cards) -> bool:
        """Whether the rules allow another card (otoroku 4)."""
        cap = self.options["dealer_hand_cap"] if self.role == "dealer" else 5
        return (cap == "none" or len(hand) < int(cap)) and sum(map(rank_of, hand)) <= limit_of(self.role)

    def should_draw(self, hand: Cards) -> bool:
        """Whether the owner takes another card: because the rules demand it, or below the aim."""
        must_draw = len(hand) == 1 and bool(self.options["must_draw_one"])
        return self.can_draw(hand) and (must_draw or sum(map(rank_of, hand)) < self.aim)

    def next_card_endings(self, hand: Cards) -> dict[Ending, dict[str, int]]:
        """The unseen faces by the ending that each brings as the next card: ending to code to copies."""
        faces_by_ending: dict[Ending, dict[str, int]] = defaultdict(dict)
        for stand_in, faces in self.faces_by_stand_in.items():
            faces_by_ending[self.classify_ending((*hand, stand_in))].update(faces)
        return faces_by_ending

    def final_endings(self, hand: Cards) -> dict[Ending, Fraction]:
        """The endings of drawing up to the aim, each with its probability."""
        chances: dict[Ending, Fraction] = defaultdict(Fraction)
        layer: dict[Cards, int] = {(): 1}
        draws = 0
        while layer:
            ways_by_ending: dict[Ending, int] = defaultdict(int)
            next_layer: dict[Cards, int] = defaultdict(int)
            for drawn_cards, weight in layer.items():
                if draws < self.unseen_count and self.should_draw((*hand, *drawn_cards)):
                    for stand_in, copies in self.copies_left.items():
                        copies_left = copies - drawn_cards.count(stand_in)
                        if copies_left:
                            next_layer[tuple(sorted((*drawn_cards, stand_in)))] += weight * copies_left
                else:
                    ways_by_ending[self.classify_ending((*hand, *drawn_cards))] += weight
            for ending, weight in ways_by_ending.items():
                chances[ending] += Fraction(weight, perm(self.unseen_count, draws))
            layer, draws = next_layer, draws + 1
        return chances


def draw_odds(hand: Cards, model: DrawModel) -> Odds:
    """Odds of the next card, of a bust with it, and of drawing up to the aim; best hands first."""
    sections = []
    if model.unseen_count and model.can_draw(hand):
        faces_by_ending = model.next_card_endings(hand)
        bust_faces = {
            code: copies
            for ending, faces in faces_by_ending.items()
            if ending[0].key == "buta"
            for code, copies in faces.items()
        }
        next_chances = {
            ending: Fraction(sum(faces.values()), model.unseen_count) for ending, faces in faces_by_ending.items()
        }
        bust_text = text("bust")
        sections = [
            OddsSection(
                "bust",
                text("odds.bust"),
                (Chance("buta", bust_text, Fraction(sum(bust_faces.values()), model.unseen_count), bust_faces),),
            ),
            OddsSection(
                "next",
                text("odds.next"),
                _chance_lines(model, next_chances, faces_by_ending),
            ),
        ]
    title = text("odds.drawing_until", aim=model.aim)
    sections.append(OddsSection("until", title, _chance_lines(model, model.final_endings(hand), {})))
    return Odds(model.unseen_count, tuple(sections))


def _chance_lines(
    model: DrawModel, chances: Mapping[Ending, Fraction], faces_by_ending: Mapping[Ending, Mapping[str, int]]
) -> tuple[Chance, ...]:
    best_first = sorted(chances, key=lambda ending: -hand_strength(ending[0], ending[1] or 0, model.options))
    return tuple(
        Chance(ending[0].key, _ending_text(ending), chances[ending], faces_by_ending.get(ending, {}))
        for ending in best_first
    )


def _ending_text(ending: Ending) -> Text:
    hand_class, total = ending
    return hand_class.name.as_text() if total is None else text("odds.points", total=total)


def unseen_cards(copies: Mapping[str, int], *piles: Sequence[str]) -> dict[str, int]:
    """The cards in play (`copies`: code to copies) that are in none of `piles`, as code to copies."""
    copies_left = dict(copies)
    for pile in piles:
        for code in pile:
            copies_left[code] -= 1
    return copies_left
