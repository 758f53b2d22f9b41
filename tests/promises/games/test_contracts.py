"""The contract of every discovered game."""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorer.api import handle_json, settle_json
from scorer.decks import decks, kind_of
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.rules.game import Game
from scorer.rules.prompts import Prompt, PromptKind
from scorer.session.events import RoundSettled, RoundUndone, event_from_json
from scorer.session.reducer import apply
from scorer.session.samples import PLAYER_NAMES, sample_session
from scorer.session.state import Session
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.texts import Name, Text
from tests.support.house_rules import values_of

every_game = pytest.mark.parametrize("key", sorted(games()))

SECTION = re.compile(r"[a-z][a-z-]* A?\d+(\.\d+)*")
"""A section of a rule book: that of the game or of one whose rules it shares, and its number."""
PAID_BY_WHAT_HANDS_SAY = {"hana-awase"}
"""Games that pay by points against par: the reasons stand with the hands."""


def play_rounds(rules: Game, options: dict[str, Any], count: int, **sitting: Any) -> Iterator[tuple[dict, dict]]:
    """Play `count` first rounds of an evening under `options`. Rounds and settlements as JSON."""
    session = sample_session(rules, options, **sitting)
    shuffled = shuffle_packs(rules, session, repr((options, sitting)))
    for _ in range(count):
        round_ = rules.simulate_round(next(shuffled), session.table())
        yield round_, rules.settle(json.loads(json.dumps(round_))).as_json()


def shuffle_packs(rules: Game, session: Session, seed: str) -> Iterator[list[str]]:
    """Yield the game's pack, shuffled anew each time, the same for the same seed."""
    chance = random.Random(rules.key + seed)
    pack = list(rules.pack(decks()[session.deck], session.options))
    while True:
        chance.shuffle(pack)
        yield pack


def option_sets(rules: Game) -> Iterator[dict[str, Any]]:
    """Each listed value and both ends of each range, one house rule at a time, except absurd ends; some amounts."""
    yield {}
    for option in rules.options:
        yield from ({option.key: value} for value in values_of(option))


