"""What a student writes against: one class, put to work by one call.

    class Mine(gridarena.Agent):
        def play(self, turn: gridarena.Turn) -> None:
            for move, depth in my_search(turn.board, turn.stop):
                turn.propose(move, depth=depth)

    if __name__ == "__main__":
        gridarena.run(Mine)

Importing this package imports neither gRPC nor numba: a worker process must start fast.
"""

from importlib.metadata import version as _version

from gridarena.agent import Agent
from gridarena.errors import ArenaError, IllegalMove, ServiceError, TurnClosed
from gridarena.match import Match
from gridarena.running import play, run
from gridarena.turn import Turn
from gridarena_games.errors import GameError
from gridarena_protocol.messages import Seek
from gridarena_protocol.records import MatchResult

__version__ = _version("gridarena")

__all__ = [
    "Agent",
    "ArenaError",
    "GameError",
    "IllegalMove",
    "Match",
    "MatchResult",
    "Seek",
    "ServiceError",
    "Turn",
    "TurnClosed",
    "__version__",
    "play",
    "run",
]
