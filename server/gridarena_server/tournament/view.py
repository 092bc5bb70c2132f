"""A tournament as it stands, for whoever asks: counts, who is here, who is missing and since when."""

from collections import Counter

from gridarena_protocol.views import Entrant, Entrants, PresenceKind, TournamentView
from gridarena_server.clock import Clock
from gridarena_server.tournament.lobby import Lobby
from gridarena_server.tournament.presence import MS, Presence
from gridarena_server.tournament.progress import Progress


def view(progress: Progress, presence: Presence) -> TournamentView:
    """The tournament in one line."""
    plan, agents = progress.plan, progress.field.present
    return TournamentView(
        id=progress.id,
        name=plan.name,
        game=plan.game,
        status=progress.status,
        agents=agents,
        missing=tuple(agent for agent in agents if not presence.here(agent, plan.game)),
        held=tuple(agent for agent in agents if presence.held(progress, agent)),
        matches=progress.matches,
        finished=progress.finished,
        live=len(progress.live),
        voided=progress.voided,
    )


def entrants(progress: Progress, presence: Presence, lobby: Lobby, clock: Clock) -> Entrants:
    """Every agent that takes part or did."""
    finished, unplayed = _counts(progress)
    live = Counter(agent for header in progress.live.values() for agent in header.agents)
    awaited = presence.awaited(progress) if progress.status == "running" else {}

    def entrant(agent: str) -> Entrant:
        member, left_ns = lobby.get(agent), awaited.get(agent)
        return Entrant(
            agent=agent,
            presence=_kind(progress, presence, agent),
            seen_at=clock.utc_ms() if member is not None else _seen_at(agent, lobby, clock),
            waited_ms=None if left_ns is None or not unplayed[agent] else max(0, left_ns // MS),
            version="" if member is None else member.version,
            frozen=progress.field.frozen(agent) or "",
            finished=finished[agent],
            live=live[agent],
            unplayed=unplayed[agent],
        )

    return Entrants(view(progress, presence), tuple(map(entrant, progress.field.entrants.agents)))


def _counts(progress: Progress) -> tuple[Counter[str], Counter[str]]:
    """Matches that count, and matches that are waiting, by agent."""
    finished: Counter[str] = Counter()
    unplayed: Counter[str] = Counter()
    for leg in progress.legs:
        if leg.counted is not None:
            finished.update(leg.agents)
        elif not leg.settled and leg.match is None:
            unplayed.update(leg.agents)
    return finished, unplayed


def _kind(progress: Progress, presence: Presence, agent: str) -> PresenceKind:
    if agent not in progress.field:
        return "withdrawn"
    if presence.silent(agent):
        return "silent"
    if not presence.here(agent, progress.plan.game):
        return "missing"
    return "held" if presence.held(progress, agent) else "here"


def _seen_at(agent: str, lobby: Lobby, clock: Clock) -> int | None:
    seen_ns = lobby.last_seen_ns(agent)
    return None if seen_ns is None else clock.utc_ms() - (clock.now_ns() - seen_ns) // MS
