"""Where an agent sits, and where its mistakes end."""

import queue
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import gridarena
from gridarena import IllegalMove, MatchResult, Turn, TurnClosed
from gridarena._frames import Begin, Done, End, FromWorker, Offer, Open, Parted, Ready, Tell, ToWorker, Trouble
from gridarena.desk import Desk, serve
from gridarena.errors import Mishap
from support.sdk import header, record


class Scripted(gridarena.Agent):
    """Plays what the test says."""

    def __init__(self, script: Callable[[Turn], None]) -> None:
        self.script = script
        self.heard: list[object] = []

    def warm_up(self) -> None:
        self.heard.append("warm")

    def match_started(self, match: gridarena.Match) -> None:
        self.heard.append(match)

    def play(self, turn: Turn) -> None:
        self.script(turn)

    def match_finished(self, result: MatchResult | None) -> None:
        self.heard.append(result)


class Seat:
    def __init__(self, folder: Path, script: Callable[[Turn], None]) -> None:
        self.agent = Scripted(script)
        self.said: list[FromWorker] = []
        self.stop = np.zeros(1, dtype=np.uint8)
        self.desk = Desk(self.agent, send=self.said.append, stop=self.stop, log_folder=folder)
        self.desk.begin(header(), 0)


def test_proposals_go_out_and_the_return_is_told(tmp_path: Path) -> None:
    """Each as it happens, Done last."""
    seat = Seat(tmp_path, lambda turn: turn.propose("(0,0) -> 1", depth=2))
    seat.desk.play(1)
    assert [type(message) for message in seat.said] == [Offer, Done]


@pytest.mark.parametrize("account", ["", "Traceback: there\n"])
def test_mishap_is_told_as_it_stands(tmp_path: Path, account: str) -> None:
    """With the traceback from where it happened, where there is one."""

    def script(turn: Turn) -> None:
        raise Mishap("the robot fell over", account)

    seat = Seat(tmp_path, script)
    seat.desk.play(1)
    trouble = seat.said[0]
    assert isinstance(trouble, Trouble)
    told, _, file = trouble.text.partition("; traceback: ")
    assert told == "turn 1: the robot fell over"
    assert (Path(file).read_text(encoding="utf-8") if file else "") == account


def test_illegal_proposal_is_raised_and_not_sent(tmp_path: Path) -> None:
    """The search may go on."""

    def script(turn: Turn) -> None:
        with pytest.raises(IllegalMove):
            turn.propose("(0,0) -> 9")
        turn.propose("(0,0) -> 1")

    seat = Seat(tmp_path, script)
    seat.desk.play(1)
    assert [message.move for message in seat.said if isinstance(message, Offer)] == ["(0,0) -> 1"]


def test_legality_is_judged_by_the_real_position(tmp_path: Path) -> None:
    """Whatever the search has done to its own board."""

    def script(turn: Turn) -> None:
        move = next(turn.board.legal_moves())
        turn.board.push(move, record(1, 0, "").answer)
        turn.propose(move)

    seat = Seat(tmp_path, script)
    seat.desk.play(1)
    assert isinstance(seat.said[0], Offer)


def test_exception_keeps_what_was_proposed_and_names_its_file(tmp_path: Path) -> None:
    """One line, the traceback in a file, and the turn ends."""

    def script(turn: Turn) -> None:
        turn.propose("(0,0) -> 1")
        raise ValueError("no such\nnode")

    seat = Seat(tmp_path, script)
    seat.desk.play(3)
    offer, trouble, done = seat.said
    assert isinstance(offer, Offer)
    assert isinstance(trouble, Trouble)
    file = tmp_path / "match-17-seat0-turn-3-error.txt"
    assert trouble.text == (
        f"turn 3: play raised ValueError: no such node; the last proposal stands; traceback: {file}"
    )
    assert "in script" in file.read_text(encoding="utf-8")
    assert done == Done(3, 1)


def test_traceback_that_cannot_be_kept_is_told_as_such(tmp_path: Path) -> None:
    """A full disk costs the file, not the worker."""
    (tmp_path / "logs").write_text("no folder", encoding="utf-8")
    seat = Seat(tmp_path / "logs", lambda turn: sys.exit(3))
    seat.desk.play(1)
    trouble, done = seat.said
    assert isinstance(trouble, Trouble)
    assert "SystemExit: 3; its traceback could not be kept (" in trouble.text
    assert done == Done(1, 1)


