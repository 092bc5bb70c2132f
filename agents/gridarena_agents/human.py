"""The address ``human``: a person at this terminal, who may take as long as the clock allows.

The board is drawn before every question; whatever is not a legal move is asked again, with what was wrong. The end of
the input, or ``resign``, ends the thinking for this match: the seat proposes nothing more, and loses by that.
"""

import os
import sys
from collections.abc import Mapping
from typing import Any

import gridarena
from gridarena.errors import AddressError, IllegalMove
from gridarena.resolve import AgentSource

_unread = bytearray()
"""What was typed ahead."""
QUITS = ("resign", "quit", "exit")


class Human(gridarena.Agent):
    """Asks at the terminal."""

    def __init__(self) -> None:
        """Sits down."""
        self._gone = False

    def match_started(self, match: gridarena.Match) -> None:
        """Says which game it is and which seat."""
        self._gone = False
        show(f"{match.game}: you are seat {match.seat}; type a move, or resign")

    def play(self, turn: gridarena.Turn) -> None:
        """Asks until there is a legal move."""
        if self._gone:
            return
        example = next(iter(turn.board.legal_moves()), None)
        show(f"\n{turn.board}\n")
        while not turn.closed:
            text = asked(f"your move (such as {example}): ")
            if text is None or text.lower() in QUITS:
                self._gone = True
                show("you resigned")
                return
            if not text:
                continue
            try:
                turn.propose(text)
            except IllegalMove as error:
                show(f"not a move here: {error}")
            else:
                return


def asked(question: str) -> str | None:
    """One line from the terminal; None at its end.

    Read without Python's buffer: its lock, held by a thread that waits, makes an interpreter that ends abort.
    """
    sys.stdout.write(question)
    sys.stdout.flush()
    while b"\n" not in _unread:
        try:
            more = os.read(0, 4096)
        except OSError:
            return None
        if not more:
            return None
        _unread.extend(more)
    line, _, rest = bytes(_unread).partition(b"\n")
    _unread[:] = rest
    return line.decode("utf-8", "replace").strip()


def show(text: str) -> None:
    """For the person at the terminal."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def find(place: str, options: Mapping[str, Any]) -> AgentSource:
    """The source behind ``human``, which plays in the process that has the terminal.

    Raises:
        AddressError: something else was written behind it.
    """
    if place or options:
        raise AddressError("expected human alone, without anything behind it")
    return AgentSource("module", "gridarena_agents.human", "Human", name="human", present=True)
