"""Signed session cookie that does not depend on the clock.

A Pi without a battery starts in 1970 and jumps to today when it finds a network. Browsers drop a cookie with a date
from 1970 at once, and Flask refuses one signed "tomorrow". So no date is sent and none is checked. Only the ledger ends
the rights of a phone (a new PIN, a removed phone), never the clock.
"""

from __future__ import annotations

from datetime import datetime

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class PersistentSessionInterface(SecureCookieSessionInterface):
    """Flask's signed cookie with Max-Age: its lifetime in seconds counts from when it arrives."""

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002
        """None: the cookie has no expiry date."""
        return None

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session of a cookie with our signature, whatever its age."""
        signer = self.get_signing_serializer(app)
        cookie = request.cookies.get(self.get_cookie_name(app))
        try:
            return self.session_class(signer.loads(cookie) if signer and cookie else {})
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie with its lifetime as Max-Age."""
        super().save_session(app, session, response)
        max_age = f"; Max-Age={int(app.permanent_session_lifetime.total_seconds())}"
        prefix = f"{self.get_cookie_name(app)}="
        lines = response.headers.getlist("Set-Cookie")
        response.headers.setlist(
            "Set-Cookie",
            [f"{line}{max_age}" if line.startswith(prefix) and "Max-Age" not in line else line for line in lines],
        )
