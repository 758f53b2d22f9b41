"""Prompts of Hachi-Hachi: piles, calls, end, field, teyaku, rest."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.families.captures.cards import BRIGHTS, PACK_SIZE
from scorer.games.hachi_hachi.position import ACTIVE_SEATS, FIELD_SIZE
from scorer.games.hachi_hachi.texts import text
from scorer.games.hachi_hachi.teyaku import HAND_SIZE, TEYAKU
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.settlement import face_of
from scorer.texts import Text, part_of, verbatim

_ENDING = "ended_by+caller"
_DEAL = (None, None)
"""The answer about the end of a round that was not played: only the deal is asked about."""


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled."""
    return (*_piles(), _calls(table), _ending(table), *_field(), *_teyaku(table), *_resting(table))


def _piles() -> Iterator[Prompt]:
    label, hint = (
        text("captured"),
        text("captured_help"),
    )
    for seat in range(ACTIVE_SEATS):
        yield Prompt(f"piles.{seat}", PromptKind.CARDS, label, hint, seat=seat, maximum=PACK_SIZE, shares="piles")


def _names(table: Table) -> tuple[Text, ...]:
    return tuple(verbatim(name) for name in table.seats)


def _calls(table: Table) -> Prompt:
    return Prompt(
        "calls",
        PromptKind.SEQUENCE,
        text("prompts.calls.label"),
        text("prompts.calls.help"),
        values=tuple(range(ACTIVE_SEATS)),
        value_labels=_names(table)[:ACTIVE_SEATS],
        default=(),
    )


def _ending(table: Table) -> Prompt:
    seats = range(ACTIVE_SEATS)
    names = _names(table)
    return Prompt(
        _ENDING,
        PromptKind.CHOICE,
        text("prompts.ending.label"),
        values=(*(("shobu", seat) for seat in seats), *(("cancel", seat) for seat in seats), ("empty", None), _DEAL),
        value_labels=(
            *(text("prompts.ending.shobu", name=names[seat]) for seat in seats),
            *(text("prompts.ending.cancels", name=names[seat]) for seat in seats),
            text("prompts.ending.hands_ran_out"),
            text("prompts.ending.only_dealt_misdeal"),
        ),
    )


def _field() -> Iterator[Prompt]:
    yield Prompt(
        "opening",
        PromptKind.CARDS,
        text("prompts.opening.label"),
        text("prompts.opening.help"),
        maximum=FIELD_SIZE,
        minimum=FIELD_SIZE,
        optional=True,
        only_with=(_ENDING, _DEAL),
    )
    faces = [face_of(code).name for code in BRIGHTS]
    yield Prompt(
        "field_brights",
        PromptKind.CHOICES,
        text("prompts.field_brights.label"),
        text("prompts.field_brights.help"),
        values=BRIGHTS,
        value_labels=tuple(part_of(name, -1) for name in faces),
        default=(),
    )


def _teyaku(table: Table) -> Iterator[Prompt]:
    """Who claimed teyaku, and then which: named, or read off the hand as dealt."""
    seats, names = range(ACTIVE_SEATS), _names(table)
    yield Prompt(
        "claimed",
        PromptKind.CHOICES,
        text("prompts.claimed.label"),
        Text("", ""),
        values=tuple(seats),
        value_labels=names[:ACTIVE_SEATS],
        default=(),
    )
    for seat in seats:
        yield Prompt(
            f"teyaku.{seat}",
            PromptKind.CHOICES,
            text("prompts.teyaku.label"),
            text("prompts.teyaku.help"),
            seat=seat,
            values=tuple(teyaku.key for teyaku in TEYAKU),
            value_labels=tuple(part_of(teyaku.name, 0) for teyaku in TEYAKU),
            optional=True,
            only_with=("claimed", seat),
        )
        yield Prompt(
            f"hands.{seat}",
            PromptKind.CARDS,
            text("prompts.hands.label"),
            seat=seat,
            minimum=HAND_SIZE,
            maximum=HAND_SIZE,
            optional=True,
            only_with=("claimed", seat),
        )
    if table.options.get("achievements", True):
        yield Prompt(
            "mizuten",
            PromptKind.CHOICE,
            text("prompts.mizuten.label"),
            values=(False, True),
            value_labels=(text("prompts.mizuten.no"), text("prompts.mizuten.yes")),
            default=False,
        )


def _resting(table: Table) -> Iterator[Prompt]:
    """Who dropped out, and the hands of those who were shut out."""
    resting, names = range(ACTIVE_SEATS, len(table.seats)), _names(table)
    if not resting:
        return
    yield Prompt(
        "dropped",
        PromptKind.SEQUENCE,
        text("prompts.dropped.label"),
        text("prompts.dropped.help"),
        maximum=len(resting),
        values=tuple(resting),
        value_labels=names[ACTIVE_SEATS:],
        default=(),
    )
    for seat in resting:
        yield Prompt(
            f"forced.{seat - ACTIVE_SEATS}.hand",
            PromptKind.CARDS,
            text("prompts.forced.label"),
            text("prompts.forced.help"),
            seat=seat,
            minimum=HAND_SIZE,
            maximum=HAND_SIZE,
            optional=True,
        )
