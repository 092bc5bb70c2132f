"""What `serve` does around the server: says where it is once it answers, and keeps the machine awake while it plays.

Until the server answers it may be compiling kernels, which no thread can be talked out of; Ctrl-C then ends the process
at once, which is safe because nothing has been promised yet.
"""

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from gridarena._awake import awake
from gridarena.joinfile import JoinFile
from gridarena_cli.exits import Exit
from gridarena_cli.places import leave_address
from gridarena_cli.processes import stop_at_eof
from gridarena_cli.terminal import note, put_json
from gridarena_cli.welcome import address, ready, welcome
from gridarena_protocol.teams import HOUSE
from gridarena_server.app import Server
from gridarena_server.config import Config
from gridarena_server.run import run_server

if TYPE_CHECKING:
    from gridarena_cli.house import House

LOOK_EVERY_S = 5.0
"""How soon a match that begins keeps the machine awake: far sooner than any machine falls asleep."""


def serve(config: Config, *, agents: Sequence[str] | None = None, as_json: bool, until_eof: bool) -> None:
    """Runs the server until it is asked to stop, and with it the sparring agents of the house."""
    database = None if config.in_memory else Path(config.database)
    house = _house(agents, database) if agents is not None else None
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    signal.signal(signal.SIGINT, _leave)
    if until_eof:
        stop_at_eof()
    if not as_json:
        note("Starting ...")
    with house or contextlib.nullcontext():
        asyncio.run(_serve(config, house, as_json=as_json))
    if not as_json:
        note("Stopped. Whatever was unfinished goes on at the next start.")


async def _serve(config: Config, house: "House | None", *, as_json: bool) -> None:
    with contextlib.ExitStack() as beside:

        def on_ready(server: Server) -> None:
            leave_address(config, address(server), server.tls)
            if as_json:
                put_json(ready(server))
            else:
                for line in welcome(server):
                    note(line)
                if house is not None:
                    note(f"House: {', '.join(house.names)}; to play them: gridarena play AGENT --seek")
            if house is not None:
                house.open(_house_join(server))
            beside.callback(asyncio.create_task(_stay_awake(server)).cancel)
            if not as_json:
                beside.callback(asyncio.create_task(_tell_of_drain(server)).cancel)

        await run_server(config, on_ready)


def _house(agents: Sequence[str], database: Path | None) -> "House":
    """The lab that is behind it takes as long to import as the referee; a server without a house starts without it."""
    from gridarena_cli.house import House

    return House(agents, database, note)


async def _house_join(server: Server) -> JoinFile:
    """How the house's agents get in: like any team's, with a token of today."""
    token, tls, where = await server.house(), server.tls, address(server)
    if tls is None:
        return JoinFile(HOUSE, (where,), token)
    return JoinFile(HOUSE, (where,), token, tls.name_for([where]), tls.ca)


async def _tell_of_drain(server: Server) -> None:
    """Says what is waited for, so that nobody takes it for a program that hangs."""
    await server.draining()
    if live := len(server.referee.live):
        what = "1 open turn is" if live == 1 else f"{live} open turns are"
        note(
            f"Stopping: {what} played to the end, {server.config.drain_s:g} s at most. "
            "Ctrl-C again stops at once; nothing is lost."
        )


async def _stay_awake(server: Server) -> None:
    """Holds the machine awake while a tournament runs or a match is played, and lets it sleep between.

    One thread does it, for on Windows it is a thread that holds the machine; and no turn has to wait for it.
    """
    loop, was_busy = asyncio.get_running_loop(), False
    with contextlib.ExitStack() as held, ThreadPoolExecutor(1, "awake") as keeper:
        while True:
            busy = _busy(server)
            if busy and not was_busy:
                await loop.run_in_executor(keeper, held.enter_context, awake("a tournament is being played"))
            elif was_busy and not busy:
                await loop.run_in_executor(keeper, held.close)
            was_busy = busy
            await asyncio.sleep(LOOK_EVERY_S)


def _busy(server: Server) -> bool:
    return bool(server.referee.live) or any(view.status == "running" for view in server.director.views())


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(Exit.INTERRUPTED)
