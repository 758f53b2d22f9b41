"""Runs every check of `fudayomi doctor`, one file each in `checks`."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from scorer.texts import Text
from web.doctor import checks as checks_package
from web.doctor.machine import Finding, Machine

_LOG = logging.getLogger(__name__)


def check_names(package: ModuleType = checks_package) -> list[str]:
    """Names of the checks, from the files of `package`."""
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def run_checks(machine: Machine, package: ModuleType = checks_package) -> Iterator[tuple[str, Text, Finding]]:
    """Name, title and finding of every check. A check that raises gives a finding too."""
    for name in check_names(package):
        title = Text(name, name)
        try:
            check = importlib.import_module(f"{package.__name__}.{name}")
            title = check.TITLE
            yield name, title, check.CHECK(machine)
        except Exception as error:
            _LOG.debug("check %s", name, exc_info=True)
            kind = type(error).__name__
            message = Text(f"This could not be checked ({kind}).", f"確認できませんでした（{kind}）。")
            yield (
                name,
                title,
                Finding(ok=False, message=message, advice=Text("Run it again.", "もう一度実行してください。")),
            )
