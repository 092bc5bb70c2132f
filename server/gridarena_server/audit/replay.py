"""One match played again by the game's own rules: points, skips and the winner follow from the moves.

Somebody who knows how the hashes are made could write a match that hashes well. It still has to be a match: every move
legal where it was played, every point made, the winner the one who has more of them. The oracle's answers are part of
the record and are believed.
"""

from collections.abc import Iterator

from gridarena_games.base import Board, Game, Seat
from gridarena_games.errors import GameError, UnknownGameError
from gridarena_games.registry import find_game
from gridarena_protocol.records import MatchResult, TurnRecord
from gridarena_server.audit.difference import Difference, of_match
from gridarena_server.audit.rows import Sound


def can_replay(game: str) -> bool:
    """Whether the game is installed here."""
    try:
        find_game(game)
    except UnknownGameError:
        return False
    return True


def replayed(sound: Sound) -> Difference | None:
    """The first thing that the rules make otherwise; the game must be installed."""
    return next(_differences(sound), None)


def _differences(sound: Sound) -> Iterator[Difference]:
    header = sound.header
    game = find_game(header.game)
    try:
        board = game.start(header.setup, header.options)
    except GameError as error:
        yield of_match(header.match, None, "start position", "one that can be played", str(error))
        return
    for turn in sound.turns:
        for what, expected, found in _played(game, board, turn):
            if expected != found:
                yield of_match(header.match, turn.turn, what, expected, found)
                return
    if sound.result is not None:
        for what, expected, found in _ended(board, sound.turns, sound.result):
            if expected != found:
                yield of_match(header.match, None, what, expected, found)


def _played(game: Game, board: Board, turn: TurnRecord) -> Iterator[tuple[str, object, object]]:
    yield "seat", board.to_move, turn.seat
    if _lost_by(turn):
        return
    try:
        applied = board.push(game.move(turn.move) if turn.move else None, turn.answer)
    except (GameError, ValueError) as error:
        yield "move", "one that the rules allow", f"{turn.move!r} ({error})"
        return
    yield "points", applied.points, turn.points
    yield "skip", applied.skip, turn.skip
    yield "regions", applied.regions, turn.regions


def _lost_by(turn: TurnRecord) -> bool:
    """Whether the turn ended the match without a move on the board."""
    return turn.verdict == "missing" or (turn.verdict == "illegal" and turn.skip is None)


def _ended(board: Board, turns: tuple[TurnRecord, ...], result: MatchResult) -> Iterator[tuple[str, object, object]]:
    yield "points of its result", board.points, result.points
    outcome = board.outcome()
    if result.termination == "absent":
        yield "end", "that of the game" if turns and outcome is not None else "absent", "absent"
        yield "turns of a seat that never came", 0, sum(turn.seat != result.winner for turn in turns)
        return
    if result.termination == "completed":
        yield "end", "completed" if outcome is not None else "none, for the game goes on", "completed"
    if turns and _lost_by(turns[-1]):
        rival: Seat = 1 if turns[-1].seat == 0 else 0
        yield "winner", rival, result.winner
    elif outcome is not None:
        yield "winner", outcome.winner, result.winner
