"""All accounts after a rest: their order, and which are kept."""

from scorer.following.accounts.explain_changes import MAX_SCORE_GAP, MOST_ACCOUNTS, best_of
from scorer.following.decoder import begin
from scorer.following.sighting import Change
from scorer.games import game
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, begin_tokotoko, follow_all, seen_card
from tests.support.judged_rounds import build_table


def test_two_cards_of_one_rest_may_have_come_in_the_other_order() -> None:
    table = HandLaidTable()
    rests = table.lay("1:k05")
    rests.append(table.rest(Change("appeared", seen_card(3, 1, "k09")), Change("appeared", seen_card(2, 0, "k03"))))
    state, _ = follow_all(begin_otoroku(), rests)
    assert state.best.fault_count == 0


def test_cards_of_a_trick_that_come_to_rest_at_once_may_have_come_in_either_order() -> None:
    """Nothing is wrong with the order seen, and still it may not tell who laid which."""
    game_ = game("kakeya")

    def orders(*seconds: float | None) -> set[tuple[str, ...]]:
        table = HandLaidTable()
        laid = [
            Change("appeared", seen_card(number, None, code), time_s=second)
            for number, code, second in zip((2, 3), ("AD", "3D"), seconds, strict=True)
        ]
        rests = [*table.lay("-:KD"), table.rest(*laid)]
        state, _ = follow_all(begin(game_, build_table(game_, trump_change="fixed_clubs"), "western"), rests)
        return {account.position.latest.cards for account in state.accounts}

    assert orders(2.0, 2.0) == orders(None, None) == {("KD", "AD", "3D"), ("KD", "3D", "AD")}
    assert orders(1.2, 2.0) == {("KD", "AD", "3D")}


def test_of_accounts_from_which_the_round_goes_on_alike_the_best_is_kept() -> None:
    best = begin_otoroku().best
    assert best_of([best.charge(-1.0), best]) == (best,)


def test_accounts_far_worse_than_the_best_are_left_out() -> None:
    state, _ = follow_all(begin_otoroku(), HandLaidTable().lay("1:k10"))
    begun, after = begin_otoroku().best, state.best
    assert best_of([after, begun.charge(-1.0)])[1:] == (begun.charge(-1.0),)
    assert best_of([after, begun.charge(-MAX_SCORE_GAP - 1.0)]) == (after,)
    assert len(state.accounts) <= MOST_ACCOUNTS


def test_what_lies_face_down_in_the_middle_at_first_is_the_pile() -> None:
    """It was not laid by anybody, also where cards are laid face down in the middle later."""
    table = HandLaidTable()
    state, events = follow_all(begin_tokotoko(), [table.rest(Change("appeared", seen_card(1, None)))])
    assert events == []
    assert state.best.cards[1].place == ("pile", None)
