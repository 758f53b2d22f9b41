"""Proposals of a followed round: doubts marked, entries kept."""

from __future__ import annotations

from scorer.following.outcome import Outcome
from scorer.following.sighting import SeenCard
from scorer.rules.prompts import Prompt, PromptKind
from scorer.texts import Text
from web.following.proposal import ask_keys, open_asks, propose, unsure_codes, without_confirmed
from web.session.draft import Draft

LABEL = Text("", "")
PROMPTS = (
    Prompt("hands.0", PromptKind.CARDS, LABEL, seat=0, maximum=5),
    Prompt("hands.1", PromptKind.CARDS, LABEL, seat=1, maximum=5),
    Prompt("wager", PromptKind.NUMBER, LABEL, minimum=1, maximum=9),
)
ROUND = {"hands": [["h01-1", "h02-1"], ["h03-1"]], "wager": 2}


def test_everything_is_proposed_and_what_is_asked_is_marked() -> None:
    outcome = Outcome(ROUND, sure=False, asks=(("wager", LABEL), ("hands.0", LABEL)))
    proposal = propose(PROMPTS, outcome, Draft(), {}, frozenset({"h02-1"}))
    assert proposal.answers == {
        "hands.0": [{"card": "h01-1", "sure": True}, {"card": "h02-1", "sure": False}],
        "hands.1": [{"card": "h03-1", "sure": True}],
        "wager": 2,
    }
    # Where the camera doubts no card of a hand that is asked about, all of it is looked at.
    whole = propose(PROMPTS, outcome, Draft(), {}, frozenset()).answers["hands.0"]
    assert [card["sure"] for card in whole] == [False, False]


def test_what_somebody_entered_stays() -> None:
    draft = Draft().with_answers(PROMPTS, {"hands.0": ["h05-1"], "wager": 2, "hands.1": ["h03-1"]})
    proposal = propose(PROMPTS, Outcome(ROUND, sure=True, asks=()), draft, {}, frozenset())
    assert proposal.answers == {}
    assert proposal.differing == ("hands.0",)
    filled = {"hands.0": [{"card": "h05-1", "sure": True}]}  # it was proposed before, and may change
    assert list(propose(PROMPTS, Outcome(ROUND, sure=True, asks=()), draft, filled, frozenset()).answers) == ["hands.0"]


def test_questions_are_open_until_somebody_answers() -> None:
    other = Text("who won?", "")
    outcome = Outcome(ROUND, sure=False, asks=(("hands.0", LABEL), ("wager", LABEL), ("", other)))
    draft = Draft().with_answers(PROMPTS, {"hands.0": [{"card": "h01-1", "sure": False}]})
    assert [ask.path for ask in open_asks(outcome, PROMPTS, draft, {}, frozenset())] == ["hands.0", "wager", ""]
    draft = draft.with_answers(PROMPTS, {"hands.0": ["h01-1"], "wager": 3})
    assert [ask.path for ask in open_asks(outcome, PROMPTS, draft, {}, frozenset())] == [""]
    keys = ask_keys(outcome, PROMPTS)
    assert open_asks(outcome, PROMPTS, draft, {}, frozenset({keys[2]})) == ()


def test_a_guess_is_open_until_somebody_says_that_it_is_right() -> None:
    outcome = Outcome(ROUND, sure=False, asks=(("wager", LABEL),))
    draft, filled = Draft().with_answers(PROMPTS, {"wager": 2}), {"wager": 2}
    (ask,) = open_asks(outcome, PROMPTS, draft, filled, frozenset())
    assert ask.as_json() == {"key": ask.key, "path": "wager", "text": LABEL.as_json(), "guess": True}
    assert open_asks(outcome, PROMPTS, draft.with_answers(PROMPTS, {"wager": 4}), filled, frozenset()) == ()
    assert open_asks(outcome, PROMPTS, draft, filled, frozenset({ask.key})) == ()
    # Whoever said that 2 is right did not say it of 5.
    another = Outcome({**ROUND, "wager": 5}, sure=False, asks=outcome.asks)
    (again,) = open_asks(another, PROMPTS, draft, filled, frozenset({ask.key}))
    assert (again.path, again.has_guess) == ("wager", True)
    # Without an answer there is nothing to say yes to.
    (empty,) = open_asks(outcome, PROMPTS, Draft(), filled, frozenset())
    assert not empty.has_guess


def test_what_somebody_said_is_right_stays_like_an_entry() -> None:
    outcome = Outcome(ROUND, sure=False, asks=(("wager", LABEL), ("hands.1", LABEL)))
    hand = [{"card": "h03-1", "sure": False}]
    filled = {"wager": 2, "hands.1": hand, "hands.0": []}
    assert without_confirmed(filled, frozenset(ask_keys(outcome, PROMPTS))) == {"hands.1": hand, "hands.0": []}


def test_a_card_that_was_sure_once_is_no_doubt() -> None:
    sure = SeenCard(1, 0, (0.0, 0.0), (("h01-1", 0.9),))
    blurred = SeenCard(1, 0, (0.0, 0.0), (("h01-2", 0.5),), is_sure=False)
    other = SeenCard(2, 0, (0.0, 0.0), (("h04-1", 0.5),), is_sure=False)
    back = SeenCard(3, 0, (0.0, 0.0))
    assert unsure_codes([[sure], [blurred, other, back]]) == {"h04-1"}


def test_what_a_camera_cannot_tell_apart_is_marked_where_the_game_does() -> None:
    outcome = Outcome({"hands": [["h12-3", "h01-1"], ["h12-4"]]}, sure=True, asks=())
    told = propose(PROMPTS, outcome, Draft(), {}, frozenset(), frozenset({"h12-2"})).answers
    assert [card["sure"] for path in ("hands.0", "hands.1") for card in told[path]] == [False, True, False]
    plain = propose(PROMPTS, outcome, Draft(), {}, frozenset()).answers
    assert all(card["sure"] for path in ("hands.0", "hands.1") for card in plain[path])
