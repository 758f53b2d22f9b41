import pytest

from web.system import environment


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("FUDAYOMI_DATA", environment.data_folder),
        ("FUDAYOMI_DATABASE", environment.table_database),
        ("FUDAYOMI_HALL_DATABASE", environment.hall_database),
        ("FUDAYOMI_PIN", environment.first_pin),
    ],
)
def test_a_variable_that_is_empty_is_not_set(name: str, read: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "given")
    assert read() == "given"
    monkeypatch.setenv(name, "")
    assert read() is None
    monkeypatch.delenv(name)
    assert read() is None


@pytest.mark.parametrize(("given", "wanted"), [("1", True), ("0", False), ("yes", False), ("", False)])
def test_only_1_wants_the_demo(given: str, wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAYOMI_DEMO", given)
    assert environment.is_demo_wanted() is wanted


def test_names_are_small_letters_and_blanks_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAYOMI_NAMES", " Table.Example , ,KARUTA,")
    assert environment.extra_host_names() == {"table.example", "karuta"}
    monkeypatch.delenv("FUDAYOMI_NAMES")
    assert environment.extra_host_names() == frozenset()


def test_the_options_of_the_service_are_given_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FUDAYOMI_OPTIONS", raising=False)
    assert environment.service_command_line() == ""
    monkeypatch.setenv("FUDAYOMI_OPTIONS", "--port 80")
    assert environment.service_command_line() == "--port 80"
