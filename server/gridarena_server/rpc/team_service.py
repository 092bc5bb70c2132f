"""The teams' half of the Admin service: who may connect, under which name, with which token.

A team is looked up by the name on the boards or by the real name behind it, so that a host may type either and a roster
whose pseudonyms were changed since does not make second teams. Neither name ever changes: labels, headers and ratings
hold it. Every decision is durable before it takes effect, and then takes effect at once: a token that is replaced or
taken away ends the streams that were opened with it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from gridarena_protocol.teams import HOUSE, ImportedTeam, Invitation, NewTeam, Outcome, Team, TeamImport, TeamToken
from gridarena_server.clock import Clock
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import AgentSeen, Fact, HostEvent, HostEventKind, TeamAdded, TeamRemoved, TokenIssued
from gridarena_server.rpc.auth import Keyring, digest, new_token
from gridarena_server.rpc.names import alike, clean_name, clean_real_name
from gridarena_server.store.base import Store

MOST_TEAMS = 500
"""In one import, which is one transaction and one message."""


@dataclass(slots=True)
class _Change:
    """What is about to be written, and what it makes of the keyring."""

    facts: list[Fact] = field(default_factory=list)
    issued: dict[str, str] = field(default_factory=dict)
    """Team -> SHA-256 of its new token."""

    def issue(self, team: str, at: int, kind: HostEventKind) -> str:
        """A new token for a team."""
        token = new_token()
        self.issued[team] = digest(token)
        self.facts += [TokenIssued(team, self.issued[team], at), HostEvent(kind, f"team {team}", at)]
        return token


class TeamService:
    """Behaviour of the Admin's rpcs about teams."""

    def __init__(
        self,
        store: Store,
        keyring: Keyring,
        clock: Clock,
        *,
        end_streams: Callable[[str, Code], None],
        invitation: Callable[[], Invitation],
        withdraw: Callable[[str], Awaitable[None]],
    ) -> None:
        self._store = store
        self._keyring = keyring
        self._clock = clock
        self._end_streams = end_streams
        self._invitation = invitation
        self._withdraw = withdraw
        self._deciding = asyncio.Lock()
        """Between looking a name up and writing it down nobody else decides."""

    async def invitation(self, nothing: None) -> Invitation:
        """What a join file says of this server."""
        return self._invitation()

    async def list_teams(self, nothing: None) -> tuple[Team, ...]:
        """All teams with the agents they have connected."""
        agents = await self._store.agents()
        valid = set((await self._store.tokens()).values())
        return tuple(
            _with_agents(team, [agent for agent in agents if agent.team == team.team], removed=team.team not in valid)
            for team in await self._store.teams()
        )

    async def add_team(self, wanted: NewTeam) -> TeamToken:
        """A new team and its token; a team that was removed comes back with a new one."""
        wanted = _clean(wanted)
        change, at = _Change(), self._clock.utc_ms()
        async with self._deciding:
            teams = await self._store.teams()
            known = _find(teams, wanted)
            if known is None:
                change.facts.append(TeamAdded(wanted.name, at, wanted.real_name))
            elif known.team in (await self._store.tokens()).values():
                raise ServiceError(Code.NAME_TAKEN, f"this name is taken: there is a team {known.team} already")
            name = wanted.name if known is None else known.team
            token = change.issue(name, at, "team.added" if known is None else "team.returned")
            await self._carry_out(change)
        return TeamToken(name, token)

    async def import_teams(self, wanted: TeamImport) -> tuple[ImportedTeam, ...]:
        """Adds the teams that are new; those that are known keep names and token, unless all are to get new ones."""
        if len(wanted.teams) > MOST_TEAMS:
            raise ServiceError(Code.INVALID, f"expected at most {MOST_TEAMS} teams at once, got {len(wanted.teams)}")
        entries = [_clean(team) for team in wanted.teams]
        change, at = _Change(), self._clock.utc_ms()
        async with self._deciding:
            teams = await self._store.teams()
            valid = {team: sha256 for sha256, team in (await self._store.tokens()).items()}
            done: dict[str, ImportedTeam] = {}
            for entry in entries:
                known = _find(teams, entry)
                team = known or TeamAdded(entry.name, at, entry.real_name)
                if team.team in done:
                    raise ServiceError(Code.NAME_TAKEN, f"team {team.team} is named twice")
                outcome = _outcome(known, valid, rotate=wanted.rotate)
                token = ""
                if outcome == "new":
                    teams.append(team)
                    change.facts.append(team)
                    token = change.issue(team.team, at, "team.added")
                elif outcome == "rotated":
                    token = change.issue(team.team, at, "team.rotated")
                sha256 = change.issued.get(team.team, valid.get(team.team, ""))
                done[team.team] = ImportedTeam(team.team, team.real_name, outcome, token, sha256)
            await self._carry_out(change)
        return tuple(done.values())

    async def house(self) -> str:
        """A token for the server's own team, which is made where it is not there yet; an older one is dead."""
        change, at = _Change(), self._clock.utc_ms()
        async with self._deciding:
            if HOUSE not in {team.team for team in await self._store.teams()}:
                change.facts.append(TeamAdded(HOUSE, at))
            token = change.issue(HOUSE, at, "team.rotated" if not change.facts else "team.added")
            await self._carry_out(change)
        return token

    async def rotate_token(self, text: str) -> TeamToken:
        """A new token; the old one is dead and what was opened with it ends."""
        change = _Change()
        async with self._deciding:
            team = await self._present(text)
            token = change.issue(team.team, self._clock.utc_ms(), "team.rotated")
            await self._carry_out(change)
        return TeamToken(team.team, token)

    async def remove_team(self, text: str) -> Team:
        """The team cannot connect any more and its agents are withdrawn; what they have played stays."""
        async with self._deciding:
            team = await self._present(text)
            await self._withdraw(team.team)  # first, so that a host whose server dies in between can say it again
            at = self._clock.utc_ms()
            await self._store.append(TeamRemoved(team.team, at), HostEvent("team.removed", f"team {team.team}", at))
            self._keyring.revoke(team.team)
            self._end_streams(team.team, Code.TEAM_REMOVED)
        return next(listed for listed in await self.list_teams(None) if listed.name == team.team)

    async def _present(self, text: str) -> TeamAdded:
        """The team of this name that may connect. Raises ServiceError."""
        name = clean_real_name(text).casefold()
        named = (
            team for team in await self._store.teams() if name in (team.team.casefold(), team.real_name.casefold())
        )
        team = next(named, None)
        if not name or team is None:
            raise ServiceError(Code.UNKNOWN_TEAM)
        if team.team not in (await self._store.tokens()).values():
            raise ServiceError(Code.NOT_NOW, f"team {team.team} was removed; team add brings it back")
        return team

    async def _carry_out(self, change: _Change) -> None:
        await self._store.append(*change.facts)
        for team, sha256 in change.issued.items():
            self._keyring.replace(team, sha256)
            self._end_streams(team, Code.TOKEN_ROTATED)


