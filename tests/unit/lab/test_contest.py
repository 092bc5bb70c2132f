"""Who plays whom in which seat, and under which names."""

import pickle
from pathlib import Path

import pytest

import gridarena
from gridarena.boards import start_board
from gridarena.errors import AddressError, ArenaError, UnknownAgentError, UnusableFileError
from gridarena_cli.exits import Exit
from gridarena_cli.failures import explain
from gridarena_games.errors import GameError, InvalidSetupError, UnknownGameError
from gridarena_lab.contest import Contest, ContestError, entrants
from gridarena_protocol.records import Clock


class Mine(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))


class Renamed(Mine):
    name = "My_Own"


def _contest(*, swap: bool = True) -> Contest:
    pair = entrants("greedy", "random")
    return Contest(pair, start_board("sudoku", "empty-2x2"), Clock("untimed"), swap=swap)


def _agents(contest: Contest, game: int) -> tuple[str, str]:
    header = contest.header(game, match=game + 1, versions={"greedy": "1", "random": "2"}, started_at=5)
    assert header.versions == tuple({"greedy": "1", "random": "2"}[label] for label in header.agents)
    return header.agents


def test_seats_are_swapped_in_every_second_match() -> None:
    """So that who moves first is even, unless that is not wanted."""
    assert [_agents(_contest(), game) for game in range(3)] == [
        ("greedy", "random"),
        ("random", "greedy"),
        ("greedy", "random"),
    ]
    assert {_agents(_contest(swap=False), game) for game in range(3)} == {("greedy", "random")}


def test_legs_tell_the_two_seat_orders_apart() -> None:
    """Leg 1 is the swapped one."""
    headers = [
        _contest().header(game, match=1, versions={"greedy": "", "random": ""}, started_at=0) for game in (0, 1, 2)
    ]
    assert [header.leg for header in headers] == [0, 1, 0]
    assert not any(header.rated for header in headers)


def test_an_agent_is_named_by_its_address(tmp_path: Path) -> None:
    """An installed one by its name, a class and a file by the class, a file without one by itself."""
    file = tmp_path / "Some Agent.py"
    file.write_text("", encoding="utf-8")
    first, second = entrants("minimax?depth=2", Mine)
    assert (first.label, second.label) == ("minimax", "mine")
    first, second = entrants(Renamed, f"{file}:Deep.Thought")
    assert (first.label, second.label) == ("my_own", "deep.thought")
    assert entrants("greedy", str(file))[1].label == "some-agent"


def test_two_of_a_name_are_told_apart() -> None:
    """The same agent may play itself."""
    first, second = entrants("minimax?depth=1", "minimax?depth=3")
    assert (first.label, second.label) == ("minimax-1", "minimax-2")


def test_an_agent_is_made_with_its_options() -> None:
    """From an address or a class, anew each time."""
    entrant = entrants("minimax?depth=3&seed=7", Mine)
    made = entrant[0].make()
    assert type(made).__name__ == "Minimax"
    assert made is not entrant[0].make()
    assert isinstance(entrant[1].make(), Mine)


def test_an_unknown_agent_gets_one_line() -> None:
    """It says which agents there are."""
    with pytest.raises(AddressError, match=r"installed: .*greedy, "):
        entrants("greedy", "nobody")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnknownAgentError("a"), Exit.NOT_FOUND),
        (UnusableFileError("b"), Exit.BAD_FILE),
        (AddressError("c"), Exit.USAGE),
        (UnknownGameError("d"), Exit.NOT_FOUND),
        (InvalidSetupError("e"), Exit.BAD_FILE),
        (GameError("f"), Exit.PROBLEM),
    ],
)
def test_a_failure_told_again_ends_a_command_alike(error: ArenaError | GameError, code: Exit) -> None:
    """Also where it comes out of another process."""
    told = pickle.loads(pickle.dumps(ContestError.of(error)))
    for one in (told, error):
        known = explain(one)
        assert known is not None
        assert (known.exit_code, str(known)) == (code, str(error))
