"""Roles of a phone at the table: host, player or guest."""

from __future__ import annotations

HOST, PLAYER, GUEST = "host", "player", "guest"
ALL_ROLES = frozenset({HOST, PLAYER, GUEST})
