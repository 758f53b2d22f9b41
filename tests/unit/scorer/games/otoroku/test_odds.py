"""The odds of Otoroku against drawing every unseen card in every order."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.games.otoroku.hands import limit_of, rank_of

OTOROKU = game("otoroku")
REVISED = {"method": "banker_revised"}


def seen_cards(unseen: list[str], hand: list[str]) -> list[str]:
    """All other cards of the pack, which are seen."""
    return [code for code in OTOROKU.pack(decks()["hanafuda"], {}) if code not in (*unseen, *hand)]


def class_name(cards: tuple[str, ...], role: str, options: dict) -> str:
    value = OTOROKU.value(cards, role, options)
    return (
        f"{value.total} points"
        if value.key == "total"
        else next(c.name.en for c in OTOROKU.classes if c.key == value.key)
    )


def drawing_outcomes(hand: tuple[str, ...], unseen: list[str], role: str, options: dict, aim: int) -> Iterator[tuple]:
    """All outcomes of drawing card by card, as (hand, chance)."""
    agreed = OTOROKU.resolve_options(options)
    total = sum(map(rank_of, hand))
    cap = agreed["dealer_hand_cap"] if role == "dealer" else 5
    full = total > limit_of(role) or (cap != "none" and len(hand) >= cap)
    if full or not unseen or (total >= aim and not (len(hand) == 1 and agreed["must_draw_one"])):
        yield hand, Fraction(1)
        return
    for code in unseen:
        rest = [other for other in unseen if other != code]
        for end, chance in drawing_outcomes((*hand, code), rest, role, options, aim):
            yield end, chance / len(unseen)


@pytest.mark.parametrize(
    ("hand", "unseen", "role", "options", "aim"),
    [
        ("h09-1", "h06-1 h01-1 h05-2 h10-1 h06-2 h02-1", "other", {}, 12),
        ("h01-1", "h04-1 h04-2 h05-2 h10-1 h09-2 h03-1", "dealer", {}, 14),
        ("h01-1", "h04-1 h02-2 h01-2 h03-1 h01-3 h02-3 h02-1", "dealer", REVISED, 15),
        ("h06-1", "h10-1 h09-2 h08-1 h01-2 h03-1 h02-3", "last", {}, 16),
        ("h05-1 h05-2", "h05-3 h04-2 h01-2 h03-1 h02-3 h10-1", "other", {}, 15),
        ("h05-1 h05-2", "h05-3 h04-2 h05-4 h04-1 h03-3 h01-1", "last", {"teyaku_never_buta": False}, 16),
        ("h10-1", "h06-1 h03-1", "other", {"must_draw_one": False}, 8),
        ("h02-1", "h01-1 h01-2", "other", {}, 12),
        ("h10-1 h09-1", "h01-1 h01-2", "other", {}, 12),
        ("h10-1", "", "other", {}, 12),
    ],
)
def test_drawing_to_an_aim(hand: str, unseen: str, role: str, options: dict, aim: int) -> None:
    own, left = hand.split(), unseen.split()
    expected: defaultdict[str, Fraction] = defaultdict(Fraction)
    for end, chance in drawing_outcomes(tuple(own), left, role, options, aim):
        expected[class_name(end, role, options)] += chance
    odds = OTOROKU.odds(own, seen_cards(left, own), role, options, aim)
    assert {line.label.en: line.probability for line in odds.sections[-1].lines} == expected
    assert odds.unseen == len(left)


@pytest.mark.parametrize("kind", OTOROKU.decks)
@pytest.mark.parametrize("role", ["dealer", "last", "other"])
def test_chances_of_the_next_card_are_those_of_every_card(kind: str, role: str) -> None:
    pack = list(OTOROKU.pack(decks()[kind], {}))
    hand, rest = (pack[0],), pack[1:]
    expected: defaultdict[str, Fraction] = defaultdict(Fraction)
    for code in rest:
        expected[class_name((*hand, code), role, {})] += Fraction(1, len(rest))
    bust, following, _ = OTOROKU.odds(hand, (), role, {}, None).sections
    assert {line.label.en: line.probability for line in following.lines} == expected
    assert sum(line.probability for line in following.lines) == 1
    assert bust.lines[0].probability == expected["buta, bust"]
    for line in following.lines:
        assert Fraction(sum(line.faces.values()), len(rest)) == line.probability
        assert all(class_name((*hand, code), role, {}) == line.label.en for code in line.faces)


def test_a_finished_hand_has_no_next_card() -> None:
    odds = OTOROKU.odds(["h10-1", "h09-1"], [], "other", {}, None)
    assert [section.key for section in odds.sections] == ["until"]
    assert odds.as_json()["sections"][0]["lines"][0]["chance"] == "1/1"


@pytest.mark.parametrize("aim", [0, 16, -3])
def test_an_aim_out_of_reach(aim: int) -> None:
    with pytest.raises(Refusal, match="bad_count"):
        OTOROKU.odds(["h10-1"], [], "other", {}, aim)
