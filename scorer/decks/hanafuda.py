"""The hanafuda 花札 deck: twelve months of four cards."""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.texts import Name, Text, Word

_POETRY = ("poetry ribbon", "赤短", "あかたん", "ribbon")
_PLAIN = ("ribbon", "短冊", "たんざく", "ribbon")
_BLUE = ("blue ribbon", "青短", "あおたん", "ribbon")
_KASU = ("chaff", "カス", "", "chaff")

# For each month in turn its plant and its four cards, in order of worth (machine interfaces, "Card codes").
_MONTHS = (
    (Name("pine", "松", "まつ"), (("crane", "鶴", "つる", "bright"), _POETRY, _KASU, _KASU)),
    (Name("plum", "梅", "うめ"), (("bush warbler", "鶯", "うぐいす", "animal"), _POETRY, _KASU, _KASU)),
    (Name("cherry", "桜", "さくら"), (("curtain", "幕", "まく", "bright"), _POETRY, _KASU, _KASU)),
    (Name("wisteria", "藤", "ふじ"), (("cuckoo", "時鳥", "ほととぎす", "animal"), _PLAIN, _KASU, _KASU)),
    (Name("iris", "菖蒲", "あやめ"), (("bridge", "八橋", "やつはし", "animal"), _PLAIN, _KASU, _KASU)),
    (Name("peony", "牡丹", "ぼたん"), (("butterflies", "蝶", "ちょう", "animal"), _BLUE, _KASU, _KASU)),
    (Name("bush clover", "萩", "はぎ"), (("boar", "猪", "いのしし", "animal"), _PLAIN, _KASU, _KASU)),
    (
        Name("susuki", "芒", "すすき"),
        (("moon", "月", "つき", "bright"), ("geese", "雁", "かり", "animal"), _KASU, _KASU),
    ),
    (Name("chrysanthemum", "菊", "きく"), (("sake cup", "盃", "さかずき", "animal"), _BLUE, _KASU, _KASU)),
    (Name("maple", "紅葉", "もみじ"), (("deer", "鹿", "しか", "animal"), _BLUE, _KASU, _KASU)),
    (
        Name("willow", "柳", "やなぎ"),
        (
            ("rain man", "小野道風", "おののとうふう", "bright"),
            ("swallow", "燕", "つばめ", "animal"),
            _PLAIN,
            ("lightning", "雷", "かみなり", "chaff"),
        ),
    ),
    (
        Name("paulownia", "桐", "きり"),
        (
            ("phoenix", "鳳凰", "ほうおう", "bright"),
            ("yellow chaff", "黄カス", "きかす", "chaff"),
            _KASU,
            _KASU,
        ),
    ),
)


def _build_faces() -> tuple[Face, ...]:
    faces = []
    for month, (plant, cards) in enumerate(_MONTHS, start=1):
        for number, (en, ja, kana, kind) in enumerate(cards, start=1):
            name = Name(f"{plant.en}, {en}", f"{plant.ja}に{ja}", f"{plant.kana}に{kana or ja}")
            if kind == "chaff" and en == "chaff":
                name = Name(f"{plant.en} chaff", f"{plant.ja}のカス", f"{plant.kana}のかす")
            faces.append(Face(f"h{month:02d}-{number}", name, month, kind, plant.en))
    return tuple(faces)


DECK = Deck(
    "hanafuda",
    Name("hanafuda", "花札", "はなふだ"),
    _build_faces(),
    tuple(
        (plant, tuple(f"h{month:02d}-{number}" for number in range(1, 5)))
        for month, (plant, _) in enumerate(_MONTHS, start=1)
    ),
    equivalent_kinds=frozenset({"chaff"}),
    terms=(
        Word(
            Name("hanafuda", "花札", "はなふだ"),
            Text("Flower cards: twelve months of four cards each.", "花の札。十二か月に四枚ずつの四十八枚。"),
        ),
    ),
)
