"""The conformance suite of games: what referee, wire, store and page rely on, checked through the seam alone.

It needs no test runner: ``check_game(game, setups)`` raises :class:`NonconformingError` with the law that was broken
and the moves that broke it. Under pytest each law can be a test of its own::

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    def test_my_game_keeps_the_law(law: Law) -> None:
        law(MyGame(), Start("a start position"), random.Random(1))

A board is known by what it shows: seat to move, points, legal moves, forced skip, outcome and text. Where the game asks
questions and the start names no oracle, the suite answers at random, so the laws hold whatever an oracle says.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from gridarena_games.base import Answer, Applied, Board, Game, Move, Oracle, Outcome, Question, Restartable, Seat
from gridarena_games.errors import GameError, IllegalMoveError, InvalidMoveError, InvalidSetupError

__all__ = ["LAWS", "Law", "NonconformingError", "Start", "check_game", "check_perft", "check_refused", "perft"]

LONGEST_MATCH = 20_000
"""A playout of more turns is taken to be endless."""

_SAMPLE = 12
_ACCEPTED = Answer(accepted=True, reason="search")
_CONDEMNED = Answer(accepted=False, reason="search")


class NonconformingError(AssertionError):
    """The game broke a law."""


@dataclass(frozen=True, slots=True)
class Start:
    """A start position in the game's own words, and who answers its questions."""

    setup: str
    options: Mapping[str, str] = field(default_factory=dict)
    oracle: Callable[[Board], Oracle] | None = None
    """Makes the oracle of one match; None: placements are condemned at random."""

    def board(self, game: Game) -> Board:
        """A new board at the start."""
        return game.start(self.setup, self.options)


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything a board shows; boards that show the same are equal."""

    to_move: Seat
    points: tuple[int, int]
    legal: tuple[Move, ...]
    forced_skip: bool
    outcome: Outcome | None
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One push and what came of it."""

    move: Move | None
    answer: Answer | None
    applied: Applied
    after: Shown


Law: TypeAlias = Callable[[Game, Start, random.Random], None]


def check_game(
    game: Game,
    setups: Iterable[str],
    *,
    options: Mapping[str, str] | None = None,
    oracle: Callable[[Board], Oracle] | None = None,
    playouts: int = 3,
    seed: int = 1,
) -> None:
    """A game that passes can be refereed, stored and replayed.

    Args:
        game: The game.
        setups: Start positions: small ones for speed, odd ones for the corners.
        options: The game's options, for all of them.
        oracle: Makes the oracle of one match; without one, placements are condemned at random.
        playouts: Random matches for each law and position.
        seed: Makes the random matches reproducible.

    Raises:
        NonconformingError: the first law that is broken.
    """
    for setup in setups:
        for law in LAWS:
            rng = random.Random(f"{seed} {law.__name__}")
            for _ in range(playouts):
                law(game, Start(setup, options or {}, oracle), rng)


def check_perft(game: Game, start: Start, counts: Sequence[int]) -> None:
    """The ways to play 1, 2, 3... turns are as many as was counted by other means; see :func:`perft`."""
    board = start.board(game)
    for depth, expected in enumerate(counts, start=1):
        count = perft(board, depth)
        _demand(count == expected, f"expected perft({depth}) to be {expected}, got {count}", [])


def check_refused(game: Game, starts: Iterable[Start] = (), moves: Iterable[str] = ()) -> None:
    """What cannot be read is refused with one line: a start by InvalidSetupError, a move by InvalidMoveError."""
    for start in starts:
        _refused(partial(start.board, game), InvalidSetupError, repr(start))
    for text in moves:
        _refused(partial(game.move, text), InvalidMoveError, f"the move {text!r}")


def perft(board: Board, depth: int) -> int:
    """How many ways there are to play this many turns, every placement taken as accepted."""
    if depth == 0:
        return 1
    if board.outcome() is not None:
        return 0
    moves: list[Move | None] = [None] if board.forced_skip() else list(board.legal_moves())
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move, None if move is None or board.question(move) is None else _ACCEPTED)
        total += perft(board, depth - 1)
        board.pop()
    return total


def what_is_unknown_is_refused(game: Game, start: Start, rng: random.Random) -> None:
    """An option that the game does not know is refused, never ignored, and so is text that is no move."""
    check_refused(game, [Start(start.setup, {**start.options, "no such option": "1"})], ["", "no such move\n"])


def starts_are_equal_and_apart(game: Game, start: Start, rng: random.Random) -> None:
    """Equal starts show equal boards, and a push on one is not seen on the other."""
    first, second = start.board(game), start.board(game)
    before = _shown(second)
    _demand(_shown(first) == before, "two starts of one setup differ", [])
    path = list(_play(first, start, rng, most=5))
    _demand(_shown(second) == before, "a push on one board is seen on another", path)


