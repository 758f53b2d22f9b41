"""A round of a game of sums as a film shows it."""

import random

from scorer.decks import decks
from scorer.following.decoder import conclude
from scorer.games import game
from scorer.games.oicho_kabu.moves import ON_TABLE
from scorer.games.tokotoko.moves import TokotokoPlay
from scorer.rules.play.moves import PILE, ScriptedRound
from scorer.rules.play.playout import play_film
from scorer.rules.prompts import Table
from tests.support.decoded_rounds import begin_tokotoko, follow_all, with_answers
from tests.support.simulated_rests import Camera


def film_of(key: str, seats: int, share: float = 0.0, seed: int = 3, **given: object) -> ScriptedRound:
    rules = game(key)
    assert rules.play_rules is not None
    play = type(rules.play_rules)(lambda: rules)  # type: ignore[call-arg]
    play.taken_up_share = share  # type: ignore[attr-defined]
    options = rules.resolve_options(given)
    table = Table(("Aki", "Emi", "Jun", "Ken", "Mei", "Rin")[:seats], options)
    return play_film(play, rules.pack(decks()[rules.decks[0]], options), table, random.Random(seed))


def test_cards_come_from_the_pile_one_by_one_and_keep_their_numbers() -> None:
    steps = film_of("dontsuku", 4).steps
    laid = [step.move.thing for step in steps if step.move.source == PILE]
    assert laid == list(range(len(laid)))
    turned = [step for step in steps if step.move.event == "turned"]
    assert {step.move.thing for step in turned} == {step.move.thing for step in steps if not step.face_up}
    assert not any(step.move.event == "called" or step.move.call for step in steps)


def test_a_dealt_hand_is_turned_up_where_it_lies_or_taken_up_and_laid_open() -> None:
    lying, held = (film_of("tokotoko", 3, share) for share in (0.0, 1.0))
    assert lying.round == held.round
    assert [step.move.event for step in lying.steps].count("turned") == 8
    events = [step.move.event for step in held.steps]
    assert (events.count("taken"), events.count("turned"), events.count("laid")) == (6, 2, 14)
    taken = [step for step in held.steps if step.move.event == "taken"]
    assert all(step.is_gone and step.move.card is None for step in taken)
    assert {step.move.thing for step in taken} == {
        step.move.thing for step in held.steps if step.move.source[0] == "hand"
    }


def test_cards_of_a_hand_on_the_table_lie_beside_its_first_and_before_a_bettor_where_there_are_enough() -> None:
    for seats, zones in ((3, {None}), (6, {1, 2, 3, 4})):
        steps = film_of("oicho-kabu", seats).steps
        on_table = [(number, step) for number, step in enumerate(steps) if step.move.target[0] == ON_TABLE]
        assert {step.zone for _, step in on_table} == zones
        first = {step.move.target: number for number, step in reversed(on_table)}
        assert all(
            step.beside == (None if number == first[step.move.target] else first[step.move.target])
            for number, step in on_table
        )


def test_a_hand_that_is_sent_away_goes_to_the_middle_face_down_card_by_card() -> None:
    thrown = 0
    for seed in range(12):
        steps = film_of("otoroku", 4, seed=seed, method="banker_revised").steps
        for seat in {step.move.seat for step in steps if step.move.event == "moved"}:
            gone = [step for step in steps if (step.move.event, step.move.seat) == ("moved", seat)]
            laid = [step for step in steps if (step.move.event, step.move.seat) == ("laid", seat)]
            assert {step.move.thing for step in gone} == {step.move.thing for step in laid}
            assert all(step.zone is None and not step.face_up for step in gone)
            thrown += 1
    assert thrown


def test_the_decoder_follows_hands_that_are_taken_up_and_says_taken_and_laid() -> None:
    """`follow.md`: a back that is taken up and laid open later is `taken` (card null), then `laid`."""
    state = begin_tokotoko()
    play = TokotokoPlay(lambda: game("tokotoko"))
    play.taken_up_share = 1.0
    pack = game("tokotoko").pack(decks()["hanafuda"], state.table.options)
    for seed in range(5):
        rng = random.Random(seed)
        film = play_film(play, pack, state.table, rng)
        after, events = follow_all(state, Camera(3, pack, rng).rests(film))
        told = [(event.event, event.seat, event.card) for event in events]
        assert told == [(step.move.event, step.move.seat, step.move.card) for step in film.steps]
        outcome = conclude(after)
        assert with_answers(outcome.round, outcome.asks, film.round) == film.round
