"""What games of sums add to the contract of every machine: films, rounds played on, words, cards face down."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scorer.families.sums.draw_play import DrawPlay
from scorer.families.sums.play import SumPlay
from scorer.families.sums.position import HAND, OPEN, SumPosition
from scorer.games import game, games
from scorer.rules.play.moves import Deal, Move
from scorer.rules.play.playout import Playout, play, play_film, play_pack
from tests.support.random_tables import random_rounds

SUMS = [key for key, each in games().items() if isinstance(each.play_rules, SumPlay)]
ROUNDS = 12


def rules_of(key: str) -> SumPlay:
    found = game(key).play_rules
    assert isinstance(found, SumPlay)
    return found


@pytest.mark.parametrize("key", SUMS)
def test_what_a_film_shows_concludes_the_round_as_far_as_a_camera_can_tell(key: str) -> None:
    """Cards are taken up and laid open again, or turned where they lie: it is the same round."""
    for dealt in random_rounds(key, ROUNDS):
        table, deck, pack = dealt.table, dealt.deck, dealt.pack
        for share in (0.0, 1.0):
            play_rules = type(rules_of(key))(lambda: game(key))
            play_rules.taken_up_share = share
            film = play_film(play_rules, pack, table, random.Random(7), ())
            position = play_rules.begin(table, deck)
            for step in film.steps:
                verdict = play_rules.judge(position, step.move)
                assert verdict.fault is None
                position = verdict.position
            found = play_rules.conclude(position)
            asked = {path.split(".")[0] for path, _ in found.asks}
            assert not asked & {"hands", "field", "table", "dealer"}
            assert {name for name, value in found.round.items() if film.round.get(name) != value} <= asked


@pytest.mark.parametrize("key", SUMS)
def test_a_round_is_played_on_from_any_position_with_what_nobody_saw_dealt_anew(key: str) -> None:
    """Nothing of what was seen changes, every card is there as often as in the pack, and the round ends and settles."""
    play_rules = rules_of(key)
    for dealt in random_rounds(key, ROUNDS):
        rng, table, pack = dealt.rng, dealt.table, dealt.pack
        playout = play_pack(play_rules, pack, table, play_rules.policies(table, rng))
        step = rng.choice(playout.steps)
        player = rng.randrange(len(table.seats))
        own = hand_before(playout, step.before, player)
        deal = play_rules.hide(step.before, player, own, rng)
        assert deal.hands[player] == own
        assert [len(hand) for hand in deal.hands] == [len(step.before.held(seat)) for seat in range(len(table.seats))]
        assert sorted(every_card(step.before, deal)) == sorted(pack)
        on = play(play_rules, step.before, deal, play_rules.policies(table, rng))
        assert all(each.verdict.fault is None for each in on.steps)
        assert game(key).settle(on.conclusion.round)
        for place in step.before.piles:
            seen = step.before.codes(place)
            assert [code for code in on.position.codes(place) if code in seen] or not seen


def hand_before(playout: Playout, position: SumPosition, player: int) -> tuple[str, ...]:
    """The cards that a player held in a position of the playout."""
    codes = {step.move.thing: step.card for step in playout.steps if step.move.thing is not None}
    held = [position.piles[place][index] for place, index in position.held(player)]
    return tuple(codes[card.thing] for card in held)


def every_card(position: SumPosition, deal: Deal) -> list[str]:
    """The cards on the table, those held and those of the pile."""
    held = {
        position.piles[place][index].thing for seat in range(position.seats) for place, index in position.held(seat)
    }
    lying = [code for thing, code in deal.lying.items() if thing not in held]
    return [*lying, *deal.stock, *(code for hand in deal.hands for code in hand)]


def test_what_was_said_makes_no_difference_to_what_a_camera_sees() -> None:
    """A round of Oicho-Kabu whose bets were heard has them; without, they are asked (oicho-kabu 3.2)."""
    play_rules = rules_of("oicho-kabu")
    for dealt in random_rounds("oicho-kabu", ROUNDS):
        rng, table, pack = dealt.rng, dealt.table, dealt.pack
        position = play_pack(play_rules, pack, table, play_rules.policies(table, rng)).position
        heard, unheard = play_rules.conclude(position), play_rules.conclude(replace(position, calls=()))
        assert not heard.asks
        assert len(unheard.asks) == 4 * (len(table.seats) - 1)
        assert {**heard.round, "bets": None} == {**unheard.round, "bets": None}


@pytest.mark.parametrize("taken_up", [False, True])
@pytest.mark.parametrize("key", SUMS)
def test_a_round_that_a_camera_saw_is_played_on_though_cards_lie_face_down_or_are_held(
    key: str, *, taken_up: bool
) -> None:
    """Nothing was heard, first cards were dealt face down, and some players took theirs up."""
    play_rules = rules_of(key)
    for dealt in random_rounds(key, ROUNDS):
        rng, table, deck, pack = dealt.rng, dealt.table, dealt.deck, dealt.pack
        position = play_rules.begin(table, deck)
        steps = play_film(play_rules, pack, table, rng, ()).steps
        for step in steps[: rng.randrange(1, len(steps))]:
            if isinstance(play_rules, DrawPlay) and step.move.event == "turned":
                break  # the show of tsukkome ends the round: why is not known
            is_first = step.move.target[0] == OPEN and not position.piles.get(step.move.target)
            move = replace(step.move, card=None) if is_first else step.move
            position = play_rules.judge(position, move).position
        for seat in range(len(table.seats)) if taken_up else ():
            for card in position.hand(seat)[: rng.randint(0, 2)]:
                taken = Move("taken", seat, None, (OPEN, seat), (HAND, seat), card.thing)
                position = play_rules.judge(position, taken).position
        codes = {step.move.thing: step.card for step in steps}
        held = [position.piles[place][index] for place, index in position.held(1)]
        deal = play_rules.hide(position, 1, tuple(codes[card.thing] for card in held), rng)
        on = play(play_rules, position, deal, play_rules.policies(table, rng)).position
        assert not [place for place in on.piles if on.hidden(place)]
        assert not [seat for seat in range(len(table.seats)) if on.held(seat)]
        assert game(key).settle(play_rules.conclude(on).round)
