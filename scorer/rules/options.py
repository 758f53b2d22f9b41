"""House rules as data, read by the page, the help and the checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorer.errors import Refusal, safe_quote, safe_repr
from scorer.nearest_name import with_nearest
from scorer.rules import text
from scorer.texts import Text

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: a closed list of `values`, a whole number from `minimum` to `maximum`, or both.

    `label` names it, `help` says what it changes, `value_labels` words each listed value (same order as `values`).
    """

    key: str
    label: Text
    help: Text
    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    value_labels: tuple[Text, ...] = ()
    minimum: int | None = None
    maximum: int | None = None

    def check(self, value: object) -> OptionValue:
        """Return `value` if this option may have it. Raises `bad_option` otherwise.

        >>> rounds = Option("length", Text("Length", "長さ"), Text("", ""), 12, values=(12, 6, "last_standing"))
        >>> rounds.check(6)
        6
        >>> rounds.check(True)
        Traceback (most recent call last):
        ...
        scorer.errors.Refusal: bad_option: length cannot be true
        """
        for allowed in self.values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        in_range = (
            type(value) is int
            and self.minimum is not None
            and value >= self.minimum
            and (self.maximum is None or value <= self.maximum)
        )
        if in_range:
            return value
        message = text("no_such_value", option=self.key, value=safe_quote(value), label=self.label)
        raise Refusal("bad_option", with_nearest(message, value, [safe_repr(allowed) for allowed in self.values]))


def flag(key: str, label: Text, help_: Text, *, default: bool) -> Option:
    """A house rule that is either in force or not."""
    return Option(key, label, help_, default, (True, False), (text("yes"), text("no")))


def agreement_suffix(options: Sequence[Option], key: str, value: OptionValue) -> Text:
    """A listed agreement in force as players word it, in brackets, for the end of a sentence that rests on it.

    A rule that is only yes or no is named too.

    >>> agreement_suffix([flag("jizo", Text("Jizo", "地蔵"), Text("", ""), default=True)], "jizo", True).en
    ' (agreed: Jizo: yes)'
    """
    option = next(option for option in options if option.key == key)
    label = option.value_labels[option.values.index(value)]
    if not isinstance(value, bool):
        return text("agreed", label=label)
    return text("agreed_flag", option=option.label, label=label)


def check_overrides(options: Iterable[Option], overrides: Mapping[str, object], game: Text) -> dict[str, OptionValue]:
    """The `overrides` checked against the options of a game, which refusals name by `game`. Raises `bad_option`."""
    options_by_key = {option.key: option for option in options}
    checked = {}
    for key, value in overrides.items():
        if key not in options_by_key:
            message = text("no_option", game=game, name=safe_repr(key))
            raise Refusal("bad_option", with_nearest(message, key, options_by_key))
        checked[key] = options_by_key[key].check(value)
    return checked
