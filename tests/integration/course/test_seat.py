"""What a course agent finds in its process, and what becomes of what it proposes."""

import os
import pickle
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from gridarena_agents.course.agent import CourseAgent
from gridarena_agents.course.process import Prints
from support.course import course_seat, write_course_agent
from support.sdk import header, record

pytestmark = pytest.mark.usefixtures("way")

MOVE = "self.propose_move(Move(0, 0, 1))"


def test_agent_is_pristine_every_turn(tmp_path: Path) -> None:
    """Neither the instance nor the module remembers the turn before."""
    above = "SEEN = []\n"
    body = """
    SEEN.append(1)
    self.count = getattr(self, "count", 0) + 1
    self.propose_move(Move(0, len(SEEN), self.count))
    """
    with course_seat(write_course_agent(tmp_path, body, above=above), tmp_path) as seat:
        assert [seat.turn().moves for _ in range(3)] == [["(0,1) -> 1"]] * 3


def test_game_state_is_the_matchs(tmp_path: Path) -> None:
    """History, taboos, points, boards; a change of it changes nothing for the next turn."""
    body = """
    gs = game_state
    assert gs.initial_board is not gs.board and gs.initial_board.squares.count(0) == 16
    assert [str(move) for move in gs.moves] == ["(0,0) -> 2", "(3,3) -> 4"], gs.moves
    assert type(gs.moves[1]) is TabooMove and gs.moves[1:] == gs.taboo_moves
    assert gs.board.get(0, 0) == 2 and gs.scores == [0, 0] and gs.current_player() == 1
    assert self.player_number == 1
    gs.board.put(1, 1, 3)
    gs.moves.clear()
    self.propose_move(Move(0, 1, 1))
    """
    from gridarena_games.base import Answer

    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        seat.tell(record(1, 0, "(0,0) -> 2"))
        taboo = record(2, 1, "(3,3) -> 4", verdict="taboo", skip="taboo", answer=Answer(False, "search"))
        seat.tell(taboo)
        for _ in range(2):
            told = seat.turn()
            assert (told.trouble, told.moves) == ([], ["(0,1) -> 1"])


def test_every_way_to_propose_is_heard(tmp_path: Path) -> None:
    """Elements in any order, with and without the lock, slices, a list in place of the list; floats and text."""
    body = """
    self.best_move[0] = 0; self.best_move[1] = 0; self.best_move[2] = 1
    with self.lock:
        self.best_move[2] = 2.0; self.best_move[1] = 1; self.best_move[0] = 0
    self.best_move[:] = [0, 2, "3"]
    self.best_move = (0, 3, 4)
    self.best_move[0:3] = 1, 0, 1
    self.best_move = Move(1, 1, 2)
    self.propose_move(Move(1, 2, 3))
    self.best_move[2] = 4
    """
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        told = seat.turn()
    assert told.trouble == []
    assert told.moves[-1] == "(1,2) -> 4"


def test_half_written_proposal_never_counts(tmp_path: Path) -> None:
    """Killed between two elements under its lock, the proposal before stands."""
    body = f"""
    {MOVE}
    self.lock.acquire()
    self.best_move[0] = 1
    self.best_move[1] = 2
    open("reached", "w").close()
    while True: pass
    """
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        reached = seat.private / "home" / "reached"
        told = seat.turn(until=lambda: reached.exists() and bool(seat.told.moves))
    assert told.moves == ["(0,0) -> 1"]


def test_none_is_no_proposal_and_nonsense_is_told(tmp_path: Path) -> None:
    """(0, 0, 0) is silence; what is no move is named."""
    quiet = write_course_agent(tmp_path, "self.propose_move(Move(0, 0, 0))", name="quiet")
    with course_seat(quiet, tmp_path) as seat:
        told = seat.turn()
    assert (told.moves, told.trouble) == ([], ["turn 1: compute_best_move returned and had proposed nothing"])
    odd = write_course_agent(tmp_path, "self.propose_move(Move(0, None, 1.5))", name="odd")
    with course_seat(odd, tmp_path) as seat:
        told = seat.turn()
    assert told.moves == []
    assert "best_move = [0, None, 1.5]: expected three whole numbers" in told.trouble[0]


