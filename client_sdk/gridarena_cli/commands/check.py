"""`check`: what is wrong with an agent, before a tournament finds it."""

from typing import Annotated

import typer

from gridarena_cli import options


def check(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="./mine.py:Mine, package.module:Mine, greedy, ...")],
    time: Annotated[float, typer.Option("--time", "-t", metavar="SECONDS", help="Thinking time of a turn.")] = 0.1,
    board: Annotated[
        list[str] | None,
        typer.Option("--board", "-b", metavar="FILE|NAME", help="A start position; those shipped by default."),
    ] = None,
    game: options.GameOfBoards = None,
    option: options.GameOption = None,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=1, help="The most that its process may hold.")
    ] = 2048,
    as_json: options.Json = False,
) -> None:
    """Plays an agent on many boards and says what is wrong with it; ends with 1 when something must be repaired."""
    from gridarena.boards import SUITE
    from gridarena_cli import checking, planning
    from gridarena_cli.exits import Exit

    known = planning.game_of(game, board or (), option or ())
    boards = planning.read_boards(known, board or (SUITE,), option or ())
    time_s = (planning.clocks("hidden", (time,))[0].budget_ms or 0) / 1000
    sound = checking.check(agent, known, boards, time_s=time_s, memory_mb=memory, as_json=as_json)
    raise typer.Exit(Exit.OK if sound else Exit.PROBLEM)
