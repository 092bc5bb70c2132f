"""Which generation an agent was written for: three arguments make a classic move, two a v14 one.

Where no move is made in the open (a helper does it, or the framework's lists are passed through), how boards are asked
and which attributes are read decides.
"""

import ast
from collections.abc import Iterable, Iterator

from gridarena_agents.course.submission import Generation

_MOVES = frozenset({"Move", "TabooMove"})
_CLASSIC_WORDS = frozenset({"rc2f", "f2rc", "load_sudoku_from_text", "load_sudoku", "save_sudoku", "print_board"})
_V14_WORDS = frozenset(
    {
        "square2index",
        "index2square",
        "player_squares",
        "allowed_squares1",
        "allowed_squares2",
        "occupied_squares",
        "occupied_squares1",
        "occupied_squares2",
        "is_classic_game",
        "square",
    }
)
_MOVE_WEIGHT = 100
"""How many hints a move weighs: hints never outvote it."""


def detect(trees: Iterable[ast.Module]) -> Generation | None:
    """The generation these sources speak for; None where they say nothing."""
    score = sum(vote for tree in trees for vote in _votes(tree))
    return None if score == 0 else "v14" if score > 0 else "classic"


def _votes(tree: ast.Module) -> Iterator[int]:
    """Positive for v14, negative for classic."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _call_votes(node, own)
        elif isinstance(node, ast.Attribute):
            yield (node.attr in _V14_WORDS) - (node.attr in _CLASSIC_WORDS)


def _call_votes(node: ast.Call, own: set[str]) -> Iterator[int]:
    name = _called(node)
    keywords = {keyword.arg for keyword in node.keywords}
    if None in keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
        return
    count = len(node.args) + len(keywords)
    if name in _MOVES - own:
        if "square" in keywords or count == 2:
            yield _MOVE_WEIGHT
        elif keywords & {"i", "j"} or count == 3:
            yield -_MOVE_WEIGHT
    elif _asks_a_board(node):
        tuples = count == (1 if name == "get" else 2)
        yield 1 if tuples else -1
    elif name == "current_player" and isinstance(node.func, ast.Attribute):
        yield -1


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(name) | ast.Attribute(_, name):
            return name
    return ""


def _asks_a_board(node: ast.Call) -> bool:
    """``board.get(...)`` or ``board.put(...)``; a dictionary has a ``get`` too."""
    match node.func:
        case ast.Attribute(ast.Name(owner) | ast.Attribute(_, owner), "get" | "put"):
            return owner.lower().endswith("board")
    return False
