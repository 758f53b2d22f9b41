"""Import of an evening from a file, checked entry by entry.

The file is what `/evening.json` gives. The rules settle every round of it again. Payments, winners and the next dealer
must come out the same, so balances are those of the file, stone by stone. Texts are those of the rules, never of the
file.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scorer.api import settle_again
from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.notation import read_round, write_round
from scorer.rules.pairs import join_pair, split_pair
from scorer.session.events import (
    EveningOpened,
    Event,
    PlayerJoined,
    PlayerLeft,
    RoundEdited,
    RoundSettled,
    SeatsSwapped,
    StonesBought,
    event_from_json,
)
from scorer.texts import Text
from web.following.round_record import pack_record, unpack_record, without_notes
from web.ledger.entry import NewEntry
from web.session.validators import MAX_STONES, clean_name

EXPORT_FORMAT = "fudayomi-evening-1"
"""Value of `format` in an exported file."""
MAX_ENTRIES = 20_000
"""Entries a file may have, which bounds the time an import takes."""

_COMPARED_KEYS = ("outcome", "winners", "net", "next_dealer", "over", "carried", "house", "game_winners", "stones")
"""Members of a settlement that the file and the rules must agree on."""


def parse_evening_file(content: str | bytes) -> tuple[list[Event], list[NewEntry]]:
    """The events of the file and the entries to be written.

    Raises `bad_file`, with the number of the entry that is wrong.
    """
    try:
        body = parse_json(content)
    except Refusal:
        raise _bad_file(
            "This is no evening saved as data: choose the file whose name ends in .json",
            "会のデータではありません。名前が .json で終わるファイルを選んでください",
        ) from None
    entries = body.get("entries") if isinstance(body, dict) and body.get("format") == EXPORT_FORMAT else None
    if not (isinstance(entries, list) and 0 < len(entries) <= MAX_ENTRIES):
        raise _bad_file("This is not an evening written by Fudayomi", "札読みが書き出した会のファイルではありません")
    events, lines = [], []
    for number, entry in enumerate(entries, 1):
        try:
            event, line = _parse_entry(entry)
        except Refusal as refusal:
            raise _bad_file(
                f"Entry {number}: {refusal.message.en}", f"{number}番目の記録：{refusal.message.ja}"
            ) from None
        events.append(event)
        lines.append(line)
    return events, lines


def _parse_entry(entry: object) -> tuple[Event, NewEntry]:
    if not isinstance(entry, dict):
        raise _bad_file("An entry is an object", "記録の書き方が違います")
    return check_entry(entry.get("entry"), entry.get("who"), entry.get("at"))


def check_entry(body: object, who: object, at: object, *, with_notes: bool = False) -> tuple[Event, NewEntry]:
    """The event of an entry of a file, settled again, and the entry as it is to be written. Raises `Refusal`.

    `with_notes`: whether records of followed rounds keep their notes, as in a table's own backup.
    """
    event = resettle(parse_plain_event(body), with_notes=with_notes)
    return event, NewEntry(event.as_json(), author_name(who), _parse_timestamp(at))


def parse_plain_event(body: object) -> Event:
    """The event of a ledger written by somebody else, with plain names and possible stones. Raises `Refusal`."""
    event = event_from_json(body)
    for player in _players_named(event):
        if join_pair([clean_name(person) for person in split_pair(player)]) != player:
            raise _bad_file("A name is not written plainly", "名前の書き方が違います")
    if not all(0 <= stones <= MAX_STONES for stones in _stones_brought(event)):
        raise _bad_file("Nobody brings so many stones", "そんなに多くの石は持ち込めません")
    return event


def resettle(event: Event, *, with_notes: bool = False) -> Event:
    """The event with its rounds settled by the rules. Raises `bad_file` unless they agree on every stone."""
    if isinstance(event, RoundSettled):
        record = _checked_record(event.record, with_notes=with_notes)
        return RoundSettled(event.round, _checked_settlement(event.round, event.settlement), record)
    if isinstance(event, RoundEdited):
        if not all(type(edited.get("of")) is int for edited in event.rounds):
            raise _bad_file("An edit does not say which rounds it is about", "どの局の訂正か書かれていません")
        rounds = [
            {
                "of": edited.get("of"),
                "round": edited.get("round"),
                "settlement": _checked_settlement(edited.get("round"), edited.get("settlement")),
            }
            for edited in event.rounds
        ]
        return RoundEdited(event.of, tuple(rounds))
    return event


def _checked_settlement(round_: object, settlement: object) -> dict[str, Any]:
    """The settlement by the rules. Raises `bad_file` unless the one in the file agrees on every stone."""
    if not _is_plain_round(round_):
        raise _bad_file("The round is not written plainly", "局の書き方が違います")
    computed = settle_again(round_).as_json()
    written = settlement if isinstance(settlement, Mapping) else {}
    if any(computed.get(key) != written.get(key) for key in _COMPARED_KEYS):
        raise _bad_file("The rules settle this round otherwise", "この局は規則では別の精算になります")
    return computed


def _checked_record(record: object, *, with_notes: bool) -> dict[str, str] | None:
    """The record of a followed round as the ledger holds it. None where the file has none of use."""
    found = unpack_record(record)
    return None if found is None else pack_record(found if with_notes else without_notes(found))


def _is_plain_round(round_: object) -> bool:
    """Whether the round has only text, whole numbers, lists and objects, nested no deeper than a round can be."""
    try:
        return isinstance(round_, dict) and read_round(write_round(round_)) == round_
    except (Refusal, RecursionError, KeyError, TypeError, ValueError):
        return False


def _stones_brought(event: Event) -> tuple[int, ...]:
    if isinstance(event, EveningOpened):
        return event.stones
    return (event.stones,) if isinstance(event, PlayerJoined | StonesBought) else ()


def _players_named(event: Event) -> tuple[str, ...]:
    if isinstance(event, EveningOpened):
        return event.players
    if isinstance(event, PlayerJoined | PlayerLeft | StonesBought):
        return (event.player,)
    return (event.one, event.other) if isinstance(event, SeatsSwapped) else ()


def author_name(name: object) -> str:
    """The author of an entry, "" when it is no valid name."""
    try:
        return clean_name(name)
    except Refusal:
        return ""


def _parse_timestamp(timestamp: object) -> str:
    """When an entry was written, ISO 8601 to the second. Raises `bad_file` for anything else."""
    try:
        return datetime.fromisoformat(str(timestamp)).isoformat(timespec="seconds")[:40]
    except ValueError:
        raise _bad_file("It does not say when", "時刻が書かれていません") from None


def _bad_file(en: str, ja: str) -> Refusal:
    return Refusal("bad_file", Text(en, ja))
