"""Every command of `gridarena`, in the order in which people meet them. Importing this costs typer and nothing else."""

from typing import Annotated

import typer

from gridarena_cli.commands import (
    analyse,
    bench,
    board,
    changes,
    check,
    conformance,
    demo,
    doctor,
    export,
    join,
    lab,
    match,
    new,
    play,
    reading,
    repro,
    serve,
    solve,
    team,
    tournament,
    train,
    verify,
    watch,
)

_FIRST, _STUDENT, _HOST, _LAB = "First contact", "Students", "Hosts", "Lab"

app = typer.Typer(
    name="gridarena",
    help="Tournaments between game-playing agents.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


@app.callback()
def _everywhere(
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of a failure; may stand anywhere.")
    ] = False,
) -> None:
    pass


app.command(rich_help_panel=_FIRST)(demo.demo)
app.command(rich_help_panel=_FIRST)(doctor.doctor)
app.command(rich_help_panel=_STUDENT)(new.new)
app.command(rich_help_panel=_STUDENT)(check.check)
app.command(rich_help_panel=_STUDENT)(match.match)
app.command(rich_help_panel=_STUDENT)(join.join)
app.command(rich_help_panel=_STUDENT)(play.play)
app.command(rich_help_panel=_STUDENT)(reading.leaderboard)
app.command(rich_help_panel=_STUDENT)(reading.history)
app.command(rich_help_panel=_STUDENT)(reading.show)
app.command(rich_help_panel=_STUDENT)(analyse.analyse)
app.command(rich_help_panel=_STUDENT)(repro.repro)
app.command(rich_help_panel=_STUDENT)(watch.watch)
app.command(rich_help_panel=_STUDENT)(watch.replay)
app.command(rich_help_panel=_HOST)(serve.serve)
app.add_typer(team.app, name="team", rich_help_panel=_HOST)
for _change in (changes.void, changes.rerun, changes.enter, changes.withdraw, changes.allow, changes.log):
    tournament.app.command()(_change)
app.add_typer(tournament.app, name="tournament", rich_help_panel=_HOST)
app.command(rich_help_panel=_HOST)(verify.verify)
app.command(rich_help_panel=_HOST)(export.export)
app.add_typer(board.app, name="board", rich_help_panel=_STUDENT)
lab.app.command()(train.train_neat)
app.add_typer(lab.app, name="lab", rich_help_panel=_LAB)
app.command(rich_help_panel=_LAB)(conformance.conformance)
app.add_typer(bench.app, name="bench", rich_help_panel=_LAB)
app.command(rich_help_panel=_LAB)(solve.solve)
