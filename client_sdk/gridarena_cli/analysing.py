"""What `analyse` does: fetches a match, has its moves judged, and shows the worst ones."""

from gridarena.server import Server
from gridarena_cli.asking import find_match
from gridarena_cli.judging import judged
from gridarena_cli.render import analysis as view
from gridarena_cli.render import shapes
from gridarena_cli.terminal import note, put_json, show, show_line


def analyse(server: Server, match: str, nodes: int, *, as_json: bool) -> None:
    """Prints the costliest moves of both seats."""
    record = find_match(server, match)
    analysis = judged(record, nodes)
    if as_json:
        put_json(shapes.analysis(analysis))
        return
    show_line(view.caption(record, analysis))
    for seat in (0, 1):
        show(*view.seat(analysis, seat))
    note(f"Every move: gridarena show {match} --analysis")
