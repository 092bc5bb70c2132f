"""Many matches on one machine, refereed by the server's own referee."""

from gridarena_lab.experiment.api import compare, matrix, sweep
from gridarena_lab.match import match

__all__ = ["compare", "match", "matrix", "sweep"]
