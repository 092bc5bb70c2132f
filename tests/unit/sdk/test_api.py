"""What `import gridarena` gives a student."""

import inspect
import subprocess
import sys

import gridarena
from gridarena import testing, testing_games


def test_exports_are_exactly_these() -> None:
    """A new name, or a lost one, is a decision: change this snapshot with it."""
    assert sorted(gridarena.__all__) == [
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


def test_signatures_are_exactly_these() -> None:
    """What students and other packages call by name does not change by accident."""
    signatures = {
        "play": list(inspect.signature(gridarena.play).parameters),
        "propose": list(inspect.signature(gridarena.Turn.propose).parameters),
        "hooks": [name for name in vars(gridarena.Agent) if not name.startswith("_")],
        "turn": sorted(name for name in dir(gridarena.Turn) if not name.startswith("_")),
        "match": sorted(name for name in dir(gridarena.Match) if not name.startswith("_")),
    }
    assert signatures == {
        "play": [
            *("agent", "servers", "name", "version", "slots", "inline"),
            *("fallback", "matches", "seek", "wait_s", "log_folder", "say"),
        ],
        "propose": ["self", "move", "depth", "nodes", "value", "line"],
        "hooks": ["name", "version", "games", "warm_up", "match_started", "play", "match_finished"],
        "turn": ["attempt", "board", "closed", "end", "match", "number", "propose", "remaining_s", "seat", "stop"],
        "match": ["clock", "game", "header", "log_name", "number", "rival", "seat", "stem"],
    }


def test_testing_exports_are_exactly_these() -> None:
    """The shipped test tools are part of the interface too."""
    assert sorted(testing.__all__) == [
        *("LAWS", "Law", "NonconformingError", "ScriptedSeat", "Start"),
        *("UnexpectedError", "check_game", "check_perft", "check_refused", "perft"),
    ]
    assert set(testing_games.__all__) <= set(testing.__all__)


def test_import_is_light() -> None:
    """A worker process imports the package; gRPC and numba would cost it a second."""
    code = "import gridarena, gridarena.desk, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"grpc", "google", "numba", "typer", "rich"} & set(names)
