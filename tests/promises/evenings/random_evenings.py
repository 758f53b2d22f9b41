"""Evenings of random commands against a model.

`python -m tests.promises.evenings.random_evenings 200 1000` plays at 200 tables with about 1,000 commands each.
Hypothesis also makes shorter ones, so it goes on until 200 times 1,000 commands were given.

A refusal changes nothing, balances are those of a model that knows only nets, and the ledger replays to the session.
"""

from __future__ import annotations

import logging
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, settings, stateful
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorer.errors import Refusal
from scorer.games import games
from scorer.session import history, session_json
from scorer.session.corrections import extract_answers
from scorer.session.events import EveningOpened, GameBegun, event_from_json
from scorer.session.reducer import replay
from tests.support.house_rules import random_house_rules
from tests.support.sample_evenings import simulate_round_at
from web.ledger.entry import NewEntry
from web.ledger.store import Store
from web.session.history import summarize_evening
from web.session.service import Change, SessionService
from web.session.validators import parse_join, parse_leave, parse_swap, seat_move

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  quick; what is asked is the same
NAMES = ("Aki", "Emi", "Jun", "Rin", "Sora", "Tama", "Yuki")
SEEDS = st.integers(0, 2**30)
_MOST_SHRUNK_COMMANDS = 200
_BYTES_OF_COMMAND = 64
"""What Hypothesis may draw for a command. By itself it ends a table after 8 kB, which is about 500 commands."""


