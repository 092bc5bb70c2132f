"""What `repro` does: fetches a match, lets an agent search one of its turns again, and shows both searches."""

import re
import sys
from contextlib import nullcontext, redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from gridarena.agent import Agent
from gridarena.desk import StudentError, kept, one_line
from gridarena.errors import ArenaError, UnusableFileError
from gridarena.resolve import find_agent, load_agent
from gridarena.running import LOGS
from gridarena.server import Server
from gridarena_cli import planning
from gridarena_cli.asking import find_match
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.render.match import proposals
from gridarena_cli.terminal import note, plain, put_json, show
from gridarena_lab.rethink import Judged, Rethought, rethink
from gridarena_protocol.records import Clock, Record, TurnDetail, TurnRecord

FOLDER = Path(LOGS) / "repro"
PATIENCE_US = 50_000
"""How long a match would have waited for the search behind the close."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which turn, and who shall think about it."""

    match: str
    turn: int
    agent: str
    time_s: float | None
    untimed: bool


def reproduce(server: Server, wish: Wish, *, as_json: bool) -> None:
    """Searches the turn again and prints what was proposed, beside what was played."""
    record = find_match(server, wish.match)
    _check(record, wish)
    clock = _clock(record, wish)
    agent = _agent(wish.agent)
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        thought = rethink(record, wish.turn, agent, clock, FOLDER)
    if as_json:
        put_json(shape(record, wish.agent, thought))
        return
    header, seat = record.header, thought.turn.seat
    show(Text(f"match {header.match}, before turn {wish.turn}: {plain(header.agents[seat])} (seat {seat}) to move"))
    show(Text(thought.board), proposals(TurnDetail(wish.turn, thought.seen, 0)) if thought.seen else Text(""))
    show(_both(record, thought, wish.agent))
    for line in _remarks(thought):
        note(line)


def shape(record: Record, agent: str, thought: Rethought) -> dict[str, Any]:
    """For scripts: the new search, and the turn as it was played."""
    return {
        "match": record.header.match,
        "agent": agent,
        "clock": asdict(thought.clock),
        "board": thought.board,
        "proposals": [asdict(seen) for seen in thought.seen],
        "now": asdict(thought.judged),
        "then": asdict(thought.turn),
        "returned_us": thought.returned_us,
        "closed_us": thought.closed_us,
        "troubles": list(thought.troubles),
        "stuck": list(thought.stuck),
    }


def _check(record: Record, wish: Wish) -> None:
    if wish.turn > len(record.turns):
        raise CliError(Exit.NOT_FOUND, f"match {wish.match} has turns 1 to {len(record.turns)}, not {wish.turn}")
    turn = record.turns[wish.turn - 1]
    if turn.verdict == "skipped":
        raise CliError(Exit.NOT_FOUND, f"in turn {wish.turn} nobody moved ({turn.reason}); choose another")


def _clock(record: Record, wish: Wish) -> Clock:
    played = record.header.clock
    if wish.untimed and wish.time_s is not None:
        raise CliError(Exit.USAGE, "an untimed search takes no --time")
    if wish.untimed:
        return Clock("untimed")
    if wish.time_s is None:
        return played
    return planning.clocks("hidden" if played.kind == "untimed" else played.kind, (wish.time_s,))[0]


def _agent(address: str) -> Agent:
    """An instance in this process."""
    source = find_agent(address)
    try:
        return load_agent(source)(**source.options)
    except ArenaError:
        raise
    except StudentError as error:
        text = f"{address} cannot be loaded: {one_line(error)}{kept(FOLDER, 'start', error)}"
        raise UnusableFileError(text) from None


def _both(record: Record, thought: Rethought, agent: str) -> Table:
    """The two searches, one line each."""
    table = Table(box=None, show_header=False, pad_edge=False)
    now, then = thought.judged, thought.turn
    ours = [f"proposal {seen.number} after {seen.arrival_us / 1000:.1f} ms" for seen in thought.seen[-1:]]
    theirs = [f"proposal {then.number} after {then.arrival_us / 1000:.1f} ms"] if then.proposals else []
    theirs += ["the SDK's random move"] if then.fallback else []
    table.add_row("now", plain(re.split(r"[/\\]", agent)[-1]), *_move(now), ", ".join(ours))
    table.add_row("then", plain(record.header.agents[then.seat]), *_move(then), ", ".join(theirs))
    return table


def _move(played: Judged | TurnRecord) -> tuple[Text, str]:
    verdict = played.verdict + (f": {plain(played.reason)}" if played.reason else "")
    points = f" +{played.points}" if played.points else ""
    return Text(plain(played.move) or "no move", style="bold"), verdict + points


def _remarks(thought: Rethought) -> list[str]:
    lines = list(thought.troubles)
    closed = thought.closed_us
    if thought.stuck:
        lines.append("the search did not come back; it stood at")
        lines += [f"  {place}" for place in thought.stuck]
    elif closed is not None and thought.returned_us - closed > PATIENCE_US:
        late_ms = (thought.returned_us - closed) / 1000
        lines.append(f"the search came back {late_ms:.0f} ms after the close; a match kills it after 50 ms")
    else:
        lines.append(f"the search came back after {thought.returned_us / 1000:.1f} ms ({thought.clock})")
    return lines
