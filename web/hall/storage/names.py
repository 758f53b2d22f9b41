"""Names as the hall compares and forgets them."""

from __future__ import annotations

import hashlib
import unicodedata


def name_key(name: str) -> str:
    """A name as it is compared: width and case of letters do not matter.

    >>> name_key("ＡＫＩ ")
    'aki'
    """
    return unicodedata.normalize("NFKC", name).strip().casefold()[:80]


def name_digest(evening_id: int, name: str) -> str:
    """What is left of a name that was forgotten: enough to know it again in entries that are still to come."""
    return hashlib.sha256(f"{evening_id}:{name}".encode()).hexdigest()
