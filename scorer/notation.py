"""Text notation: card, hand and round as short text that round-trips.

A card is its code. A hand is its codes with blanks between them. A round is the game and its fields:

    otoroku options={method=everyone wager=2} seats=[Aki Emi] hands=[[h07-1 h08-3] [h10-1 h04-2]]

Words need quotes (as in JSON) only when they hold blanks, brackets, `=` or quotes, or would read as a number, true,
false or null. Text that cannot be read is refused as `bad_notation`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.decks import kind_of
from scorer.errors import Refusal, safe_repr
from scorer.json_input import is_writable
from scorer.texts import Text
from scorer.wording import shared

_WORDING = shared("notation")
_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{}=]|[^\s\[\]{}="]+)')
_WORD = re.compile(r'[^\s\[\]{}="]+')
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}", re.ASCII)
_CONSTANTS: Mapping[str, Any] = {"true": True, "false": False, "null": None}
_PUNCTUATION = frozenset("[]{}=")
_MAX_DEPTH = 16
"""Deepest nesting of lists and objects in a value. Rounds need far less, and deeper text could exhaust the stack."""


def read_hand(text: str) -> tuple[str, ...]:
    """The cards of a hand. Raises `unknown_card`.

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
    """The round as `settle` takes it. Raises `bad_notation`.

    >>> read_round("otoroku seats=[Aki Emi] hands=[[h07-1] []] stones=[3 4]")["hands"]
    [['h07-1'], []]
    """
    tokens = _Parser(text)
    return {"game": tokens.read_name(), **tokens.read_fields("")}


def write_round(round_: Mapping[str, Any]) -> str:
    """A round as text, its game first.

    >>> write_round({"game": "otoroku", "seats": ["Aki", "7"], "options": {}, "rounds_left": 7})
    'otoroku seats=[Aki "7"] options={} rounds_left=7'
    """
    rest = {key: value for key, value in round_.items() if key != "game"}
    return " ".join([_write_name(round_["game"]), *_write_fields(rest)])


def _write_fields(fields: Mapping[str, Any]) -> Iterator[str]:
    return (f"{_write_name(key)}={_write_value(value)}" for key, value in fields.items())


def _write_name(name: str) -> str:
    return name if _WORD.fullmatch(name) else json.dumps(name)


def _write_value(value: Any) -> str:
    if isinstance(value, str):
        return _write_name(value) if value not in _CONSTANTS and not _NUMBER.fullmatch(value) else json.dumps(value)
    if isinstance(value, Mapping):
        return "{" + " ".join(_write_fields(value)) + "}"
    if isinstance(value, Sequence):
        return "[" + " ".join(map(_write_value, value)) + "]"
    return json.dumps(value)


def _bad_notation(message: Text) -> Refusal:
    return Refusal("bad_notation", message)


def _unquote(word: str) -> str:
    if word[0] != '"':
        return word
    try:
        text = str(json.loads(word, strict=False))
    except ValueError:
        text = "\0"
    if not is_writable(text):
        raise _bad_notation(_WORDING.text("no_text", word=safe_repr(word)))
    return text


def _parse_scalar(word: str) -> Any:
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    return int(word) if _NUMBER.fullmatch(word) else _unquote(word)


class _Parser:
    """A parser that reads tokens from left to right: brackets, `=`, quoted texts and words."""

    def __init__(self, text: str) -> None:
        if not is_writable(text):
            raise _bad_notation(_WORDING.text("unwritable"))
        self._tokens: list[str] = []
        position = 0
        text = text.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise _bad_notation(_WORDING.text("quote_not_closed"))
            self._tokens.append(match[1])
            position = match.end()
        self._tokens.reverse()

    def next_token(self) -> str:
        """The next token."""
        if not self._tokens:
            raise _bad_notation(_WORDING.text("too_short"))
        return self._tokens.pop()

    def read_word(self) -> str:
        """The next token, which must be a word or a quoted text."""
        word = self.next_token()
        if word in _PUNCTUATION:
            raise _bad_notation(_WORDING.text("word_expected", word=word))
        return word

    def read_name(self) -> str:
        """The next token as the name of a game or a field, which is always text."""
        return _unquote(self.read_word())

    def read_fields(self, end: str, depth: int = 0) -> dict[str, Any]:
        """The key=value pairs until `end` ("" for the end of the text)."""
        fields: dict[str, Any] = {}
        while not self._accept(end):
            key = self.read_name()
            if self.next_token() != "=":
                raise _bad_notation(_WORDING.text("no_equals_sign", key=safe_repr(key)))
            fields[key] = self.read_value(depth + 1)
        return fields

    def read_value(self, depth: int) -> Any:
        """One value, nested at most `_MAX_DEPTH` deep."""
        if depth > _MAX_DEPTH:
            raise _bad_notation(_WORDING.text("nested_too_deep"))
        if self._accept("{"):
            return self.read_fields("}", depth)
        if not self._accept("["):
            return _parse_scalar(self.read_word())
        values = []
        while not self._accept("]"):
            values.append(self.read_value(depth + 1))
        return values

    def _accept(self, end: str) -> bool:
        """Whether `end` comes next ("": the end of the text). If so, it is consumed."""
        if not end:
            return not self._tokens
        if self._tokens and self._tokens[-1] == end:
            self._tokens.pop()
            return True
        return False
