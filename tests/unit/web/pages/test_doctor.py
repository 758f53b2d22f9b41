"""The page of the checks: hosts start them, and see what is wrong first, with what to do."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.texts import Text
from tests.support.table import BASE
from web.doctor.doctor_process import CheckResult
from web.pages import doctor

FOUND = (
    CheckResult("light", "Light", ok=True, message="Not measured.", advice="", measured=False),
    CheckResult("clock", "Clock", ok=True, message="The clock is set.", advice=""),
    CheckResult("disk", "Disk", ok=False, message="The disk is <full>.", advice="Make room."),
)


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What the checks were asked for."""
    calls: list[tuple[object, ...]] = []

    def examine(*args: object, language: str) -> tuple[CheckResult, ...]:
        calls.append((*args, language))
        return FOUND

    monkeypatch.setattr(doctor, "run_doctor_command", examine)
    return calls


def check(phone) -> object:
    return phone.client.post("/doctor", base_url=BASE, headers={"Origin": BASE})


def test_what_is_wrong_comes_first_with_its_cure(host, requests):
    assert "Check now" in host.get("/doctor").text
    assert requests == []
    page = check(host)
    assert page.status_code == 200
    assert "One thing needs a look" in page.text
    assert page.text.index("The disk is &lt;full&gt;.") < page.text.index("The clock is set.")
    assert "Make room." in page.text
    # What was not measured has a name, no tick, and the way to measure it; it stands last.
    assert '<b aria-hidden="true">–</b> <b>Light</b>: Not measured.' in page.text
    assert (
        page.text.index("The clock is set.") < page.text.index("Not measured.") < page.text.index('href="/calibrate"')
    )
    host.client.set_cookie("lang", "ja", domain="192.168.1.5")
    check(host)
    assert [call[-1] for call in requests] == ["en", "ja"]


def test_only_hosts_check(guest, requests):
    assert check(guest).status_code == 403
    assert "<form" not in guest.get("/doctor").text
    assert requests == []


def test_checks_that_cannot_run_say_so(host, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise Refusal("no_checks", Text("No end.", "終わりません。"))

    monkeypatch.setattr(doctor, "run_doctor_command", refuse)
    page = check(host)
    assert (page.status_code, "No end." in page.text) == (422, True)
