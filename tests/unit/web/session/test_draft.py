"""Read cards go to hands by place or all to one, and unsure cards wait."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.reads import PictureRead
from scanner.seat_zones import CENTER_ZONE, seat_zones
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.rules.prompts import Prompt, PromptKind
from scorer.texts import Text
from tests.support.table import HANDS, card_read, picture_of_piles
from web.camera.picture_cache import MAX_PICTURES, PictureCache
from web.session.draft import Draft
from web.session.draft_cards import Picture
from web.session.seat_assignment import assign_to_hands, check_against_pack, hand_paths_by_seat

NOTHING = Text("", "")
CODES = ["h01-1", "h02-1", "h03-1"]


def build_prompts(seats: int, *, centre: bool = False) -> list[Prompt]:
    hands = [Prompt(f"hands.{seat}", PromptKind.CARDS, NOTHING, seat=seat, maximum=5) for seat in range(seats)]
    return [*hands, Prompt("field", PromptKind.CARDS, NOTHING, maximum=2)] if centre else hands


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_card_goes_to_the_seat_it_lies_before_in_its_order(seats):
    piles = [[f"{seat}{at}" for at in range(3)] for seat in range(seats)]
    read = picture_of_piles([*piles, ["c0", "c1"]], seats)
    hands = assign_to_hands(read, build_prompts(seats, centre=True), (*seat_zones(seats), CENTER_ZONE), None)
    assert [[read.cards[place].card for place in hands[f"hands.{seat}"]] for seat in range(seats)] == piles
    assert [read.cards[place].card for place in hands["field"]] == ["c0", "c1"]


def test_a_hand_in_two_rows_reads_row_by_row():
    cards = [
        card_read(card, x, y) for card, x, y in (("c", 100, 205), ("a", 100, 100), ("d", 150, 200), ("b", 150, 105))
    ]
    hands = assign_to_hands(PictureRead(400, 400, "hanafuda", 1.0, tuple(cards)), build_prompts(2), (), "hands.1")
    assert [cards[place].card for place in hands["hands.1"]] == ["a", "b", "c", "d"]


def test_more_seats_than_a_picture_has_places_need_a_picture_a_hand():
    with pytest.raises(Refusal, match="one_hand_each"):
        assign_to_hands(picture_of_piles([], 2), build_prompts(9), (), None)


def test_the_first_cards_asked_of_a_seat_take_the_cards_before_it():
    two = Prompt("aces.0", PromptKind.CARDS, NOTHING, seat=0, maximum=4)
    assert hand_paths_by_seat([*build_prompts(2), two], 3) == ("hands.0", "hands.1", None, None)


def test_the_whole_table_by_camera(host, scanner):
    host.open()
    scanner.read_result = picture_of_piles(HANDS, 4)
    assert host.send("/api/look", {"version": 1}).json["cards"] == 8
    draft = host.snapshot["draft"]
    assert [[one["card"] for one in draft["hands"][f"hands.{seat}"]] for seat in range(4)] == HANDS
    assert host.snapshot["preview"]["settlement"]["net"] == [1, -1, 1, -1]
    assert draft["picture"]["cards"][0]["corners"]


def test_one_hand_by_phone_leaves_the_others(host, scanner):
    host.open()
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": HANDS[0]}})
    scanner.read_result = PictureRead(
        400, 300, "hanafuda", 1.0, tuple(card_read(card, 50 + 60 * at, 90) for at, card in enumerate(CODES))
    )
    assert host.send("/api/picture?to=hands.2", {}).status_code == 200
    hands = host.snapshot["draft"]["hands"]
    assert [one["card"] for one in hands["hands.2"]] == CODES
    assert [one["card"] for one in hands["hands.0"]] == HANDS[0]


def test_unsure_cards_are_never_booked_unseen(host, scanner):
    host.open()
    read = picture_of_piles(HANDS, 4)
    doubtful = card_read("h10-1", *[sum(axis) / 4 for axis in zip(*read.cards[0].corners, strict=True)], sure=False)
    scanner.read_result = PictureRead(1600, 900, "hanafuda", 1.0, (doubtful, *read.cards[1:]))
    host.send("/api/look", {"version": 1})
    snap = host.snapshot
    assert snap["draft"]["unsure"] == 1
    assert snap["draft"]["picture"]["cards"][0]["alternatives"]
    answers = snap["draft"]["answers"]
    assert host.change("/api/rounds", answers=answers).json["error"]["code"] == "unsure_cards"
    looked = [{"card": one["card"], "sure": True, "read": one["read"]} for one in snap["draft"]["hands"]["hands.0"]]
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": looked}})
    assert host.change("/api/rounds", answers=answers).status_code == 200


def test_what_the_pack_does_not_hold_is_asked_about():
    two = (
        card_read("h10-1", 0, 0),
        card_read("h10-1", 9, 9, sure=False),
        card_read("h11-1", 20, 0),
        card_read(None, 30, 0),
    )
    faces = {"h10-1": 1, "h08-1": 1, "h01-1": 1}
    found = check_against_pack(PictureRead(100, 100, "hanafuda", 1.0, two), faces)
    # The surer card keeps the only copy. The other becomes its likeliest alternative. No willow is in play.
    assert found == {0: ("h10-1", True), 1: ("h08-1", False), 2: ("h11-1", False)}
    taken = check_against_pack(PictureRead(100, 100, "hanafuda", 1.0, two[1:2]), faces, ["h10-1", "h08-1"])
    assert taken == {0: ("h01-1", False)}


def test_a_sure_card_that_does_not_belong_stays_what_was_seen():
    read = PictureRead(100, 100, "hanafuda", 1.0, (card_read("h12-1", 0, 0),))
    assert check_against_pack(read, {"h08-1": 1, "h01-1": 1}) == {0: ("h12-1", False)}


def test_card_backs_are_shown_and_belong_to_nobody(host, scanner):
    host.open()
    read = picture_of_piles(HANDS, 4)
    scanner.read_result = PictureRead(1600, 900, "hanafuda", 1.0, (*read.cards, card_read(None, 800, 800)))
    host.send("/api/look", {"version": 1})
    draft = host.snapshot["draft"]
    assert len(draft["picture"]["cards"]) == 9
    assert sum(len(hand) for hand in draft["hands"].values()) == 8


@pytest.mark.parametrize(
    ("code", "status"), [("bad_image", 422), ("scanner_down", 503), ("scanner_busy", 503), ("no_picture", 503)]
)
def test_what_the_eyes_refuse_is_told_and_nothing_is_lost(host, scanner, code, status):
    host.open()
    host.send("/api/draft", {"version": 1, "answers": host.answers()})
    before = host.snapshot
    scanner.refusal = Refusal(code, Text("no", "だめ"))
    answer = host.send("/api/picture", {})
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert host.snapshot == before


def test_a_picture_for_a_hand_nobody_asks_is_refused(host):
    host.open()
    assert host.send("/api/picture?to=hands.9", {}).json["error"]["code"] == "bad_request"


def test_a_picture_of_a_round_already_booked_is_refused(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    assert host.send("/api/look", {"version": 1}).json["error"]["code"] == "stale"


def test_only_the_last_pictures_are_kept():
    pictures = PictureCache()
    names = [pictures.add(bytes([n])) for n in range(MAX_PICTURES + 2)]
    assert [pictures.get(name) for name in names] == [None, None, *(bytes([n]) for n in range(2, MAX_PICTURES + 2))]


@pytest.mark.parametrize("source", ["synthetic"])
def test_a_demo_round_is_laid_read_and_proposed(host, scanner):
    assert host.change("/api/demo/evening").status_code == 200
    for seed in range(8):
        answer = host.send("/api/demo/round", {"version": host.snapshot["version"], "seed": seed})
        assert answer.status_code == 200, answer.json
        snap = host.snapshot
        codes = [[one["card"] for one in snap["draft"]["hands"][f"hands.{seat}"]] for seat in range(4)]
        assert codes == [list(pile) for pile in scanner.layout[:4]]
        assert "settlement" in snap["preview"]
        assert host.change("/api/rounds", answers=snap["draft"]["answers"]).status_code == 200
    assert sum(host.snapshot["evening"]["stones"]) == 120


def test_a_card_of_the_picture_is_given_moved_and_taken_back(host, scanner):
    host.open()
    scanner.read_result = picture_of_piles(HANDS, 4)
    host.send("/api/look", {"version": 1})

    def held():
        return [[one["card"] for one in host.snapshot["draft"]["hands"].get(f"hands.{seat}", [])] for seat in range(4)]

    def give(read, to):
        return host.send("/api/draft/give", {"version": 1, "read": read, "to": to})

    corrected = [{"card": "h01-1", "sure": True, "read": 0}, {"card": HANDS[0][1], "sure": True, "read": 1}]
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": corrected}})
    assert give(0, "hands.1").status_code == 200
    assert held()[:2] == [HANDS[0][1:], [*HANDS[1], "h01-1"]]
    assert give(0, "hands.1").status_code == 200
    assert held()[:2] == [HANDS[0][1:], HANDS[1]]
    assert give(0, "hands.0").status_code == 200
    # After that is undone, it is again as it was read.
    assert held()[0] == [HANDS[0][1], HANDS[0][0]]
    for read, to in ((8, "hands.0"), (-1, "hands.0"), ("0", "hands.0"), (True, "hands.0"), (0, "hands.9"), (0, None)):
        assert give(read, to).json["error"]["code"] == "bad_request"
    scanner.read_result = PictureRead(1600, 900, "hanafuda", 1.0, (card_read(None, 800, 800),))
    host.send("/api/look", {"version": 1})
    assert give(0, "hands.0").json["error"]["code"] == "bad_request"


def test_a_picture_of_one_hand_is_shared_out_to_the_seats_and_back(host, scanner):
    host.open()

    def held():
        return {path: [one["card"] for one in hand] for path, hand in host.snapshot["draft"]["hands"].items()}

    def change(path, **more):
        return host.send(f"/api/draft/{path}", {"version": 1, **more})

    assert change("share").json["error"]["code"] == "bad_request"
    scanner.read_result = picture_of_piles(HANDS, 4)
    host.send("/api/look", {"version": 1, "to": "hands.1"})
    everything = held()
    assert len(everything["hands.1"]) == 8
    assert host.snapshot["draft"]["picture"]["whole_table"] is True
    assert change("share").status_code == 200
    draft = host.snapshot["draft"]
    assert held() == {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)}
    assert draft["shared_out"] is True
    assert "hand" not in draft["picture"]
    assert change("unshare").status_code == 200
    assert held() == everything
    assert host.snapshot["draft"]["picture"]["hand"] == "hands.1"
    assert change("unshare").json["error"]["code"] == "bad_request"


def test_sharing_out_asks_before_it_replaces_and_is_not_taken_back_over_later_entries(host, scanner):
    host.open()
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": ["h12-1"]}})
    scanner.read_result = picture_of_piles(HANDS, 4)
    host.send("/api/look", {"version": 1, "to": "hands.1"})
    share = {"version": 1}
    assert host.send("/api/draft/share", share).json["error"]["code"] == "hands_entered"
    assert host.send("/api/draft/share", {**share, "replace": True}).status_code == 200
    host.send("/api/draft", {"version": 1, "answers": {"hands.0": ["h12-1"]}})
    assert host.snapshot["draft"]["shared_out"] is False
    assert host.send("/api/draft/unshare", share).json["error"]["code"] == "bad_request"


def test_a_round_that_was_started_over_comes_back_until_something_is_entered(host, guest, scanner):
    host.open()
    version = {"version": 1}
    assert host.send("/api/draft/restore", version).json["error"]["code"] == "bad_request"
    scanner.read_result = picture_of_piles(HANDS, 4)
    host.send("/api/look", version)
    entered = host.snapshot["draft"]
    assert (entered["begun"], host.snapshot["dropped"]) == (True, False)
    host.send("/api/draft/clear", version)
    assert (host.snapshot["draft"]["begun"], host.snapshot["dropped"]) == (False, True)
    assert guest.send("/api/draft/restore", version).json["error"]["code"] == "host_only"
    assert host.send("/api/draft/restore", version).status_code == 200
    assert (host.snapshot["draft"], host.snapshot["dropped"]) == (entered, False)
    # What was entered since is not replaced, and another round has nothing to take back.
    host.send("/api/draft/clear", version)
    host.send("/api/draft", {**version, "answers": {"hands.0": ["h12-1"]}})
    assert host.snapshot["dropped"] is False
    assert host.send("/api/draft/restore", version).json["error"]["code"] == "bad_request"
    host.send("/api/draft/clear", version)
    host.change("/api/rounds", answers=host.answers())
    assert host.snapshot["dropped"] is False


def test_a_correction_that_was_left_comes_back(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    version = {"version": 2}
    host.send("/api/rounds/2/reopen", version)
    host.send("/api/draft", {**version, "answers": {"hands.0": ["h12-1"]}})
    host.send("/api/draft/clear", version)
    assert (host.snapshot["editing"], host.snapshot["dropped"]) == (None, True)
    host.send("/api/draft/restore", version)
    assert host.snapshot["editing"]["round"] == 1
    assert host.snapshot["draft"]["answers"]["hands.0"] == ["h12-1"]


def pile_picture(*codes: str, name: str = "one") -> Picture:
    reads = tuple(card_read(code, 50 + 60 * at, 90) for at, code in enumerate(codes))
    return Picture(name, PictureRead(400, 300, "hanafuda", 1.0, reads), tuple(range(len(codes))))


def test_what_the_eyes_cannot_tell_apart_is_asked_where_the_game_tells_it_apart():
    prompts, faces = build_prompts(2), decks()["hanafuda"].copies
    told = {"told_apart": frozenset({"h12-2"})}
    plain = Draft().with_picture(prompts, (), faces, pile_picture("h12-3", "h01-1"), "hands.0")
    assert [card.sure for card in plain.cards["hands.0"]] == [True, True]
    asked = Draft().with_picture(prompts, (), faces, pile_picture("h12-3", "h01-1"), "hands.0", **told)
    assert [card.sure for card in asked.cards["hands.0"]] == [False, True]
    whole = Draft().with_picture(prompts, (), faces, pile_picture("h12-2", "h12-3", "h12-4"), "hands.0", **told)
    assert all(card.sure for card in whole.cards["hands.0"]), "which is which does not matter in one pile"
    yellow = asked.with_answers(prompts, {"hands.0": [{"card": "h12-2"}, {"card": "h01-1"}]})
    other = yellow.with_picture(prompts, (), faces, pile_picture("h12-4", name="two"), "hands.1", **told)
    assert other.cards["hands.1"][0].sure, "the yellow one is known to lie elsewhere"


def test_who_said_which_card_it_is_is_not_asked_again_while_the_table_is_watched():
    prompts, faces = build_prompts(2), decks()["hanafuda"].copies
    zones, told = (*seat_zones(2), CENTER_ZONE), {"auto_filled": True, "told_apart": frozenset({"h12-2"})}
    read = picture_of_piles([["h12-3"], ["h01-1"]], 2)
    asked = Draft().with_picture(prompts, zones, faces, Picture("one", read, (7, 8)), None, **told)
    assert [card.sure for card in asked.cards["hands.0"]] == [False]
    said = replace(asked, cards={**asked.cards, "hands.0": (replace(asked.cards["hands.0"][0], sure=True),)})
    again = said.with_picture(prompts, zones, faces, Picture("two", read, (7, 8)), None, **told)
    assert [card.sure for card in again.cards["hands.0"]] == [True]


def test_a_card_that_is_not_played_is_taken_for_its_equal_that_is():
    read = pile_picture("hj3").read
    assert check_against_pack(read, {"hj1": 1}) == {0: ("hj1", True)}
    assert check_against_pack(read, {"hj4": 1}) == {0: ("hj3", False)}