def playouts_end(game: Game, start: Start, rng: random.Random) -> None:
    """Whatever is played and answered, the game ends, and its outcome agrees with the points."""
    board = start.board(game)
    path = list(_play(board, start, rng))
    outcome = board.outcome()
    if outcome is None:
        raise NonconformingError(f"no outcome after {len(path)} turns")
    _demand(outcome.points == board.points, f"{outcome} disagrees with the points {board.points}", path)
    _demand(outcome.winner in (0, 1, None), f"{outcome} names no seat", path)


def somebody_can_go_on(game: Game, start: Start, rng: random.Random) -> None:
    """Until the outcome the seat to move has a legal move or a forced skip, never both; a forced skip is a skip."""
    board = start.board(game)
    path: list[Step] = []
    for step in _play(board, start, rng):
        path.append(step)
        shown = step.after
        if shown.outcome is None:
            _demand(shown.forced_skip != bool(shown.legal), "expected either legal moves or a forced skip", path)
        if step.move is None:
            _demand(step.applied.skip == "no squares", f"a forced skip gave {step.applied}", path)


def legal_moves_are_legal(game: Game, start: Start, rng: random.Random) -> None:
    """Every listed move may be asked and pushed and is listed once; asking changes nothing."""
    board = start.board(game)
    path: list[Step] = []
    for step in _play(board, start, rng):
        path.append(step)
        shown = step.after
        _demand(len(set(shown.legal)) == len(shown.legal), "a legal move is listed twice", path)
        for move in _some(shown.legal, rng):
            question = board.question(move)
            _demand(_shown(board) == shown, f"asking {game.text(move)} changed the board", path)
            board.push(move, None if question is None else _ACCEPTED)
            board.pop()
        _demand(_shown(board) == shown, "pushing and popping legal moves changed the board", path)


def other_moves_are_illegal(game: Game, start: Start, rng: random.Random) -> None:
    """A move that was legal once, or a skip that is not forced, raises and leaves the board as it was."""
    board = start.board(game)
    seen = dict.fromkeys(board.legal_moves())
    path: list[Step] = []
    for step in _play(board, start, rng):
        path.append(step)
        shown = step.after
        seen.update(dict.fromkeys(shown.legal))
        for move in _some([move for move in seen if move not in set(shown.legal)], rng):
            _illegal(partial(board.question, move), f"asking {game.text(move)}", path)
            _illegal(partial(board.push, move, _ACCEPTED), f"pushing {game.text(move)}", path)
        if not shown.forced_skip:
            _illegal(partial(board.push, None), "a skip that is not forced", path)
        _demand(_shown(board) == shown, "a refused move changed the board", path)


def pop_undoes_push(game: Game, start: Start, rng: random.Random) -> None:
    """Pops lead back through every board there was, to the start, and not beyond."""
    board = start.board(game)
    before = [_shown(board)]
    path = list(_play(board, start, rng))
    before += [step.after for step in path]
    while len(before) > 1:
        _demand(_shown(board) == before.pop(), "a pop did not give back the board before the push", path)
        board.pop()
    _demand(_shown(board) == before[0], "popping everything did not give back the start", path)
    try:
        board.pop()
    except IndexError:
        return
    raise NonconformingError("expected IndexError from a pop with nothing to take back, got none")


def moves_survive_their_text(game: Game, start: Start, rng: random.Random) -> None:
    """Reading a written move gives the move; a move is one line, and a board shows some text."""
    board = start.board(game)
    for step in _play(board, start, rng):
        for move in _some(step.after.legal, rng):
            text = game.text(move)
            _demand(game.move(text) == move, f"{text!r} is read as another move", [step])
            _demand(text != "" and text == text.strip(), f"{text!r} is empty or has outer blanks", [step])
            _demand(len(text.splitlines()) == 1, f"{text!r} is not one line", [step])
        _demand(step.after.text.strip() != "", "a board shows no text", [step])


def points_add_up(game: Game, start: Start, rng: random.Random) -> None:
    """A push gives its points to the seat that moved and to nobody else; a skip scores nothing."""
    board = start.board(game)
    before = _shown(board)
    path: list[Step] = []
    for step in _play(board, start, rng):
        path.append(step)
        gained = [now - then for now, then in zip(step.after.points, before.points, strict=True)]
        _demand(gained[before.to_move] == step.applied.points, f"{step.applied} but the points went {gained}", path)
        _demand(gained[1 - before.to_move] == 0, f"the other seat's points went {gained}", path)
        _demand(step.applied.skip is None or step.applied.points == 0, f"a skip scored: {step.applied}", path)
        before = step.after


def condemned_moves_are_gone(game: Game, start: Start, rng: random.Random) -> None:
    """A condemned placement is a skip of kind taboo and never legal again; an accepted one is no skip."""
    board = start.board(game)
    condemned: set[Move] = set()
    path: list[Step] = []
    for step in _play(board, start, rng):
        path.append(step)
        if step.move is not None:
            taboo = step.answer is not None and not step.answer.accepted
            _demand((step.applied.skip == "taboo") == taboo, f"answered {step.answer}, but {step.applied}", path)
            condemned |= {step.move} if taboo else set()
        _demand(condemned.isdisjoint(step.after.legal), "a condemned placement is legal again", path)


