"""The game as the registry finds it: options, start positions and move text."""

import re
from collections.abc import Mapping
from typing import Literal, cast

from gridarena_games.base import Move
from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import Edge
from gridarena_games.dots.text import read_start
from gridarena_games.errors import InvalidMoveError, InvalidSetupError

_TURNS = ("extra", "alternate")
_MOVE = re.compile(r"\s*([hv])\s*\(?\s*(\d{1,6})\s*[,\s]\s*(\d{1,6})\s*\)?\s*", re.ASCII)


class Dots:
    """Dots and Boxes."""

    name = "dots"

    def start(self, setup: str, options: Mapping[str, str]) -> DotsBoard:
        """A position of 1x1 to 12x12 boxes.

        Args:
            setup: ``3x4``, ``3x4 EDGES`` and so on: see :mod:`gridarena_games.dots.text`.
            options: ``turns``: ``extra`` (who completes a box moves again; the rule) or ``alternate`` (never again).

        Raises:
            InvalidSetupError: one line that says what was expected and what came.
        """
        for key in options:
            if key != "turns":
                raise InvalidSetupError(f"expected no dots option but 'turns', got {key!r}")
        if (turns := options.get("turns", "extra")) not in _TURNS:
            raise InvalidSetupError(f"expected the dots option turns to be extra or alternate, got {turns!r}")
        return DotsBoard(read_start(setup), extra_turn=turns == "extra")

    def move(self, text: str) -> Edge:
        """Reads ``h(0,1)`` with or without the parentheses; whether it is on the board is the board's question.

        Raises:
            InvalidMoveError: the text is no edge.
        """
        if (found := _MOVE.fullmatch(text)) is None:
            raise InvalidMoveError(f"expected an edge like 'h(0,1)' or 'v(2,0)', got {text[:40]!r}")
        return Edge(cast(Literal["h", "v"], found[1]), int(found[2]), int(found[3]))

    def text(self, move: Move) -> str:
        """Writes ``h(0,1)``."""
        kind, row, col = cast(Edge, move)
        return f"{kind}({row},{col})"
