"""What `replay` does: shows a match turn by turn, as far and as fast as its reader wants.

It reads whole lines, which every terminal of every system can give; where there is no terminal it prints all of it.
"""

import sys
from dataclasses import replace

from gridarena.server import Server
from gridarena_cli.asking import find_match
from gridarena_cli.onlooking import Lines
from gridarena_cli.render.scene import Scene, Stage, picture
from gridarena_cli.render.tables import why
from gridarena_cli.terminal import console, note, show
from gridarena_protocol.records import Record

HELP = "Enter: next, b: back, a number: that turn, q: quit > "


def replay(server: Server, match: str, start: int) -> None:
    """Steps through the match."""
    record = find_match(server, match)
    if not (sys.stdin.isatty() and console().is_terminal):
        Lines().update(scene_at(record, len(record.turns)))
        note(why(record))
        return
    place: int | None = min(start, len(record.turns))
    while place is not None:
        console().clear()
        show(picture(scene_at(record, place)))
        sys.stderr.write(f"turn {place} of {len(record.turns)}.  {HELP}")
        sys.stderr.flush()
        place = step(sys.stdin.readline(), place, len(record.turns))


def scene_at(record: Record, turns: int) -> Scene:
    """The match after so many turns; how it ended is shown at its end only."""
    part = replace(record, turns=record.turns[:turns])
    if turns < len(record.turns):
        part = replace(part, result=None, void=None)
    return Stage(part).scene


def step(answer: str, place: int, last: int) -> int | None:
    """Where an answer leads; None: away. What is not understood stays where it is."""
    word = answer.strip().lower()
    if not answer or word in ("q", "quit"):
        return None
    if word == "":
        return min(place + 1, last)
    if word == "b":
        return max(place - 1, 0)
    return min(int(word), last) if word.isascii() and word.isdecimal() else place
