"""Whole matches as a server would hand them out, made by playing the real rules."""

from gridarena_games.base import Answer
from gridarena_games.registry import find_game, find_oracle
from gridarena_protocol.records import (
    Clock,
    MatchHeader,
    MatchResult,
    Record,
    Rules,
    SeenProposal,
    Thinking,
    TurnDetail,
    TurnRecord,
    chain,
)

SETUP = "2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n. . . .\n"
HEADER = MatchHeader(
    match=17,
    game="sudoku",
    setup=SETUP,
    options={},
    clock=Clock("hidden", 100),
    rules=Rules(),
    agents=("greedy", "owls/minimax"),
    versions=("1", "2"),
    tournament=3,
    pairing=5,
    leg=0,
    attempt=1,
    rated=True,
    started_at=1_700_000_000_000,
    board="nearly-full",
)


def played(*moves: str, header: MatchHeader = HEADER, judged: bool = False) -> Record:
    """A finished match of these moves; ``judged``: by the game's oracle, else all of them are accepted."""
    game = find_game(header.game)
    board = game.start(header.setup, header.options)
    find = find_oracle(header.game) if judged else None
    oracle = find(board) if find else None
    turns = []
    for number, move in enumerate(moves, 1):
        question = board.question(game.move(move))
        seat, answer = board.to_move, Answer(True, "search", 12)
        if oracle is not None and question is not None:
            answer = oracle.answer(question)
        applied = board.push(game.move(move), answer)
        turns.append(
            TurnRecord(
                turn=number,
                attempt=1,
                seat=seat,
                move=move,
                verdict="accepted" if answer.accepted else "taboo",
                reason="",
                points=applied.points,
                skip=applied.skip,
                regions=applied.regions,
                answer=answer,
                number=2,
                proposals=2,
                fallback=False,
                opened_at=1_700_000_000_000 + number,
                arrival_us=12_345,
                used_us=20_000,
                stall_us=0,
                rtt_us=400,
            )
        )
    thinking = Thinking(depth=4, nodes=12_345, value=1.5, line="(3,0) -> 4")
    details = tuple(
        TurnDetail(turn.turn, (SeenProposal(2, turn.move, turn.arrival_us, thinking),), 1) for turn in turns
    )
    hashes = tuple(chain(header, turns))
    points = board.points
    winner = None if points[0] == points[1] else 0 if points[0] > points[1] else 1
    reason = f"{header.agents[winner or 0]} won by points, {max(points)} to {min(points)}"
    result = MatchResult(
        header.match, winner, points, "completed", reason, True, len(turns), hashes[-1], 1_700_000_009_000
    )
    return Record(header, tuple(turns), result, None, details, (), hashes)


def finished(record: Record) -> MatchResult:
    """The result of a record that has one."""
    assert record.result is not None
    return record.result


RECORD = played("(3,0) -> 4", "(3,1) -> 3", "(3,2) -> 2", "(3,3) -> 1")
