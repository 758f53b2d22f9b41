"""Words in both languages of the table, carried by every result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """言葉 kotoba: one sentence or word in English and Japanese.

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
    """名 na: a term of the game; `kana` is how it is read, for furigana ("" when `ja` is kana already)."""

    en: str
    ja: str
    kana: str = ""

    def as_json(self) -> dict[str, str]:
        """English, Japanese and reading."""
        return {"en": self.en, "ja": self.ja, "kana": self.kana}


def together(names: Sequence[str]) -> Text:
    """Several people in one breath.

    >>> together(["Aki", "Emi", "Jun"]), together(["Aki", "Emi"]).ja
    (Text(en='Aki, Emi and Jun', ja='Aki、Emi、Jun'), 'AkiとEmi')
    """
    *others, last = names
    if not others:
        return Text(last, last)
    return Text(f"{', '.join(others)} and {last}", f"{others[0]}と{last}" if len(others) == 1 else "、".join(names))
