"""Names as the hall compares and forgets them."""

from __future__ import annotations

import hashlib

from scorer.person_names import fold_name


def name_key(name: str) -> str:
    """A name as it is compared, as at a table, in the length that the database takes.

    >>> name_key("ＡＫＩ ")
    'aki'
    """
    return fold_name(name)[:80]


def name_digest(evening_id: int, name: str) -> str:
    """What is left of a name that was forgotten: enough to know it again in entries that are still to come."""
    return hashlib.sha256(f"{evening_id}:{name}".encode()).hexdigest()