def replay_gives_equal_boards(game: Game, start: Start, rng: random.Random) -> None:
    """The texts of the moves and the recorded answers rebuild every board of the match, without an oracle."""
    path = list(_play(start.board(game), start, rng))
    board = start.board(game)
    for step in path:
        move = None if step.move is None else game.move(game.text(step.move))
        _demand(board.push(move, step.answer) == step.applied, "a replayed push does something else", path)
        _demand(_shown(board) == step.after, "a replayed board differs", path)


def positions_survive_their_text(game: Game, start: Start, rng: random.Random) -> None:
    """Where a board can say where it stands, the match goes on alike from there; other boards need not be able to."""
    board = start.board(game)
    path: list[Step] = []
    for step in _play(board, start, rng):
        path.append(step)
        if isinstance(board, Restartable):
            again = game.start(board.setup(), board.options())
            for what in ("to_move", "points", "legal", "forced_skip", "outcome"):
                told, found = getattr(step.after, what), getattr(_shown(again), what)
                _demand(told == found, f"{what} is {told}, but {found} when it is started from its own text", path)


def oracle_agrees_with_itself(game: Game, start: Start, rng: random.Random) -> None:
    """An oracle accepts its start, and what it answers at once it also answers in a thread."""
    if start.oracle is None:
        return
    board = start.board(game)
    oracle = start.oracle(board)
    _demand(oracle.start().accepted, "the oracle refuses the start position", [])
    while board.outcome() is None and (moves := list(board.legal_moves())):
        move = rng.choice(moves)
        question = board.question(move)
        answer = None if question is None else oracle.answer(question)
        at_once = None if question is None else oracle.answer_now(question)
        if answer is not None and at_once is not None:
            _demand(answer.accepted == at_once.accepted, f"{answer}, but at once {at_once}: {game.text(move)}", [])
        board.push(move, answer)


LAWS: tuple[Law, ...] = (
    what_is_unknown_is_refused,
    starts_are_equal_and_apart,
    playouts_end,
    somebody_can_go_on,
    legal_moves_are_legal,
    other_moves_are_illegal,
    pop_undoes_push,
    moves_survive_their_text,
    points_add_up,
    condemned_moves_are_gone,
    replay_gives_equal_boards,
    positions_survive_their_text,
    oracle_agrees_with_itself,
)
"""Every law, to parametrize a test."""


def _play(board: Board, start: Start, rng: random.Random, most: int = LONGEST_MATCH) -> Iterator[Step]:
    """Plays random moves to the end, or quietly until nothing can be played or the longest match is reached."""
    judge = _judge(board, start, rng)
    for _ in range(most):
        moves: list[Move | None] = [None] if board.forced_skip() else list(board.legal_moves())
        if board.outcome() is not None or not moves:
            return
        move = rng.choice(moves)
        question = None if move is None else board.question(move)
        answer = None if question is None else judge(question)
        applied = board.push(move, answer)
        yield Step(move, answer, applied, _shown(board))


def _judge(board: Board, start: Start, rng: random.Random) -> Callable[[Question], Answer]:
    if start.oracle is None:
        return lambda _: _CONDEMNED if rng.random() < 0.2 else _ACCEPTED
    oracle = start.oracle(board)
    oracle.start()
    return oracle.answer


def _shown(board: Board) -> Shown:
    return Shown(
        board.to_move, board.points, tuple(board.legal_moves()), board.forced_skip(), board.outcome(), str(board)
    )


def _some(moves: Sequence[Move], rng: random.Random) -> Sequence[Move]:
    return moves if len(moves) <= _SAMPLE else rng.sample(moves, _SAMPLE)


def _demand(holds: bool, law: str, path: Sequence[Step]) -> None:
    if not holds:
        moves = "; ".join(f"{step.move}{' (condemned)' if step.applied.skip == 'taboo' else ''}" for step in path)
        raise NonconformingError(f"{law}; after: {moves or 'the start'}")


def _illegal(action: Callable[[], object], what: str, path: Sequence[Step]) -> None:
    try:
        action()
    except IllegalMoveError as error:
        _demand(bool(error.reason) and _one_line(error), f"{what} raised no reason in one line: {error!r}", path)
    else:
        _demand(False, f"expected IllegalMoveError from {what}, got none", path)


def _refused(action: Callable[[], object], kind: type[GameError], what: str) -> None:
    try:
        action()
    except kind as error:
        _demand(_one_line(error), f"the refusal of {what} is not one line: {error!r}", [])
    else:
        raise NonconformingError(f"expected {kind.__name__} for {what}, got none")


def _one_line(error: GameError) -> bool:
    return len(str(error).splitlines()) == 1
