"""絵柄 egara: sixteen picture cards, two sides, the aces they were dealt: what Kakeya Toranpu and Etori share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import Deck
from scorer.errors import Refusal
from scorer.families.egara.tricks import SUITS, picture_cards
from scorer.rules.game import Game, HandClass
from scorer.rules.round_input import RoundInput, require_card_codes, require_int, require_length, require_one_deck
from scorer.rules.settlement import classify_hand
from scorer.texts import Name, Text

EGARA_COUNT = 16
ACES = ("AS", "AH", "AD", "AC")
SUIT_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {
    "S": Text("spades", "スペード"),
    "H": Text("hearts", "ハート"),
    "D": Text("diamonds", "ダイヤ"),
    "C": Text("clubs", "クラブ"),
}


def format_card(card: str) -> str:
    """A card as card players write it.

    >>> format_card("10H")
    '10♥'
    """
    return card[:-1] + SUIT_SYMBOLS[card[-1]]


@dataclass(frozen=True, slots=True)
class Aces:
    """The aces one side was dealt, as the hand classes see them: with the special card and the ace of trumps."""

    dealt: frozenset[str]
    special: str
    trump_ace: str

    @property
    def major_aces(self) -> frozenset[str]:
        """Which of the special card and the ace of trumps are among them."""
        return self.dealt & {self.special, self.trump_ace}


ACE_CLASSES = (
    HandClass(
        "none",
        Name("no ace", "エースなし"),
        Text("the side was dealt no ace", "エースが一枚も配られなかった"),
        lambda aces: not aces.dealt,
        2,
        example=("KS", "2H"),
        section="kakeya 6.2",
    ),
    HandClass(
        "minor",
        Name("minor aces", "並のエース"),
        Text(
            "one or two aces, neither the special one nor the ace of trumps",
            "エースが一枚か二枚で、特別なエースも切り札のエースもない",
        ),
        lambda aces: len(aces.dealt) <= 2 and not aces.major_aces,
        1,
        example=("AH", "2H"),
        section="kakeya 6.2",
    ),
    HandClass(
        "major",
        Name("major aces", "強いエース"),
        Text("any other aces", "それ以外（特別なエースか切り札のエースがある）"),
        lambda _: True,
        0,
        example=("AS", "2H"),
        section="kakeya 6.2",
    ),
)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal between two sides. `active` are their seats; `picture_counts` their picture cards, `aces` what they
    were dealt.

    `captured_pictures` are the picture cards themselves where the table told them.
    """

    active: tuple[int, int]
    dealers: int
    trump: str
    aces: tuple[Aces, Aces]
    picture_counts: tuple[int, int]
    captured_pictures: tuple[tuple[str, ...], tuple[str, ...]] | None

    def ace_class_key(self, side: int) -> str:
        """The class of a side's aces."""
        return classify_hand(ACE_CLASSES, self.aces[side], "").key

    @property
    def side_without_special(self) -> int:
        """The side that was not dealt the special card."""
        return 0 if self.aces[1].special in self.aces[1].dealt else 1


def parse_deal(game: Game, round_input: RoundInput, allowed_trumps: str, special_by_trump: Mapping[str, str]) -> Deal:
    """The deal that a round describes; `allowed_trumps` may be trumps, `special_by_trump` gives the special card for
    each.

    `bad_count` for counts and aces that do not add up, `impossible` for what the play cannot bring (kakeya 5.5, 6.4).
    """
    data, seats = round_input.data, len(round_input.seats)
    pair = [
        require_int(seat, Text("active", "打つ組"), maximum=seats - 1)
        for seat in require_length(data.get("active"), 2, Text("active", "打つ組"))
    ]
    if pair[0] == pair[1]:
        raise Refusal("bad_count", Text("two different sides play", "打つのは別々の二組です"), seat=pair[0])
    dealers = require_int(data.get("dealers"), Text("dealers", "親"), maximum=seats - 1)
    if seats > 2 and dealers in pair:
        raise Refusal(
            "impossible", Text("with three pairs the dealers rest", "三組のときは親の組が休みます"), seat=dealers
        )
    trump = data.get("trump")
    if trump not in tuple(SUITS):
        raise Refusal("bad_option", Text('trump is "S", "H", "D" or "C"', "切り札は S・H・D・C のどれかです"))
    if trump not in allowed_trumps:
        name = SUIT_NAMES[trump]
        raise Refusal(
            "impossible",
            Text(f"by agreement {name.en} cannot be trumps", f"取り決めにより{name.ja}は切り札にできません"),
        )
    aces = _parse_aces(game, round_input, pair, special_by_trump[trump], f"A{trump}")
    counts, taken = _parse_picture_counts(game, round_input, pair)
    for side, seat in enumerate(pair):
        _check_unlosable_aces(aces[side], counts[side], taken[side] if taken else None, seat)
    return Deal((pair[0], pair[1]), dealers, trump, aces, counts, taken)