def test_illegal_last_word_is_told_and_the_one_before_stands(tmp_path: Path) -> None:
    """As with every agent of the SDK."""
    body = f"""
    import time
    {MOVE}
    time.sleep(0.05)
    self.propose_move(Move(9, 9, 9))
    """
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        told = seat.turn()
    assert told.moves == ["(0,0) -> 1"]
    assert "(9,9) -> 9" in told.trouble[0]
    assert "the last proposal stands" in told.trouble[0]


def test_saved_object_lasts_a_match(tmp_path: Path) -> None:
    """From turn to turn; the next match begins without it."""
    body = """
    kept = self.load() or 0
    self.save(kept + 1)
    self.propose_move(Move(0, 0, kept + 1))
    """
    package = write_course_agent(tmp_path, body)
    (tmp_path / "1.pkl").write_bytes(pickle.dumps(7))  # of a game in the course's own framework
    for _ in range(2):
        with course_seat(package, tmp_path) as seat:
            assert [seat.turn().moves for _ in range(3)] == [["(0,0) -> 1"], ["(0,0) -> 2"], ["(0,0) -> 3"]]
    assert sorted(path.name for path in package.iterdir()) == ["sudokuai.py"]


def test_files_and_imports_are_found(tmp_path: Path) -> None:
    """Relative and absolute imports, siblings in the folder, another team's package, files by a relative path."""
    package = write_course_agent(
        tmp_path,
        "self.propose_move(Move(0, ONE, helper.ONE + theirs.ONE + int(open('my agent_v2/models/w.txt').read())))",
        name="my agent.v2",
        above="from .parts import ONE\nimport helper\nimport other_team.theirs as theirs\n",
    )
    (package / "parts.py").write_text("ONE = 1\n")
    (package / "helper.py").write_text("ONE = 1\n")
    (package / "models").mkdir()
    (package / "models" / "w.txt").write_text("2")
    (tmp_path / "other_team").mkdir()
    (tmp_path / "other_team" / "theirs.py").write_text("ONE = 1\n")
    with course_seat(package, tmp_path) as seat:
        told = seat.turn()
    assert (told.trouble, told.moves) == ([], ["(0,1) -> 4"])


def test_start_position_is_the_one_before_its_history(tmp_path: Path) -> None:
    """An agent that replays the moves on the initial board arrives at the board."""
    body = """
    gs = game_state
    assert gs.initial_board.squares.count(0) == 15 and gs.board.squares.count(0) == 13, gs.initial_board
    assert [str(move) for move in gs.moves] == ["(0,1) -> 2", "(3,3) -> 4"]
    self.propose_move(Move(1, 1, 3))
    """
    cells = "1 2 . .\n . . . .\n . . . .\n . . . 4"
    setup = f"rows = 2\ncolumns = 2\nboard =\n {cells}\nmoves = [(0,1) -> 2, (3,3) -> 4]\n"
    with course_seat(write_course_agent(tmp_path, body), tmp_path, header(setup=setup)) as seat:
        told = seat.turn()
    assert (told.trouble, told.moves) == ([], ["(1,1) -> 3"])


def test_own_names_are_an_agents_own(tmp_path: Path) -> None:
    """Whatever it keeps in itself, it can propose, save and load."""
    body = """
    self._locked, self._file, self._lock = False, None, 3
    self.save(5)
    self.propose_move(Move(0, 0, self.load() - 4))
    """
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        told = seat.turn()
    assert (told.trouble, told.moves) == ([], ["(0,0) -> 1"])


def test_one_import_that_fails_takes_no_other_process_along(tmp_path: Path) -> None:
    """Where processes are prepared several import at once, which not every agent can bear."""
    above = """
    import itertools, os
    for number in itertools.count():
        try:
            os.mkdir(f"import-{number}")
            break
        except FileExistsError:
            pass
    assert number % 3 != 1, "not this one"
    """
    with course_seat(write_course_agent(tmp_path, MOVE, above=above), tmp_path) as seat:
        for _ in range(3):
            told = seat.turn()
            assert (told.trouble, told.moves) == ([], ["(0,0) -> 1"])


def test_modules_beside_a_nested_package_are_found(tmp_path: Path) -> None:
    """As the framework's own path has them."""
    (tmp_path / "simulate_game.py").write_text("")
    package = write_course_agent(tmp_path / "src", "self.propose_move(Move(0, 0, shared.ONE))", above="import shared\n")
    (tmp_path / "src" / "shared.py").write_text("ONE = 1\n")
    with course_seat(package, tmp_path) as seat:
        told = seat.turn()
    assert (told.trouble, told.moves) == ([], ["(0,0) -> 1"])


