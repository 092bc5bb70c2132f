"""One turn of a course agent, as the frames of its processes tell it; no input or output of its own but proposals."""

from collections.abc import Callable, Iterable

from gridarena.errors import IllegalMove, Mishap, TurnClosed
from gridarena.turn import Turn
from gridarena_agents.course.runner.frames import Frame
from gridarena_games.sudoku.rules import Placement

LOOK_S = 0.005
"""How often the turn's stop flag is looked at."""
SETTLE_S = 0.003
"""A proposal that may be half-written counts when nothing has followed for so long."""
_SIGNALS = {
    -6: "signal 6: aborted by compiled code, perhaps for lack of memory",
    -9: "killed: by itself, or by the system for lack of memory",
    -11: "signal 11: recursion without end, or a fault in compiled code",
}


class Round:
    """Proposes what the agent proposes; knows when it is over and what was wrong."""

    def __init__(self, number: int, turn: Turn) -> None:
        """Begins.

        Args:
            number: The turn's number between adapter and processes; frames of others are stale.
            turn: Where proposals go.
        """
        self.turn = turn
        self.over = False
        """The agent has come back, or is gone."""
        self.broken = False
        """Its processes can play no more; new ones might."""
        self.pid: int | None = None
        """Its process, as soon as it is known."""
        self._number = number
        self._held: Placement | None = None
        self._held_until = 0.0
        self._last: Placement | None = None
        self._wrong: str = ""
        self._refused: str = ""
        self._report: str = ""
        self._returned = False

    @property
    def proposed(self) -> bool:
        """Something has been proposed, or would be now."""
        return self._last is not None or self._held is not None

    @property
    def wait_s(self) -> float:
        """How long to wait for the next frames."""
        return LOOK_S if self._held is None else SETTLE_S

    def take(self, told: Iterable[Frame], now: float) -> None:
        """Takes what came; of several proposals at once only the last legal one goes out."""
        whole: list[Placement] = []
        for frame in told:
            if frame.get("turn", self._number) != self._number:
                continue
            if frame["is"] == "move":
                move = Placement(*frame["move"])
                self._held = None if frame["whole"] else move
                self._held_until = now + SETTLE_S
                if frame["whole"]:
                    whole.append(move)
            else:
                self._learn(frame)
        self._propose(whole)
        if self._held is not None and (self.over or now >= self._held_until):
            self.settle()

    def settle(self) -> None:
        """What is held back counts."""
        move, self._held = self._held, None
        if move is not None:
            self._propose([move])

    def complain(self, report: Callable[[str], str]) -> None:
        """Says what was wrong, if anything was; ``report`` gives the traceback of a name.

        Raises:
            Mishap: something was.
        """
        if self._wrong:
            raise Mishap(self._wrong, report(self._report) if self._report else "")
        if self._refused:
            raise Mishap(self._refused)
        if self._returned and not self.proposed:
            raise Mishap("compute_best_move returned and had proposed nothing")

    def _learn(self, frame: Frame) -> None:
        kind = frame["is"]
        if kind == "started":
            self.pid = frame["pid"]
        elif kind == "odd":
            self._refused = f"proposed {frame['text']}"
        elif kind == "done":
            self.over = self._returned = True
        elif kind == "raised":  # helpers of the search may still go on
            self._wrong, self._report = f"compute_best_move raised {frame['text']}", frame["report"]
        elif kind == "broken":
            self.over = self.broken = True
            self._wrong, self._report = frame["text"], frame.get("report", "")
        elif kind == "exited" and not self.over:
            self.over = True
            self._wrong = f"compute_best_move ended its process ({_ending(frame['code'])})"

    def _propose(self, moves: list[Placement]) -> None:
        """Goes back from the newest to one that the rules allow; what it has to say is about the newest."""
        refused = []
        for move in reversed(moves):
            try:
                if move != self._last:
                    self.turn.propose(move)
            except TurnClosed:
                self.over = True
                return
            except IllegalMove as error:
                refused.append(f"proposed {error}")
            else:
                self._last = move
                break
        if moves:
            self._refused = refused[0] if refused else ""


def _ending(code: int | None) -> str:
    if code is None:
        return "killed"
    return _SIGNALS.get(code, f"exit code {code}" if code >= 0 else f"signal {-code}")
