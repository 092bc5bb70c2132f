"""Examines one agent before a tournament does: plays it and says what is wrong with it.

The agent plays in worker processes, driven by the SDK's own match code and refereed by the server's own referee; only
the network is left out. What happened becomes :class:`Evidence`, plain data; each line of the report is a function from
evidence to findings (:data:`LINES`), so a new line needs nothing else.
"""

from gridarena_lab.check.evidence import Evidence, MatchSeen, Memory, TurnSeen
from gridarena_lab.check.lines import LINES, Line, findings
from gridarena_lab.check.trial import Progress, Trial, examine

__all__ = [
    "LINES",
    "Evidence",
    "Line",
    "MatchSeen",
    "Memory",
    "Progress",
    "Trial",
    "TurnSeen",
    "examine",
    "findings",
]
