"""Many matches on one machine, refereed by the server's own referee."""

from gridarena_lab.match import match

__all__ = ["match"]
