"""One turn in the process that plays it and ends with it."""

from __future__ import annotations

import contextlib
import sys
import threading
from typing import TYPE_CHECKING

from . import child, frames, report, state
from .bestmove import Channel, seat

if TYPE_CHECKING:
    from typing import Any

    from .frames import Frame


def play(agent: Any, turn: Frame, plan: Frame, news: int) -> None:  # noqa: ANN401 - an agent need not inherit anything
    """Lets the agent play, tells every proposal and then the end; never returns."""
    number = turn["turn"]
    channel = _channel(number, news)
    try:
        with child.limited(plan["memory"]):
            agent.player_number = turn["state"]["player"]
            seat(agent, channel)
            agent.compute_best_move(state.build(turn["state"], plan["generation"]))
            _wait_for_helpers()
    except BaseException as error:  # noqa: BLE001 - student code; whatever it was, the last proposal stands
        if not isinstance(error, SystemExit) or error.code:
            name = f"turn-{number}"
            text = report.write(plan, name, error) + _why(error, plan, turn["state"])
            frames.tell(news, {"is": "raised", "turn": number, "text": text, "report": name})
        with contextlib.suppress(BaseException):
            _wait_for_helpers()
    channel.flush()
    frames.tell(news, {"is": "done", "turn": number})
    child.leave(0)


def _why(error: BaseException, plan: Frame, position: Frame) -> str:
    """An agent written for one of the newer modes finds None in the classic one where its squares would be."""
    unsquared = plan["generation"] == "v14" and position["allowed"][0] is None
    if unsquared and isinstance(error, (TypeError, AttributeError)) and "NoneType" in str(error):
        return "; in mode classic player_squares() and the lists of squares are None (--option mode=rows has them)"
    return ""


def _channel(number: int, news: int) -> Channel:
    complained: list[str] = []

    def tell(move: tuple[int, int, int], whole: bool) -> None:
        frames.tell(news, {"is": "move", "turn": number, "move": move, "whole": whole})

    def complain(text: str) -> None:
        if not complained:
            complained.append(text)
            frames.tell(news, {"is": "odd", "turn": number, "text": text})

    return Channel(tell, complain)


def _wait_for_helpers() -> None:
    """A process ends when its threads and processes have ended, as the framework's do; daemons do not count."""
    getattr(threading, "_shutdown", lambda: None)()
    if "multiprocessing.util" in sys.modules:
        sys.modules["multiprocessing.util"]._exit_function()