HELPER = """
import sys, threading

def behind_the_end(work):
    main = threading.main_thread().ident
    def waits():
        frame = sys._current_frames()[main]
        while frame is not None and frame.f_code.co_name != "_shutdown":
            frame = frame.f_back
        return frame is not None
    def run():
        while not waits():
            pass
        work()
    threading.Thread(target=run).start()
"""
"""Has something done as soon as the process waits for its threads, which it does when the search has ended."""


@pytest.mark.parametrize("end", ["raise ValueError('enough')", "sys.exit()"])
def test_helpers_go_on_when_the_search_has_ended_badly(tmp_path: Path, end: str) -> None:
    """A thread that is no daemon still proposes, as in the framework, where a bare exit is no fault."""
    body = f"""
    behind_the_end(lambda: self.propose_move(Move(0, 1, 2)))
    {end}
    """
    with course_seat(write_course_agent(tmp_path, body, above=HELPER), tmp_path) as seat:
        told = seat.turn()
    assert told.moves == ["(0,1) -> 2"]
    assert ["enough" in text for text in told.trouble] == ([True] if "enough" in end else [])


def test_exception_is_told_while_a_helper_goes_on(tmp_path: Path) -> None:
    """Which is killed at the close, and would take the news along."""
    body = """
    def never_ends():
        self.propose_move(Move(0, 1, 2))
        threading.Event().wait()
    behind_the_end(never_ends)
    raise ValueError("enough")
    """
    with course_seat(write_course_agent(tmp_path, body, above=HELPER), tmp_path) as seat:
        told = seat.turn(close_after=1)
    assert told.moves == ["(0,1) -> 2"]
    assert "enough" in told.trouble[0]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_agents_may_choose_how_processes_start(tmp_path: Path, method: str) -> None:
    """At import, as many do for macOS."""
    above = f"import multiprocessing\nmultiprocessing.set_start_method({method!r})\n"
    with course_seat(write_course_agent(tmp_path, MOVE, above=above), tmp_path) as seat:
        told = seat.turn()
    assert (told.trouble, told.moves) == ([], ["(0,0) -> 1"])


@pytest.mark.parametrize("way", ["fork"], indirect=True)
def test_processes_of_its_own_are_heard(tmp_path: Path) -> None:
    """Where turns are forks, so are they; elsewhere a process cannot take the lock along."""
    body = """
    import multiprocessing
    helper = multiprocessing.Process(target=self.propose_move, args=(Move(0, 0, 1),))
    helper.start()
    helper.join()
    """
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        told = seat.turn()
    assert (told.trouble, told.moves) == ([], ["(0,0) -> 1"])


def test_prints_reach_the_log_as_utf8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Under their turn."""
    with course_seat(write_course_agent(tmp_path, "print('┌─ größer ✓')"), tmp_path) as seat:
        seat.turn()
    assert "-- turn 1 --\n┌─ größer ✓\n" in capsys.readouterr().err


def test_last_prints_are_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late the thread is that takes them."""
    take = Prints.take

    def late(self: Prints, data: bytes) -> None:
        time.sleep(0.3)  # longer than the processes take to end, which nothing tells this thread
        take(self, data)

    monkeypatch.setattr(Prints, "take", late)
    with course_seat(write_course_agent(tmp_path, "print('the end')"), tmp_path) as seat:
        seat.turn()
    assert "the end" in capsys.readouterr().err


def test_generation_v14_gets_its_own_state(tmp_path: Path) -> None:
    """Squares, the player as an attribute, nothing allowed or occupied in the mode classic."""
    package = tmp_path / "new"
    package.mkdir()
    body = """
    import numpy as np
    from competitive_sudoku.sudoku import *
    import competitive_sudoku.sudokuai
    class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
        def compute_best_move(self, game_state):
            assert game_state.current_player == 1 and game_state.is_classic_game()
            assert game_state.player_squares() is None and game_state.occupied_squares1 is None
            assert random.random() < 1
            self.propose_move(Move((np.int64(0), np.int32(1)), np.int8(2)))
    """
    (package / "sudokuai.py").write_text(textwrap.dedent(body))
    with course_seat(package, tmp_path) as seat:
        told = seat.turn()
    assert (told.trouble, told.moves) == ([], ["(0,1) -> 2"])


