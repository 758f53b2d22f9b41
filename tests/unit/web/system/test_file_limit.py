import subprocess
import sys

ASK = """
import resource
from web.system.file_limit import raise_file_limit
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, 2000))
print(raise_file_limit({wanted}), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def limits(soft: int, wanted: int) -> list[int]:
    """What it says and what the limits are then, in a process of its own: the hard limit is lowered for good."""
    script = ASK.format(soft=soft, wanted=wanted)
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    return [int(number) for number in out.split()]


def test_it_is_raised_as_far_as_the_system_lets_it() -> None:
    assert limits(soft=500, wanted=1500) == [1500, 1500, 2000]
    assert limits(soft=500, wanted=9000) == [2000, 2000, 2000]


def test_it_is_never_lowered() -> None:
    assert limits(soft=1800, wanted=1500) == [1800, 1800, 2000]
