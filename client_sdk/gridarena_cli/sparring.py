"""Who a student's agent is tried against: installed agents that think fast."""

from gridarena.resolve import find_agent, load_agent
from gridarena_cli.exits import CliError, Exit

RIVALS = ("random", "greedy")
"""Weakest first."""


def rivals(game: str) -> tuple[str, ...]:
    """Those that play this game, weakest first."""
    kinds = {name: load_agent(find_agent(name)) for name in RIVALS}
    playing = tuple(name for name, kind in kinds.items() if not kind.games or game in kind.games)
    if not playing:
        raise CliError(Exit.NOT_FOUND, f"none of {', '.join(RIVALS)} plays {game}: there is nobody to play against")
    return playing
