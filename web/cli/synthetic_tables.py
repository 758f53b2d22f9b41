"""Tables that play by themselves and send it to a hall."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import threading
from pathlib import Path

from scorer.decks import decks
from scorer.games import game
from scorer.session.events import EveningOpened
from scorer.session.samples import PLAYER_NAMES
from web.ledger.store import Store
from web.outbox.hall_client import HallAddress
from web.outbox.outbox import Outbox
from web.session.service import Change, SessionService

_STARTS = (("Pine", "otoroku"), ("Crane", "koikoi"), ("Moon", "dontsuku"))
"""Names and games of the first tables of a demo."""


class SyntheticTable:
    """A table with a ledger of its own in `folder`, whose players play whatever comes from a shuffled pack."""

    def __init__(self, folder: Path, name: str, game_key: str, seed: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.game = game_key
        self._rng = random.Random(seed)  # noqa: S311  no secret
        self._store = Store(f"sqlite:///{folder / 'ledger.db'}")
        self._service = SessionService(self._store, lambda: None)
        self._count = 0
        self.outbox = Outbox(self._store)
        if self._service.session is None:
            self._open_evening()

    def close(self) -> None:
        """Close the ledger."""
        self._store.close()

    @property
    def last_sequence(self) -> int:
        """Sequence of the newest entry of the ledger."""
        return self._store.last_sequence()

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays now."""
        return tuple(self._service.require_session().players)

    def join(self, address: HallAddress) -> None:
        """Join a hall. Raises `Refusal`."""
        self.outbox.join(address, "", self.name, "")

    def play_round(self) -> None:
        """Book one round, in a new evening when the game is over."""
        session = self._service.require_session()
        if not session.is_playable:
            self._open_evening()
            session = self._service.require_session()
        rules = session.rules
        pack = list(rules.pack(decks()[session.deck], session.options))
        self._rng.shuffle(pack)
        round_ = rules.simulate_round(pack, session.table())
        answers = {
            prompt.path: value for prompt in self._service.prompts() if (value := prompt.answer_in(round_)) is not None
        }
        self._service.book(answers, self._next_change())

    def send(self) -> None:
        """Send everything that is not sent yet, as far as the hall takes it now."""
        while self.outbox.send_next():
            pass

    def _open_evening(self) -> None:
        rules = game(self.game)
        seats = rules.seats_for(rules.resolve_options({}))
        players = self._rng.sample(PLAYER_NAMES, min(4, seats[-1]))
        self._service.open_evening(EveningOpened(rules.key, rules.decks[0], {}, tuple(players)), self._next_change())

    def _next_change(self) -> Change:
        self._count += 1
        return Change(self._service.version, f"{self._rng.getrandbits(64):016x}-{self._count}", "demo")


class DemoTables:
    """Some synthetic tables that play a round every few seconds until `close`.

    When the program that started this process is gone, as after a kill of `make hall`, nobody watches any more: then
    the process is told to end.
    """

    def __init__(self, address: HallAddress, tables: int = 3, pause_s: float = 3.0) -> None:
        self._address = address
        self._pause_s = pause_s
        self._parent = os.getppid()
        self._stop = threading.Event()
        self._folder = tempfile.TemporaryDirectory(prefix="fudayomi-hall-demo-")
        self._tables = [
            SyntheticTable(Path(self._folder.name) / str(number), *_STARTS[number % len(_STARTS)], seed=number)
            for number in range(tables)
        ]
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)

    @property
    def ledgers(self) -> list[str]:
        """The ids by which the hall will know their ledgers."""
        return [table.outbox.ledger_id() for table in self._tables]

    def start(self) -> None:
        """Join as soon as the hall answers, and play."""
        for table in self._tables:
            table.outbox.request_join(self._address, table.name, "")
        self._thread.start()

    def close(self) -> None:
        """Stop playing."""
        self._stop.set()
        self._thread.join()
        for table in self._tables:
            table.close()
        self._folder.cleanup()

    def _run(self) -> None:
        while not self._stop.is_set():
            if os.getppid() != self._parent:
                os.kill(os.getpid(), signal.SIGTERM)
                return
            for table in self._tables:
                table.play_round()
                table.send()
                if self._stop.wait(self._pause_s / len(self._tables)):
                    return
