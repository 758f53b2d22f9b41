"""Says so where a browser keeps no cookies, by which a phone is known.

Without them a right PIN or a name would lead back to the table as a guest, without a word. A page gives a cookie, and
its form says that it comes from that page: a browser that sends the form without a cookie keeps none.
"""

from __future__ import annotations

from flask import request, session

from scorer.errors import Refusal
from scorer.texts import Text

_FIELD = "from_page"
"""Field of a form that only a browser sends which has seen the page."""


def from_page() -> str:
    """The value of that field, for a form in a page. With the page the browser gets a cookie, if it has none."""
    session.permanent = True
    session.setdefault("knocked", True)
    return "1"


def require_cookie() -> None:
    """Raise `no_cookies` for a form that a browser without cookies sends. Nothing has changed then."""
    if _FIELD in request.form and not request.cookies:
        raise Refusal(
            "no_cookies",
            Text(
                "This browser keeps no cookies, so the table cannot know this phone again: nothing you do here stays. "
                "Allow cookies for this address in the browser's settings, or open the page in another browser.",
                "このブラウザーがクッキーを受け付けないため、この端末を見分けられず、ここでの操作は残りません。ブラウザーの"
                "設定でこのアドレスのクッキーを許可するか、別のブラウザーで開いてください。",
            ),
        )
