"""The warm process on Linux: it has imported the agent and made one instance; every turn is a fork of it.

A fork leaves the zygote as it was, so every turn begins with the very same instance, as in the framework. The child is
buried only when the keeper says so: until then its number cannot come to belong to anybody else.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from . import child, frames, tree, turn

if TYPE_CHECKING:
    from typing import Any

    from .frames import Frame


def main() -> None:
    """Serves turns until the keeper is gone; standard input is the socket that leads there and back."""
    ways = child.Ways()
    control = ways.orders.fileno()
    plan = frames.read(ways.orders)
    if plan is None:
        return
    tree.die_with_parent(plan["keeper"])
    agent = child.load(plan, ways)
    parent = os.getpid()
    while (order := frames.read(ways.orders)) is not None:
        if (pid := os.fork()) == 0:
            _become(agent, order, plan, ways, parent)
        frames.send(control, {"pid": pid})
        end = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert end is not None  # it was waited for
        frames.send(control, {"ended": end.si_status if end.si_code == os.CLD_EXITED else -end.si_status})
        if frames.read(ways.orders) is None:
            return
        os.waitpid(pid, 0)


def _become(agent: Any, order: Frame, plan: Frame, ways: child.Ways, parent: int) -> None:  # noqa: ANN401 - as turn.play
    os.setsid()
    tree.die_with_parent(parent)
    os.close(ways.orders.fileno())
    turn.play(agent, order, plan, ways.news)
