"""A finished match, move by move: what each one cost, and why.

The moves are judged from the last to the first, because what a search learnt of later positions helps with earlier
ones. Nothing here knows a game; see :mod:`gridarena_lab.analysts`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gridarena.position import Position
from gridarena_games.base import Board, Seat
from gridarena_lab.analysts import Analyst, Reason, find_analyst
from gridarena_protocol.records import Record, TurnRecord

NODES = 200_000
"""What is spent on a move where nobody says otherwise; at most a second or so."""
WORST = 3
"""So many of each seat's moves are the costliest."""
NOISE = 0.005
"""A smaller cost is none: values that are means are rounded."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One turn of the match."""

    turn: int
    seat: Seat
    move: str
    cost: float | None
    """Points given away; None where the move lost the whole match."""
    best: float | None
    """Points to come with the best move, own minus other; None where the move lost the match."""
    value: float | None
    """Points to come with the move made."""
    ahead_before: float | None
    """By how much the seat would have won with best play of both; below 0: lost. None where that is not known."""
    ahead_after: float | None
    better: tuple[str, ...]
    exact: bool
    depth: int
    nodes: int
    reasons: tuple[Reason, ...]

    @property
    def is_costly(self) -> bool:
        """True when something else would have been better."""
        return self.cost is None or self.cost > 0

    @property
    def threw_away(self) -> str | None:
        """What the move turned into something less: "a win", "a draw"; None where it did not, or nobody knows."""
        if self.ahead_before is None or self.ahead_after is None:
            return None
        if self.ahead_before > 0 >= self.ahead_after:
            return "a win"
        return "a draw" if self.ahead_before == 0 > self.ahead_after else None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A match and what its moves cost."""

    match: int
    game: str
    agents: tuple[str, str]
    nodes: int
    """What could be spent on a move."""
    moves: tuple[Scored, ...]

    def of(self, seat: int) -> Iterator[Scored]:
        """A seat's own moves in order."""
        return (scored for scored in self.moves if scored.seat == seat)

    def costliest(self, seat: int) -> tuple[Scored, ...]:
        """The moves by which a seat lost most, worst first."""
        costly = [scored for scored in self.of(seat) if scored.is_costly]
        costly.sort(key=lambda scored: (scored.cost is not None, -(scored.cost or 0), scored.turn))
        return tuple(costly[:WORST])


def analyse(record: Record, nodes: int = NODES, tell: Callable[[int, int], None] = lambda done, of: None) -> Analysis:
    """Judges every move of a match.

    Args:
        record: A match.
        nodes: What may be spent on a move.
        tell: Is told how many turns are behind, and of how many.

    Raises:
        GameError: the game is not installed here, or nobody can analyse it.
    """
    header, turns = record.header, record.turns
    find = find_analyst(header.game)
    position = Position(header)
    analyst = find(position.start(), nodes)
    for turn in turns:
        position.tell(turn)
    scored: list[Scored] = []
    for done, turn in enumerate(reversed(turns), 1):
        if turn.verdict == "skipped":
            position.board.pop()
        elif _moved(turn):
            position.board.pop()
            scored.append(_judge(position, turn, analyst))
        else:
            scored.append(_lost(turn))
        tell(done, len(turns))
    return Analysis(header.match, header.game, header.agents, nodes, tuple(reversed(scored)))


def _moved(turn: TurnRecord) -> bool:
    """True when the turn changed the board; one that lost the match did not."""
    return turn.verdict == "accepted" or turn.skip is not None


def _judge(position: Position, turn: TurnRecord, analyst: Analyst) -> Scored:
    board = position.board
    judged = analyst.judge(board, position.game.move(turn.move), turn.answer)
    before = _ahead(board, turn.seat)
    better = judged.better if judged.cost > NOISE else ()
    return Scored(
        turn=turn.turn,
        seat=turn.seat,
        move=turn.move,
        cost=judged.cost if better else 0,
        best=judged.best,
        value=judged.value,
        ahead_before=before + judged.best if judged.exact else None,
        ahead_after=before + judged.value if judged.exact else None,
        better=better,
        exact=judged.exact,
        depth=judged.depth,
        nodes=judged.nodes,
        reasons=(*_absent(turn), *judged.reasons) if better else (),
    )


def _ahead(board: Board, seat: Seat) -> int:
    points = board.points
    return points[seat] - points[1 - seat]


def _absent(turn: TurnRecord) -> Iterator[Reason]:
    if turn.fallback:
        yield Reason("no proposal", "the SDK's random move stood: the agent itself had proposed nothing in time")


def _lost(turn: TurnRecord) -> Scored:
    """A turn that ended the match at once."""
    why = Reason(turn.verdict, f"lost the match at once: {turn.reason or turn.verdict}")
    return Scored(turn.turn, turn.seat, turn.move, None, None, None, None, None, (), True, 0, 0, (why,))
