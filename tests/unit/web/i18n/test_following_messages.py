"""The words of a followed round stand among those of the scripts."""

from __future__ import annotations

from web.i18n.following_messages import following_messages
from web.i18n.script_messages import replay_messages, view_messages


def test_they_are_sent_to_every_page_and_those_of_the_replay_where_only_it_is_shown(app) -> None:
    with app.test_request_context("/"):
        messages = following_messages()
        assert messages.items() <= view_messages().items()
        assert {key for key in messages if key.startswith("re_")} <= replay_messages().keys()
        assert not {key for key in messages if key.startswith("fo_")} & replay_messages().keys()