class RandomEvening(RuleBasedStateMachine):
    """Commands to a table, which may crash and restart. `lengths`: how many each table so far was given."""

    lengths: ClassVar[list[int]] = []

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir=MEMORY))
        self.keys = 0
        self.checks = 0
        self.brought: dict[str, int] = {}
        self.nets: dict[int, dict[str, int]] = {}
        self.bought: dict[int, tuple[str, int]] = {}
        self.undone: list[int] = []
        self.past: list[dict[str, int]] = []
        self.start()

    def start(self) -> None:
        self.store = Store(f"sqlite:///{self.folder / 'ledger.db'}")
        self.service = SessionService(self.store, lambda: None)

    def teardown(self) -> None:
        self.check_replay()
        self.lengths.append(self.checks - 1)  # the first check is that of the empty table
        logging.getLogger(__name__).info("table %d had %d commands", len(self.lengths), self.lengths[-1])
        self.store.close()
        shutil.rmtree(self.folder)

    @property
    def change(self) -> Change:
        self.keys += 1
        return Change(self.service.version, f"key-{self.keys:08}", "host")

    def try_command(self, command: Callable[[], dict[str, Any]]) -> dict[str, Any] | None:
        """The receipt of a command, or None if it was refused. A refusal must change nothing."""
        before = (self.service.session, self.service.version, self.store.last_sequence())
        try:
            return command()
        except Refusal:
            after = (self.service.session, self.service.version, self.store.last_sequence())
            assert after == before
            return None

    @initialize(seed=SEEDS)
    def open(self, seed: int) -> None:
        self.begin_evening(seed)

    def random_opening(self, seed: int) -> dict[str, Any]:
        chance = random.Random(seed)
        rules = chance.choice(list(games().values()))
        options = random_house_rules(rules, chance, 0.2)
        names = NAMES[: chance.choice([seats for seats in rules.seats if seats <= len(NAMES)])]
        return {"game": rules.key, "deck": chance.choice(rules.decks), "options": options, "players": names}

    def begin_evening(self, seed: int) -> None:
        receipt = self.try_command(
            lambda: self.service.open_evening(EveningOpened(**self.random_opening(seed)), self.change)
        )
        if receipt is None and self.service.session is None:
            self.service.open_evening(EveningOpened("otoroku", "hanafuda", {}, NAMES[:4]), self.change)
        if receipt is not None or not self.brought:
            self.reset_model()

    def reset_model(self, past: Sequence[dict[str, int]] = ()) -> None:
        """Empty the model, as at the start of a game. `past`: stones by player of each game before it."""
        session = self.service.require_session()
        self.brought = dict(zip(session.players, session.stones, strict=True))
        self.nets, self.bought, self.undone, self.past = {}, {}, [], list(past)

    @rule(seed=SEEDS)
    def book(self, seed: int) -> None:
        prompts = self.service.prompts()
        if not prompts:
            return
        table, session = self.service.table(), self.service.require_session()
        answers = extract_answers(simulate_round_at(self.service.game_of_round, table, seed), prompts)
        receipt = self.try_command(lambda: self.service.book(answers, self.change))
        if receipt is None:
            return
        body = receipt["entry"]
        if body["kind"] == "settled":
            self.undone = []
            self.nets[receipt["version"]] = nets_of(body)
        elif body["of"] > session.opening_event:
            self.undone = []
            self.nets |= {edited["of"]: nets_of(edited) for edited in body["rounds"]}
        else:
            before = session.games[session.game_at(body["of"])].history
            for edited in body["rounds"]:
                self.move_past_stones(body["of"], before.by_event_number(edited["of"]).settlement["net"], edited, -1)
                self.move_past_stones(body["of"], edited["settlement"]["net"], edited, 1)

    @rule(seed=SEEDS)
    def answer(self, seed: int) -> None:
        if prompts := self.service.prompts():
            table, game = self.service.table(), self.service.game_of_round
            answers = extract_answers(simulate_round_at(game, table, seed), prompts)
            self.try_command(lambda: self.service.answer(self.service.version, answers) or {})

    @rule(number=st.integers(1, 60))
    def reopen(self, number: int) -> None:
        self.try_command(lambda: self.service.reopen(self.service.version, number) or {})

    @rule()
    def discard(self) -> None:
        self.service.discard_draft(self.service.version)

    @rule()
    def undo(self) -> None:
        receipt = self.try_command(lambda: self.service.undo(self.change))
        if receipt is None:
            return
        number = receipt["entry"]["of"]
        if number in self.nets or number in self.bought:
            self.undone.append(number)
        else:  # the beginning of a game was undone
            self.rebuild_model()

    @precondition(lambda self: self.past)
    @rule(redo=st.booleans())
    def undo_or_redo_in_an_earlier_game(self, redo: bool) -> None:  # Hypothesis gives it by name
        session = self.service.require_session()
        game = session.past_games[-1]
        number = (game.redoable_events or (None,))[-1] if redo else game.undoable_event
        played = game.history.find(number) if number else None
        if played is None:  # nothing, or a purchase
            return
        command = self.service.redo if redo else self.service.undo
        if self.try_command(lambda: command(self.change, number)) is not None:
            settled = {"round": {"seats": played.players}}
            self.move_past_stones(number, played.settlement["net"], settled, 1 if redo else -1)

    def move_past_stones(self, number: int, net: list[int], settled: dict[str, Any], sign: int) -> None:
        """Add (`sign` 1) or take back (-1) a round of the earlier game in which event `number` happened."""
        held = self.past[self.service.require_session().game_at(number)]
        for name, stones in zip(settled["round"]["seats"], net, strict=True):
            held[name] += sign * stones

    @rule()
    def redo(self) -> None:
        if self.try_command(lambda: self.service.redo(self.change)) is not None:
            self.undone.pop()

    @rule(player=st.sampled_from(NAMES), stones=st.none() | st.integers(0, 50))
    def join(self, player: str, stones: int | None) -> None:
        asked = {"player": player, "stones": stones}
        receipt = self.try_command(lambda: self.service.write(lambda session: parse_join(session, asked), self.change))
        if receipt is not None:
            self.brought[player] = self.brought.get(player, 0) + receipt["entry"]["stones"]

    @rule(player=st.sampled_from(NAMES), stones=st.none() | st.integers(0, 50))
    def buy(self, player: str, stones: int | None) -> None:
        buy = seat_move("buy")
        asked = {"player": player, "stones": stones}
        receipt = self.try_command(lambda: self.service.write(lambda session: buy(session, asked), self.change))
        if receipt is not None:
            self.undone = []
            self.bought[receipt["version"]] = (player, receipt["entry"]["stones"])

    @rule(player=st.sampled_from(NAMES))
    def leave(self, player: str) -> None:
        self.try_command(
            lambda: self.service.write(lambda session: parse_leave(session, {"player": player}), self.change)
        )

    @rule(one=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
    def swap(self, one: str, other: str) -> None:
        asked = {"one": one, "other": other}
        self.try_command(lambda: self.service.write(lambda session: parse_swap(session, asked), self.change))

    @precondition(lambda self: self.service.require_session().over)
    @rule(seed=SEEDS)
    def begin_game(self, seed: int) -> None:
        before = self.service.require_session()
        if (
            self.try_command(lambda: self.service.begin_game(GameBegun(**self.random_opening(seed)), self.change))
            is not None
        ):
            self.past.append(dict(zip(before.players, before.stones, strict=True)))
            self.reset_model(self.past)

    @precondition(lambda self: self.keys % 10 == 0)
    @rule()
    def carry_to_another_table(self) -> None:
        entries = self.store.entries(self.service.evening_id or 0)
        lines = [NewEntry(entry.body, entry.who, entry.at) for entry in entries]
        before = self.service.require_session()
        self.service.import_evening([event_from_json(line.body) for line in lines], lines, self.change)
        assert self.service.session == before

    @precondition(lambda self: self.service.require_session().closed)
    @rule(seed=SEEDS)
    def open_another(self, seed: int) -> None:
        self.begin_evening(seed)

    @precondition(lambda self: self.keys % 20 == 0)
    @rule()
    def close_evening(self) -> None:
        self.try_command(lambda: self.service.close(self.change))

    @rule(clean=st.booleans())
    def restart(self, clean: bool) -> None:
        before = (self.service.session, self.service.booked_rounds, self.service.evening_id)
        if clean:
            self.service.save_checkpoint()
        self.store.close()
        self.start()
        assert (self.service.session, self.service.booked_rounds, self.service.evening_id) == before

    @rule()
    def keep_checkpoint(self) -> None:
        before = self.service.session
        self.service.save_checkpoint()
        assert self.service.session == before

    def rebuild_model(self) -> None:
        """Set the model to the rounds of the game in progress."""
        session = self.service.require_session()
        self.bought = {purchase.event_number: (purchase.player, purchase.stones) for purchase in session.purchases}
        brought = zip(session.players, session.buy_ins, strict=True)
        self.brought = {player: stones - session.stones_bought(player) for player, stones in brought}
        self.nets = {
            played.event_number: dict(zip(played.players, played.settlement["net"], strict=True))
            for played in session.history
        }
        self.undone = list(session.redoable_events)
        self.past.pop()

    @invariant()
    def balances_are_those_of_the_model(self) -> None:
        session = self.service.session
        if session is None:
            return
        undone = self.undone_events()
        assert undone >= set(self.undone)
        expected = dict(self.brought)
        for number, (player, stones) in self.bought.items():
            expected[player] += 0 if number in undone else stones
        counted = [net for number, net in self.nets.items() if number not in undone]
        for net in counted:
            for name, stones in net.items():
                expected[name] += stones
        assert dict(zip(session.players, session.stones, strict=True)) == expected
        assert [dict(zip(game.players, game.stones, strict=True)) for game in session.past_games] == self.past

    def undone_events(self) -> set[int]:
        """Rounds and purchases that were undone and not redone since."""
        session = self.service.require_session()
        return {each.event_number for each in (*session.history, *session.purchases) if each.undone}

    @invariant()
    def the_ledger_folds_to_the_session(self) -> None:
        self.checks += 1
        if self.checks < 30 or self.checks % 50 == 0:
            self.check_replay()

    def check_replay(self) -> None:
        if self.service.session is not None:
            entries = self.store.entries(self.service.evening_id or 0)
            folded = replay(event_from_json(entry.body) for entry in entries)
            assert folded == self.service.session
            assert summarize_evening(folded) == summarize_evening(self.service.session)


def nets_of(settled: dict[str, Any]) -> dict[str, int]:
    """Stones that each player won in a settled round."""
    return dict(zip(settled["round"]["seats"], settled["settlement"]["net"], strict=True))


def play_evenings(evenings: int, commands: int, *, derandomize: bool = False) -> None:
    """Play `evenings` evenings of `commands` commands each, with pages of few rounds, so that there are many of them.

    Evenings of so many commands that shrinking one would take hours are shown as they are. None is played again with a
    few commands changed, as Hypothesis does five times with each: of 64 tables only 26 were others.
    """
    shrinks = (Phase.shrink,) if commands <= _MOST_SHRUNK_COMMANDS else ()
    size = max(engine.BUFFER_SIZE, commands * _BYTES_OF_COMMAND)
    with (
        patch.object(history, "PAGE_ROUNDS", 3),
        patch.object(session_json, "PAGE_ROUNDS", 3),
        patch.object(engine, "BUFFER_SIZE", size),
        patch.object(stateful, "BUFFER_SIZE", size),
        patch.object(engine.ConjectureRunner, "generate_mutations_from", lambda *_: None),
    ):
        run_state_machine_as_test(
            RandomEvening,
            settings=settings(
                max_examples=evenings,
                stateful_step_count=commands,
                deadline=None,
                derandomize=derandomize,
                database=None,
                suppress_health_check=list(HealthCheck),
                phases=(Phase.explicit, Phase.generate, *shrinks),
            ),
        )


def main(evenings: int, commands: int) -> None:
    """Play until so many commands were given."""
    while (left := evenings * commands - sum(RandomEvening.lengths)) > 0:
        play_evenings(-(-left // commands), commands)
    lengths = RandomEvening.lengths
    print(f"{sum(lengths)} commands at {len(lengths)} tables, {max(lengths)} at the longest: none at odds")


if __name__ == "__main__":
    logging.basicConfig(format="%(asctime)s %(message)s")
    logging.getLogger().setLevel(logging.CRITICAL)
    logging.getLogger(__name__).setLevel(logging.INFO)
    main(int(sys.argv[1]), int(sys.argv[2]))
