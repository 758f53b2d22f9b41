"""Reasons and refusal messages of Dontsuku, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from scorer.games.dontsuku.texts import OPTIONS
from scorer.rules.game import HandClass
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import Reason, because
from scorer.rules.settlement import face_of
from scorer.texts import Text, capitalize, join_names

HANDS = Text("hands", "手札")
HAND = Text("a hand", "手札")

UNSEEN_COUNT = Text("unseen cards", "突っ込めの枚数")
ACTED_NOT_BOOLEAN = Text("acted is true or false", "acted は true か false です")


def card_names(cards: Sequence[str]) -> Text:
    """The names of the cards, for a sentence."""
    names = [face_of(code).name for code in cards]
    return Text(", ".join(name.en for name in names), "・".join(name.ja for name in names))


def hand_already_decided(decided: Sequence[str], hand_class: HandClass) -> Text:
    """A card was drawn although the hand was already decided."""
    cards = card_names(decided)
    return Text(
        f"{cards.en} is already {hand_class.name.en}: no card can follow",
        f"{cards.ja}でもう{hand_class.name.ja}なので、その後の札はありえません",
    )


def round_already_over(caller: str, name: str) -> Text:
    """Somebody acted although agari had ended the round."""
    return Text(
        f"{caller} called agari already; {name} draws no more",
        f"{caller}がもうアガっているので、{name}は札を引けません",
    )


NOT_ACTED = Text("everybody has a turn until somebody calls agari", "アガリが出るまでは全員に番が回ります")
NO_CARD = Text("every player is dealt one card", "誰にも1枚は配られます")
FIRST_CARD = Text("the first card is never part of a tsukkome", "はじめの1枚は突っ込めに数えません")
MOTTO_FIRST = Text(
    "who has drawn openly may not ask for unseen cards as well: tsukkome after motto is not agreed",
    "見て引いた後の突っ込めは取り決めにありません",
)


def too_many_unseen(maximum: object) -> Text:
    """More unseen cards than agreed."""
    return Text(
        f"At most {maximum} cards by tsukkome are agreed",
        f"突っ込めは{maximum}枚までの取り決めです",
    )


def below_minimum(total: int, minimum: object) -> Text:
    """Somebody passed below the least total agreed."""
    return Text(
        f"Nobody may pass at {total}: {minimum} is agreed as the least total to pass on",
        f"{total}では止まれません。止まれるのは{minimum}からの取り決めです",
    )


def bad_role(role: str) -> Text:
    """The game has no such role."""
    return Text(f"Dontsuku has no role {role}", f"どんつくに「{role}」という役回りはありません")


NEVER_ACTED = because("never_acted", "No turn: the round ended first", "番が来る前に局が終わりました", "dontsuku 6.1")


@cache
def hidden_hand(unseen: int) -> Reason:
    """A tsukkome hand that an earlier agari made void."""
    return because(
        "never_shown",
        f"Tsukkome of {unseen}: somebody called agari first, so the hidden cards do not count",
        f"突っ込め{unseen}枚。先にアガリが出たので、伏せ札は数えません",
        "dontsuku 6.1",
    )


@cache
def unseen_cards(count: int) -> Reason:
    """How many cards of an open hand came unseen."""
    cards = "card" if count == 1 else f"{count} cards"
    return because(
        "tsukkome",
        f"Tsukkome: the last {cards} came face down",
        f"突っ込め：終わりの{count}枚は伏せたままもらいました",
        "dontsuku 3.2",
    )


@cache
def hand_class_reason(hand_class: HandClass, total: int) -> Reason:
    """The class of a hand, and for a hand short of fifteen what it lacked."""
    name, description = hand_class.name, hand_class.description
    en, ja = f"{capitalize(name.en)}: {description.en}", f"{name.ja}：{description.ja}"
    if hand_class.key == "15":
        en, ja = "Exactly fifteen", "ちょうど15"
    elif hand_class.key == "nai":
        en = f"{total} is over fifteen: nai, out of the round"
        ja = f"{total}は15を超えたのでナイ。この局は負けです"
    elif hand_class.key == "total":
        missing = 15 - total
        if missing > 10:
            en, ja = f"{total}: {missing} short of fifteen", f"{total}：15まであと{missing}でした"
        else:
            article = "an" if missing == 8 else "a"
            en = f"{total}: {article} {missing} would have made fifteen"
            ja = f"{total}：{missing}が来れば15でした"
    return because(hand_class.key, en, ja, hand_class.section)


@cache
def suits_not_counted(hand_class: HandClass) -> Reason:
    """The class that the hand would have if suits counted."""
    agreement = agreement_suffix(OPTIONS, "suited_yaku", value=False)
    return because(
        "suits_off",
        f"With the teyaku bound to suits this would be {hand_class.name.en}{agreement.en}",
        f"紋の決まった手役があれば{hand_class.name.ja}でした{agreement.ja}",
        "dontsuku 1.3",
    )


@cache
def bonus(code: str, hand_class: HandClass) -> Reason:
    """One reason to double the payment: "own_bonus" (B1), "fifteen_too" (B2) or "by_tsukkome" (B3)."""
    name = hand_class.name
    en, ja = {
        "own_bonus": (f"{capitalize(name.en)} pays double by itself", f"{name.ja}はそれだけで払いが倍になります"),
        "fifteen_too": (
            f"{capitalize(name.en)} totals fifteen as well: double",
            f"{name.ja}で合計も15なので、払いが倍になります",
        ),
        "by_tsukkome": (f"{capitalize(name.en)} by tsukkome: double", f"突っ込めで{name.ja}なので、払いが倍になります"),
    }[code]
    return because(code, en, ja, "dontsuku 5.2")


def agari(winner: str, hand_class: HandClass, cards: Sequence[str]) -> Reason:
    """The winner called agari, which ended the round during the turns."""
    card_list = card_names(cards)
    return because(
        "agari",
        f"{winner} calls agari with {card_list.en} ({hand_class.name.en}), which ends the round",
        f"{winner}が{card_list.ja}でアガリ（{hand_class.name.ja}）。局はここで終わりです",
        "dontsuku 6.1",
    )


def showdown(outcome: str, winner: str, hand_class: HandClass) -> Reason:
    """Nobody called agari; why `winner` wins with `outcome`."""
    en, ja, section = {
        "tsukkome": (
            f"{winner} wins: nobody called agari, and the tsukkome shows {hand_class.name.en}",
            f"アガリがなく、{winner}の突っ込めが{hand_class.name.ja}でした",
            "6.2",
        ),
        "fourteen": (
            f"{winner} wins with fourteen: nobody has fifteen or a teyaku",
            f"15も手役もなく、14の{winner}の勝ちです",
            "6.3",
        ),
        "thirteen": (
            f"{winner} wins with a tsukkome thirteen: nobody has fourteen either",
            f"14もなく、突っ込めで13の{winner}の勝ちです",
            "6.4",
        ),
    }[outcome]
    return because(outcome, en, ja, f"dontsuku {section}")


FORFEIT = because(
    "forfeit",
    "No fifteen, teyaku, fourteen or tsukkome thirteen: nobody pays, and the same dealer deals again",
    "15も手役も14も突っ込めの13もありません。払いはなく、同じ親が配り直します",
    "dontsuku 6.5",
)


def tie_priority(claimants: Sequence[str], *, dealer_wins: bool) -> Reason:
    """Several hands were equal; the first of `claimants` wins."""
    names = join_names(claimants)
    priority = (
        Text("the dealer comes first", "親が先です")
        if dealer_wins
        else Text("whoever is nearest to the dealer's right wins", "親の右に近い人の勝ちです")
    )
    return because(
        "tie_priority", f"{names.en} tie: {priority.en}", f"{names.ja}が並びました。{priority.ja}", "dontsuku 6.2"
    )


def winner_payment(winner: str, share: int, factor: int, stacking: OptionValue, bonuses: int) -> Reason:
    """The payment that every other player owes the winner."""
    owed = share * factor
    en, ja = (
        f"From every other player {winner} gets the share of {share}",
        f"ほかの全員が{winner}に取り分{share}個を払います",
    )
    if factor > 1:
        en, ja = f"{en} × {factor} = {owed}", f"ほかの全員が{winner}に取り分{share}個×{factor}＝{owed}個を払います"
    if bonuses > 1:
        agreement = agreement_suffix(OPTIONS, "bonus_stacking", stacking)
        en, ja = f"{en}{agreement.en}", f"{ja}{agreement.ja}"
    return because("payment", en, ja, "dontsuku 6.6")


@lru_cache(maxsize=1024)
def seat_payment(stones: int, owed: int) -> Reason:
    """One player's payment, which falls short of what is owed when the stones run out."""
    if stones < owed:
        agreement = agreement_suffix(OPTIONS, "debt", "pay_what_you_have")
        return because(
            "pays_what_he_has",
            f"{stones} of the {owed} owed: that is all there was{agreement.en}",
            f"{owed}個のところ、持っている{stones}個だけを払います{agreement.ja}",
            "dontsuku 3",
        )
    return because("share", f"The winner's share: {owed}", f"勝者の取り分{owed}個", "dontsuku 6.6")
