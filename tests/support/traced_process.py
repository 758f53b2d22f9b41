"""A command of ours under strace, with a network: what it asks and writes.

The network is a namespace of its own, in which every address is reached by an interface that leads nowhere, and a name
server stands behind it. Where no namespace is to be had, the machine's own network is the one that is present.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
_NETWORK = """
mount --bind "$1/resolv.conf" /etc/resolv.conf
shift
ip link set lo up
ip link add out0 type dummy
ip addr add 192.168.77.2/24 dev out0
ip link set out0 up
ip route add default via 192.168.77.1
exec "$@"
"""
_CALLS = (
    "connect,sendto,sendmsg,sendmmsg,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,"
    "symlinkat"
)
_ADDRESS = re.compile(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')
_OWN = re.compile(r"127\.|::1$|::ffff:127\.|::$|0\.0\.0\.0$|192\.168\.77\.2$")
_OPENED = re.compile(r'\b(?:open|openat)\((?:AT_FDCWD, )?"([^"]+)", \S*O_(?:WRONLY|RDWR|CREAT)')
_MADE = re.compile(r'\b(?:creat|mkdir|mkdirat|rename\w*|link|linkat|symlink\w*)\(.*"([^"]+)"[^"]*$')
_OF_THE_SYSTEM = ("/dev/", "/proc/", "/sys/")


@dataclass(frozen=True)
class Trace:
    """Addresses of other machines that were asked, and files that were written outside the folders allowed."""

    asked: tuple[str, ...]
    written: tuple[str, ...]


@cache
def why_not() -> str:
    """Why no process can be traced here; "" if it can."""
    if shutil.which("strace") is None:
        return "needs strace (Debian's package of that name)"
    tried = subprocess.run(
        ["strace", "-f", "--seccomp-bpf", "-o", os.devnull, "true"], capture_output=True, check=False
    )
    return "this machine lets nobody trace a process" if tried.returncode else ""


def in_own_network(folder: Path) -> list[str]:
    """The beginning of a command that gets a network of its own; [] where that is not to be had."""
    (folder / "resolv.conf").write_text("nameserver 192.0.2.53\noptions timeout:1 attempts:1\n")
    root = [] if os.getuid() == 0 else ["-r"]
    command = ["unshare", *root, "-n", "-m", "sh", "-ec", _NETWORK, "sh", str(folder)]
    try:
        done = subprocess.run([*command, "true"], capture_output=True, check=False)
    except OSError:
        return []
    return [] if done.returncode else command


def trace(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> Trace:
    """Run `command` in the checkout, with an empty home and a folder for temporary files in `folder`, to its end.

    Written may be `folder/data` and what is temporary. `AssertionError` if the command fails.
    """
    home, temporary = folder / "home", folder / "tmp"
    for each in (home, temporary, folder / "data"):
        each.mkdir(exist_ok=True)
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_", "FUDAYOMI_"))
    }
    own = {"HOME": str(home), "TMPDIR": str(temporary), "FUDAYOMI_DATA": str(folder / "data")}
    output = folder / "trace"
    traced = ["strace", "-f", "-qq", "--seccomp-bpf", "-s", "400", "-e", f"trace={_CALLS}", "-o", str(output)]
    with TemporaryDirectory() as settings:
        done = subprocess.run(
            [*in_own_network(Path(settings)), *traced, *command],
            cwd=ROOT,
            env={**inherited, **own, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    lines = [line for line in output.read_text(errors="replace").splitlines() if " = -1 ENOENT" not in line]
    addresses = ["".join(found) for line in lines for found in _ADDRESS.findall(line)]
    files = [found[1] for line in lines if (found := _OPENED.search(line) or _MADE.search(line))]
    allowed = (str(folder / "data"), str(temporary))

    def is_allowed(name: str) -> bool:
        # The folder of the test may itself lie in /dev/shm.
        return name.startswith(allowed if name.startswith(f"{folder}/") else (*_OF_THE_SYSTEM, *allowed))

    return Trace(
        tuple(address for address in addresses if not _OWN.match(address)),
        tuple(name for name in files if not is_allowed(name)),
    )
