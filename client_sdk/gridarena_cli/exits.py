"""What the command `gridarena` can end with: one number per kind of failure, so that scripts need not read texts.

A student's own `python mine.py` ends with the same ones. A number is never given another meaning once released;
`docs/exit-codes.md` lists them and a test compares the two.
"""

from enum import IntEnum

_MEANING = {
    0: "everything went well",
    1: "a failure without a number of its own, or `doctor` or `check` found something to repair",
    2: "the command line cannot be understood, or names something impossible",
    3: "no server answers at that address",
    4: "a token is missing, wrong or not allowed to do this",
    5: "this program is too old for the server",
    6: "the port is in use: a second server",
    7: "the database is in use by another server",
    8: "the database cannot be used: made by a newer version, damaged, or not one of ours",
    9: "a file cannot be used: a board that cannot be read, an agent that cannot be loaded",
    10: "no such match, tournament, agent or game",
    11: "the server refused: not in its present state, a name that is taken, too busy, a newer connection took over",
    12: "`verify` found something that is not as it was written",
    70: "a mistake in gridarena itself; `--debug` shows where",
    130: "stopped by Ctrl-C",
}


class Exit(IntEnum):
    """How a command ends."""

    OK = 0
    PROBLEM = 1
    USAGE = 2
    NO_SERVER = 3
    TOKEN = 4
    OLD_SDK = 5
    PORT_IN_USE = 6
    DATABASE_IN_USE = 7
    DATABASE_UNUSABLE = 8
    BAD_FILE = 9
    NOT_FOUND = 10
    REFUSED = 11
    DIFFERS = 12
    BUG = 70
    INTERRUPTED = 130

    @property
    def meaning(self) -> str:
        """For people and for the documentation."""
        return _MEANING[self.value]


class CliError(Exception):
    """Ends the command: one line for people and the number for scripts."""

    def __init__(self, exit_code: Exit, text: str) -> None:
        super().__init__(text)
        self.exit_code = exit_code
