"""Switches to a mutant of mutmut, more quickly than mutmut itself.

Every function of the mutated modules calls a switch first. As a plugin of pytest (`-p tests.support.mutant_switch`) it
is put in place before any of them is read.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

VARIABLE = "MUTANT_UNDER_TEST"
"""The variable of the environment in which mutmut names the mutant."""


class Chosen:
    """The mutant that is tried, of all modules: `module`, and `name` in it. None at first."""

    module = ""
    name = ""


_noted: list[tuple[str, dict[str, Any]]] = []
"""Modules with the mutants of each function that was called before any mutant was tried."""


def choose(mutant: str) -> None:
    """Try that mutant from now on, or with an empty name none."""
    os.environ[VARIABLE] = mutant  # for what mutmut itself switches
    Chosen.module, _, Chosen.name = mutant.rpartition(".")


def install() -> None:
    """Put the switch in place of mutmut's in all modules that are read from now on."""
    from mutmut.mutation import trampoline  # noqa: PLC0415  an environment of its own has it

    make_switch = trampoline.wrap_in_trampoline

    def wrap(mutants: dict[str, Any], is_classmethod: bool = False) -> Any:
        return make_switch(mutants, is_classmethod) if is_classmethod else with_switch(mutants)

    trampoline.wrap_in_trampoline = wrap
    choose(os.environ.get(VARIABLE, ""))


def was_called(mutant: str) -> bool:
    """Whether its function was called before any mutant was tried, such as while modules were read."""
    module, _, name = mutant.rpartition(".")
    return any(module == each and name in mutants for each, mutants in _noted)


def with_switch(mutants: dict[str, Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator of the function that has these mutants by name."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        module = function.__module__

        is_noted = False

        @wraps(function)
        def switch(*args: Any, **kwargs: Any) -> Any:
            nonlocal is_noted
            if not is_noted:
                is_noted = True
                _noted.append((module, mutants))
            if Chosen.module == module and (mutant := mutants.get(Chosen.name)) is not None:
                return mutant(*args, **kwargs)
            return function(*args, **kwargs)

        return switch

    return decorate


if VARIABLE in os.environ:
    install()
