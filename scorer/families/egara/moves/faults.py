"""What may be wrong with a card or a trick, in words."""

from __future__ import annotations

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.texts import Text

DEAL_OVER = Text("a card was laid after the thirteenth trick", "十三トリックが終わったあとに札が出ました")

NOT_ALLOWED = Text("by the house rules that suit cannot be trumps", "取り決めでは、そのマークは切り札にできません")


def second_copy(card: str) -> Text:
    """A card that was played already."""
    name = format_card(card)
    return Text(f"{name} was played already", f"{name}はもう出ています")


def out_of_turn(name: str, expected: str) -> Text:
    """A card that the other side laid."""
    return Text(
        f"{name} played out of turn: it was the turn of {expected}", f"{name}の順番ではありません。{expected}の番でした"
    )


def revoke(name: str, card: str, number: int) -> Text:
    """A suit that was not followed though it was held: it comes out when a card of it is played later (kakeya 5.2)."""
    suit, played = SUIT_NAMES[card[-1]], format_card(card)
    return Text(
        f"{name} played {played}, but did not follow {suit.en} in trick {number}",
        f"{name}が{played}を出しましたが、{number}トリック目の{suit.ja}に従っていませんでした",
    )


def wrong_taker(number: int, winner: str, card: str, taker: str) -> Text:
    """A trick that went to the other side than the rules say (kakeya 5.3)."""
    name = format_card(card)
    return Text(
        f"{taker} took trick {number}, which {winner} won with {name}",
        f"{number}トリック目は{winner}が{name}で勝ちましたが、{taker}が取りました",
    )


def split_trick(number: int) -> Text:
    """A trick whose cards went to both sides."""
    return Text(f"the cards of trick {number} went to both sides", f"{number}トリック目の札が両方の組に分かれました")


def missing_card(number: int, count: int) -> Text:
    """A trick of which not all four cards were seen."""
    return Text(
        f"trick {number} was taken with only {count} cards seen", f"{number}トリック目は{count}枚しか見えませんでした"
    )


def retracted_late(card: str) -> Text:
    """A card that was taken back when others had been played after it."""
    name = format_card(card)
    return Text(f"{name} was taken back after others had played", f"{name}が、次の札が出たあとで戻されました")


def never_played(card: str) -> Text:
    """A card in somebody's heap that was in no trick."""
    name = format_card(card)
    return Text(f"{name} was taken and never played", f"{name}は出ていないのに取られました")
