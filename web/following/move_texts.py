"""What a camera followed, in words."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.cards import Deck
from scorer.following.play_event import PlayEvent
from scorer.texts import Text

_WITH_SEAT = {
    "laid": ("{name} lays {card}.", "{name}が{card}を出しました。"),
    "turned": ("{name} turns up {card}.", "{name}が{card}を表にしました。"),
    "taken": ("{name} takes {card}.", "{name}が{card}を取りました。"),
    "moved": ("{name} moves {card}.", "{name}が{card}を動かしました。"),
    "retracted": ("{name} takes back {card}.", "{name}が{card}を引っこめました。"),
}
_WITHOUT_SEAT = {
    "laid": ("On the table: {card}.", "場に{card}が出ました。"),
    "turned": ("Turned up: {card}.", "{card}が表になりました。"),
    "taken": ("Taken: {card}.", "{card}が取られました。"),
    "moved": ("Moved: {card}.", "{card}が動きました。"),
    "retracted": ("Taken back: {card}.", "{card}が引っこめられました。"),
}
_LOST = Text("Table and record disagree.", "卓と記録が合いません。")
_FOUND = Text("Table and record agree again.", "卓と記録がまた合いました。")
_FACE_DOWN = Text("a card face down", "伏せた札")


def move_text(move: PlayEvent, seats: Sequence[str], deck: Deck) -> Text:
    """One line for a move, for example "Emi lays the pine crane." Names stand as their owners write them."""
    if move.event == "lost":
        return _LOST
    if move.event == "found":
        return _FOUND
    face = deck.faces.get(move.card or "")
    card = _FACE_DOWN if face is None else Text(f"the {face.name.en.replace(', ', ' ')}", face.name.ja)
    has_seat = move.seat is not None and move.seat < len(seats)
    templates = _WITH_SEAT if has_seat else _WITHOUT_SEAT
    en, ja = templates.get(move.event, templates["moved"])
    name = seats[move.seat] if has_seat and move.seat is not None else ""
    return Text(en.format(name=name, card=card.en), ja.format(name=name, card=card.ja))
