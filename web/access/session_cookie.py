"""割符 warifu: the phone's signed cookie, by which it is known again, whatever the clock of this machine says.

A table without a battery starts in 1970 and jumps to today when it finds a network. A cookie with a date from 1970 is
dropped by every browser at once, and one signed "tomorrow" is refused by us: so no date is sent and none is believed.
What ends a phone's rights is the ledger (a new PIN, a phone sent away), never the clock.
"""

from __future__ import annotations

from datetime import datetime

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class PersistentSessionInterface(SecureCookieSessionInterface):
    """Flask's signed cookie, told to the browser as lasting so many seconds from whenever it arrives."""

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002
        """No date."""
        return None

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What a cookie with our signature says, however old it seems."""
        signer = self.get_signing_serializer(app)
        given = request.cookies.get(self.get_cookie_name(app))
        try:
            return self.session_class(signer.loads(given) if signer and given else {})
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sets the cookie with how long it lasts."""
        super().save_session(app, session, response)
        lasts = f"; Max-Age={int(app.permanent_session_lifetime.total_seconds())}"
        ours = f"{self.get_cookie_name(app)}="
        lines = response.headers.getlist("Set-Cookie")
        response.headers.setlist(
            "Set-Cookie",
            [f"{line}{lasts}" if line.startswith(ours) and "Max-Age" not in line else line for line in lines],
        )
