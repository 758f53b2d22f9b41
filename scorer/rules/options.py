"""House rules as data, read by the page, the help and the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Never, cast

from scorer.errors import Refusal, safe_quote, safe_repr
from scorer.rules import text
from scorer.texts import Name, Text, verbatim


class Amounts(dict[str, int]):
    """Whole numbers by key, such as another worth for some of the yaku. JSON writes it as an object.

    It cannot be changed, so that it may stand in a set of house rules that is kept.

    >>> Amounts(goko=12) == {"goko": 12}, {Amounts(goko=12), Amounts(goko=12)}
    (True, {{'goko': 12}})
    """

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Amounts], tuple[dict[str, int]]]:
        return Amounts, (dict(self),)

    def _refuse(self, *_: object, **__: object) -> Never:
        raise TypeError("amounts cannot be changed")

    __setitem__ = __delitem__ = __ior__ = update = pop = popitem = clear = setdefault = _refuse  # type: ignore[assignment]


OptionValue = bool | int | str
"""What the value of a house rule is compared with. Amounts, which only `amounts_of` reads, go as one of these."""
NO_AMOUNTS = cast("OptionValue", Amounts())
"""The default of a house rule of amounts: each is the usual one."""


def _nothing_usual(_: Mapping[str, Any]) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: a closed list of `values`, a whole number from `minimum` to `maximum`, both, or amounts.

    `label` names it, `help` says what it changes, `value_labels` words each listed value (same order as `values`).
    With `amount_keys` its value is an object: a whole number from `minimum` to `maximum` for any of those keys. Those
    left out have the amount that `usual` gives under the other house rules; it leaves out a key that these do not have.
    """

    key: str
    label: Text
    help: Text
    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    value_labels: tuple[Text, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    amount_keys: tuple[tuple[str, Name], ...] = ()
    usual: Callable[[Mapping[str, Any]], Mapping[str, int]] = _nothing_usual

    def check(self, value: object) -> OptionValue:
        """Return `value` if this option may have it, amounts as `Amounts`. Raises `bad_option` otherwise.

        >>> rounds = Option("length", Text("Length", "長さ"), Text("", ""), 12, values=(12, 6, "last_standing"))
        >>> rounds.check(6)
        6
        >>> rounds.check(True)
        Traceback (most recent call last):
        ...
        scorer.errors.Refusal: bad_option: length cannot be true
        """
        if self.amount_keys:
            return cast("OptionValue", self._check_amounts(value))
        for allowed in self.values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        if self._is_in_range(value):
            return cast("int", value)
        raise self._refuse(value)

    def word(self, value: OptionValue) -> Text:
        """A value as the table words it: its label, a number itself, amounts each after the name of its key."""
        if self.amount_keys:
            amounts = cast("Amounts", value)
            parts = [_word_amount(name, amounts[key]) for key, name in self.amount_keys if key in amounts]
            return text("amounts", amounts=tuple(parts)) if parts else text("usual_amounts")
        for listed, label in zip(self.values, self.value_labels, strict=True):
            if listed == value and type(listed) is type(value):
                return label
        return verbatim(str(value))

    def _check_amounts(self, value: object) -> Amounts:
        if not isinstance(value, dict):
            raise self._refuse(value)
        keys = [key for key, _ in self.amount_keys]
        for key, amount in value.items():
            if key not in keys:
                nearest = get_close_matches(safe_repr(key), keys, n=1, cutoff=0)[0]
                raise Refusal(
                    "bad_option", text("no_such_amount", option=self.key, key=safe_repr(key), nearest=nearest)
                )
            if not self._is_in_range(amount):
                raise Refusal(
                    "bad_option",
                    text(
                        "amount_out_of_range",
                        option=self.key,
                        key=key,
                        value=safe_quote(amount),
                        low=self.minimum or 0,
                        high=self.maximum or 0,
                    ),
                )
        return Amounts(value)

    def _is_in_range(self, value: object) -> bool:
        return (
            type(value) is int
            and self.minimum is not None
            and value >= self.minimum
            and (self.maximum is None or value <= self.maximum)
        )

    def _refuse(self, value: object) -> Refusal:
        return Refusal(
            "bad_option",
            text("no_such_value", option=self.key, value=safe_quote(value), label=self.label),
        )


def _word_amount(name: Name, amount: int) -> Text:
    return text("amount", name=name, amount=amount) if amount else text("no_amount", name=name)


def amounts_of(options: Mapping[str, OptionValue], key: str = "worth") -> Amounts:
    """The amounts of a house rule: those that are agreed, not the usual ones beside them."""
    return cast("Amounts", options[key])


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
            name = safe_repr(key)
            raise Refusal(
                "bad_option",
                text("no_option", game=game, name=name),
            )
        checked[key] = options_by_key[key].check(value)
    return checked
