"""What a referee does in an event, by plain forms without a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.context import hall, require_referee
from web.hall.events.event_fold import Body, bad_event
from web.hall.events.event_store import LoadedEvent
from web.hall.events.event_view import board_nets, entry_texts, event_detail
from web.hall.events.referee_changes import (
    change_clock,
    correct_board,
    draw_round,
    exchange_players,
    take_back,
    toggle_withdrawal,
)
from web.hall.name_list import NameList
from web.http.errors import STATUS_BY_CODE

BLUEPRINT = Blueprint("hall_event_referee", __name__, url_prefix="/events/<int:event>/referee")

MAX_STONES = 10**9
"""Stones of one seat in a result that a referee types."""
_NAMED_REASONS = 6
"""Names that could not be entered whose reasons are given."""


@BLUEPRINT.get("")
def page(event: int) -> str:
    """Everything that a referee can do here."""
    require_referee()
    return _render_page(event)


@BLUEPRINT.post("/enter")
def enter(event: int) -> Response | tuple[str, int]:
    """People arrive, one name a line. None is entered twice; lines that are refused stay in the form.

    Of pasted cells of a table the column with the names is asked for, unless only one can be.
    """
    require_referee()
    text = request.form.get("names", "")
    pasted = NameList(text)
    column = request.form.get("column", type=int)
    if len(pasted.columns) > 1 and column not in pasted.columns:
        return _render_page(event, names=text, pasted=pasted), 422
    lines = pasted.names(column if column is not None else pasted.columns[0]) if pasted.columns else text.splitlines()
    try:
        refused = hall().events.enter_all(event, lines)
    except Refusal as refusal:
        return _render_refusal(event, refusal, "\n".join(lines))
    if not refused:
        return redirect(url_for("hall_event_referee.page", event=event))
    return _render_refusal(event, _join_reasons([*refused.values()]), "\n".join(lines[index] for index in refused))


@BLUEPRINT.post("/rename")
def rename(event: int) -> Response | tuple[str, int]:
    """Somebody was entered under a wrong name."""
    name = request.form.get("name")
    return _run(event, lambda: hall().events.rename(event, _number("version"), _number("player"), name))


@BLUEPRINT.post("/withdraw")
def withdraw(event: int) -> Response | tuple[str, int]:
    """Somebody goes home, or comes back."""
    return _change(event, lambda loaded: toggle_withdrawal(loaded, _number("player")))


@BLUEPRINT.post("/draw")
def draw(event: int) -> Response | tuple[str, int]:
    """Draw the next round, or the last one anew while nothing of it has begun."""
    return _run(event, lambda: draw_round(hall().events, event, _number("version")))


@BLUEPRINT.post("/exchange")
def exchange(event: int) -> Response | tuple[str, int]:
    """Two people sat on each other's seats."""
    pair = (_number("one"), _number("other"))
    return _run(event, lambda: exchange_players(hall().events, event, _number("version"), _number("round"), pair))


@BLUEPRINT.post("/correct")
def correct(event: int) -> Response | tuple[str, int]:
    """The referee says what a board gave."""

    seats = len([key for key in request.form if key.startswith("net.")])

    def corrected(_loaded: LoadedEvent) -> Sequence[Body]:
        nets = [_stones(f"net.{seat}") for seat in range(seats)]
        return correct_board(_number("round"), _number("board"), nets, _stones("pot"))

    return _change(event, corrected)


@BLUEPRINT.post("/clock")
def clock(event: int) -> Response | tuple[str, int]:
    """Start, stop or set the clock of the round."""
    action = request.form.get("action", "")
    minutes = min(max(_number("minutes"), 0), 600) * 60 if action == "set" else None
    return _change(event, lambda loaded: change_clock(loaded, action, minutes))


@BLUEPRINT.post("/take-back")
def undo(event: int) -> Response | tuple[str, int]:
    """Something that was done counts no longer."""
    return _change(event, lambda loaded: take_back(loaded, _number("entry")))


@BLUEPRINT.post("/close")
def close(event: int) -> Response | tuple[str, int]:
    """The event is over."""
    return _change(event, lambda _loaded: [{"kind": "closed"}])


def _change(event: int, change: Callable[[LoadedEvent], Sequence[Body]]) -> Response | tuple[str, int]:
    return _run(event, lambda: hall().events.change(event, _number("version"), change))


def _run(event: int, action: Callable[[], object]) -> Response | tuple[str, int]:
    require_referee()
    try:
        action()
    except Refusal as refusal:
        return _render_refusal(event, refusal)
    # Who works through the results of an earlier round stays there.
    if "round" in request.form:
        return redirect(url_for("hall_event_referee.page", event=event, round=_number("round"), _anchor="results"))
    return redirect(url_for("hall_event_referee.page", event=event))


def _render_refusal(event: int, refusal: Refusal, names: str = "") -> tuple[str, int]:
    """The page with the reason, and the names that are still to be entered."""
    if refusal.code == "not_found":
        raise refusal
    return _render_page(event, refusal, names), STATUS_BY_CODE.get(refusal.code, 422)


def _join_reasons(refusals: Sequence[Refusal]) -> Refusal:
    """One refusal that says why for each name, for the first few of many."""
    reasons = [refusal.message for refusal in refusals[:_NAMED_REASONS]]
    if more := len(refusals) - len(reasons):
        reasons.append(Text(f"{more} more", f"ほか{more}件"))
    together = Text("; ".join(reason.en for reason in reasons), "。".join(reason.ja for reason in reasons))
    return Refusal(refusals[0].code, together)


def _number(name: str) -> int:
    return request.form.get(name, 0, int)


def _stones(name: str) -> int:
    """Stones as people type them, with any minus sign. Refusal `bad_event`."""
    typed = request.form.get(name, "").strip().replace("−", "-").replace("－", "-") or "0"
    try:
        stones = int(typed)
    except ValueError:
        raise bad_event("stones are whole numbers", "石は整数で書いてください") from None
    if abs(stones) > MAX_STONES:
        raise bad_event("that many stones nobody has", "石の数が大きすぎます")
    return stones


def _render_page(event: int, refusal: Refusal | None = None, names: str = "", pasted: NameList | None = None) -> str:
    loaded = hall().events.load(event)
    rounds = loaded.state.rounds
    shown = min(max(request.values.get("round", len(rounds), int), 0), len(rounds))
    nets = board_nets(loaded)
    return render_template(
        "hall/event-referee.html",
        refusal=refusal,
        names=names,
        columns=[(column, pasted.sample(column)) for column in pasted.columns] if pasted else [],
        given=request.form if refusal else {},
        event=event_detail(loaded),
        players=loaded.players,
        states=loaded.state.players,
        shown=shown,
        round=rounds[shown - 1] if shown else None,
        nets={place: net for (number, place), net in nets.items() if number == shown},
        redraw=bool(rounds) and not rounds[-1].is_begun,
        entries=entry_texts(loaded)[:40],
        present=len(loaded.state.present),
    )
