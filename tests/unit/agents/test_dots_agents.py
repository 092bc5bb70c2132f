"""The agents of Dots and Boxes: correct where they see the end, sensible where they do not, quiet once stopped."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from gridarena_agents.dots import boxmaster
from gridarena_agents.dots.alphabeta import Alphabeta, Cutoff
from gridarena_agents.dots.boxmaster import Boxmaster
from gridarena_agents.dots.lines import AlphaBeta, completed
from gridarena_agents.dots.pmcs import Pmcs
from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import Geometry, geometry
from gridarena_games.dots.game import Dots
from gridarena_kernels.boxes_exact import Boxes
from gridarena_kernels.jit import COMPILED
from gridarena_lab.solvers import find_solver
from gridarena_protocol.records import Clock
from support.turns import one_turn

pytestmark = pytest.mark.timeout(120)  # compiles
UNTIMED = Clock("untimed")


def _minimax(tables: Geometry, drawn: int, *, extra: bool) -> int:
    values = []
    for edge in range(len(tables.edges)):
        if not drawn >> edge & 1:
            boxes = completed(tables, drawn, edge)
            rest = _minimax(tables, drawn | 1 << edge, extra=extra)
            values.append(boxes + rest if boxes and extra else boxes - rest)
    return max(values, default=0)


@pytest.mark.parametrize("extra", [True, False])
def test_alphabeta_has_the_minimax_value(extra: bool) -> None:
    """Of the bare rules, with the extra turn and without, whatever the order."""
    tables, rng = geometry(2, 2), random.Random(1)
    for _ in range(60):
        order = rng.sample(range(12), 12)
        drawn = sum(1 << edge for edge in rng.sample(range(12), rng.randint(6, 11)))
        free = [edge for edge in order if not drawn >> edge & 1]
        search = AlphaBeta(tables, free, lambda: False, extra_turn=extra)
        best = max(search.after(drawn, edge, len(free), -100) for edge in free)
        assert best == _minimax(tables, drawn, extra=extra)


@pytest.mark.parametrize("agent", [Alphabeta(), Alphabeta(order="random", seed=1), Cutoff(depth=12), Boxmaster(seed=1)])
def test_who_sees_the_end_keeps_the_value(agent: Alphabeta | Cutoff | Boxmaster, tmp_path: Path) -> None:
    """The last proposal is one of the solver's best moves."""
    rng = random.Random(2)
    for free in (4, 6, 8):
        drawn = set(rng.sample(range(12), 12 - free))
        setup = "2x2 " + "".join("1" if edge in drawn else "0" for edge in range(12))
        solved = find_solver("dots").solve(Dots().start(setup, {}))
        assert one_turn(agent, setup, tmp_path, clock=UNTIMED, game="dots").moves[-1] in solved.best


@pytest.mark.parametrize("agent", [Alphabeta(), Cutoff(), Pmcs(n=100), Boxmaster()])
@pytest.mark.parametrize("setup", ["1x1", "5x5", "6x6", "2x3 10000000000000000"])
def test_the_first_proposal_does_not_wait(
    agent: Alphabeta | Cutoff | Pmcs | Boxmaster, setup: str, tmp_path: Path
) -> None:
    """Whatever the size, a turn closed at the first proposal has one."""
    turn = one_turn(agent, setup, tmp_path, stop_at=1, game="dots")
    assert len(turn.offers) == 1


class _Clock:
    """Goes so far between any two looks at it."""

    def __init__(self, step: float) -> None:
        self._step, self._now = step, 0.0

    def perf_counter(self) -> float:
        self._now += self._step
        return self._now


