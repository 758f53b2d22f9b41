"""The result of an evening as text to read, send or paste."""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import gettext as _

from scorer.session.state import Session
from scorer.session.tally import Tally
from scorer.texts import signed
from web.i18n.request_locale import localize, request_language


def result_text(session: Session, day: str) -> str:
    """Ranking, payments and every round that counts, in the language of the request. `day`: when it began."""
    return "".join(f"{line}\n" for line in _lines(session, day))


def _lines(session: Session, day: str) -> Iterator[str]:
    tally = Tally(session)
    yield f"{_('Fudayomi')} · {day}"
    yield ""
    for place, name, net in tally.ranking:
        yield f"{place}. {name} {signed(net)}"
    yield ""
    yield _("To settle up")
    payers = (*tally.names, _("pot and house"))
    for pay in tally.payments:
        yield f"{_('{a} pays {b}').format(a=payers[pay.giver], b=payers[pay.taker])} {pay.stones}"
    if not tally.payments:
        yield _("Nobody pays anything.")
    for game in session.games:
        if game.valid_rounds:
            yield ""
            yield localize(game.rules.name)
        for played in game.valid_rounds:
            gains = zip(played.players, played.settlement["net"], strict=True)
            gains_text = ("、" if request_language() == "ja" else ", ").join(
                f"{name} {signed(net)}" for name, net in gains
            )
            yield f"{_('Round {n}').format(n=played.round_number)}: {gains_text}"
