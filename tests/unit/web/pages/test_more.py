"""Other pages: what is refused there stands where it was asked for."""

from __future__ import annotations

import re

import pytest

from tests.support.table import BASE
from web.http.navigation import more_entries


def test_a_wrong_pin_is_told_in_the_form_that_ends_the_evening(host):
    host.open()
    data = {"version": host.snapshot["version"], "key": "more-form-1", "pin": "111111"}
    answer = host.client.post("/more/close", data=data, base_url=BASE, headers={"Origin": BASE})
    assert answer.status_code == 409
    before, _, after = answer.text.partition('<details class="ending" open>')
    assert "wrong_pin" in after.partition("</form>")[0]
    assert "wrong_pin" not in before


def test_every_page_under_more_leads_back_there(host):
    """Whoever went to a page from More finds the way back at its top."""
    host.open()
    entries = more_entries(host.client.application.extensions["fudayomi"].navigation, "host")
    paths = {each.path for each in entries} - {"/tv"}
    pages = {path: host.get(path).text for path in paths if "#" not in path and not path.endswith(".json")}
    assert {"/seats", "/files", "/settings", "/doctor", "/evenings"} <= pages.keys()
    assert [path for path, text in pages.items() if '<a class="back" href="/more">' not in text] == []


@pytest.mark.parametrize("path", ["/host", "/settings"])
def test_the_command_for_a_new_pin_fits_this_table_and_names_no_folder(host, guest, path):
    phone = guest if path == "/host" else host
    shown = re.search('<code class="command">(.*?)</code>', phone.get(path).text)[1]
    assert re.sub("<.*?>", "", shown).strip() == "fudayomi pin --reset --data FOLDER"  # everybody reads it


def test_the_code_of_an_error_is_folded(host):
    response = host.client.post("/more/answer", data={"take": "1"}, base_url=BASE, headers={"Origin": BASE})
    assert response.status_code == 409
    assert '<details class="code"><summary>Error code</summary>' in response.text
