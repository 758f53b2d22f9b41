"""Other pages: what is refused there stands where it was asked for."""

from __future__ import annotations

from tests.support.table import BASE


def test_a_wrong_pin_is_told_in_the_form_that_ends_the_evening(host):
    host.open()
    data = {"version": host.snapshot["version"], "key": "more-form-1", "pin": "111111"}
    answer = host.client.post("/more/close", data=data, base_url=BASE, headers={"Origin": BASE})
    assert answer.status_code == 409
    before, _, after = answer.text.partition('<details class="ending" open>')
    assert "wrong_pin" in after.partition("</form>")[0]
    assert "wrong_pin" not in before
