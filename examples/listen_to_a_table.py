"""Print the stones of a running table at every change: `python examples/listen_to_a_table.py http://ADDRESS:8000`."""

import json
import sys
from urllib.request import urlopen

with urlopen(f"{sys.argv[1]}/api/live") as stream:
    for line in stream:
        if line.startswith(b"data: {"):
            snapshot = json.loads(line.removeprefix(b"data: "))
            evening = snapshot.get("evening")
            print(
                snapshot["version"],
                evening and dict(zip(evening["players"], evening["stones"], strict=True)),
                flush=True,
            )
