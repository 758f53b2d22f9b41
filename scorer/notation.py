"""札書き fudagaki: card, hand and round as short text that reads back to the same values.

A card is its code, a hand its codes with blanks between, a round the game and its fields:

    otoroku options={method=everyone wager=2} seats=[Aki Emi] hands=[[h07-1 h08-3] [h10-1 h04-2]]

Words need quotes (as in JSON) only when they hold blanks, brackets, `=` or quotes, or would read as a number, true,
false or null. Text that cannot be read is refused as `bad_notation`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.discover import kind_of
from scorer.errors import Refusal, shown
from scorer.texts import Text

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{}=]|[^\s\[\]{}="]+)')
_WORD = re.compile(r'[^\s\[\]{}="]+')
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}", re.ASCII)
_CONSTANTS: Mapping[str, Any] = {"true": True, "false": False, "null": None}
_SIGNS = frozenset("[]{}=")
_DEEPEST = 16


def read_hand(text: str) -> tuple[str, ...]:
    """The cards of a hand.

    >>> read_hand("h07-1  h08-3")
    ('h07-1', 'h08-3')
    """
    hand = tuple(text.split())
    for code in hand:
        kind_of(code)
    return hand


def write_hand(cards: Sequence[str]) -> str:
    """A hand as text.

    >>> write_hand(("h07-1", "h08-3"))
    'h07-1 h08-3'
    """
    return " ".join(cards)


def read_round(text: str) -> dict[str, Any]:
    """The round as `settle` takes it.

    >>> read_round("otoroku seats=[Aki Emi] hands=[[h07-1] []] stones=[3 4]")["hands"]
    [['h07-1'], []]
    """
    tokens = _Tokens(text)
    return {"game": tokens.name(), **tokens.fields("")}


def write_round(round_: Mapping[str, Any]) -> str:
    """A round as text, its game first.

    >>> write_round({"game": "otoroku", "seats": ["Aki", "7"], "options": {}, "rounds_left": 7})
    'otoroku seats=[Aki "7"] options={} rounds_left=7'
    """
    rest = {key: value for key, value in round_.items() if key != "game"}
    return " ".join([_name(round_["game"]), *_pairs(rest)])


def _pairs(fields: Mapping[str, Any]) -> Iterator[str]:
    return (f"{_name(key)}={_written(value)}" for key, value in fields.items())


def _name(name: str) -> str:
    return name if _WORD.fullmatch(name) else json.dumps(name)


def _written(value: Any) -> str:
    if isinstance(value, str):
        return _name(value) if value not in _CONSTANTS and not _NUMBER.fullmatch(value) else json.dumps(value)
    if isinstance(value, Mapping):
        return "{" + " ".join(_pairs(value)) + "}"
    if isinstance(value, Sequence):
        return "[" + " ".join(map(_written, value)) + "]"
    return json.dumps(value)


def _bad(why: str, ja: str) -> Refusal:
    return Refusal("bad_notation", Text(why, ja))


def _unquoted(word: str) -> str:
    if word[0] != '"':
        return word
    try:
        return str(json.loads(word, strict=False))
    except ValueError:
        raise _bad(f"{shown(word)} is no text", f"{shown(word)} は読めません") from None


def _scalar(word: str) -> Any:
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    return int(word) if _NUMBER.fullmatch(word) else _unquoted(word)


class _Tokens:
    """The text cut into brackets, `=`, quoted texts and words, read from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise _bad("a quote is not closed", "引用符が閉じていません")
            self._tokens.append(found[1])
            at = found.end()
        self._tokens.reverse()

    def take(self) -> str:
        """The next token."""
        if not self._tokens:
            raise _bad("the text ends too soon", "途中で終わっています")
        return self._tokens.pop()

    def word(self) -> str:
        """The next token, which must be a word or a quoted text."""
        word = self.take()
        if word in _SIGNS:
            raise _bad(f"{word} stands where a word should", f"言葉のところに {word} があります")
        return word

    def name(self) -> str:
        """The next token as the name of a game or a field: always text."""
        return _unquoted(self.word())

    def fields(self, end: str, depth: int = 0) -> dict[str, Any]:
        """key=value until `end` ("" for the end of the text)."""
        found: dict[str, Any] = {}
        while not self._at(end):
            key = self.name()
            if self.take() != "=":
                raise _bad(f"{shown(key)} must be followed by =", f"{shown(key)} のあとに = がありません")
            found[key] = self.value(depth + 1)
        return found

    def value(self, depth: int) -> Any:
        """One value, however nested, up to a sane depth."""
        if depth > _DEEPEST:
            raise _bad("this is nested too deep", "入れ子が深すぎます")
        if self._at("{"):
            return self.fields("}", depth)
        if not self._at("["):
            return _scalar(self.word())
        found = []
        while not self._at("]"):
            found.append(self.value(depth + 1))
        return found

    def _at(self, end: str) -> bool:
        """Whether `end` comes next; it is taken."""
        if not end:
            return not self._tokens
        if self._tokens and self._tokens[-1] == end:
            self._tokens.pop()
            return True
        return False
