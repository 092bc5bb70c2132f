"""The people of a class's day: a roster, honest agents that share a process, and students with a trouble each."""

import csv
import io

TEAMS = 40
HONEST = """
import random

import gridarena


class Mine(gridarena.Agent):
    name = "{team}"

    def play(self, turn):
        moves = list(turn.board.legal_moves())
        turn.propose(random.choice(moves))


if __name__ == "__main__":
    gridarena.run(Mine)
"""
"""One file a student; whoever changes it has another version."""

CROWD = """
import asyncio
import random
import sys
from pathlib import Path

import gridarena
from gridarena._session import Attendance
from gridarena._warm import spare_the_collector
from gridarena.running import attend
from gridarena.server import find_servers


class Light(gridarena.Agent):
    def play(self, turn):
        turn.propose(random.choice(list(turn.board.legal_moves())))


async def main(files):
    spare_the_collector()
    async with asyncio.TaskGroup() as group:
        for file in files:
            wanted = Attendance(name=file.stem, version="1")
            logs = file.with_suffix(".logs")
            servers = tuple(find_servers(join_file=file))
            group.create_task(attend(Light, servers, wanted, inline=True, log_folder=logs, say=print))


asyncio.run(main([Path(word) for word in sys.argv[1:]]))
"""
"""Many students on few cores: one process, each agent with its own team, token, connection and thread."""

TROUBLES = {
    "raises": "raise RuntimeError('no idea')",
    "exits": "__import__('os')._exit(3)",
    "hangs": "__import__('threading').Event().wait()",
}
"""What the second line of ``play`` does instead of proposing."""


def troubled(team: str, trouble: str) -> str:
    """An agent's file that goes wrong in every turn."""
    return HONEST.format(team=team).replace("moves = list(turn.board.legal_moves())", TROUBLES[trouble])


def roster(teams: int = TEAMS) -> str:
    """Canvas's export of a group set, two students in each."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["name", "login_id", "sections", "group_name"])
    students = [(n, who) for n in range(1, teams + 1) for who in "ab"]
    rows.writerows([f"Student {n}{who}", f"s{n}{who}", "2AMU10", team_name(n)] for n, who in students)
    return text.getvalue()


def team_name(number: int) -> str:
    """What a group is called, and its agent."""
    return f"Group-{number}"