def test_mode_with_squares_reaches_generation_v14(tmp_path: Path) -> None:
    """Starting squares, occupied squares and the player's own, the rival's beside them."""
    package = tmp_path / "rows"
    package.mkdir()
    body = """
    from competitive_sudoku.sudoku import *
    import competitive_sudoku.sudokuai
    class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
        def compute_best_move(self, game_state):
            gs = game_state
            assert gs.allowed_squares1 == [(0, j) for j in range(4)], gs.allowed_squares1
            assert gs.allowed_squares2 == [(3, j) for j in range(4)]
            assert (gs.occupied_squares1, gs.occupied_squares2) == ([(0, 0)], [(3, 3)])
            assert not gs.is_classic_game() and gs.occupied_squares() is gs.occupied_squares1
            assert gs.player_squares() == [(0, 1), (0, 2), (0, 3), (1, 0), (1, 1)], gs.player_squares()
            self.propose_move(Move(gs.player_squares()[-1], 3))
    """
    (package / "sudokuai.py").write_text(textwrap.dedent(body))
    with course_seat(package, tmp_path, replace(header(), options={"mode": "rows"})) as seat:
        seat.tell(record(1, 0, "(0,0) -> 2"))
        seat.tell(record(2, 1, "(3,3) -> 4"))
        told = seat.turn()
    assert (told.trouble, told.moves) == ([], ["(1,1) -> 3"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has priority classes")
def test_agent_gives_way(tmp_path: Path) -> None:
    """What carries its messages must not wait for it."""
    body = f"import os\nself.propose_move(Move(0, 0, 1 if os.nice(0) == min({os.nice(0)} + 5, 19) else 2))"
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        assert seat.turn().moves == ["(0,0) -> 1"]


def test_another_interpreter_serves(tmp_path: Path) -> None:
    """What the address names runs the agent; here a link to this Python under another name."""
    other = tmp_path / "other-python"
    other.symlink_to(sys.executable)
    body = f"import sys\nassert sys.executable == {str(other)!r}, sys.executable\n{MOVE}"
    with course_seat(write_course_agent(tmp_path, body), tmp_path, python=str(other)) as seat:
        assert seat.turn().moves == ["(0,0) -> 1"]


def test_agent_that_is_dropped_leaves_nothing(tmp_path: Path) -> None:
    """Nobody has to say goodbye."""
    before = psutil.Process().children(recursive=True)  # the servers of other tests
    agent = CourseAgent(str(write_course_agent(tmp_path, MOVE)))
    agent.warm_up()
    processes = agent._processes
    assert processes is not None
    folder = processes.folder
    assert folder is not None
    del agent
    assert processes.end(10)
    assert not folder.exists()
    assert set(psutil.Process().children(recursive=True)) <= set(before)


def test_an_agent_that_knows_no_classic_mode_is_told_so(way: str, tmp_path: Path) -> None:
    """It finds None where its squares would be, as in the framework."""
    body = "for square in game_state.player_squares():\n    self.propose_move(Move(square, 1))"
    package = write_course_agent(tmp_path, body)
    with course_seat(package, tmp_path) as seat:
        told = seat.turn()
    assert told.moves == []
    assert "TypeError: 'NoneType' object is not iterable (sudokuai.py, line" in told.trouble[0]
    assert "in mode classic player_squares() and the lists of squares are None" in told.trouble[0]


def test_a_turn_that_ends_early_stays_open_until_the_next_has_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where processes are prepared, an agent that answers at once would overtake them."""
    monkeypatch.setenv("GRIDARENA_PROCESS", "prespawn")
    package = write_course_agent(tmp_path, MOVE, above="import time\ntime.sleep(0.2)")
    with course_seat(package, tmp_path) as seat:
        for _ in range(6):
            told = seat.turn()
            assert told.moves == ["(0,0) -> 1"]
            assert seat.agent._processes is not None
            assert seat.agent._processes.warm


def test_a_classic_agent_is_told_once_that_there_are_modes_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It proposes squares of anybody's otherwise, and nobody knows why."""
    monkeypatch.setattr("gridarena_agents.course.agent.CourseAgent._told_of_modes", False)
    package = write_course_agent(tmp_path, MOVE)
    rows = replace(header(), options={"mode": "rows"})
    with course_seat(package, tmp_path, rows) as first:
        assert "which knows no starting squares" in first.told.trouble[0]
    with course_seat(package, tmp_path, rows) as second:
        assert second.told.trouble == []