def _parse_aces(
    game: Game, round_input: RoundInput, pair: Sequence[int], special: str, trump_ace: str
) -> tuple[Aces, Aces]:
    what = Text("aces", "配られたエース")
    given = require_length(round_input.data.get("aces"), 2, what)
    one, two = (require_card_codes(held, what, seat) for held, seat in zip(given, pair, strict=True))
    require_one_deck(game, round_input.options, (one, two))
    if sorted((*one, *two)) != sorted(ACES):
        raise Refusal(
            "bad_count",
            Text("the four aces are dealt to the two sides", "四枚のエースは二組のどちらかに配られています"),
            cards=(*one, *two),
        )
    return Aces(frozenset(one), special, trump_ace), Aces(frozenset(two), special, trump_ace)


def _parse_picture_counts(
    game: Game, round_input: RoundInput, pair: Sequence[int]
) -> tuple[tuple[int, int], tuple[tuple[str, ...], tuple[str, ...]] | None]:
    """Picture cards of both sides, from the captured cards or as told; where both are given they must agree."""
    data = round_input.data
    taken: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    counts = (0, 0)
    if data.get("captured") is not None or data.get("pictures") is None:
        what = Text("captured", "取札")
        given = require_length(data.get("captured"), 2, what)
        one, two = (require_card_codes(pile, what, seat) for pile, seat in zip(given, pair, strict=True))
        require_one_deck(game, round_input.options, (one, two))
        taken = (picture_cards(one), picture_cards(two))
        counts = (len(taken[0]), len(taken[1]))
    if data.get("pictures") is not None:
        what = Text("pictures", "絵札の数")
        given = require_length(data["pictures"], 2, what)
        told = [
            require_int(count, what, maximum=EGARA_COUNT, seat=seat) for count, seat in zip(given, pair, strict=True)
        ]
        if counts not in ((0, 0), tuple(told)):
            raise _picture_total_refusal(*told)
        taken = taken if any(counts) else None
        counts = (told[0], told[1])
    if sum(counts) != EGARA_COUNT:
        raise _picture_total_refusal(*counts)
    return counts, taken


def _picture_total_refusal(first: int, second: int) -> Refusal:
    return Refusal(
        "bad_count",
        Text(
            f"{first} and {second} picture cards do not add up to the 16 there are",
            f"絵札が{first}枚と{second}枚では、全部で十六枚になりません",
        ),
    )


def _check_unlosable_aces(aces: Aces, count: int, captured: Sequence[str] | None, seat: int) -> None:
    """What a side cannot lose must be among its picture cards (kakeya 5.5)."""
    if aces.special not in aces.dealt:
        return
    lost = () if captured is None else tuple(sorted(aces.major_aces - set(captured)))
    if count >= len(aces.major_aces) and not lost:
        return
    cards = lost or tuple(sorted(aces.major_aces))
    named = " ".join(map(format_card, cards))
    raise Refusal(
        "impossible",
        Text(
            f"the side that was dealt {named} cannot lose it: {format_card(aces.special)} wins every trick it is in",
            f"{format_card(aces.special)}はどのトリックにも勝つので、{named}を配られた組がそれを取られることはありません",
        ),
        seat=seat,
        cards=cards,
    )


def copies_without_jokers(deck: Deck) -> Mapping[str, int]:
    """The 52 cards without jokers."""
    return _COPIES_WITHOUT_JOKERS.setdefault(
        deck.kind, {code: n for code, n in deck.copies.items() if not code.startswith("joker")}
    )


_COPIES_WITHOUT_JOKERS: dict[str, Mapping[str, int]] = {}
