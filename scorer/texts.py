"""Texts and names in English and Japanese, carried by every result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or word in English and Japanese.

    >>> Text("one stone", "碁石一つ").as_json()
    {'en': 'one stone', 'ja': '碁石一つ'}
    """

    en: str
    ja: str

    def as_json(self) -> dict[str, str]:
        """Both languages under their ISO 639-1 codes."""
        return {"en": self.en, "ja": self.ja}


@dataclass(frozen=True, slots=True)
class Name:
    """A term of the game. `kana` is its reading, for furigana ("" when `ja` is kana already)."""

    en: str
    ja: str
    kana: str = ""

    def as_json(self) -> dict[str, str]:
        """English, Japanese and reading."""
        return {"en": self.en, "ja": self.ja, "kana": self.kana}


@dataclass(frozen=True, slots=True)
class Word:
    """One native term of the game, explained once for beginners.

    `aliases` are the other forms of it in English texts.
    """

    name: Name
    meaning: Text
    aliases: tuple[str, ...] = ()


def capitalize(sentence: str) -> str:
    """An English sentence with a capital at its beginning; the rest stays as it is.

    >>> capitalize("maple, deer: 10")
    'Maple, deer: 10'
    """
    return sentence[:1].upper() + sentence[1:]


def signed(number: int) -> str:
    """A number with its sign, as the page prints it: U+2212 for minus.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '−3', '±0')
    """
    return f"{number:+}".replace("-", "−") if number else "±0"


def join_names(names: Sequence[str]) -> Text:
    """The names of several people as one list, "Aki, Emi and Jun".

    >>> join_names(["Aki", "Emi", "Jun"]), join_names(["Aki", "Emi"]).ja
    (Text(en='Aki, Emi and Jun', ja='Aki、Emi、Jun'), 'AkiとEmi')
    """
    *others, last = names
    if not others:
        return Text(last, last)
    return Text(f"{', '.join(others)} and {last}", f"{others[0]}と{last}" if len(others) == 1 else "、".join(names))


def place_name(seat: int, seats: int) -> Text:
    """The name of the place of `seat` (0: the dealer, 1: at his right, and on counter-clockwise) among `seats`.

    >>> [place_name(seat, 4).en for seat in range(4)]
    ['dealer', 'right of the dealer', '2nd from the right of the dealer', 'left of the dealer']
    """
    if seat == 0:
        return Text("dealer", "親")
    if seats == 2:
        return Text("opposite the dealer", "親の相手")
    if seat == 1:
        return Text("right of the dealer", "親の右隣")
    if seat == seats - 1:
        return Text("left of the dealer", "親の左隣")
    number = {2: "2nd", 3: "3rd"}.get(seat, f"{seat}th")
    return Text(f"{number} from the right of the dealer", f"親から右へ{seat}人目")