def test_boxmaster_without_a_clock_is_the_same_on_every_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long games and search take there, the seed says what is proposed."""
    setup = "3x3 000010000000000000100000"
    said = []
    for step in (0, 1):
        monkeypatch.setattr(boxmaster, "time", _Clock(step))
        turn = one_turn(Boxmaster(seed=1), setup, tmp_path, clock=UNTIMED, game="dots")
        said.append([(offer.move, offer.thinking) for offer in turn.offers])
    assert len(said[0]) > 1
    assert said[0] == said[1]


def test_boxmaster_never_gives_a_box_while_it_need_not(tmp_path: Path) -> None:
    """With safe edges left on 5x5 its move leaves no box with one side missing, unless it takes some."""
    rng = random.Random(3)
    board = Dots().start("5x5", {})
    for edge in rng.sample(list(board.legal_moves()), 12):
        board.push(edge)
    if not any(board.sides(box) == 3 for box in range(25)):
        turn = one_turn(Boxmaster(seed=1), board.setup(), tmp_path, stop_at=3, game="dots")
        assert _threes(board, turn.moves[0]) == 0


def _behind(entry: dict[str, Any]) -> int:
    """Boxes by which the seat to move lies behind."""
    first, second = entry["score"]
    return int(second - first if entry["to_move"] == 1 else first - second)


def _threes(board: DotsBoard, move: str) -> int:
    board.push(Dots().move(move))
    return sum(board.sides(box) == 3 for box in range(board.boxes))


def test_boxmaster_beats_random_however_it_starts() -> None:
    """On 3x3 boxes, from either seat."""
    from gridarena_lab.match import match

    records = match("boxmaster", "random", board="3x3", time=None, driver="direct", games=2)
    winners = [record.header.agents[record.result.winner] for record in records]  # type: ignore[union-attr, index]
    assert winners == ["boxmaster", "boxmaster"]


WON = json.loads((Path(__file__).parents[2] / "data" / "dots_won_3x3.json").read_text(encoding="utf-8"))
"""The verified positions of 3x3 boxes that the seat to move wins, with the score so far."""


@pytest.mark.skipif(not COMPILED, reason="plays the end by exact search, compiled")
@pytest.mark.parametrize("entry", WON, ids=[one["id"] for one in WON])
def test_boxmaster_never_loses_a_won_position_of_3x3_boxes(entry: dict[str, Any], tmp_path: Path) -> None:
    """Every one of the vectors, against an opponent that makes no mistake."""
    boxes, rng = Boxes(3, 3, remembered=100_003), random.Random(1)
    board = Dots().start(f"3x3 {entry['dbn']}", {})
    assert isinstance(board, DotsBoard)
    lead = -_behind(entry)
    while board.free:
        own, other = board.points[0] + max(lead, 0), board.points[1] + max(-lead, 0)
        if board.to_move == 0:
            setup = f"3x3 {board.edge_string} points {own} {other}"
            move = Dots().move(one_turn(Boxmaster(seed=1), setup, tmp_path, clock=UNTIMED, game="dots").moves[-1])
        else:
            solved = boxes.solve(board.drawn)
            assert solved is not None
            move = rng.choice(solved.best)
        board.push(move)
    assert lead + board.points[0] - board.points[1] > 0


def test_there_are_won_positions_to_play() -> None:
    """The file was read."""
    assert len(WON) >= 10


def test_options_are_checked() -> None:
    """With what was expected."""
    for kind, options in (
        (Alphabeta, {"order": "up"}),
        (Cutoff, {"eval": "x"}),
        (Cutoff, {"depth": 0}),
        (Pmcs, {"n": 0}),
    ):
        with pytest.raises(ValueError, match="expected"):
            kind(**options)


def test_orders_differ_where_they_should() -> None:
    """The outer edges come first, or any."""
    from gridarena_agents.dots.lines import in_order

    tables = geometry(3, 3)
    outer = in_order(tables, 0, "edges", random.Random(1))
    assert [len(tables.boxes[edge]) for edge in outer] == [1] * 12 + [2] * 12
    orders = [in_order(tables, 0, "random", random.Random(seed)) for seed in range(3)]
    assert all(one != other for one, other in itertools.combinations(orders, 2))
