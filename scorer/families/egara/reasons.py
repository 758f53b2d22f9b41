"""Reasons and prompts that Kakeya Toranpu and Etori share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from scorer.families.egara.deal import (
    ACE_CLASSES,
    ACES,
    EGARA_COUNT,
    SUIT_NAMES,
    Aces,
    SideDeal,
    format_card,
    sides_of,
)
from scorer.families.egara.tricks import PICTURE_CODES, SUITS, picture_cards
from scorer.rules.game import Game
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue, Reason, because
from scorer.rules.round_input import require_card_codes, require_one_deck
from scorer.rules.settlement import classify_hand
from scorer.texts import Name, Text, Word

TRUMP_ROLES = tuple(
    (suit, Text(f"{SUIT_NAMES[suit].en} are trumps", f"切り札は{SUIT_NAMES[suit].ja}")) for suit in SUITS
)
"""The roles of a single hand: the trumps under which it is valued."""


def trump_roles(suits: str) -> tuple[tuple[str, Text], ...]:
    """The roles for the suits that may be trumps.

    >>> [role for role, _ in trump_roles("CDH")]
    ['H', 'D', 'C']
    """
    return tuple(role for role in TRUMP_ROLES if role[0] in suits)


PICTURE_QUESTION = Text("How many picture cards did this side win?", "この組が取った絵札は何枚ですか")
"""What drills ask of a captured pile: the aces that count are those dealt, which a pile does not show (kakeya 6.2)."""
TRICK_WORDS = (
    Word(
        Name("trick", "トリック"),
        Text("four cards, one from each player; the strongest takes them", "一人1枚ずつ出した4枚。一番強い札が取る"),
        ("tricks",),
    ),
    Word(
        Name("suit led", "台札", "だいふだ"),
        Text(
            "the suit of the first card of a trick; whoever holds it must follow",
            "トリックの最初の札。同じマークがあれば従う",
        ),
    ),
    Word(
        Name("lead", "打ち出し", "うちだし"),
        Text("playing the first card of a trick", "トリックの最初の札を出すこと"),
        ("leads", "led"),
    ),
)
RESTS = because("rests", "Rests this deal", "この局は休み", "kakeya 2.3")


def hand_values(deal: SideDeal, seats: int, special_name: Text) -> tuple[HandValue, ...]:
    """The aces and picture cards of every seat; a resting pair has neither.

    `special_name` is the game's name for the special card.
    """
    value_by_seat = {}
    for side, seat in enumerate(deal.active):
        captured = deal.captured_pictures[side] if deal.captured_pictures else ()
        value_by_seat[seat] = _hand_value(seat, deal.aces[side], deal.picture_counts[side], captured, special_name)
    return tuple(value_by_seat.get(seat) or HandValue(seat, None, None, (RESTS,)) for seat in range(seats))


def value_pile(
    game: Game, cards: Sequence[str], options: Mapping[str, object], trump: str, special: str, special_name: Text
) -> HandValue:
    """The aces and picture cards of one hand or side under `trump`.

    `special` is the code of the special card, `special_name` what the game calls it.
    """
    pile = require_card_codes(cards, Text("cards", "札"))
    require_one_deck(game, game.resolve_options(options), (pile,))
    captured = picture_cards(pile)
    aces = Aces(frozenset(pile) & frozenset(ACES), special, f"A{trump}")
    return _hand_value(0, aces, len(captured), captured, special_name)


def _hand_value(seat: int, aces: Aces, count: int, captured: tuple[str, ...], special_name: Text) -> HandValue:
    key = classify_hand(ACE_CLASSES, aces, "").key
    return HandValue(seat, key, count, (_aces_reason(aces, key, special_name), _pictures_reason(count, captured)))


@cache
def _aces_reason(aces: Aces, key: str, special_name: Text) -> Reason:
    if key == "none":
        return because(key, "Dealt no ace", "エースは1枚も配られませんでした", "kakeya 6.2")
    listed, listed_ja = [], []
    for ace in ACES:
        if ace in aces.dealt:
            top = (" (ace of trumps)", "（切り札のエース）") if ace == aces.trump_ace else ("", "")
            en, ja = (f" ({special_name.en})", f"（{special_name.ja}）") if ace == aces.special else top
            listed.append(format_card(ace) + en)
            listed_ja.append(format_card(ace) + ja)
    suffix = f": neither {special_name.en} nor the ace of trumps" if key == "minor" else ""
    suffix_ja = f"。{special_name.ja}も切り札のエースもありません" if key == "minor" else ""
    return because(
        key, f"Dealt {' '.join(listed)}{suffix}", f"配られたエースは{'・'.join(listed_ja)}{suffix_ja}", "kakeya 6.2"
    )


def _pictures_reason(count: int, captured: Sequence[str]) -> Reason:
    formatted = " ".join(map(format_card, captured))
    return because(
        "pictures",
        f"{count} of the 16 picture cards" + (f": {formatted}" if formatted else ""),
        f"絵札{count}枚" + (f"：{formatted}" if formatted else ""),
        "kakeya 1.2",
        count,
    )


def round_prompts(table: Table, allowed_trumps: str, default_trump: str) -> tuple[Prompt, ...]:
    """Prompts for trumps, the picture cards (as cards or as a number) and the aces dealt.

    The aces lie among the picture cards at the end of the deal.
    """
    active = tuple(enumerate(sides_of(table)))
    suits = tuple(SUIT_NAMES[suit] for suit in allowed_trumps)
    trump = Prompt(
        "trump",
        PromptKind.CHOICE,
        Text("Trumps", "切り札"),
        values=tuple(allowed_trumps),
        value_labels=suits,
        default=default_trump,
    )
    aces = Text("Aces dealt", "配られたエース")
    aces_help = Text(
        "The aces this side held before the first trick.", "最初のトリックの前に、この組が持っていたエース。"
    )
    count, count_help = (
        Text("How many picture cards", "取った絵札の数"),
        Text("Only where the cards are not laid down.", "札を並べないときだけ。"),
    )
    captured, captured_help = (
        Text("Picture cards won", "取った絵札"),
        Text("Other cards may lie among them.", "ほかの札が混じっていてもかまいません。"),
    )
    return (
        trump,
        *(
            Prompt(
                f"captured.{side}",
                PromptKind.CARDS,
                captured,
                captured_help,
                seat=seat,
                maximum=52,
                counting=PICTURE_CODES,
            )
            for side, seat in active
        ),
        *(
            Prompt(
                f"aces.{side}",
                PromptKind.CARDS,
                aces,
                aces_help,
                seat=seat,
                maximum=len(ACES),
                cards=ACES,
                shares="aces",
            )
            for side, seat in active
        ),
        *(
            Prompt(
                f"pictures.{side}",
                PromptKind.NUMBER,
                count,
                count_help,
                seat=seat,
                maximum=EGARA_COUNT,
                optional=True,
                shares="pictures",
                whole=EGARA_COUNT,
            )
            for side, seat in active
        ),
    )
