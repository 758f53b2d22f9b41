from web.hall.storage.names import name_digest, name_key


def test_names_are_compared_without_width_and_case() -> None:
    assert name_key("ＡＫＩ") == name_key(" aki ")
    assert name_digest(1, "Aki") != name_digest(2, "Aki")
