# classic: a tree of nodes is kept from turn to turn, the state is taken apart, the class has its base's name
from copy import deepcopy
from random import choice

from competitive_sudoku.sudoku import Move
from competitive_sudoku.sudokuai import SudokuAI


class Node:
    def __init__(self, parent, move):
        self.parent = parent
        self.move = move
        self.children = []


class Tree:
    def __init__(self, root, state):
        self.root = root
        self.state = state


class SudokuAI(SudokuAI):
    def compute_best_move(self, game_state):
        board = game_state.board
        moves = [
            Move(i, j, value)
            for i in range(board.board_height())
            for j in range(board.board_width())
            for value in range(1, board.N + 1)
            if self.fits(board, i, j, value) and Move(i, j, value) not in game_state.taboo_moves
        ]
        self.propose_move(choice(moves))
        kept = self.load()
        if kept is None:
            kept = {"tree": Tree(Node(None, Move(-1, -1, -1)), game_state)}
        tree = kept["tree"]
        for move in game_state.moves[-2:]:
            for child in tree.root.children:
                if child.move == move:
                    child.parent = None
                    tree.root = child
                    break
        tree.root.children = [Node(tree.root, move) for move in moves]
        del game_state.taboo_moves
        del game_state.moves
        del game_state.initial_board
        tree.state = deepcopy(game_state)
        self.save(kept)

    def fits(self, board, i, j, value):
        if board.get(i, j) != board.empty:
            return False
        height, width = board.region_height(), board.region_width()
        top, left = i // height * height, j // width * width
        rows = range(top, top + height)
        seen = {board.get(i, k) for k in range(board.N)} | {board.get(k, j) for k in range(board.N)}
        return value not in seen | {board.get(r, c) for r in rows for c in range(left, left + width)}
