"""Why a card is not sure and why a picture shows none, in words.

They are apart from what measures it, so that the page's process has them without OpenCV.
"""

from __future__ import annotations

from scorer.texts import Text

DOUBT_TEXTS = {
    "twice": Text("another card was read as the same one", "同じ札がもう一枚読まれています"),
    "cut_off": Text("part of the card is outside the picture", "札の一部が写っていません"),
    "covered": Text("something lies over it, or it lies face down", "何かが重なっているか、伏せてあります"),
    "too_small": Text("the card is too small in the picture", "札が小さすぎます"),
    "dark": Text("it is too dark there", "暗くて見えません"),
    "glare": Text("a light is reflected on it", "光が反射しています"),
    "blurred": Text("the picture is blurred there", "ぼけています"),
    "strange": Text(
        "most cards here look like none that is known: teach this deck first",
        "見慣れない絵柄です。先にこの札を覚えさせてください",
    ),
    "unknown": Text("it looks like a card, but like none that is known", "札のようですが、知らない絵柄です"),
    "close_call": Text("two cards look nearly alike here", "似た札と見分けがつきません"),
}
"""Every key that a read's `doubt` may have, gravest first."""

ISSUE_TEXTS = {
    "dark": Text(
        "The picture is too dark. Switch on a lamp beside the table and take it again.",
        "写真が暗すぎます。卓のそばに明かりをつけて、もう一度撮ってください。",
    ),
    "bright": Text(
        "No card was found, and the picture is very bright. If cards lie there, move the lamp aside and take it again.",
        "札が見つかりません。写真がとても明るいので、札があるなら明かりをずらして、もう一度撮ってください。",
    ),
    "blurred": Text(
        "The picture is blurred. Hold the phone still until it is sharp, and take it again.",
        "写真がぼけています。ピントが合うまで端末を動かさずに、もう一度撮ってください。",
    ),
    "empty": Text(
        "There is no card in this picture. Point the phone at the cards and take it again.",
        "この写真に札は写っていません。札に端末を向けて、もう一度撮ってください。",
    ),
    "no_card": Text(
        "No card was found in this picture. Lay the cards apart and face up on a plain cloth, come near enough that "
        "they fill the picture, hold the phone straight above them with every edge in it, and take it again.",
        "この写真に札が見つかりません。無地の布に表を上にして離して並べ、札が写真いっぱいになるまで近づき、真上から、"
        "札の縁がすべて入るように、もう一度撮ってください。",
    ),
    "far": Text(
        "The cards are too small in this picture, so some may be missing. Come nearer until they fill it, and take it "
        "again, or take a part of the table at a time.",
        "札が小さすぎるため、読めていない札があるかもしれません。札が写真いっぱいになるまで近づいて撮り直すか、"
        "卓を分けて撮ってください。",
    ),
}
"""Why no card was found on a picture, or fewer than lie there, and what to do about it."""
