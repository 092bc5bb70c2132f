"""The warm process on Linux: it has imported the agent and made one instance; every turn is a fork of it.

A fork leaves the zygote as it was, so every turn begins with the very same instance, as in the framework. It is made
ahead of its turn, because a fork and its first page faults take milliseconds: it waits at the socket to the keeper
while the zygote waits for its end, so that the next order is for it. The dead child is buried only when the keeper says
so: until then its number cannot come to belong to anybody else.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import socket
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
    if multiprocessing.get_start_method(allow_none=True) is None:  # the agent has not chosen
        multiprocessing.set_start_method("fork")  # what it starts itself can propose, too, whatever Python's default
    parent = os.getpid()
    while True:
        if (pid := os.fork()) == 0:
            _become(agent, plan, ways, parent)
        end = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert end is not None  # it was waited for
        code = end.si_status if end.si_code == os.CLD_EXITED else -end.si_status
        frames.send(control, {"ended": code, "pid": pid})
        if not _may_bury(ways):
            return
        os.waitpid(pid, 0)


def _may_bury(ways: child.Ways) -> bool:
    """Waits for the keeper's word; an order that the dead child has not read is void. False when the keeper is gone."""
    while (frame := frames.read(ways.orders)) is not None:
        if "bury" in frame:
            return True
    return False


def read_order(way: socket.socket) -> Frame | None:
    """The next frame, read in one step: should this process be killed here, the zygote does not find half of it."""
    head = way.recv(frames.LENGTH.size, socket.MSG_PEEK | socket.MSG_WAITALL)
    if len(head) < frames.LENGTH.size:
        return None
    data = way.recv(frames.LENGTH.size + frames.LENGTH.unpack(head)[0], socket.MSG_WAITALL)
    order: Frame = json.loads(data[frames.LENGTH.size :])
    return order


def _become(agent: Any, plan: Frame, ways: child.Ways, parent: int) -> None:  # noqa: ANN401 - as turn.play
    os.setsid()
    tree.die_with_parent(parent)
    frames.send(ways.orders.fileno(), {"pid": os.getpid()})  # not the zygote, which the agent may stop or kill
    with socket.socket(fileno=os.dup(ways.orders.fileno())) as way:
        way.setblocking(True)  # whatever the agent has made the default
        order = read_order(way)
    if order is None:
        os._exit(0)
    ways.orders.close()
    turn.play(agent, order, plan, ways.news)
