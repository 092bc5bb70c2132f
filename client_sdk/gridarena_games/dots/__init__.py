"""Dots and Boxes: rules, position text, start positions, and the game found by entry point."""

from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import MAX_SIDE, Edge, Geometry, geometry
from gridarena_games.dots.game import Dots
from gridarena_games.dots.text import Start, read_edges, read_start, write_edges, write_start

__all__ = [
    "MAX_SIDE",
    "Dots",
    "DotsBoard",
    "Edge",
    "Geometry",
    "Start",
    "geometry",
    "read_edges",
    "read_start",
    "write_edges",
    "write_start",
]
