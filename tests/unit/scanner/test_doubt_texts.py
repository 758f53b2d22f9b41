"""Every doubt and every issue of a picture is worded in both languages."""

from __future__ import annotations

from scanner.doubt_texts import DOUBT_TEXTS, ISSUE_TEXTS


def test_every_text_is_there_in_both_languages() -> None:
    for text in (*DOUBT_TEXTS.values(), *ISSUE_TEXTS.values()):
        assert text.en
        assert text.ja


def test_what_is_wrong_with_a_picture_says_what_to_do() -> None:
    assert all(text.en.count(".") >= 2 or text.en.count(",") >= 3 for text in ISSUE_TEXTS.values())
