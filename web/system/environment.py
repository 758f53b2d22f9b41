"""Environment variables of a table and a hall, read in this file only.

`FUDAYOMI_EYES`, `FUDAYOMI_FEEDER` and `FUDAYOMI_VIEWS` are of the scanner, which imports nothing of the page.
"""

from __future__ import annotations

import os


def data_folder() -> str | None:
    """`FUDAYOMI_DATA`, the data folder where no option names one. None where it is not set, as below."""
    return os.environ.get("FUDAYOMI_DATA") or None


def table_database() -> str | None:
    """`FUDAYOMI_DATABASE`, the URL of a database that holds the ledger instead of a file in the data folder."""
    return os.environ.get("FUDAYOMI_DATABASE") or None


def hall_database() -> str | None:
    """`FUDAYOMI_HALL_DATABASE`, the same for a hall."""
    return os.environ.get("FUDAYOMI_HALL_DATABASE") or None


def first_pin() -> str | None:
    """`FUDAYOMI_PIN`, the host's PIN at the first start instead of a random one."""
    return os.environ.get("FUDAYOMI_PIN") or None


def is_demo_wanted() -> bool:
    """`FUDAYOMI_DEMO`, "1" for a synthetic table where there is no camera."""
    return os.environ.get("FUDAYOMI_DEMO") == "1"


def extra_host_names() -> frozenset[str]:
    """`FUDAYOMI_NAMES`, more host names of the page, comma separated; in lower case."""
    return frozenset(name.strip() for name in os.environ.get("FUDAYOMI_NAMES", "").lower().split(",")) - {""}


def service_command_line() -> str:
    """`FUDAYOMI_OPTIONS`, the options with which the service starts the table; "" without."""
    return os.environ.get("FUDAYOMI_OPTIONS", "")
