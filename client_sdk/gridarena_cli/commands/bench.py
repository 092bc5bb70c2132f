"""`bench`: how fast this machine's server is."""

from typing import Annotated

import typer

from gridarena_cli import options

app = typer.Typer(help="Measures this machine.")


@app.callback()
def _group() -> None:
    pass


@app.command()
def turns(
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="SECONDS", min=0.1, max=600, help="Length of each measurement.")
    ] = 1.0,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, max=99, help="How often each rate is measured.")
    ] = 9,
    as_json: options.Json = False,
) -> None:
    """What a judged and committed turn costs in bare gRPC round trips, and how late turns are closed."""
    from gridarena_cli import measuring

    measuring.bench_turns(seconds, rounds, as_json=as_json)


@app.command()
def course(
    matches: Annotated[
        int, typer.Option("--matches", metavar="N", min=1, max=100, help="Matches that are played and measured.")
    ] = 3,
    as_json: options.Json = False,
) -> None:
    """How soon a course agent that answers at once is heard, beside the framework's process a turn."""
    from gridarena_cli import measuring

    measuring.bench_course(matches, as_json=as_json)


@app.command()
def kernels(
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="SECONDS", min=0.1, max=600, help="Length of each rate's measurement.")
    ] = 3.0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the sampled endgames.")] = 1,
    as_json: options.Json = False,
) -> None:
    """Nodes a second of the compiled searches beside plain Python, depths, and endgames that are solved exactly."""
    from gridarena_cli import measuring

    measuring.bench_kernels(seconds, seed, as_json=as_json)
