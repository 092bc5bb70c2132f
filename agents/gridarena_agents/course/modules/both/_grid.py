"""What the boards of both generations share; how a cell is named is theirs. Everything is a plain attribute."""


class Grid:
    """N x N cells, N = m * n, in regions of m rows and n columns; ``squares`` is the flat list, row by row."""

    empty = 0

    def __init__(self, m: int = 3, n: int = 3) -> None:
        self.m = m
        self.n = n
        self.N = m * n
        self.squares = [Grid.empty] * (self.N * self.N)

    def region_width(self) -> int:
        """Columns of a region."""
        return self.n

    def region_height(self) -> int:
        """Rows of a region."""
        return self.m

    def board_width(self) -> int:
        """Columns of the board."""
        return self.N

    def board_height(self) -> int:
        """Rows of the board."""
        return self.N
