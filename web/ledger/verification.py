"""The slow check of the whole past, made beside the play.

A start that trusts its checkpoint has not looked at what came before. This reads all of it, a little at a time.
"""

from __future__ import annotations

import threading
from contextlib import closing
from itertools import islice
from pathlib import Path

from web.ledger.checkpoint import Checkpoint
from web.ledger.journal import Journal
from web.ledger.recovery import READ_ERRORS, connect_salvageable, is_sane, read_entries

BATCH = 100
"""Entries read at once, about ten milliseconds of a Pi's processor."""
PAUSE_S = 0.1
"""Seconds between batches, so that reading takes a tenth of a processor."""


def is_past_intact(
    file: Path, journal: Journal, checkpoint: Checkpoint, stop: threading.Event, pause_s: float = PAUSE_S
) -> bool:
    """Whether database and journal hold the same sound entries up to the checkpoint. True when stopped before.

    It reads in batches, because one long reading would keep SQLite from emptying its log.
    """
    written = journal.entries(checkpoint.journal_bytes)
    try:
        with closing(connect_salvageable(file)) as ledger:
            if not is_sane(ledger):
                return False
            last = 0
            while last < checkpoint.sequence and not stop.wait(pause_s):
                batch = read_entries(ledger, last, checkpoint.sequence, BATCH)
                if not batch or batch != list(islice(written, len(batch))):
                    return False
                last = batch[-1].sequence
    except READ_ERRORS:
        return False
    return stop.is_set() or next(written, None) is None
