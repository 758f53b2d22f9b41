"""持ち込み mochikomi: an evening carried here as a file, checked line by line at this one door.

The file is what `/evening.json` gives. Every settlement in it is worked out again by the rules: who paid how much, who
won and who dealt next must come out the same, so balances are those of the file, stone by stone; the words are our own.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scorer.api import parsed, settled
from scorer.errors import Refusal
from scorer.notation import read_round, write_round
from scorer.session.reducer import Edited, Event, Joined, Left, Opened, Settled, Swapped, event_from_json
from scorer.texts import Text
from web.ledger.store import Line
from web.session.names import name
from web.session.validators import MOST_STONES

FORMAT = "fudayomi-evening-1"
MOST_ENTRIES = 20_000

_COUNTS = ("outcome", "winners", "net", "next_dealer", "over", "carried", "house", "game_winners", "stones")


def taken(given: str | bytes) -> tuple[list[Event], list[Line]]:
    """The events of the file and the lines to be written; `bad_file` with the entry that is wrong, for any other."""
    try:
        body = parsed(given)
    except Refusal:
        raise _bad("this is not JSON", "JSON として読めません") from None
    entries = body.get("entries") if isinstance(body, dict) and body.get("format") == FORMAT else None
    if not (isinstance(entries, list) and 0 < len(entries) <= MOST_ENTRIES):
        raise _bad("this is not an evening written by Fudayomi", "札読みが書き出した会のファイルではありません")
    events, lines = [], []
    for number, entry in enumerate(entries, 1):
        try:
            event, line = _entry(entry)
        except Refusal as refusal:
            raise _bad(f"entry {number}: {refusal.message.en}", f"{number}番目の記録：{refusal.message.ja}") from None
        events.append(event)
        lines.append(line)
    return events, lines


def _entry(entry: object) -> tuple[Event, Line]:
    if not isinstance(entry, dict):
        raise _bad("an entry is an object", "記録の書き方が違います")
    event = _counted_again(event_from_json(entry.get("entry")))
    for player in _named(event):
        if name(player) != player:
            raise _bad("a name is not written plainly", "名前の書き方が違います")
    if not all(0 <= held <= MOST_STONES for held in _stones(event)):
        raise _bad("nobody brings so many stones", "そんなに多くの石は持ち込めません")
    return event, Line(event.as_json(), _label(entry.get("who")), _moment(entry.get("at")))


def _counted_again(event: Event) -> Event:
    if isinstance(event, Settled):
        return Settled(event.round, _settled(event.round, event.settlement))
    if isinstance(event, Edited):
        rounds = [
            {
                "of": one.get("of"),
                "round": one.get("round"),
                "settlement": _settled(one.get("round"), one.get("settlement")),
            }
            for one in event.rounds
        ]
        return Edited(event.of, tuple(rounds))
    return event


def _settled(round_: object, settlement: object) -> dict[str, Any]:
    """What the rules say of the round; `bad_file` unless the settlement written says the same of every stone."""
    if not _plain(round_):
        raise _bad("the round is not written plainly", "局の書き方が違います")
    fresh = settled(round_).as_json()
    written = settlement if isinstance(settlement, Mapping) else {}
    if any(fresh.get(key) != written.get(key) for key in _COUNTS):
        raise _bad("the rules settle this round otherwise", "この局は規則では別の精算になります")
    return fresh


def _plain(round_: object) -> bool:
    """Whether the round is words, whole numbers, lists and objects, nested no deeper than a round can be."""
    try:
        return isinstance(round_, dict) and read_round(write_round(round_)) == round_
    except (Refusal, RecursionError, KeyError, TypeError, ValueError):
        return False


def _stones(event: Event) -> tuple[int, ...]:
    if isinstance(event, Opened):
        return event.stones
    return (event.stones,) if isinstance(event, Joined) else ()


def _named(event: Event) -> tuple[str, ...]:
    if isinstance(event, Opened):
        return event.players
    if isinstance(event, Joined | Left):
        return (event.player,)
    return (event.one, event.other) if isinstance(event, Swapped) else ()


def _label(who: object) -> str:
    """Who wrote an entry, as a name; nobody when it is none."""
    try:
        return name(who)
    except Refusal:
        return ""


def _moment(at: object) -> str:
    """When an entry was written; `bad_file` for what is no moment."""
    try:
        return datetime.fromisoformat(str(at)).isoformat(timespec="seconds")[:40]
    except ValueError:
        raise _bad("it does not say when", "時刻が書かれていません") from None


def _bad(en: str, ja: str) -> Refusal:
    return Refusal("bad_file", Text(en, ja))
