"""The play of Oicho-Kabu (oicho-kabu 3 and 4)."""

from dataclasses import replace

from scorer.families.sums.position import OPEN, SumPosition
from scorer.games import game
from scorer.games.oicho_kabu.moves import ON_TABLE, OichoKabuPlay
from scorer.rules.play.moves import PILE, Move, Sight
from scorer.rules.prompts import Table


def play_rules() -> OichoKabuPlay:
    found = game("oicho-kabu").play_rules
    assert isinstance(found, OichoKabuPlay)
    return found


def position_and_faults(text: str) -> tuple[SumPosition, list[str]]:
    """The position after cards "hand:rank", hand 1 to 4 or 0 for the dealer, and the faults on the way."""
    position, found = play_rules().begin(Table(("Aki", "Emi"), {}), "kabufuda"), []
    for word in text.split():
        hand, rank = map(int, word.split(":"))
        target = (ON_TABLE, hand - 1) if hand else (OPEN, 0)
        verdict = play_rules().judge(position, Move("laid", None, f"k{rank:02d}", PILE, target))
        position = verdict.position
        found += [verdict.fault.en] if verdict.fault else []
    return position, found


FIRST = "1:2 2:10 3:5 4:8 0:3 "
SECOND = "1:6 2:2 3:1 4:8 "


def target_of(position: SumPosition, near: tuple[int, ...], zone: int | None = None) -> object:
    moves = play_rules().possible_moves(
        position, Sight("appeared", "k01", zone, near=tuple((ON_TABLE, n) for n in near))
    )
    assert moves
    return moves[0].target


def test_cards_in_the_middle_join_the_next_hand_and_thirds_the_nearest_that_may_draw() -> None:
    assert target_of(position_and_faults("1:2")[0], (0,)) == (ON_TABLE, 1)
    assert target_of(position_and_faults(FIRST)[0], (3,)) == (ON_TABLE, 0)
    assert target_of(position_and_faults(FIRST + SECOND + "2:5")[0], (0, 2, 1)) == (ON_TABLE, 2)
    assert target_of(position_and_faults(FIRST)[0], (), zone=3) == (ON_TABLE, 2)
    assert play_rules().possible_moves(position_and_faults(FIRST)[0], Sight("appeared", "k01", 0))[0].target == (
        OPEN,
        0,
    )


def test_thirds_come_in_order_to_hands_that_must_draw() -> None:
    assert target_of(position_and_faults(FIRST + SECOND)[0], (0, 2, 1)) == (ON_TABLE, 1)
    late = position_and_faults("1:2 2:9 3:5 4:2 0:3 1:3 2:9 3:1 4:3 3:1")[0]
    assert target_of(late, (0, 1, 3)) == (ON_TABLE, 3)


def test_only_the_dealer_has_a_hand_of_their_own() -> None:
    """The others bet on the four hands of the table (oicho-kabu 3)."""
    position, _ = position_and_faults(FIRST)
    laid = [play_rules().judge(position, Move("laid", seat, "k01", PILE, (OPEN, seat))) for seat in (0, 1)]
    assert [verdict.fault and verdict.fault.en for verdict in laid] == [None, "Emi has no hand in this game"]


def test_a_hand_of_seven_or_more_may_take_no_third_card() -> None:
    assert position_and_faults(FIRST + SECOND + "1:1")[1] == ["Hand 1 may not take a third card"]
    assert position_and_faults(FIRST + SECOND + "2:1 2:1")[1] == ["Hand 2: more than 3 cards"]
    assert position_and_faults("1:2 1:3")[1] == ["Hand 1 got two cards before every hand had one"]


def test_the_round_may_end_when_every_hand_that_must_draw_has_drawn() -> None:
    assert not play_rules().may_end(position_and_faults(FIRST + SECOND + "0:4")[0])
    assert play_rules().may_end(position_and_faults(FIRST + SECOND + "2:5 0:4")[0])
    assert not play_rules().is_over(position_and_faults(FIRST + SECOND + "2:5 0:4")[0])


def test_a_card_that_goes_from_hand_to_hand_is_not_lost() -> None:
    position, _ = position_and_faults(FIRST)
    moved = play_rules().judge(position, Move("moved", None, "k02", (ON_TABLE, 0), (ON_TABLE, 3)))
    assert moved.fault is not None
    assert moved.fault.en == "a card went from Hand 1 to Hand 4"
    assert moved.position.codes((ON_TABLE, 3)) == ("k08", "k02")


def test_the_dealer_may_take_the_own_cards_up_and_show_them() -> None:
    position, _ = position_and_faults(FIRST + SECOND + "2:5 0:5")
    # By the table's rule a hand of 8 takes no third card.
    position = replace(position, options={**position.options, "dealer_third": "same"})
    for event, rank, source, target in (
        ("taken", 3, (OPEN, 0), ("hand", 0)),
        ("taken", 5, (OPEN, 0), ("hand", 0)),
        ("laid", 5, ("hand", 0), (OPEN, 0)),
        ("laid", 3, ("hand", 0), (OPEN, 0)),
    ):
        verdict = play_rules().judge(position, Move(event, 0, f"k{rank:02d}", source, target))
        assert verdict.fault is None
        position = verdict.position
    assert (position.codes((OPEN, 0)), position.held(0)) == (("k03", "k05"), [])


def test_hints_say_which_hands_must_draw() -> None:
    assert [text.en for text in play_rules().hints(position_and_faults(FIRST + "1:6 2:2")[0])] == [
        "Hand 1 stands.",
        "Hand 2 must take a third card.",
    ]


def test_bets_that_the_table_knows_are_not_asked_again() -> None:
    position, _ = position_and_faults(FIRST + SECOND + "2:5 0:4")
    assert [path for path, _ in play_rules().conclude(position).asks] == [f"bets.1.{hand}" for hand in range(4)]
    bets = [[0, 0, 0, 0], [3, 0, 0, 1]]
    told = play_rules().conclude(replace(position, table=Table(("Aki", "Emi"), {}, extra={"bets": bets})))
    assert (told.asks, told.round["bets"]) == ((), bets)