def _clean(team: NewTeam) -> NewTeam:
    clean = NewTeam(clean_name(team.name), clean_real_name(team.real_name))
    if alike(clean.name, HOUSE):
        raise ServiceError(Code.NAME_TAKEN, f"{clean.name}: the team {HOUSE} is the server's own")
    return clean


def _outcome(known: TeamAdded | None, valid: Iterable[str], *, rotate: bool) -> Outcome:
    if known is None:
        return "new"
    if known.team not in valid:
        return "removed"
    return "rotated" if rotate else "kept"


def _find(teams: Sequence[TeamAdded], wanted: NewTeam) -> TeamAdded | None:
    """The team of the same people, or None where they are new. Raises ServiceError where two could be mixed up."""
    people = _people(wanted.name, wanted.real_name)
    for team in teams:
        if _people(team.team, team.real_name) == people:
            return team
    for team in teams:
        if any(alike(wanted.name, name) or people == name.casefold() for name in (team.team, team.real_name) if name):
            raise ServiceError(Code.NAME_TAKEN, f"{wanted.name} could be mistaken for team {team.team}, which is there")
    return None


def _people(name: str, real_name: str) -> str:
    """Who a team is, whatever the boards call it."""
    return (real_name or name).casefold()


def _with_agents(team: TeamAdded, agents: Sequence[AgentSeen], *, removed: bool) -> Team:
    labels, games = tuple(agent.agent for agent in agents), tuple(agent.games for agent in agents)
    return Team(team.team, labels, team.at, team.real_name, removed, games)
