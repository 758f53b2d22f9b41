"""The file that keeps a half-entered round when the process is killed.

It lies beside the ledger and is no part of it: a file that is missing, damaged or of another round is no draft at all.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scorer.errors import Refusal
from scorer.json_input import parse_json
from web.openapi.schema import ANY, BOOLEAN, COUNT, STRING, array, by_key, nullable, obj
from web.openapi.validation import find_fault

DRAFT_FILE_NAME = "draft.json"
"""File of the draft, beside the database."""

_LOG = logging.getLogger(__name__)
_SCHEMA = obj(
    evening=COUNT,
    version=COUNT,
    reopened=nullable(COUNT),
    cards=by_key(array(obj(card=STRING, sure=BOOLEAN))),
    values=by_key(ANY),
)


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A half-entered round: of which evening and version, of which earlier round (None: the next one), its answers.

    Pictures are never stored, so a card has only its code and whether it is sure.
    """

    evening: int
    version: int
    reopened: int | None
    cards: Mapping[str, Any]
    values: Mapping[str, Any]


class DraftFile:
    """The file of the draft in `folder`. None: nothing is kept, as with a ledger on a database server."""

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / DRAFT_FILE_NAME

    def write(self, draft: StoredDraft | None) -> None:
        """Keep a draft in place of the last, None for an empty one. A disk that takes nothing is no fault.

        It is not flushed to the disk: a killed process loses nothing by that, a power cut perhaps the last taps.
        """
        if self._file is None:
            return
        try:
            if draft is None:
                self._file.unlink(missing_ok=True)
                return
            part = self._file.with_suffix(".part")
            part.write_text(json.dumps(asdict(draft), ensure_ascii=False), encoding="utf-8")
            part.replace(self._file)
        except OSError as error:
            _LOG.warning("the round being entered could not be kept: %s", error)

    def read(self) -> StoredDraft | None:
        """The draft that was kept last, None without a whole one."""
        try:
            body: Any = parse_json(self._file.read_bytes()) if self._file is not None else None
        except (OSError, Refusal):
            return None
        return None if find_fault(body, _SCHEMA, {}) else StoredDraft(**{key: body[key] for key in _SCHEMA["required"]})
