"""Events whose rows somebody changed are refused in plain words."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from scorer.errors import Refusal
from scorer.texts import Text

_LOG = logging.getLogger(__name__)


@contextmanager
def refuse_unreadable() -> Iterator[None]:
    """Read an event. Refusal `unreadable` for whatever wrong rows raise; also a decorator."""
    try:
        yield
    except (Refusal, SQLAlchemyError):
        raise
    except Exception as fault:
        _LOG.exception("an event cannot be read", exc_info=fault)
        raise Refusal(
            "unreadable",
            Text(
                "This event cannot be read: its records do not follow from each other. The others are there.",
                "この大会は記録がつながらないため読めません。ほかの大会は見られます。",
            ),
        ) from None
