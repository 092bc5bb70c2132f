"""From the words of `play --seek` to a wish; the server reads it again and keeps the last word."""

from collections.abc import Sequence
from dataclasses import dataclass

from gridarena.boards import SUITE
from gridarena_cli import planning
from gridarena_cli.exits import CliError, Exit
from gridarena_protocol.messages import Seek


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was typed."""

    seek: bool
    sparring: bool
    boards: Sequence[str]
    game: str | None
    options: Sequence[str]
    time_s: float | None
    clock: str | None

    @property
    def details(self) -> bool:
        """Whether anything is said that only a seeker may say."""
        return bool(self.boards or self.game or self.options or self.time_s is not None or self.clock)


def wish(wanted: Wanted) -> Seek | None:
    """What to look for; None waits for what is assigned.

    Raises:
        CliError: the words do not fit each other.
    """
    if wanted.details and not wanted.seek:
        raise CliError(Exit.USAGE, "--board, --game, --option, --time and --clock say what to --seek; got none")
    if wanted.seek and wanted.sparring:
        raise CliError(Exit.USAGE, "expected --seek or --sparring, got both")
    if wanted.sparring:
        return Seek(standing=True)
    if not wanted.seek:
        return None
    boards = () if SUITE in wanted.boards else tuple(wanted.boards)
    game = planning.game_of(wanted.game, boards, wanted.options) if boards or wanted.game else ""
    options = planning.game_options(wanted.options)
    clock = None
    if wanted.time_s is not None or wanted.clock is not None:
        times = () if wanted.time_s is None else (wanted.time_s,)
        clock = planning.clocks(wanted.clock or "hidden", times)[0]
    return Seek(game, boards, options, clock)
