"""Go-Stop at the table: what it asks, what it tells seats and learners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.captures.call_texts import Calls
from scorer.families.captures.cards import SAKE_CUP
from scorer.families.captures.drills import KIND_PRACTICE, misdeal_practice
from scorer.families.captures.hwatu.drills import AWAY
from scorer.families.captures.hwatu.rows import ANIMAL, CHOICE, PI
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.round_cards import dealt_hand_prompts, opening_prompt, pile_prompts
from scorer.games.go_stop.moves import ENDING
from scorer.games.go_stop.payment import number_of
from scorer.games.go_stop.settlement import CHONGTONG, EVENTS, FIELD_SIZES, HAND_SIZES, NAGARI, STOP, THREE_PPEOK
from scorer.games.go_stop.texts import because, text
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table, prompt_of
from scorer.rules.results import Reason
from scorer.texts import verbatim

_DEAL = (None, None)
"""The answer about the end of a round that was not played: only the deal is asked about."""


def seat_advice(table: Table, seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    """What a seat may or must do."""
    players, carried = len(table.seats), table.extra.get("multiplier", 1)
    hand, field, key = HAND_SIZES[players], FIELD_SIZES[players], "two" if players == 2 else "three"
    yield because("deals" if seat == 0 else "waits", "go-stop 2.1", hand=hand, field=field)
    if carried > 1:
        yield because("carried", "go-stop 2.9", multiplier=carried)
    yield because("turn", "go-stop 2.4")
    yield because("calls_from", "go-stop 2.6", least=number_of(options, "minimum", players))
    if options["gobak"] if players == 2 else options["dokbak"] != "off":
        yield because(f"risk.{key}", "go-stop 4.4")
    yield because("three_held", "go-stop 2.7")
    if few := number_of(options, "pibak", players):
        yield because("few_pi", "go-stop 4.3", few=few)
    if options["chongtong"] == "win":
        yield because("show_four", "go-stop 2.3")


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled, by the house rules in force."""
    options, seats, players = table.options, len(table.seats), dict(enumerate(map(verbatim, table.seats)))
    piles, only_dealt, sequence = pile_prompts(seats), (ENDING, _DEAL), PromptKind.SEQUENCE
    won = (STOP, CHONGTONG, THREE_PPEOK)
    ways = {(how, at): text(f"prompts.ending.{how}", name=players[at]) for how in won for at in players}
    ways |= {(NAGARI, None): text("prompts.ending.nagari"), _DEAL: text("prompts.ending.deal")}
    cup = {"optional": True, "only_with": ("|".join(pile.path for pile in piles), SAKE_CUP), "help": text("cup.help")}
    is_cup = {way: text(f"cup.{way}") for way in (ANIMAL, PI)}
    happened = {(at, kind): text(f"prompts.event.{kind}", name=players[at]) for at in players for kind in EVENTS}
    paid = [prompt_of("events:seat+kind", sequence, text("event"), happened, help=text("prompts.events"))]
    return (
        *piles,
        prompt_of("calls", sequence, text("calls"), players, help=text("prompts.calls")),
        prompt_of(ENDING, PromptKind.CHOICE, text("how_ended"), ways),
        *([prompt_of("gukjin", PromptKind.CHOICE, text("cup.label"), is_cup, **cup)] * (options["gukjin"] == CHOICE)),
        *(prompt_of(key, sequence, text(key), players, help=text(f"prompts.{key}")) for key in ("shakes", "bombs")),
        *(paid if options["events"] == "paid" else ()),
        opening_prompt(FIELD_SIZES[seats], only_dealt),
        *dealt_hand_prompts(seats, HAND_SIZES[seats], only_dealt, text("prompts.hands")),
    )


PRACTICE = (KIND_PRACTICE, AWAY, misdeal_practice(lambda table: FIELD_SIZES[len(table.seats)]))


def calls_at(position: CapturePosition) -> Calls:
    """How go and stop are worded, and what a go may cost (go-stop 2.6, 4.4)."""
    return Calls(text("word.stop"), text("word.go"), text("risk.two" if position.setup.seats == 2 else "risk.three"))
