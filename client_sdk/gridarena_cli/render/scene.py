"""A match as it stands, drawn for a person who looks on: who, points, the last move, the board, the clock.

The board is the game's own drawing; what the last turn changed in it is found by comparing two drawings, so any game
can be watched. Everything that a colour says a sign says too: `>` who moves, `[ ]` what has changed, `+` accepted,
`x` taboo, `!` illegal, `?` missing, `-` passed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gridarena.ending import sentence
from gridarena.position import Position
from gridarena_cli.render import shapes
from gridarena_cli.terminal import plain
from gridarena_games.errors import GameError
from gridarena_protocol.records import MatchResult, Record, TurnRecord

SIGNS = {"accepted": "+", "taboo": "x", "illegal": "!", "missing": "?", "skipped": "-"}
_STYLE = {"accepted": "green", "taboo": "yellow", "illegal": "bold red", "missing": "bold red", "skipped": "dim"}
_WORDS = re.compile(r"[^\W\d_]{2,}")
"""A line of a drawing that has words in it is no part of the grid."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to see; each event makes a new one."""

    record: Record
    board: str
    """The present drawing; empty where the game is not installed here."""
    before: str
    """The drawing before the last turn."""
    points: tuple[int, int]
    to_move: int | None
    """None: the match is over, or the game unknown."""


class Stage:
    """Keeps the board of a match that is told turn by turn."""

    def __init__(self, record: Record) -> None:
        """Begins with what has been played so far."""
        self._shown = replace(record, turns=())
        self._position: Position | None
        try:
            self._position = Position(record.header)
        except GameError:
            self._position = None
        self._before = self._drawing()
        for turn in record.turns:
            self.play(turn)

    @property
    def scene(self) -> Scene:
        """As it stands now."""
        over = shapes.status(self._shown) != "live"
        board = None if self._position is None else self._position.board
        points = board.points if board is not None else (0, 0)
        if over and self._shown.result is not None:
            points = self._shown.result.points
        to_move = None if over or board is None else board.to_move
        return Scene(self._shown, self._drawing(), self._before, points, to_move)

    def play(self, turn: TurnRecord) -> None:
        """Takes the next turn."""
        self._before = self._drawing()
        if self._position is not None:
            self._position.tell(turn)
        self._shown = replace(self._shown, turns=(*self._shown.turns, turn))

    def end(self, end: MatchResult | str) -> None:
        """Takes the result, or the reason of a void."""
        if isinstance(end, str):
            self._shown = replace(self._shown, void=end)
        else:
            self._shown = replace(self._shown, result=end)

    def _drawing(self) -> str:
        return "" if self._position is None else str(self._position.board)


def picture(scene: Scene, waited_s: float | None = None) -> RenderableType:
    """The whole of it; ``waited_s``: since when the turn is open, as far as an onlooker knows."""
    head = Text(_what(scene.record), style="bold")
    return Group(head, _seats(scene), _news(scene, waited_s), Text(""), _grid(scene))


def title(record: Record) -> str:
    """What is played, and by whom, in one line."""
    first, second = (plain(agent) for agent in record.header.agents)
    return f"{_what(record)}: {first} - {second}"


def line(record: Record, turn: TurnRecord, points: tuple[int, int]) -> str:
    """One turn in one line, for whatever is no terminal."""
    who = plain(record.header.agents[turn.seat])
    return f"turn {turn.turn}  {who}  {_told(turn)}  {points[0]} - {points[1]}"


def changed(before: str, after: str) -> Iterator[list[tuple[str, bool]]]:
    """The lines of the second drawing in pieces, each with whether it differs from the first."""
    olds = before.split("\n")
    for number, new in enumerate(after.split("\n")):
        old = (olds[number] if number < len(olds) else "").ljust(len(new))
        if _WORDS.search(new):
            yield [(new, False)]
            continue
        marks = [old[place] != char for place, char in enumerate(new)]
        yield _pieces(_bracketed(new, marks), marks)


def _bracketed(text: str, marks: list[bool]) -> str:
    """The same with brackets round what is marked, where there is room."""
    chars = list(text)
    for place, mark in enumerate(marks):
        if mark and place and not marks[place - 1] and chars[place - 1] == " ":
            chars[place - 1] = "["
        if mark and place + 1 < len(marks) and not marks[place + 1] and chars[place + 1] == " ":
            chars[place + 1] = "]"
    return "".join(chars)


def _pieces(text: str, marks: list[bool]) -> list[tuple[str, bool]]:
    pieces: list[tuple[str, bool]] = []
    for char, mark in zip(text, marks, strict=True):
        if pieces and pieces[-1][1] == mark:
            pieces[-1] = (pieces[-1][0] + char, mark)
        else:
            pieces.append((char, mark))
    return pieces


def _what(record: Record) -> str:
    header = record.header
    return f"match {header.match}, {plain(header.game)} on {plain(header.board) or 'a board'}, clock {header.clock}"


def _grid(scene: Scene) -> Text:
    if not scene.board:
        return Text(f"(no board: {plain(scene.record.header.game)} is not installed here)", style="dim")
    text = Text(no_wrap=True, overflow="crop")
    for pieces in changed(scene.before, scene.board):
        for piece, mark in pieces:
            text.append(piece, style="bold reverse" if mark else "")
        text.append("\n")
    return text


def _seats(scene: Scene) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right")
    result = scene.record.result
    for seat, agent in enumerate(scene.record.header.agents):
        moves = Text("> " if scene.to_move == seat else "  ", style="bold cyan")
        won = "won" if result is not None and result.winner == seat else ""
        style = "bold" if scene.to_move == seat or won else ""
        table.add_row(
            moves + f"seat {seat}", Text(plain(agent), style=style), str(scene.points[seat]), Text(won, "green")
        )
    return table


def _news(scene: Scene, waited_s: float | None) -> RenderableType:
    """The last turn, and what is going on."""
    record = scene.record
    lines = [Text("")]
    if record.turns:
        turn = record.turns[-1]
        who = plain(record.header.agents[turn.seat])
        lines.append(Text(f"turn {turn.turn}: {who} ") + Text(_told(turn), style=_STYLE[turn.verdict]))
    if shapes.status(record) != "live":
        lines.append(Text(plain(sentence(record)), style="bold"))
    elif waited_s is not None:
        lines.append(
            Text(f"turn {len(record.turns) + 1}: thinking for {waited_s:.1f} s ({record.header.clock})", "dim")
        )
    return Group(*lines)


def _told(turn: TurnRecord) -> str:
    words = [SIGNS[turn.verdict], plain(turn.move) or "no move", turn.verdict]
    if turn.points:
        words.append(f"+{turn.points}")
    if turn.regions:
        words.append(f"({plain(', '.join(turn.regions))})")
    if turn.reason and turn.verdict != "accepted":
        words.append(f"({plain(turn.reason)})")
    if turn.proposals:
        words.append(f"after {turn.arrival_us / 1000:.0f} ms")
    return " ".join(words)
