def test_settings_are_kept_and_checked(hall) -> None:
    stored = hall.context.setting_store
    assert stored.get_setting("x") is None
    stored.set_setting("x", {"a": "札"})
    stored.set_setting("x", {"a": "b"})
    assert stored.get_setting("x") == {"a": "b"}
    assert stored.get_setting("x", {"type": "string"}) is None
    assert len(stored.secret()) == 64
    assert stored.secret() == stored.secret()
