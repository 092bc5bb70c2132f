"""Random openings: positions some legal moves into a game, so that a pair of matches need not repeat the one before.

Two agents that always do the same play one and the same pair for ever. A few random moves at the start, different for
every pair and the same for both of its matches, make the pairs independent samples. Moves are drawn by a hash of the
seed and not by a generator: an opening is the same position on every machine and every Python to come.
"""

import hashlib

from gridarena_games.base import Answer, Board, Move, Oracle, Restartable
from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_game, find_oracle
from gridarena_protocol.views import StartBoard


def opening(game: str, board: StartBoard, plies: int, seed: int) -> StartBoard:
    """The position after so many random moves: each one legal and accepted by the game's oracle, none of them the last.

    Points that the moves score are part of the position, and so is the seat to move. Passes that the rules force are
    played, but not counted.

    Args:
        game: The game's name.
        board: Where the moves begin.
        plies: How many moves; 0 gives the board back.
        seed: Says which moves.

    Raises:
        InvalidSetupError: the game cannot write positions down, or no such opening leads anywhere but to the end.
    """
    if plies == 0:
        return board
    position = find_game(game).start(board.setup, board.options)
    if not isinstance(position, Restartable):
        raise InvalidSetupError(f"expected no random opening: {game} cannot write its positions down")
    oracle = _oracle(game, position)
    for ply in range(plies):
        if not _play_one(position, oracle, f"{seed} {ply}"):
            raise InvalidSetupError(f"expected an opening of fewer than {ply + 1} moves on {board.name}, got {plies}")
    return StartBoard(f"{board.name}+{plies}r{seed}", position.setup(), position.options())


def _oracle(game: str, board: Board) -> Oracle | None:
    factory = find_oracle(game)
    if factory is None:
        return None
    oracle = factory(board)
    oracle.start()
    return oracle


def _play_one(board: Board, oracle: Oracle | None, seed: str) -> bool:
    """Plays the first of the legal moves, in an order of the seed's, behind which the match goes on."""
    moves = list(board.legal_moves())
    for draw in range(len(moves)):
        digest = hashlib.sha256(f"{seed} {draw}".encode()).digest()
        move = moves.pop(int.from_bytes(digest) % len(moves))
        if _goes_on_behind(board, move, oracle):
            return True
    return False


def _goes_on_behind(board: Board, move: Move, oracle: Oracle | None) -> bool:
    """Makes a move that is sound and not the last, forced passes behind it included; else leaves the board alone."""
    question = board.question(move)
    answer: Answer | None = None
    if question is not None:
        assert oracle is not None  # a game whose boards ask has one
        answer = oracle.answer(question)
        if not answer.accepted:
            return False
    board.push(move, answer)
    if board.outcome() is not None:
        board.pop()
        return False
    while board.forced_skip():
        board.push(None)
    return True