def test_sys_exit_ends_the_search_only(tmp_path: Path) -> None:
    """The worker lives on."""
    seat = Seat(tmp_path, lambda turn: sys.exit(3))
    seat.desk.play(1)
    assert "SystemExit: 3" in str(seat.said[0])


def test_turn_closed_is_no_error(tmp_path: Path) -> None:
    """It is how a search ends."""

    def script(turn: Turn) -> None:
        seat.stop[0] = 1
        turn.propose("(0,0) -> 1")

    seat = Seat(tmp_path, script)
    seat.desk.play(1)
    assert seat.said == [Done(1, 1)]


def test_thread_left_behind_cannot_propose(tmp_path: Path) -> None:
    """Its turn is over, and the next one is not its own."""
    turns: list[Turn] = []
    seat = Seat(tmp_path, turns.append)
    seat.desk.play(1)
    seat.said.clear()
    errors: list[Exception] = []

    def propose_late() -> None:
        try:
            turns[0].propose("(0,0) -> 1")
        except TurnClosed as error:
            errors.append(error)

    thread = threading.Thread(target=propose_late)
    thread.start()
    thread.join()
    assert len(errors) == 1
    assert seat.said == []


def test_thread_left_behind_sees_the_flag(tmp_path: Path) -> None:
    """A helper that polls it ends with its turn, also when `play` has come back long before the close."""
    flags: list[int] = []
    seat = Seat(tmp_path, lambda turn: flags.append(turn.stop[0]))
    seat.desk.play(1)
    assert [*flags, seat.stop[0]] == [0, 1]


def test_board_follows_the_match(tmp_path: Path) -> None:
    """The next turn's board has both seats' moves."""
    boards: list[str] = []
    seat = Seat(tmp_path, lambda turn: boards.append(str(turn.board)))
    seat.desk.tell(record(1, 0, "(0,0) -> 1"))
    seat.desk.tell(record(2, 1, "(1,1) -> 2"))
    seat.desk.play(3)
    assert "14 empty" in boards[0]


def test_hooks_are_called_and_may_fail(tmp_path: Path) -> None:
    """A hook's mistake is told and changes nothing."""
    seat = Seat(tmp_path, lambda turn: None)
    assert seat.agent.heard == [gridarena.Match(header(), 0)]
    seat.agent.heard = None  # type: ignore[assignment]
    seat.desk.end(None)
    assert "match_finished raised AttributeError" in str(seat.said[0])


def test_the_agent_of_a_match_is_not_kept(tmp_path: Path) -> None:
    """While the next one is made its memory is free already."""
    inbox: queue.SimpleQueue[ToWorker | None] = queue.SimpleQueue()
    made: list[weakref.ref[Scripted]] = []
    alive: list[bool] = []

    def make() -> Scripted:
        alive.extend(one() is not None for one in made)
        agent = Scripted(lambda turn: turn.propose("(0,0) -> 2"))
        made.append(weakref.ref(agent))
        return agent

    for message in (Begin(header(), 0, ()), Open(1, 1, None), End(None), None):
        inbox.put(message)
    serve(make, inbox.get, send=lambda message: None, stop=np.zeros(1, dtype=np.uint8), log_folder=tmp_path)
    assert alive == [False]


def test_every_match_gets_a_fresh_instance(tmp_path: Path) -> None:
    """Made and warmed before it says it is ready, and behind the farewell of the one before."""
    inbox: queue.SimpleQueue[ToWorker | None] = queue.SimpleQueue()
    made: list[Scripted] = []
    said: list[FromWorker] = []

    def make() -> Scripted:
        agent = Scripted(lambda turn: turn.propose("(0,0) -> 2"))
        agent.warm_up()
        made.append(agent)
        return agent

    for message in (
        Begin(header(), 0, ()),
        Open(1, 1, None),
        Tell(record(1, 0, "(0,0) -> 2")),
        End(None),
        Begin(header(match=18), 1, ()),
        None,
    ):
        inbox.put(message)
    serve(make, inbox.get, send=said.append, stop=np.zeros(1, dtype=np.uint8), log_folder=tmp_path)
    assert [type(message) for message in said] == [Ready, Offer, Done, Parted, Ready]
    assert made[0].heard == ["warm", gridarena.Match(header(), 0), None]
    assert made[1].heard == ["warm", gridarena.Match(header(match=18), 1)]
