"""A server and three agents, each in a container: up, a tournament, kill the server, up again, finished.

Needs a Docker engine and its compose, old (`docker-compose`) or new (`docker compose`). Project, volumes and port are
this script's own, and nothing of them is left.
"""

import json
import os
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from environments import ROOT

PROJECT = "gridarena-smoke"
AGENTS = ("greedy", "mcts", "minimax")
PATIENCE_S = 300.0
PLAN = ("--board", "easy-2x2", "random-2x3", "easy-3x3", "--time", "0.3", "--rounds", "2")
MATCHES = 3 * 2 * 3 * 2
"""Pairings, seats, boards, rounds."""


@cache
def client() -> tuple[str, ...]:
    """The compose that is installed."""
    new = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode == 0
    return ("docker", "compose") if new else ("docker-compose",)


def compose(*words: str, check: bool = True, quiet: bool = False) -> str:
    """Shows and runs a compose command; what it says on standard output."""
    program = client()
    if not quiet:
        print("$", *program, *words, flush=True)
    done = subprocess.run(
        [*program, "--project-name", PROJECT, *words],
        cwd=ROOT,
        env={**os.environ, "GRIDARENA_PUBLISH": "127.0.0.1:"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=check,
        timeout=1800,
    )
    return done.stdout


def ask(*words: str) -> Any:
    """What a command says in the server's container."""
    return json.loads(compose("exec", "-T", "server", "gridarena", *words, "--json", quiet=True))


def wait_for(what: str, condition: Callable[[], bool]) -> None:
    """Asks every second until it is so."""
    until = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > until:
            raise SystemExit(f"expected {what} within {PATIENCE_S:.0f} s")
        time.sleep(1)
    print(f"-- {what}", flush=True)


def seen() -> set[str]:
    """Every agent the server has seen."""
    return {agent for team in ask("team", "list")["teams"] for agent in team["agents"]}


def tournament(number: str) -> dict[str, Any]:
    """How it stands."""
    view: dict[str, Any] = ask("tournament", "status", number)["tournament"]
    return view


def play() -> None:
    """The tournament, with the server killed in the middle of it."""
    compose("up", "--detach")
    wait_for("three agents have come with the tokens of their files", lambda: seen() >= set(AGENTS))
    number = str(ask("tournament", "create", *PLAN, "--agents", ",".join(AGENTS), "--yes")["tournament"])
    ask("tournament", "start", number)
    wait_for("the tournament is under way", lambda: tournament(number)["finished"] >= MATCHES // 4)
    compose("kill", "server")
    compose("up", "--detach")
    wait_for("the tournament is finished", lambda: tournament(number)["status"] == "finished")
    over = tournament(number)
    if (over["finished"], over["voided"]) != (MATCHES, 0):
        raise SystemExit(f"expected {MATCHES} matches finished and none void, got {over}")
    print(compose("exec", "-T", "server", "gridarena", "tournament", "status", number), flush=True)
    ends = Counter(match["result"]["termination"] for match in ask("history", "--limit", "1000")["matches"])
    print(f"-- how matches ended: {dict(ends)}", flush=True)


def seek() -> None:
    """Somebody else's container finds one of the three for a casual match."""
    words = ("play", "random", "--join", "/joins/greedy.join", "--name", "guest", "--seek", "--board", "easy-2x2")
    compose("run", "--rm", "--no-deps", "-T", "greedy", *words, "--time", "1", "--matches", "1")
    (match,) = ask("history", "--limit", "1")["matches"]
    agents = match["header"]["agents"]
    if "greedy/guest" not in agents or match["header"]["rated"]:
        raise SystemExit(f"expected a casual match of greedy/guest, got {match}")
    print(f"-- a casual match: {agents[0]} - {agents[1]}, {match['result']['reason']}", flush=True)


def main() -> None:
    """Runs all of it and leaves nothing behind."""
    compose("build")
    try:
        play()
        seek()
    except BaseException:
        print(compose("logs", "--tail", "30", check=False), flush=True)
        raise
    finally:
        compose("down", "--volumes", "--timeout", "5", check=False)


if __name__ == "__main__":
    main()
