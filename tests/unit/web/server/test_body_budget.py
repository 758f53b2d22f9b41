"""Bodies that are held count for their client and for all."""

from __future__ import annotations

from web.server.body_budget import BODIES_IN_ALL, BODIES_PER_CLIENT, BodyBudget


def test_a_client_and_all_together_have_a_limit_and_what_is_given_back_is_free() -> None:
    budget = BodyBudget(each=10, overall=25)
    assert budget.take("a", 10)
    assert not budget.take("a", 1)
    assert budget.take("b", 10)
    assert not budget.take("c", 6)
    assert budget.take("c", 5)
    budget.give_back("a", 10)
    assert budget.take("b", 0)
    assert not budget.take("b", 1)
    assert budget.take("d", 10)
    assert budget.held == 25


def test_this_machine_has_no_limit_of_its_own() -> None:
    budget = BodyBudget(each=1, overall=25)
    assert budget.take("", 20)
    assert not budget.take("", 6)


def test_clients_without_bytes_are_forgotten() -> None:
    budget = BodyBudget()
    for number in range(100):
        assert budget.take(f"10.0.0.{number}", 5)
        budget.give_back(f"10.0.0.{number}", 5)
    assert not budget._held
    assert BODIES_PER_CLIENT * 2 < BODIES_IN_ALL, "one client leaves room for others"
