"""`bench`: how fast this machine's server is."""

import typer

from gridarena_cli import options

app = typer.Typer(help="Measures this machine.")


@app.callback()
def _group() -> None:
    pass


@app.command()
def turns(as_json: options.Json = False) -> None:
    """Judged and committed turns per second beside bare gRPC round trips, at 1, 100 and 500 streams."""
    from gridarena_lab.bench.turns import run

    run(as_json=as_json)
