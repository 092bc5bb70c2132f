# classic: a move as a data class's default, moves in sets and as keys
from dataclasses import dataclass, field
from typing import Dict, Set
from competitive_sudoku.sudoku import Move, TabooMove
import competitive_sudoku.sudokuai


@dataclass
class Node:
    move: Move = Move(0, 0, 0)
    value: float = 0.0
    children: Dict[Move, "Node"] = field(default_factory=dict)


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        board = game_state.board
        legal: Set[Move] = set()
        for i in range(board.N):
            for j in range(board.N):
                if board.get(i, j) == 0:
                    legal |= {Move(i, j, v) for v in range(1, board.N + 1)}
        for k, filled in enumerate(board.squares):
            if filled:
                i, j = board.f2rc(k)
                legal -= {Move(p, q, filled) for p in range(board.N) for q in range(board.N)
                          if p == i or q == j or (p // board.m, q // board.n) == (i // board.m, j // board.n)}
        legal -= set(game_state.taboo_moves)
        root = Node()
        for move in legal:
            root.children[move] = Node(move, move.value)
        self.propose_move(max(root.children.values(), key=lambda node: node.value).move)
