"""Whether this machine's own firewall lets students in: told for Windows, which blocks unless asked.

Windows asks once, when the port is opened; whoever cancels leaves a rule behind that blocks this Python for good, and
such a rule counts before one that allows. The lines given here are for a terminal that was started as administrator.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence

PATIENCE_S = 5.0

Runs = Callable[[Sequence[str]], int]
"""Runs a command and answers its exit code."""


def warnings(port: int, *, platform: str = sys.platform, run: Runs | None = None) -> list[str]:
    """What to type where the firewall does not know the port."""
    if platform != "win32" or (run or _run)(["netsh", "advfirewall", "firewall", "show", "rule", _name(port)]) == 0:
        return []
    program = getattr(sys, "_base_executable", sys.executable)
    return [
        f"the Windows firewall may keep students out; once, as administrator: {allow(port)}",
        "if Windows asked about Python and you cancelled, first: "
        f'netsh advfirewall firewall delete rule name=all dir=in program="{program}"',
    ]


def allow(port: int) -> str:
    """The line that lets students in."""
    rule = _name(port).replace("=", '="') + '"'
    return f"netsh advfirewall firewall add rule {rule} dir=in action=allow protocol=TCP localport={port}"


def _name(port: int) -> str:
    return f"name=gridarena {port}"


def _run(words: Sequence[str]) -> int:
    try:
        return subprocess.run(words, capture_output=True, timeout=PATIENCE_S, check=False).returncode
    except (OSError, subprocess.TimeoutExpired):
        return 1