def walk_values(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from walk_values(inner)


@every_game
def test_every_house_rule_plays(key: str) -> None:
    rules = game(key)
    outcomes, classes = {name for name, _ in rules.outcomes}, {each.key for each in rules.classes}
    for options in option_sets(rules):
        for round_, settled in play_rounds(rules, options, 5):
            check_sums(round_, settled)
            assert settled["outcome"] in outcomes
            assert {hand["class"] for hand in settled["hands"]} <= classes | {None}
            assert [hand["seat"] for hand in settled["hands"]] == list(range(len(round_["seats"])))


@every_game
def test_every_table_plays(key: str) -> None:
    rules = game(key)
    for deck in rules.decks:
        for seats in rules.seats_for(rules.resolve_options({})):
            for round_, settled in play_rounds(rules, {}, 3, seats=seats, deck=deck):
                check_sums(round_, settled)


def check_sums(round_: dict, settled: dict) -> None:
    """Nets, pot and house sum to what came in, balances change by the nets, and payments add up to the nets."""
    brought = round_.get("pot", 0)
    assert sum(settled["net"]) + settled.get("carried", 0) + settled.get("house", 0) == brought
    assert settled["stones"] == [held + net for held, net in zip(round_["stones"], settled["net"], strict=True)]
    assert all(payment["stones"] > 0 and payment["from"] != payment["to"] for payment in settled["transfers"])
    assert settled["over"] is (settled["next_dealer"] is None)


@every_game
def test_reasons_in_both_languages(key: str) -> None:
    for _, settled in play_rounds(game(key), {}, 20):
        assert settled["reasons"]
        for value in walk_values(settled):
            if isinstance(value, dict) and "text" in value:
                assert value["code"]
                assert value["text"]["en"].strip()
                assert not value["text"]["ja"].isascii() or value["text"]["ja"].isdigit()
                assert SECTION.fullmatch(value.get("section", "otoroku 1")), value


@every_game
def test_payments_carry_their_reasons(key: str) -> None:
    for _, settled in play_rounds(game(key), {}, 20):
        assert all("reason" in payment for payment in settled["transfers"]) or key in PAID_BY_WHAT_HANDS_SAY


@every_game
def test_what_is_said_of_cards_so_far_is_said_in_both_languages(key: str) -> None:
    rules = game(key)
    prompts = rules.prompts(sample_session(rules, {}).table())
    for round_, _ in play_rounds(rules, {}, 5):
        answers = {ask.path: answer for ask in prompts if (answer := answer_prompt(ask, round_)) is not None}
        for line in chain.from_iterable(rules.seat_notes(sample_session(rules, {}).table(), answers).values()):
            assert line.code
            assert isinstance(line.text.en, str)
            assert line.text.en.strip()
            assert not line.text.ja.isascii()
            assert SECTION.fullmatch(line.section or "otoroku 1"), line


@every_game
def test_a_name_is_only_a_name(key: str) -> None:
    rules = game(key)
    for round_, settled in play_rounds(rules, {}, 10):
        others = {name: f"«{place}»" for place, name in enumerate(PLAYER_NAMES)}
        renamed = {**round_, "seats": [others[name] for name in round_["seats"]]}
        text = json.dumps(settled, ensure_ascii=False)
        for name, other in others.items():
            text = text.replace(name, other)
        assert rules.settle(renamed).as_json() == json.loads(text)


@every_game
def test_the_same_round_always_settles_alike(key: str) -> None:
    rules = game(key)
    for round_, settled in play_rounds(rules, {}, 5):
        before = json.dumps(round_)
        assert rules.settle(round_).as_json() == settled
        assert json.dumps(round_) == before


@every_game
def test_every_class_has_its_witness(key: str) -> None:
    rules = game(key)
    roles = [role for role, _ in rules.roles] or [""]
    for each in rules.classes:
        if each.example:
            assert rules.value(each.example, (each.roles or roles)[0], each.options).key == each.key


@every_game
def test_a_page_that_knows_no_game_can_book_every_round(key: str) -> None:
    """A round built only from answers to the prompts settles alike."""
    rules = game(key)
    for options in option_sets(rules):
        table = sample_session(rules, options).table()
        asks = rules.prompts(table)
        for ask in asks:
            assert ask.label.en
            assert ask.label.ja
            assert len(ask.value_labels) in (0, len(ask.values))
        for round_, settled in play_rounds(rules, options, 3):
            again = table.build_round(
                key, {ask.path: answer for ask in asks if (answer := answer_prompt(ask, round_)) is not None}
            )
            assert rules.settle(again).as_json() == settled


def answer_prompt(ask: Prompt, round_: dict) -> Any:
    """The answer of a table that played `round_`. What nobody touches on the page keeps its default."""
    found = ask.answer_in(round_)
    if found is None and not ask.optional:
        found = ask.default if ask.kind is not PromptKind.CARDS else []
    if found is None:
        return None
    if ask.kind is PromptKind.CARDS:
        assert ask.minimum <= len(found) <= ask.maximum
    elif ask.kind is PromptKind.NUMBER:
        assert ask.minimum <= found <= ask.maximum
    elif ask.kind is PromptKind.CHOICE:
        assert ask.takes(found)
    else:
        assert set(found) <= set(ask.values)
        assert not ask.maximum or len(found) <= ask.maximum
    return found


@every_game
def test_the_cheat_sheet_tells_the_game(key: str) -> None:
    rules = game(key)
    roles = [role for role, _ in rules.roles] or [""]
    for options in option_sets(rules):
        agreed = rules.resolve_options(options)
        shown = {each.key: each for each in cheat_sheet(rules, options).classes}
        for each in rules.classes_for(agreed):
            line = shown[each.key]
            assert bool(line.cards) is bool(each.example)
            if each.example:
                assert rules.value(line.cards, (each.roles or roles)[0], agreed).key == each.key
        sheet = cheat_sheet(rules, options).as_json()
        assert json.loads(json.dumps(sheet)) == sheet
        for value in walk_values(sheet):
            if isinstance(value, dict) and "ja" in value:
                assert value["en"].strip()
                assert value["ja"].strip()
        assert {each["key"] for each in sheet["agreements"]} == {option.key for option in rules.options}
        changed = {each["key"] for each in sheet["agreements"] if each["changed"]}
        usual = rules.defaults(options)
        assert changed == {name for name, value in options.items() if value != usual[name]}


@every_game
def test_the_cheat_sheet_shows_every_deck(key: str) -> None:
    rules = game(key)
    for deck, options in product(rules.decks, option_sets(rules)):
        if options and refusal_code(partial(cheat_sheet, rules, options, deck)):
            assert (
                refusal_code(partial(cheat_sheet, rules, options, deck)) == "wrong_deck"
            )  # the deck lacks cards that the rules need
            continue
        sheet = cheat_sheet(rules, options, deck)
        assert sheet.deck == deck
        assert {kind_of(card) for line in sheet.classes for card in line.cards} <= {deck}
        assert any(line.cards for line in sheet.classes)
    assert refusal_code(lambda: cheat_sheet(rules, {}, "tarot")) == "wrong_deck"


@every_game
def test_texts_are_there_in_both_languages(key: str) -> None:
    rules = game(key)
    texts: list[Text | Name] = [rules.name, rules.summary, *(says for _, says in (*rules.roles, *rules.outcomes))]
    for option in rules.options:
        assert len(option.values) == len(option.value_labels)
        default = rules.resolve_options({})[option.key]
        assert option.check(default) == default
        texts += [option.label, option.help, *option.value_labels, *(name for _, name in option.amount_keys)]
    for each in rules.classes:
        texts += [each.name, each.description]
    for word in rules.words:
        texts += [word.name, word.meaning]
    for lesson in rules.lesson:
        texts += [lesson.title, lesson.body]
    for text in texts:
        assert text.en.strip()
        assert text.ja.strip()
    assert rules.words
    assert rules.lesson
    assert {rules.role_of(seat, seats) for seats in rules.seats for seat in range(seats)} <= {
        "",
        *(role for role, _ in rules.roles),
    }


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**30)
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["h01-1", "kblank", "AS", "\ud800", "doni"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


def paths_in(value: Any, at: tuple = ()) -> Iterator[tuple]:
    yield at
    if isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths_in(inner, (*at, step))


def replace_at(value: Any, at: tuple, junk: Any) -> Any:
    if not at:
        return junk
    copy = value.copy()
    copy[at[0]] = replace_at(value[at[0]], at[1:], junk)
    return copy


@every_game
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_garbage_is_refused_by_code(key: str, data: st.DataObject) -> None:
    rules = game(key)
    round_ = next(iter(play_rounds(rules, {}, 1)))[0]
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.sampled_from(list(paths_in(round_))))
        round_ = replace_at(round_, at, data.draw(JUNK))
        if not isinstance(round_, dict):
            break
    refusal_code(lambda: rules.settle(round_))


