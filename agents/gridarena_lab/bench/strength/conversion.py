"""``python -m gridarena_lab.bench.strength.conversion``: does an agent that has won on 2x2 win?

Every 2x2 position is solved, so its outcome is known before the match. The rival is the solution itself: it always
plays a best move, one of the equal ones at random. Matches are untimed and go by the server's own referee.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import gridarena
from gridarena_games.base import SEATS, Answer
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.formats import read_start
from gridarena_kernels.oracle import SudokuOracle
from gridarena_kernels.tablebase import book_2x2
from gridarena_lab.contest import Contest, Report, entrants
from gridarena_lab.direct import play_direct
from gridarena_protocol.records import Clock, MatchResult
from gridarena_protocol.views import StartBoard

POSITIONS = 1000
MOST_MOVES = 14
CONDEMNED = Answer(accepted=False, reason="given")


class Perfect(gridarena.Agent):
    """Plays by the complete solution of 2x2."""

    games = ("sudoku",)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes one of the best moves."""
        turn.propose(random.choice(book_2x2().rate(sudoku_board(turn.board)).best).move)


def won_positions(count: int, seed: int) -> Iterator[SudokuBoard]:
    """Positions of random matches, condemned placements included, in which the points still to be made are not shared.

    Args:
        count: How many.
        seed: Says which.
    """
    rng = random.Random(seed)
    while count:
        board = SudokuBoard(2, 2, [0] * 16)
        oracle = SudokuOracle(board)
        for _ in range(rng.randint(0, MOST_MOVES)):
            move = rng.choice(list(board.legal_moves()))
            board.push(move, oracle.answer(board.question(move)))
            if board.outcome() is not None:
                board.pop()
        if book_2x2().rate(board).value:
            count -= 1
            yield board


async def convert(agent: str, board: SudokuBoard) -> bool:
    """True when the agent, in the seat that has won, makes more of the points that are left than perfect play does.

    Raises:
        ArenaError: the agent cannot be loaded.
    """
    value = book_2x2().rate(board).value
    winner = board.to_move if value > 0 else 1 - board.to_move
    contest = Contest(
        entrants(*((agent, Perfect) if winner == 0 else (Perfect, agent))),
        StartBoard("won 2x2", board.setup(), {}),
        Clock("untimed"),
        game="sudoku",
        games=1,
    )
    (record,) = await play_direct(contest, Report(say=lambda text: None))
    result = record.result
    if not isinstance(result, MatchResult) or result.termination != "completed":
        return isinstance(result, MatchResult) and result.winner == winner
    made = [result.points[seat] - board.points[seat] for seat in SEATS]
    return made[winner] > made[1 - winner]


def positions_of(vectors: dict[str, Any]) -> Iterator[SudokuBoard]:
    """The positions on 2x2 of a file of verified positions that one seat has won."""
    for entry in vectors["positions"]:
        if (entry["m"], entry["n"]) != (2, 2) or not entry["value_mover"]:
            continue
        start = read_start(entry["board"])
        board = SudokuBoard(2, 2, start.cells)
        for row, col, value, *_ in entry["taboo"]:
            board.push((row, col, value), CONDEMNED)
        yield board


async def share(agent: str, boards: Sequence[SudokuBoard]) -> int:
    """How many of these won positions the agent wins."""
    won = 0
    for number, board in enumerate(boards, start=1):
        won += await convert(agent, board)
        if not number % 100:
            sys.stderr.write(f"{number} of {len(boards)} positions, {won} won\n")
    return won


def main() -> None:
    """Prints how many of the won positions were won."""
    parser = argparse.ArgumentParser(prog="conversion", description="Won 2x2 positions against perfect play")
    parser.add_argument("--agent", default="champion")
    parser.add_argument("--positions", type=int, default=POSITIONS, help=f"random ones ({POSITIONS})")
    parser.add_argument("--seed", type=int, default=1, help="of the random ones (1)")
    parser.add_argument("--vectors", type=Path, help="a file of verified positions, whose won 2x2 ones come first")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    given = json.loads(wanted.vectors.read_text(encoding="utf-8")) if wanted.vectors else {"positions": []}
    boards = [*positions_of(given), *won_positions(wanted.positions, wanted.seed)]
    won = asyncio.run(share(wanted.agent, boards))
    report = {"agent": wanted.agent, "positions": len(boards), "won": won, "seed": wanted.seed}
    line = f"{wanted.agent} won {won} of {len(boards)} won 2x2 positions against perfect play (seed {wanted.seed})"
    sys.stdout.write((json.dumps(report) if wanted.json else line) + "\n")


if __name__ == "__main__":
    main()
