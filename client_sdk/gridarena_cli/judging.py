"""A match's moves judged, with progress on standard error: for `analyse`, and for whoever shows a match."""

from gridarena_cli.exits import CliError, Exit
from gridarena_cli.meter import meter
from gridarena_cli.render import shapes
from gridarena_lab.analysis import NODES, Analysis, analyse
from gridarena_protocol.records import Record


def judged(record: Record, nodes: int = NODES) -> Analysis:
    """What each move of a match cost.

    Raises:
        CliError: it is still being played.
    """
    if shapes.status(record) == "live":
        raise CliError(Exit.REFUSED, f"match {record.header.match} is still being played: analyse it when it is over")
    with meter() as tell:
        return analyse(record, nodes, lambda done, of: tell(f"turn {done} of {of}, from the last", done / of))
