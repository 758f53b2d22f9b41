"""What may be wrong with a move in a round of captures, in words."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.families.captures.moves.capture import CardCapture, card_text, cards_text
from scorer.texts import Text

HANDS_EMPTY = Text("all cards are played", "札はすべて出ています")


def second_copy(card: str) -> Text:
    """A card that lies elsewhere already."""
    name = card_text(card)
    return Text(f"{name.en} lies on the table already", f"{name.ja}はもう場に出ています")


def out_of_turn(name: str, expected: str) -> Text:
    """A card that was laid by somebody else than the player whose turn it was."""
    return Text(
        f"{name} played out of turn: it was {expected}'s turn", f"{name}の順番ではありません。{expected}の番でした"
    )


def after_the_end(why: Text) -> Text:
    """A card that was laid when the round was over."""
    return Text(f"a card was laid after the end: {why.en}", f"終わったあとに札が出ました：{why.ja}")


def left_lying(name: str, capture: CardCapture) -> Text:
    """Cards that were captured and not taken."""
    en, ja = _words(capture.held or capture.partners_left)
    if not capture.card or capture.is_unseen:
        return Text(f"{name} did not take from the field: {en}", f"{name}が場から取るはずの札が残っています：{ja}")
    card = card_text(capture.card)
    return Text(
        f"{name} laid {card.en} and did not take what it captures: {en}",
        f"{name}は{card.ja}を出しましたが、取るはずの札が残っています：{ja}",
    )


def not_captured(name: str, card: str) -> Text:
    """A card that was taken though nothing captured it."""
    text = card_text(card)
    return Text(
        f"{name} took {text.en}, which nothing captures", f"{name}が{text.ja}を取りましたが、合う札がありません"
    )


def not_the_taker(name: str, owner: str, card: str) -> Text:
    """A card that went to somebody else than the player who captured it."""
    text = card_text(card)
    return Text(
        f"{name} took {text.en}, which {owner} captured", f"{name}が{text.ja}を取りましたが、取ったのは{owner}です"
    )


def left_table(card: str) -> Text:
    """A card that nobody took and that is no longer in the middle."""
    text = card_text(card)
    return Text(f"{text.en} left the table and nobody took it", f"{text.ja}が、だれにも取られずに場から消えました")


def changed_piles(name: str, owner: str, card: str) -> Text:
    """A card that went from one pile to another."""
    text = card_text(card)
    return Text(
        f"{text.en} went from the pile of {owner} to that of {name}", f"{text.ja}が{owner}の取札から{name}へ移りました"
    )


def retracted_late(card: str) -> Text:
    """A card that was taken back when others had been laid after it."""
    text = card_text(card)
    return Text(
        f"{text.en} was taken back after other cards had been laid", f"{text.ja}が、次の札が出たあとで戻されました"
    )


def word_out_of_place(name: str) -> Text:
    """A word that may not be said now."""
    return Text(f"{name} cannot say that now", f"{name}はいま、それを言えません")


def taken_into_hand(name: str, card: str) -> Text:
    """A card of the table that somebody took into the hand."""
    text = card_text(card)
    return Text(f"{name} took {text.en} into the hand", f"{name}が{text.ja}を手札に入れました")


def _words(cards: Sequence[str]) -> tuple[str, str]:
    text = cards_text(cards)
    return text.en, text.ja
