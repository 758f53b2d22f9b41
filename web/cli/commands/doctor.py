"""`fudayomi doctor`: health checks of the machine, with advice."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import click

from scanner.sources import has_pi_camera, parse_source
from scorer.errors import Refusal
from scorer.texts import Text
from web.cli.options import data_option
from web.cli.terminal import print_json
from web.doctor.machine import Machine
from web.doctor.runner import run_checks
from web.i18n.terminal_locale import localize
from web.system.data_dir import find_data_dir, ledger_url
from web.system.environment import data_folder, service_command_line

_DOCTOR = Text(
    "Check camera, light, focus, disk, clock, network, memory, power, recognisers and ledger. The exit status is 1"
    " if something is wrong.",
    "カメラ・明るさ・ピント・容量・時計・ネットワーク・メモリー・電源・読み取りデータ・帳面を調べます。"
    "問題があれば終了コードは1です。",
)
_JSON = Text("Print one JSON object.", "機械向けにJSONで出力する。")
_SOURCE = Text(
    "Picture source to check. Default: that of the service, else the Pi's camera if there is one.",
    "調べる画像の入力元（省略時は常駐の設定、なければPiのカメラ）。",
)
_PORT = Text(
    "Port of the running companion. Default: that of the service, else 8000.",
    "動作中の本体のポート番号（省略時は常駐の設定、なければ8000）。",
)


@click.command("doctor", help=localize(_DOCTOR))
@click.option("--json", "as_json", is_flag=True, help=localize(_JSON))
@click.option("--source", help=localize(_SOURCE))
@click.option("--port", type=click.IntRange(1, 65535), help=localize(_PORT))
@data_option
def doctor(*, as_json: bool, source: str | None, port: int | None, data: Path | None) -> None:
    """Run every check. The help of the command is `_DOCTOR`."""
    default_source, default_port = service_options()
    source = source or default_source
    port = port or default_port
    try:
        parse_source(source)
    except Refusal as refusal:
        raise click.UsageError(localize(refusal.message)) from None
    root = find_data_dir(data)
    if not root.is_dir() and (data or data_folder()):
        raise click.UsageError(localize(Text(f"There is no folder {root}.", f"フォルダー {root} はありません。")))
    logging.getLogger("scanner").setLevel(logging.CRITICAL)  # the findings report its errors
    entries = []
    for name, title, finding in run_checks(Machine(root, ledger_url(lambda: root), source, port)):
        entry = {"name": name, "ok": finding.ok, "says": localize(finding.message), "do": localize(finding.advice)}
        entries.append({**entry, "title": localize(title), "measured": finding.measured})
        if not as_json:
            mark, color = (("✓", "green") if finding.measured else ("–", None)) if finding.ok else ("✗", "red")
            click.secho(f"{mark} {name:13}", fg=color, nl=False)
            click.echo(entry["says"])
            if entry["do"]:
                click.echo(f"  {'':13}→ {entry['do']}")
    if as_json:
        print_json({"checks": entries})
    if not all(entry["ok"] for entry in entries):
        raise SystemExit(1)


def service_options() -> tuple[str, int]:
    """Picture source and port from FUDAYOMI_OPTIONS, the options of the service, else the defaults of this machine."""
    options = {"source": "picamera" if has_pi_camera() else "none", "port": "8000"}
    options |= re.findall(r"(?:^|\s)--(source|port)[=\s]\s*([^\s\"']+)", service_command_line())
    return options["source"], int(options["port"]) if options["port"].isdecimal() else 8000


def service_url() -> str:
    """The --url of the service, "" without one."""
    found = re.search(r"(?:^|\s)--url[=\s]\s*([^\s\"']+)", service_command_line())
    return f"{found[1].rstrip('/')}/" if found else ""


COMMAND = doctor