@every_game
def test_nothing_in_the_place_of_anything_is_refused_by_code(key: str) -> None:
    rules = game(key)
    round_ = next(iter(play_rounds(rules, {}, 1)))[0]
    for at in paths_in(round_):
        refusal_code(lambda at=at: rules.settle(replace_at(round_, at, None)))


def refusal_code(call: Callable[[], object]) -> str:
    """The code of the refusal of `call`, "" without one. Other exceptions fail the test."""
    try:
        call()
    except Refusal as refusal:
        json.dumps(refusal.as_json(), ensure_ascii=False).encode()
        return refusal.code
    return ""


@every_game
def test_an_evening_adds_up(key: str) -> None:
    rules, session = game(key), sample_session(game(key))
    first, house, events = sum(session.stones), 0, []
    shuffled = shuffle_packs(rules, session, "evening")
    while not session.over and len(events) < 60:
        round_ = rules.simulate_round(next(shuffled), session.table())
        settled = rules.settle(round_).as_json()
        before, event = session, RoundSettled(round_, settled)
        session = apply(before, event)
        back = apply(session, RoundUndone(session.event_count))
        assert (back.stones, back.dealer, back.pot, back.table()) == (
            before.stones,
            before.dealer,
            before.pot,
            before.table(),
        )
        events.append(event)
        house += settled.get("house", 0)
        assert sum(session.stones) + session.pot + house == first
    again = sample_session(rules)
    for event in events:
        again = apply(again, event_from_json(json.loads(json.dumps(event.as_json()))))
    assert again == session


@every_game
def test_odds_are_exact_or_refused(key: str) -> None:
    rules = game(key)
    for each in rules.classes:
        role = (each.roles or [role for role, _ in rules.roles] or [""])[0]
        for length in range(1, len(each.example)):
            counting = partial(rules.odds, each.example[:length], (), role, each.options, None)
            if refusal_code(counting):
                assert refusal_code(counting) == "no_odds"
                return
            odds = counting()
            for section in odds.sections:
                assert all(0 <= line.probability <= 1 for line in section.lines)
                assert section.title.en
                assert section.title.ja


@every_game
def test_lines_never_fail(key: str) -> None:
    assert handle_json(settle_json, json.dumps({"game": key}))["error"]["code"]
