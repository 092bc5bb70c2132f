"""Who of a tournament's agents is here, who is not, and what the host can do about it: a line for each trouble."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from gridarena.durations import spoken
from gridarena_cli.render.tables import clock_time
from gridarena_cli.terminal import plain
from gridarena_protocol.teams import Team
from gridarena_protocol.views import Entrant, Entrants


def attendance(entrants: Entrants) -> Iterator[str]:
    """Those who are here in one line, everybody else in one of their own."""
    here = [plain(one.agent) for one in entrants.agents if one.presence == "here"]
    total = len(entrants.tournament.agents)
    yield f"here      {len(here)} of {total}{': ' if here else ''}{', '.join(here)}"
    for entrant in entrants.agents:
        if entrant.presence != "here":
            yield f"{entrant.presence:<9} {plain(entrant.agent)}: {_trouble(entrant, entrants.tournament.id)}"


def strangers(agents: Iterable[str], teams: Iterable[Team]) -> Iterator[str]:
    """Named agents that have never connected, a line each: one may still come, or its name is mistyped."""
    labels = [label for team in teams for label in team.agents]
    known = {label.casefold(): label for label in labels}
    for agent in agents:
        if agent not in labels:
            like = get_close_matches(agent.casefold(), known, n=1, cutoff=0.75)
            meant = f" (did you mean {plain(known[like[0]])}?)" if like else ""
            yield f"nobody has ever connected as {plain(agent)}{meant}; whoever does not come loses"


def _trouble(entrant: Entrant, tournament: int) -> str:
    name = plain(entrant.agent)
    match entrant.presence:
        case "missing":
            return f"{_seen(entrant)}{_waited(entrant)}"
        case "held":
            versions = f"version {plain(entrant.version)}, but it began with {plain(entrant.frozen)}"
            return f"{versions}; let it play: gridarena tournament allow {tournament} {name}"
        case "silent":
            return f"is connected but did not come to its latest match; its matches come last{_waited(entrant)}"
        case _:
            return f"{entrant.finished} matches finished; back by: gridarena tournament enter {tournament} {name}"


def _seen(entrant: Entrant) -> str:
    if entrant.seen_at is None:
        return "not seen since the server started"
    return f"last seen {clock_time(entrant.seen_at)}"


def _waited(entrant: Entrant) -> str:
    if entrant.waited_ms is None:
        return ""
    if entrant.waited_ms == 0:
        return ", no longer waited for"
    return f", waited for {spoken(entrant.waited_ms / 1000)} more"
