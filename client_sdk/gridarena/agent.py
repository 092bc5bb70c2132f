"""The one class a student writes."""

from abc import ABC, abstractmethod
from typing import ClassVar

from gridarena.match import Match
from gridarena.turn import Turn
from gridarena_protocol.records import MatchResult


class Agent(ABC):
    """A program that plays. Each match gets an instance of its own, in a process of its own.

    What a match leaves behind in the instance is gone with it; what a search leaves behind in modules may stay.
    """

    name: ClassVar[str] = ""
    """Under which it is ranked, within its team; empty: the class name in lower case."""
    version: ClassVar[str] = ""
    """Shown with every match; empty: a short hash of the source file."""
    games: ClassVar[tuple[str, ...]] = ()
    """The games it can play; empty: every installed one."""

    def warm_up(self) -> None:
        """Loads and compiles what the first turn must not wait for; runs before the agent says it is ready."""
        return

    def match_started(self, match: Match) -> None:
        """Told once before the first turn, and again when a fresh process takes the match over."""
        return

    @abstractmethod
    def play(self, turn: Turn) -> None:
        """Proposes as often as it likes; the last proposal in time counts, and returning ends the turn with it."""

    def match_finished(self, result: MatchResult | None) -> None:
        """Told once at the end; None for a match that was voided."""
        return
