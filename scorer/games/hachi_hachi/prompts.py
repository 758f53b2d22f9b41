"""Prompts of Hachi-Hachi: piles, calls, end, field, teyaku, rest."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.families.captures.cards import BRIGHTS, PACK_SIZE
from scorer.games.hachi_hachi.position import ACTIVE_SEATS, FIELD_SIZE
from scorer.games.hachi_hachi.teyaku import HAND_SIZE, TEYAKU
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.settlement import face_of
from scorer.texts import Text

_ENDING = "ended_by+caller"
_DEAL = (None, None)
"""The answer about the end of a round that was not played: only the deal is asked about."""


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled."""
    return (*_piles(), _calls(table), _ending(table), *_field(), *_teyaku(table), *_resting(table))


def _piles() -> Iterator[Prompt]:
    label, hint = (
        Text("Captured", "取札"),
        Text(
            "After shobu or cancel the cards that count are enough; else all 48 lie in the piles.",
            "勝負や取り消しなら役に関わる札だけで足ります。手札が尽きたときは48枚すべてです。",
        ),
    )
    for seat in range(ACTIVE_SEATS):
        yield Prompt(f"piles.{seat}", PromptKind.CARDS, label, hint, seat=seat, maximum=PACK_SIZE, shares="piles")


def _names(table: Table) -> tuple[Text, ...]:
    return tuple(Text(name, name) for name in table.seats)


def _calls(table: Table) -> Prompt:
    return Prompt(
        "calls",
        PromptKind.SEQUENCE,
        Text("Sage", "下げ"),
        Text("Who said it, in order.", "言った人を、言った順に。"),
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
        Text("How did the round end?", "局の終わり方"),
        values=(*(("shobu", seat) for seat in seats), *(("cancel", seat) for seat in seats), ("empty", None), _DEAL),
        value_labels=(
            *(Text(f"{names[seat].en}: shobu", f"{names[seat].ja}：勝負") for seat in seats),
            *(Text(f"{names[seat].en}: cancels", f"{names[seat].ja}：取り消し") for seat in seats),
            Text("the hands ran out", "手札が尽きた"),
            Text("only dealt: a misdeal", "配っただけ（配り直し）"),
        ),
    )


def _field() -> Iterator[Prompt]:
    yield Prompt(
        "opening",
        PromptKind.CARDS,
        Text("Opening field", "はじめの場札"),
        Text("Four cards of one month: it is dealt again.", "同じ月が4枚あれば配り直しです。"),
        maximum=FIELD_SIZE,
        minimum=FIELD_SIZE,
        optional=True,
        only_with=(_ENDING, _DEAL),
    )
    faces = [face_of(code).name for code in BRIGHTS]
    yield Prompt(
        "field_brights",
        PromptKind.CHOICES,
        Text("Brights on the opening field", "はじめの場の光"),
        Text(
            "They multiply every payment: crane, curtain, moon by 2, rain man and phoenix by 4.",
            "払いが増えます。鶴・幕・月は2倍、小野道風と鳳凰は4倍。",
        ),
        values=BRIGHTS,
        value_labels=tuple(Text(name.en.split(", ")[-1], name.ja) for name in faces),
        default=(),
    )


def _teyaku(table: Table) -> Iterator[Prompt]:
    """Who claimed teyaku, and then which: named, or read off the hand as dealt."""
    seats, names = range(ACTIVE_SEATS), _names(table)
    yield Prompt(
        "claimed",
        PromptKind.CHOICES,
        Text("Who claimed teyaku?", "手役を見せた人"),
        Text("", ""),
        values=tuple(seats),
        value_labels=names[:ACTIVE_SEATS],
        default=(),
    )
    for seat in seats:
        yield Prompt(
            f"teyaku.{seat}",
            PromptKind.CHOICES,
            Text("Teyaku", "手役"),
            Text(
                "Or enter the hand as dealt: then tobikomi is counted, too.", "配られた手札を入れれば、飛込も数えます。"
            ),
            seat=seat,
            values=tuple(teyaku.key for teyaku in TEYAKU),
            value_labels=tuple(Text(teyaku.name.en.split(",")[0], teyaku.name.ja) for teyaku in TEYAKU),
            optional=True,
            only_with=("claimed", seat),
        )
        yield Prompt(
            f"hands.{seat}",
            PromptKind.CARDS,
            Text("Hand as dealt", "配られた手札"),
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
            Text("Did the dealer play blind (mizuten)?", "親は手札を見ずに打ちましたか（水天）"),
            values=(False, True),
            value_labels=(Text("no", "いいえ"), Text("yes", "はい")),
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
        Text("Who dropped out?", "降りた人"),
        Text("In order; they pay the winner.", "降りた順に。勝った人に払います。"),
        maximum=len(resting),
        values=tuple(resting),
        value_labels=names[ACTIVE_SEATS:],
        default=(),
    )
    for seat in resting:
        yield Prompt(
            f"forced.{seat - ACTIVE_SEATS}.hand",
            PromptKind.CARDS,
            Text("Shut out: hand as dealt", "打てなかったときの手札"),
            Text("Only if three play already; this player is paid for it.", "3人そろっていて打てなかったときだけ。"),
            seat=seat,
            minimum=HAND_SIZE,
            maximum=HAND_SIZE,
            optional=True,
        )
