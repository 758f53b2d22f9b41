"""Every native term in a game's texts is explained by that game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from scorer.decks import decks
from scorer.games import game, games
from scorer.rules.game import Game
from scorer.session.samples import PLAYER_NAMES, sample_session
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.drills import generate_questions
from scorer.teaching.glossary import glossary, terms
from tests.promises.games.test_contracts import option_sets, walk_values

Pair = tuple[str, str]

# A word of Japanese syllables only.
ROMAJI = re.compile(
    r"(?:(?:[kgsztdnhbpmyrwfj]|sh|ch|ts|[kgnhmrbp]y)?[aiueo]|n(?![aiueoy])|(?:k(?=k)|t(?=t|ch|ts)|p(?=p)|s(?=s)))+"
)
ENGLISH = """
a again an are aside be been before begin beside change choose chose demon do game geese go gun he here home house i
in into korean made make man moon more name nine nintendo no none on one open opposite owe page pass pine rain raise ran
reason run same seen share side so some take taken ten tie time to too unseen use were win won you zero
"""
# Words for Western cards that every reader of Japanese knows.
EVERYDAY = {
    "エース",
    "キング",
    "クイーン",
    "ジャック",
    "スペード",
    "ハート",
    "ダイヤ",
    "クラブ",
    "マーク",
    "トランプ",
    "ジョーカー",
}
# Everyday Japanese words that are also terms of a game.
PLAIN = {"勝負", "鬼札"}
KATAKANA = re.compile(r"[ァ-ヴー]{2,}")

every_game = pytest.mark.parametrize("key", sorted(games()))


@cache
def texts_of(key: str) -> set[Pair]:
    """All texts of a game: house rules, advice, prompts, sheets, settlements and drills."""
    rules, chance = game(key), random.Random(key)
    found = {
        (says.en, says.ja) for option in rules.options for says in (option.label, option.help, *option.value_labels)
    }
    for given in option_sets(rules):
        options = rules.resolve_options(given)
        found.update(text_pairs(cheat_sheet(rules, options).as_json()))
        table = sample_session(rules, options).table()
        for seat in range(len(table.seats)):
            found.update((line.text.en, line.text.ja) for line in rules.advice(table, seat))
        for ask in rules.prompts(table):
            found.update((says.en, says.ja) for says in (ask.label, ask.help, *ask.value_labels))
        pack = rules.pack(decks()[rules.decks[0]], options)
        found.update(text_pairs(rules.settle(rules.simulate_round(chance.sample(pack, len(pack)), table)).as_json()))
    pack = rules.pack(decks()[rules.decks[0]], rules.resolve_options({}))
    packs = [chance.sample(pack, len(pack)) for _ in range(3)]
    return found | {pair for each in generate_questions(rules, packs) for pair in text_pairs(each.as_json())}


def text_pairs(data: object) -> Iterator[Pair]:
    return (
        (inner["en"], inner["ja"])
        for inner in walk_values(data)
        if isinstance(inner, dict) and {"en", "ja"} <= set(inner)
    )


def card_names(rules: Game) -> set[str]:
    """Names of cards, which their drawings explain."""
    found = (decks()[kind] for kind in rules.decks)
    return {
        part
        for deck in found
        for name in (*(face.name for face in deck.face_list), *(n for n, _ in deck.groups))
        for part in (name.en, name.ja)
    }


@every_game
def test_every_native_word_is_explained(key: str) -> None:
    rules = game(key)
    known = [term for kind in rules.decks for term in terms(rules, decks()[kind]) if term.meaning]
    spelt = {part for term in known for form in term.en for part in re.findall(r"[a-z]+", form.lower())}
    written = [form for term in known for form in term.ja]
    games_ = {part for each in games().values() for part in re.findall(r"[a-z]+", each.name.en.lower())}
    cards = card_names(rules)
    cards_spelt = {part for name in cards for part in re.findall(r"[a-z]+", name.lower())}
    plain, unknown = set(ENGLISH.split()), set()
    for en, ja in texts_of(key):
        for word in re.findall(r"[a-z]+", en.lower()):
            if ROMAJI.fullmatch(word) and word not in spelt | plain | games_ | cards_spelt:
                unknown.add(word)
        for word in KATAKANA.findall(ja):
            if word not in EVERYDAY and not any(word in form for form in (*written, *cards)):
                unknown.add(word)
    assert unknown <= {name.lower() for name in PLAYER_NAMES}


@every_game
def test_no_game_speaks_in_words_only_another_explains(key: str) -> None:
    rules = game(key)
    own = {word.name.ja for word in glossary(rules)} | card_names(rules) | {each.name.ja for each in games().values()}
    others = {word.name.ja for each in games().values() for word in each.words} - own - PLAIN
    # One character, or hiragana alone, is an everyday word: 組, もっとよい.
    telling = [word for word in others if len(word) > 1 and re.search("[一-龥々ァ-ヴ]", word)]
    alone = re.compile("|".join(f"(?<![一-龥々ァ-ヴー]){re.escape(word)}(?![一-龥々ァ-ヴー])" for word in telling))
    assert not {found for _, ja in texts_of(key) for found in alone.findall(ja)}
