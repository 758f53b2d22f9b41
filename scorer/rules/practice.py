"""Tasks of the drills that only one game has, and their solutions.

They are separate so that a test can give the same task to the rules again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.texts import Name, Text


@dataclass(frozen=True, slots=True)
class Task:
    """Cards to look at and the question about them. `context` is what else the rules must know."""

    cards: tuple[str, ...]
    question: Text
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Solution:
    """The right answer, wrong ones (nearest first, of which a few are shown) and the explanation, line by line."""

    right: Name
    wrong: tuple[Name, ...]
    explanation: tuple[Text, ...]
