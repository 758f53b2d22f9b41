"""How players of hanafuda choose a card and a word."""

from __future__ import annotations

import random
from fractions import Fraction

from scorer.families.captures.cards import CARDS, card_points, cards_in, mask_of
from scorer.families.captures.moves.hanafuda import Outlook, best_card, look_ahead, pile_after
from scorer.families.captures.moves.position import HAND, CapturePosition
from scorer.games import game
from scorer.rules.play.moves import Move
from scorer.rules.play.playout import play_pack
from tests.support.judged_rounds import build_table

KOIKOI = game("koikoi")
RULES = KOIKOI.play_rules


def make_position(field: str, hands: tuple[int, int] = (8, 8), **more) -> CapturePosition:
    """Koi-Koi before a hand card of the dealer, with that field."""
    cards = tuple(field.split())
    return RULES.begin(build_table(KOIKOI), "hanafuda").changed(
        phase=HAND, field=cards, opening=cards, hands=hands, **more
    )


def test_of_two_matches_the_better_and_of_three_all() -> None:
    field = mask_of(("h08-1", "h08-4", "h02-1", "h02-2", "h02-3"))
    assert cards_in(pile_after("h08-2", 0, field, card_points)) == ("h08-1", "h08-2")
    assert cards_in(pile_after("h02-4", 0, field, card_points)) == ("h02-1", "h02-2", "h02-3", "h02-4")
    assert pile_after("h05-1", 1, field, card_points) == 1


def test_the_card_that_captures_most_is_played() -> None:
    position = make_position("h08-1 h02-3")
    moves = RULES.legal(position, ("h02-4", "h08-4", "h05-1"))
    assert best_card(position, moves, card_points).card == "h08-4"


def test_what_is_captured_but_not_taken_yet_counts() -> None:
    """Two animals of ino-shika-cho lie captured in the middle, so that the third is better than a bright."""
    position = make_position("h07-2 h10-2 h06-1 h06-2 h01-1", piles=((("h10-1", 0), ("h10-3", 0)), ()))
    for card in ("h07-1", "h06-3"):
        position = RULES.judge(position, Move("laid", 0, card, ("hand", 0), ("middle", None))).position
    assert RULES.player(position) == 0
    moves = RULES.legal(position, ())
    assert [(move.event, move.card) for move in moves] == [("taken", "h06-1"), ("taken", "h06-2")]
    assert best_card(position, moves, RULES.estimate(position)).card == "h06-1"


def test_who_is_likelier_to_lose_than_to_be_paid_more_stops() -> None:
    table, said = build_table(KOIKOI), set()
    for seed in range(25):
        rng = random.Random(seed)
        for step in play_pack(RULES, rng.sample(CARDS, 48), table, RULES.policies(table, rng)).steps:
            if step.move.call and step.player is not None:
                outlook = RULES.outlook(step.before, step.player, step.hand)
                assert (step.move.call == "koikoi") == outlook.is_good
                said.add(step.move.call)
    assert said == {"koikoi", "shobu"}


PINES = mask_of(CARDS[:4])


def pine_stones(pile: int, _field: int) -> int:
    """Every two pines pay a stone."""
    return (pile & PINES).bit_count() // 2


def lay_out_table(own: list[str], other: list[str], field: list[str], piles: list[list[str]]) -> CapturePosition:
    """Seat 1 is about to call; what lies nowhere else is the stock."""
    koikoi = game("koikoi")
    begun = koikoi.play_rules.begin(build_table(koikoi), "hanafuda")
    taken = tuple(tuple((card, 0) for card in pile) for pile in piles)
    stock = 48 - len(own) - len(other) - len(field) - sum(map(len, piles))
    return begun.changed(phase=HAND, hands=(len(other), len(own)), stock=stock, field=tuple(field), piles=taken)


def test_a_hand_card_that_takes_more_is_certain_and_a_stock_card_is_counted() -> None:
    piles = [["h05-1", "h05-2"], ["h01-1", "h01-2"]]
    certain = lay_out_table(["h01-3"], ["h07-1"], ["h01-4"], piles)
    assert look_ahead(certain, 1, ["h01-3"], [0, 1], pine_stones).own == 1
    # Of 42 cards that seat 1 has not seen, the third pine alone takes the fourth from the field; the other draws two.
    counted = lay_out_table(["h08-1"], ["h07-1"], ["h01-4"], piles)
    assert look_ahead(counted, 1, ["h08-1"], [0, 1], pine_stones) == Outlook(Fraction(1, 42), Fraction(2, 42))
    assert look_ahead(counted.changed(stock=0), 1, ["h08-1"], [0, 1], pine_stones).own == 0


def test_the_others_lay_a_card_of_a_hidden_hand_and_turn_one_up() -> None:
    # The other pile has a pine; two pines are unseen of 42 cards, either takes the one on the field, two are drawn.
    position = lay_out_table(["h08-1"], ["h01-3"], ["h01-4"], [["h01-1", "h05-2"], ["h06-1", "h06-2"]])
    outlook = look_ahead(position, 1, ["h08-1"], [0, 0], pine_stones)
    assert outlook.others == 1 - Fraction(40 * 39, 42 * 41)
    assert not outlook.is_good
    # A pile that has paid for these already must rise further.
    assert look_ahead(position, 1, ["h08-1"], [1, 0], pine_stones).others == 0


def test_where_every_card_ends_in_a_pile_the_round_is_its_piles_or_a_misdealt_field() -> None:
    hana_awase = game("hana-awase")
    rules, begun = hana_awase.play_rules, hana_awase.play_rules.begin(build_table(hana_awase, 3), "hanafuda")
    assert rules.is_dealt_again(begun.setup, (), CARDS[:6])
    assert not rules.is_dealt_again(begun.setup, (), CARDS[1:7:2])
    field = CARDS[:6]
    misdealt = begun.changed(phase=HAND, field=field, opening=field)
    assert rules.end(misdealt).en == "All four pine cards lie on the field: the same dealer deals again"
    found = rules.conclude(misdealt)
    assert (found.round["opening"], found.asks) == (list(field), ())
    assert hana_awase.settle(found.round).outcome == "misdeal"
    playing = misdealt.changed(field=(*CARDS[1:4], *CARDS[5:8]), opening=(*CARDS[1:4], *CARDS[5:8]))
    assert (rules.end(playing), [path for path, _ in rules.conclude(playing).asks]) == (None, ["piles.0"])
    stopped = playing.changed(turn=1)
    assert [path for path, _ in rules.conclude(stopped).asks] == ["piles.0", "piles.1", "piles.2"]
