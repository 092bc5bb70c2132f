"""What the host's commands about a tournament under way do: correct matches, change who takes part, read the log."""

from dataclasses import dataclass
from typing import cast, get_args

from gridarena._client import Client, ask
from gridarena.server import Server
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.render import shapes, tables
from gridarena_cli.render.attendance import strangers
from gridarena_cli.terminal import insist, note, plain, put_json, show
from gridarena_games.base import Termination
from gridarena_protocol.teams import Team
from gridarena_protocol.views import (
    AllowRequest,
    EnterRequest,
    Entrant,
    RerunRequest,
    TournamentView,
    VoidRequest,
    WithdrawRequest,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which matches to play again, as the host typed it."""

    lost_by: str | None
    agent: str | None
    matches: tuple[int, ...]
    reason: str | None


def void_match(server: Server, match: int, reason: str, *, as_json: bool) -> None:
    """Takes a match out of every table."""
    if not reason.strip():
        raise CliError(Exit.USAGE, "expected --reason to say why; everybody who played will read it")
    record = ask(server, lambda client: client.void_match(VoidRequest(match, reason)))
    if as_json:
        put_json(shapes.match(record))
    else:
        note(f"Match {match} ({' - '.join(map(plain, record.header.agents))}) is {tables.why(record)}")


def rerun_matches(server: Server, tournament: int, choice: Choice, *, yes: bool, as_json: bool) -> None:
    """Lists the matches that are, or without a yes would be, void and played again."""
    request = RerunRequest(
        tournament,
        choice.reason or _reason(choice),
        _termination(choice.lost_by),
        choice.agent,
        choice.matches,
        dry_run=not yes,
    )
    if not (choice.lost_by or choice.agent or choice.matches):
        raise CliError(Exit.USAGE, "say which matches: --lost-by HOW, --agent LABEL or --match MATCH")
    records = ask(server, lambda client: client.rerun_matches(request))
    if as_json:
        put_json(shapes.rerun(records, done=yes))
        return
    if not records:
        note("There is no such match: nothing to play again.")
        return
    show(tables.matches(records))
    count = f"{len(records)} match{'es' if len(records) > 1 else ''}"
    if yes:
        note(f"{count} void and played again: {plain(request.reason)}")
    else:
        note(f"{count} would be void and played again. Do it: the same command with --yes")


def _termination(word: str | None) -> Termination | None:
    known = get_args(Termination)
    if word is not None and word not in known:
        raise CliError(Exit.USAGE, f"expected --lost-by {', '.join(known[:-1])} or {known[-1]}, got {word!r}")
    return cast("Termination | None", word)


def _reason(choice: Choice) -> str:
    how = f"lost by {choice.lost_by}; " if choice.lost_by else ""
    return f"{how}the host has it played again"


def enter(server: Server, tournament: int, agents: tuple[str, ...], *, as_json: bool) -> None:
    """Says how many matches there are now, and who has still to come."""
    view, teams = ask(server, lambda client: _enter(client, EnterRequest(tournament, agents)))
    if as_json:
        put_json(shapes.tournament(view))
        return
    here = [agent for agent in agents if agent not in view.missing]
    come = [agent for agent in agents if agent in view.missing]
    note(f"{plain(', '.join(agents))} entered: {len(view.agents)} agents, {view.matches} matches.")
    if come and here:
        note(f"Here already: {plain(', '.join(here))}")
    if come:
        note(f"Not in the lobby yet, their matches wait: {plain(', '.join(come))}")
    for line in strangers(agents, teams):
        note(line)


async def _enter(client: Client, wanted: EnterRequest) -> tuple[TournamentView, tuple[Team, ...]]:
    return await client.enter_tournament(wanted), await client.teams()


def withdraw(server: Server, tournament: int, agent: str, *, void_results: bool, yes: bool, as_json: bool) -> None:
    """Says what becomes of the agent's matches, asks, and takes it out."""
    if not yes:
        entrants = ask(server, lambda client: client.entrants(tournament))
        known = next((one for one in entrants.agents if one.agent == agent), None)
        if known is not None and known.presence != "withdrawn":
            _confirm_withdrawal(known, tournament, void_results=void_results)
    view = ask(server, lambda client: client.withdraw_agent(WithdrawRequest(tournament, agent, void_results)))
    if as_json:
        put_json(shapes.tournament(view))
    else:
        note(f"{plain(agent)} is withdrawn: {len(view.agents)} agents, {_count(view)}.")
        note(f"It comes back by: gridarena tournament enter {tournament} {plain(agent)}")


def _confirm_withdrawal(entrant: Entrant, tournament: int, *, void_results: bool) -> None:
    name = plain(entrant.agent)
    results = "become void for good" if void_results else "stay"
    insist(
        f"Withdraw {name} from tournament {tournament}? Of its matches {entrant.finished} are finished and {results}, "
        f"{entrant.live} are being played and become void, {entrant.unplayed} are dropped.",
        because=f"withdrawing {name} ends its matches",
        refused="not withdrawn",
    )


def _count(view: TournamentView) -> str:
    return f"{view.finished} of {view.matches} matches finished, {view.voided} void"


def allow(server: Server, tournament: int, agent: str, version: str | None, *, as_json: bool) -> None:
    """Lets an update play on."""
    view = ask(server, lambda client: client.allow_update(AllowRequest(tournament, agent, version)))
    if as_json:
        put_json(shapes.tournament(view))
    else:
        note(
            f"{plain(agent)} plays on with {'its present version' if version is None else f'version {plain(version)}'}."
        )


def show_log(server: Server, tournament: int | None, *, as_json: bool) -> None:
    """Prints the audit log, oldest first."""
    acts = ask(server, lambda client: client.audit(tournament))
    if as_json:
        put_json(shapes.log(acts))
    elif acts:
        show(tables.log(acts))
    else:
        note("Nothing has been decided yet.")
