"""`lab`: experiments, many games of many agents on this machine."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import lab_options as lab
from gridarena_cli import options

app = typer.Typer(help="Experiments: many games of many agents on this machine.")

Rivals = Annotated[
    list[str] | None,
    typer.Option("--vs", metavar="AGENT", help="An opponent, one or more."),
]


@app.callback()
def _group() -> None:
    pass


@app.command()
def matrix(
    agents: Annotated[
        list[str], typer.Argument(metavar="AGENT...|FILE", help="Agents, or one TOML file that says everything.")
    ],
    vs: Rivals = None,
    board: lab.Boards = None,
    budget: lab.Budgets = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", min=1, help="Games of each cell; 10 by default.")
    ] = None,
    opening: lab.Opening = None,
    seed: lab.Seed = 1,
    scale: Annotated[
        float,
        typer.Option("--scale", metavar="X", min=0.001, max=1, help="Reduce games and budgets to this share of them."),
    ] = 1.0,
    within: lab.Within = None,
    jobs: lab.Jobs = None,
    driver: lab.Driver = "auto",
    game: options.GameOfBoards = None,
    option: options.GameOption = None,
    name: lab.Name = None,
    out: lab.Out = None,
    as_json: options.Json = False,
) -> None:
    """Every agent against every opponent, or every other agent, on every board with every budget."""
    from gridarena_cli import experimenting as doing

    asked = doing.Asked(
        "matrix", tuple(agents), tuple(vs or ()), tuple(board or ()), tuple(budget or ()), games, opening, seed, game,
        tuple(option or ()), name or "", scale,
    )  # fmt: skip
    doing.play(asked, doing.Way(out, jobs, driver, within), as_json=as_json)


@app.command()
def sweep(
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="With one or two options as ranges: mcts?c=0.5:3.0:0.5&k=1,5.")
    ],
    vs: Rivals = None,
    board: lab.Boards = None,
    budget: lab.Budgets = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", min=1, help="Games of each cell; 10 by default.")
    ] = None,
    opening: lab.Opening = None,
    seed: lab.Seed = 1,
    within: lab.Within = None,
    jobs: lab.Jobs = None,
    driver: lab.Driver = "auto",
    game: options.GameOfBoards = None,
    option: options.GameOption = None,
    name: lab.Name = None,
    out: lab.Out = None,
    as_json: options.Json = False,
) -> None:
    """One agent with every value of an option, or of two."""
    from gridarena_cli import experimenting as doing

    asked = doing.Asked(
        "sweep", (agent,), tuple(vs or ()), tuple(board or ()), tuple(budget or ()), games, opening, seed, game,
        tuple(option or ()), name or "",
    )  # fmt: skip
    doing.play(asked, doing.Way(out, jobs, driver, within), as_json=as_json)


@app.command()
def compare(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Is this one better ...")],
    rival: Annotated[str, typer.Argument(metavar="RIVAL", help="... than this one?")],
    board: lab.Boards = None,
    budget: lab.Budgets = None,
    games: Annotated[
        int | None,
        typer.Option(
            *("--games", "-n"), metavar="N", min=2, help="Exactly so many, instead of as many as an answer takes."
        ),
    ] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", min=2, help="No more games than this.")] = 1000,
    elo: Annotated[
        tuple[float, float],
        typer.Option("--elo", metavar="LOW HIGH", help="The two leads that the test tells apart."),
    ] = (0.0, 50.0),
    error: Annotated[
        float, typer.Option("--error", metavar="SHARE", min=0.001, max=0.4, help="How often it may be wrong.")
    ] = 0.05,
    opening: lab.Opening = None,
    seed: lab.Seed = 1,
    within: lab.Within = None,
    jobs: lab.Jobs = None,
    driver: lab.Driver = "auto",
    game: options.GameOfBoards = None,
    option: options.GameOption = None,
    name: lab.Name = None,
    out: lab.Out = None,
    as_json: options.Json = False,
) -> None:
    """Is one agent better than another? Plays pairs of games until that is answered, and says what it means."""
    from gridarena_cli import experimenting as doing

    asked = doing.Asked(
        "compare", (agent,), (rival,), tuple(board or ()), tuple(budget or ()), games, opening, seed, game,
        tuple(option or ()), name or "", test=None if games else doing.Test(*elo, error, most),
    )  # fmt: skip
    doing.play(asked, doing.Way(out, jobs, driver, within), as_json=as_json)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="An experiment's folder.")],
    rating: Annotated[
        str,
        typer.Option(
            "--rating",
            metavar="SYSTEM",
            help="Of the table of strengths: davidson, bradley-terry, rao-kupper, bayeselo, elo, glicko1, glicko2.",
        ),
    ] = "davidson",
    as_json: options.Json = False,
) -> None:
    """Writes tables, plots, a table for a paper and the data of what is played by now."""
    from gridarena_cli import reporting

    reporting.report(folder, rating, as_json=as_json)


@app.command()
def reports(
    within: Annotated[
        str, typer.Option("--within", metavar="TIME", help="Play what fits into 20m, 6h, ...; again goes on.")
    ] = "20m",
    seed: lab.Seed = 1,
    jobs: lab.Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Where the games are kept; by default gridarena-lab/reports."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Runs the claims of the course's five reports again and judges each of them."""
    from gridarena_cli import reporting
    from gridarena_cli.experimenting import Drawn

    with Drawn() as watcher:
        reporting.reports(within, seed, jobs, out, watcher, as_json=as_json)
