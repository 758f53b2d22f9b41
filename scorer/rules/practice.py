"""課題 kadai: the questions only one game asks, as its own file says them: what is put, and what the rules answer.

The two halves are apart so that a test can put the same task to the rules again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.texts import Name, Text


@dataclass(frozen=True, slots=True)
class Task:
    """問題 mondai: cards to look at and what is asked of them. `told`: what else the rules must know."""

    cards: tuple[str, ...]
    question: Text
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Solution:
    """答え kotae: the right answer, wrong ones (nearest first; a few are shown), and why, line by line."""

    right: Name
    wrong: tuple[Name, ...]
    explanation: tuple[Text, ...]
