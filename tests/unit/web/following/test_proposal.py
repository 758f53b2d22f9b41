"""Proposals of a followed round: doubts marked, entries kept."""

from __future__ import annotations

from scorer.following.outcome import Outcome
from scorer.following.sighting import SeenCard
from scorer.rules.prompts import Prompt, PromptKind
from scorer.texts import Text
from web.following.proposal import ask_key, open_asks, propose, unsure_codes
from web.session.draft import Draft

LABEL = Text("", "")
PROMPTS = (
    Prompt("hands.0", PromptKind.CARDS, LABEL, seat=0, maximum=5),
    Prompt("hands.1", PromptKind.CARDS, LABEL, seat=1, maximum=5),
    Prompt("wager", PromptKind.NUMBER, LABEL, minimum=1, maximum=9),
)
ROUND = {"hands": [["h01-1", "h02-1"], ["h03-1"]], "wager": 2}


def test_everything_known_is_proposed_and_what_is_asked_is_not() -> None:
    outcome = Outcome(ROUND, sure=False, asks=(("wager", LABEL), ("hands.0", LABEL)))
    proposal = propose(PROMPTS, outcome, Draft(), {}, frozenset({"h02-1"}))
    assert proposal.answers == {
        "hands.0": [{"card": "h01-1", "sure": True}, {"card": "h02-1", "sure": False}],
        "hands.1": [{"card": "h03-1", "sure": True}],
    }
    # Where the camera doubts no card of a hand that is asked about, all of it is looked at.
    whole = propose(PROMPTS, outcome, Draft(), {}, frozenset()).answers["hands.0"]
    assert [card["sure"] for card in whole] == [False, False]
    assert propose(PROMPTS, Outcome(ROUND, sure=True, asks=()), Draft(), {}, frozenset()).answers["wager"] == 2


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
    assert [path for path, _ in open_asks(outcome, PROMPTS, draft, frozenset())] == ["hands.0", "wager", ""]
    draft = draft.with_answers(PROMPTS, {"hands.0": ["h01-1"], "wager": 3})
    assert [path for path, _ in open_asks(outcome, PROMPTS, draft, frozenset())] == [""]
    assert open_asks(outcome, PROMPTS, draft, frozenset({ask_key("", other)})) == ()


def test_a_card_that_was_sure_once_is_no_doubt() -> None:
    sure = SeenCard(1, 0, (0.0, 0.0), (("h01-1", 0.9),))
    blurred = SeenCard(1, 0, (0.0, 0.0), (("h01-2", 0.5),), is_sure=False)
    other = SeenCard(2, 0, (0.0, 0.0), (("h04-1", 0.5),), is_sure=False)
    back = SeenCard(3, 0, (0.0, 0.0))
    assert unsure_codes([[sure], [blurred, other, back]]) == {"h04-1"}
