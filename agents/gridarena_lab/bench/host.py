"""The measured side, in a process of its own: ``python -m gridarena_lab.bench.host echo|turns``.

It is told what to do on standard input and answers on standard output, a line of JSON each; at the end of the input
it stops. The real server runs as it always does: on a file, with every commit on the disk, every move judged by the
oracle.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from gridarena.boards import start_board
from gridarena_games.registry import find_game, find_oracle
from gridarena_lab.bench.echo import start_echo
from gridarena_protocol.records import Clock, ClockKind, MatchHeader, Rules
from gridarena_server.app import Server
from gridarena_server.config import Config
from gridarena_server.run import run_server

GAME = "sudoku"
BOARD = start_board("sudoku", "empty-3x3")
GAMES = 8
"""Different games that are played, so that the oracle is asked different things."""
FOREVER_MS = 3_600_000
NO_LIMIT = 1_000_000
DRAIN_S = 1.0
"""Nobody waits for the turns that are open when the measurement is over."""
TEAMS = ("first", "second")


def known_game(seed: int) -> list[str]:
    """A random legal game to its end, move by move, condemned moves included."""
    game = find_game(GAME)
    board = game.start(BOARD.setup, BOARD.options)
    factory = find_oracle(GAME)
    oracle = None if factory is None else factory(board)
    rng = random.Random(seed)
    moves = []
    while board.outcome() is None:
        move = rng.choice(list(board.legal_moves()))
        question = board.question(move)
        board.push(move, oracle.answer(question) if oracle is not None and question is not None else None)
        moves.append(game.text(move))
    return moves


async def open_matches(server: Server, count: int, clock: Clock, first: int) -> list[object]:
    """So many live matches that wait for their seats, and their tickets."""
    opened: list[object] = []
    for number in range(first, first + count):
        header = MatchHeader(
            match=server.store.next_id("match"),
            game=GAME,
            setup=BOARD.setup,
            options=BOARD.options,
            clock=clock,
            rules=Rules(away_ms=FOREVER_MS, join_ms=FOREVER_MS),
            agents=TEAMS,
            versions=("1", "1"),
            tournament=None,
            pairing=None,
            leg=0,
            attempt=1,
            rated=True,
            started_at=time.time_ns() // 1_000_000,
            board=BOARD.name,
        )
        await server.referee.open(header)
        tickets = [server.tickets.issue(header.match, seat) for seat in (0, 1)]
        opened.append([header.match, tickets, number % GAMES])
    return opened


async def host_turns() -> None:
    """The real server, run as `gridarena serve` runs it."""
    with tempfile.TemporaryDirectory(prefix="gridarena-bench-", ignore_cleanup_errors=True) as folder:
        config = Config(
            port=0,
            database=str(Path(folder) / "bench.db"),
            streams_per_team=NO_LIMIT,
            streams=NO_LIMIT,
            drain_s=DRAIN_S,
        )
        orders: list[asyncio.Task[None]] = []
        await run_server(config, lambda server: orders.append(asyncio.ensure_future(obey(server))))
        await orders[0]


async def obey(server: Server) -> None:
    """Does what the input says; its end is the server's."""
    try:
        tokens = [await server.add_team(team) for team in TEAMS]
        games = await asyncio.to_thread(lambda: [known_game(seed) for seed in range(GAMES)])
        say({"port": server.port, "tokens": tokens, "games": games})
        opened = 0
        while line := await asyncio.to_thread(sys.stdin.readline):
            wanted = json.loads(line)
            kind: ClockKind = wanted["clock"]
            clock = Clock(kind, wanted["budget_ms"])
            say(await open_matches(server, wanted["matches"], clock, opened))
            opened += wanted["matches"]
    finally:
        server.request_drain("the measurement is over")


async def host_echo(reply: bytes) -> None:
    """The yardstick."""
    server, port = await start_echo(reply)
    say({"port": port})
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(0)


def say(answer: object) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Runs one of the two until the standard input ends."""
    parser = argparse.ArgumentParser(prog="python -m gridarena_lab.bench.host")
    parser.add_argument("what", choices=("echo", "turns"))
    parser.add_argument("--reply", default="", help="what the echo answers, in hex")
    arguments = parser.parse_args()
    if arguments.what == "turns":
        asyncio.run(host_turns())
    else:
        asyncio.run(host_echo(bytes.fromhex(arguments.reply)))


if __name__ == "__main__":
    main()
