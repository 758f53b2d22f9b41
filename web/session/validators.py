"""Validation of names, openings, seat changes and answers of a request."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.person_names import fold_name, is_plain_name, sole_cell, tidy_name
from scorer.rules.game import Game
from scorer.rules.pairs import PAIR_SIZE, join_pair, pair_names, people_counts, people_in
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.round_input import require_one_deck
from scorer.session.events import EveningOpened, Event, GameBegun, PlayerJoined, PlayerLeft, SeatsSwapped, StonesBought
from scorer.session.state import Session
from scorer.texts import Text
from web.refusals import nothing_here
from web.session.seat_assignment import hand_paths_by_seat

DEFAULT_GAME = "otoroku"
"""The game offered first: quickly explained, and for two to seven players."""

MAX_STONES = 10**6
"""Stones a player may bring."""

MAX_CHOSEN = 64
"""Values that one answer may list: more than anybody calls in a round."""

MAX_NAME_LENGTH = 24
"""Characters a name may have."""


def clean_name(name: object) -> str:
    """`name` without what shows nothing (`tidy_name`), 1 to 24 characters. Raises `bad_name` otherwise.

    A pasted row of cells is the name in it, if there is one. The refusal names whose name it is.

    >>> clean_name("  Aki ")
    'Aki'
    """
    if not isinstance(name, str):
        raise _bad_name("a name must be text", "名前は文字で書いてください")
    clean = tidy_name(sole_cell(name))
    if not clean:
        raise _bad_name("a name cannot be empty", "名前が空です")
    if len(clean) > MAX_NAME_LENGTH:
        raise _bad_name(
            f"“{clean[:MAX_NAME_LENGTH]}…” has {len(clean)} characters; a name can have at most {MAX_NAME_LENGTH}",
            f"「{clean[:MAX_NAME_LENGTH]}…」は{len(clean)}文字です。名前は{MAX_NAME_LENGTH}文字までです",
        )
    if not is_plain_name(clean):
        raise _bad_name(
            "a name cannot have control characters, such as tabs between cells of a table: enter the name alone",
            "名前に制御文字（表のセルを区切るタブなど）は使えません。名前だけを入れてください",
        )
    return clean


def clean_seat_name(name: object, rules: Game) -> str:
    """The name of a seat of that game: of one person, or of a pair as `join_pair` writes it. Raises `bad_name`."""
    people = people_in(name, rules.people_per_seat) if isinstance(name, str) else ()
    return join_pair([clean_name(person) for person in people]) if len(people) > 1 else clean_name(name)


def clean_names(names: object, rules: Game) -> tuple[str, ...]:
    """The seats of an evening in their order, nobody twice. Raises `bad_name`.

    A game of pairs takes a name for each pair, or the names of all people in the order in which they sit.
    """
    if not isinstance(names, list):
        raise _bad_name("the players must be a list of names", "参加者は名前の一覧で渡してください")
    if len(names) in people_counts(rules.seats, rules.people_per_seat):
        names = pair_names([clean_name(name) for name in names])
    clean = tuple(clean_seat_name(name, rules) for name in names)
    seen: set[str] = set()
    for person in (person for seat in clean for person in people_in(seat, rules.people_per_seat)):
        if fold_name(person) in seen:
            raise _bad_name(
                f"two players are called {person}; give one of them another name",
                f"「{person}」という名前の人が二人います。どちらかの名前を変えてください",
            )
        seen.add(fold_name(person))
    return clean


def parse_opening(data: Mapping[str, Any]) -> EveningOpened:
    """The opening event of `game`, `players` and optionally `deck`, `options`, `stones`. Raises `Refusal`."""
    rules = game(data.get("game"))
    players = clean_names(data.get("players"), rules)
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise Refusal("bad_option", Text("Options must be an object", "取り決めの形が正しくありません"))
    seats = rules.seats_for(rules.resolve_options(rules.options_for_players(options, len(players))))
    if len(players) not in seats:
        raise _wrong_number_of_players(rules, seats, players)
    deck = data.get("deck") or rules.decks[0]
    if not isinstance(deck, str):
        raise Refusal("wrong_deck", Text("The deck must be named", "札の種類を名前で選んでください"))
    return EveningOpened(rules.key, deck, options, players, _parse_stones(data.get("stones"), len(players)))


def parse_game_start(data: Mapping[str, Any]) -> GameBegun:
    """The event that begins another game in the same evening: the same fields and optionally `dealer`."""
    begun = parse_opening(data)
    dealer = data.get("dealer", 0)
    if type(dealer) is not int:
        raise Refusal("bad_count", Text("The dealer is the number of a player", "親は参加者の番号で選んでください"))
    return GameBegun(begun.game, begun.deck, begun.options, begun.players, begun.stones, dealer)


def parse_join(session: Session, data: Mapping[str, Any]) -> Event:
    """The event of `player` sitting down with `stones` at `place` in the order of players.

    The default of `stones` is what the game begins with, that of `place` the end. A player who had left returns to his
    own seat, by default with no further stones.
    """
    player = clean_seat_name(data.get("player"), session.rules)
    stones, place = data.get("stones"), data.get("place")
    returns = player in session.away
    if stones is None:
        stones = 0 if returns else session.rules.start_stones(session.options)
    _require_stones(stones, 0)
    if not (place is None or type(place) is int):
        raise Refusal("bad_count", Text("A place is the number of a seat", "席は番号で選んでください"))
    seated = {fold_name(name) for seat in session.people for name in seat}
    if not returns and any(fold_name(name) in seated for name in people_in(player, session.rules.people_per_seat)):
        raise Refusal(
            "bad_name",
            Text(
                f"Somebody called {player} sits here already; add a letter to tell them apart",
                f"「{player}」という名前の人がもういます。区別できる名前にしてください",
            ),
        )
    return PlayerJoined(player, stones, place)


def parse_leave(session: Session, data: Mapping[str, Any]) -> Event:
    """The event of `player` leaving. He takes his stones along, and they stay recorded as his."""
    return PlayerLeft(clean_seat_name(data.get("player"), session.rules))


def parse_purchase(session: Session, data: Mapping[str, Any]) -> Event:
    """The event of `player` taking `stones` from the bank. The default is what the game begins with."""
    stones = data.get("stones")
    if stones is None:
        stones = session.rules.start_stones(session.options)
    _require_stones(stones, 1)
    return StonesBought(clean_seat_name(data.get("player"), session.rules), stones)


def parse_swap(session: Session, data: Mapping[str, Any]) -> Event:
    """The event of `one` and `other` changing seats. Deal and stones go with the person."""
    first, second = (clean_seat_name(data.get(key), session.rules) for key in ("one", "other"))
    if first == second:
        raise Refusal("bad_name", Text("Choose two people", "二人を選んでください"))
    return SeatsSwapped(first, second)


def _wrong_number_of_players(rules: Game, seats: range, players: Sequence[str]) -> Refusal:
    few, many = seats[0] * rules.people_per_seat, seats[-1] * rules.people_per_seat
    allowed = Text(f"{few} to {many}", f"{few}人から{many}人") if few < many else Text(f"{few}", f"{few}人")
    people = sum(len(people_in(player, rules.people_per_seat)) for player in players)
    if rules.people_per_seat == PAIR_SIZE:
        allowed = Text(f"{allowed.en} in pairs", f"{allowed.ja}（二人一組）")
    change = Text("take a name away", "名前を減らして") if people > many else Text("add a name", "名前を足して")
    return Refusal(
        "bad_count",
        Text(
            f"{rules.name.en} is played by {allowed.en}, not by {people}; {change.en} or choose another game",
            f"{rules.name.ja}は{allowed.ja}で遊びます。{people}人ではできません。{change.ja}ください",
        ),
    )


def _require_stones(stones: object, least: int) -> None:
    if not (type(stones) is int and least <= stones <= MAX_STONES):
        raise Refusal(
            "bad_count",
            Text(f"Stones are a number from {least} to {MAX_STONES}", f"石は{least}から{MAX_STONES}までの数です"),
        )


_SEAT_MOVES: dict[str, Callable[[Session, Mapping[str, Any]], Event]] = {
    "join": parse_join,
    "leave": parse_leave,
    "swap": parse_swap,
    "buy": parse_purchase,
}


def seat_move(move: str) -> Callable[[Session, Mapping[str, Any]], Event]:
    """The function that makes the event of a move ("join", "leave", "swap" or "buy") from its JSON.

    Raises `not_found` for any other move.
    """
    if move not in _SEAT_MOVES:
        raise nothing_here()
    return _SEAT_MOVES[move]


def require_playable(session: Session) -> None:
    """Refuse a game that is about to begin and of which no round could be booked.

    Raises `bad_option` for house rules that need cards the deck lacks, and when, with these stones and this stake,
    fewer can play than the game needs.
    """
    session.rules.cards_in_play(decks()[session.deck], session.options)
    if len(session.seat_order) < session.rules.seats_for(session.options)[0]:
        raise Refusal(
            "bad_option",
            Text("Too few players have the stones for this stake.", "この持ち石とこの賭け石では、遊べる人が足りません"),
        )


def validate_answer(prompt: Prompt, value: object) -> Any:
    """`value`, checked against a prompt that does not ask for cards. Raises `bad_answer`."""
    is_valid: bool
    if prompt.kind is PromptKind.NUMBER:
        is_valid = (
            type(value) is int
            and prompt.minimum <= value
            and (value <= prompt.maximum or prompt.maximum < prompt.minimum)
        )
    elif prompt.kind is PromptKind.CHOICE:
        is_valid = prompt.takes(value)
    else:
        most = prompt.maximum if prompt.kind is PromptKind.SEQUENCE and prompt.maximum else MAX_CHOSEN
        is_valid = isinstance(value, list) and len(value) <= most and all(map(prompt.takes, value))
    if not is_valid:
        raise Refusal(
            "bad_answer",
            Text(
                f"{str(value)[:40]} is no answer to: {prompt.label.en}", f"「{prompt.label.ja}」の答えになっていません"
            ),
            seat=prompt.seat,
        )
    return value


def validate_partial(session: Session, table: Table, prompts: Sequence[Prompt], answers: Mapping[str, Any]) -> None:
    """Check answers that may be incomplete.

    Raises `bad_answer` for a card that cannot be meant, `too_many_cards` for a hand with more cards than its prompt
    allows, `duplicate_card` or `wrong_deck` for cards on the table that the pack cannot hold together.
    """
    for prompt in prompts:
        strange = [card for card in answers.get(prompt.path, ()) if card not in prompt.cards] if prompt.cards else []
        if strange:
            face = decks()[session.deck].faces.get(strange[0])
            name = Text(face.name.en, face.name.ja) if face else Text(strange[0], strange[0])
            raise Refusal(
                "bad_answer",
                Text(
                    f"{name.en} does not belong here: {prompt.label.en}",
                    f"{name.ja}はここには入りません：{prompt.label.ja}",
                ),
                seat=prompt.seat,
                cards=tuple(strange),
            )
        if prompt.kind is PromptKind.CARDS and prompt.minimum <= prompt.maximum < len(answers.get(prompt.path, ())):
            count = len(answers[prompt.path])
            raise Refusal(
                "too_many_cards",
                Text(
                    f"{count} cards are entered here; at most {prompt.maximum} are possible",
                    f"{count}枚ありますが、多くても{prompt.maximum}枚のはずです",
                ),
                seat=prompt.seat,
                cards=tuple(answers[prompt.path]),
            )
    seats = len(table.seats)
    hands = [answers.get(path, ()) if path else () for path in hand_paths_by_seat(prompts, seats)]
    if any(hands):
        require_one_deck(session.rules, table.options, hands, seats)


def _parse_stones(stones: object, players: int) -> tuple[int, ...]:
    if stones is None:
        return ()
    if not (
        isinstance(stones, list)
        and len(stones) == players
        and all(type(count) is int and 0 <= count <= MAX_STONES for count in stones)
    ):
        raise Refusal(
            "bad_count", Text("Give a number of stones for every player.", "持ち石は一人に一つの数で書いてください")
        )
    return tuple(stones)


def _bad_name(en: str, ja: str) -> Refusal:
    return Refusal("bad_name", Text(en, ja))
