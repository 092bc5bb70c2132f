"""What `new` does: a folder with an agent that plays, its test and the commands of a first day.

The templates know no game: the agent in them takes the move that makes the most points, which every game's board can
tell. Whatever a person calls the folder, class and label are names that Python and the server accept.
"""

import json
import keyword
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template

from gridarena_cli.exits import CliError, Exit
from gridarena_cli.planning import read_boards
from gridarena_cli.sparring import rivals
from gridarena_cli.terminal import note
from gridarena_games.registry import default_game, find_game, find_positions

FILES = {"agent.py": "the agent", "test_agent.py": "plays it, and says what went wrong", "README.md": "what to type"}
LONGEST_LABEL = 40
_TAKEN = ("Answer", "ASSUMED")
"""Names that the template itself uses."""
_FORBIDDEN = set('<>:"|?*\\')
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
"""What no folder can be called on Windows, and therefore nowhere: folders travel."""
DEFAULT_NAME = "mine"


@dataclass(frozen=True, slots=True)
class Names:
    """What an agent is called, from what its folder is called."""

    folder: Path
    class_name: str
    label: str

    @classmethod
    def of(cls, folder: Path) -> "Names":
        """Raises CliError for a folder that cannot be made on every OS."""
        name = folder.name
        if not name or name in (".", "..") or _FORBIDDEN & set(name) or not name.isprintable() or name[-1] in ". ":
            raise CliError(Exit.USAGE, f"expected a folder's name such as owl, got {str(folder)!r}")
        if name.partition(".")[0].lower() in _DEVICES:
            raise CliError(Exit.USAGE, f"Windows keeps the name {name!r} for itself; choose another")
        letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        words = re.findall(r"[A-Za-z0-9]+", letters)
        label = re.sub(r"[^a-z0-9._-]+", "-", letters.lower()).strip("-._")[:LONGEST_LABEL].rstrip("-._")
        return cls(folder, _class_name(words or [DEFAULT_NAME]), label or DEFAULT_NAME)

    @property
    def address(self) -> str:
        """The agent as every command takes it."""
        return f"{self.folder.as_posix()}/agent.py:{self.class_name}"


def new_agent(folder: Path, game: str, board: str | None) -> None:
    """Writes the folder and says what to type next.

    Raises:
        CliError: the folder is there already, or cannot be called so.
        GameError: there is no such game or board.
    """
    names = Names.of(folder)
    texts = _texts(names, game, board)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CliError(Exit.USAGE, f"{folder} is there already, and nothing in it is overwritten: choose another name")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        with (folder / name).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    _say_what_is_next(names, texts, game)


def _class_name(words: list[str]) -> str:
    name = "".join(word[0].upper() + word[1:] for word in words)
    if name[0].isdigit():
        name = f"Agent{name}"
    return f"{name}Agent" if keyword.iskeyword(name) or name in _TAKEN else name


def _texts(names: Names, game: str, board: str | None) -> Mapping[str, str]:
    """By file name what is to be written."""
    positions = find_positions(find_game(game).name)
    if board is None:
        if positions is None or not positions.suite:
            raise CliError(Exit.USAGE, f"{game} comes without start positions: name one with --board FILE")
        board = positions.suite[0]
    [start] = read_boards(game, (board,), ())
    is_file = Path(board).is_file() and (positions is None or positions.setup(board) is None)
    kind = type(find_game(game).start(start.setup, start.options))
    values = {
        "class_name": names.class_name,
        "label": names.label,
        "game": game,
        "flag": _flag(game),
        "rival": rivals(game)[-1],
        "address": _quoted(names.address),
        "agent_file": _quoted(f"{names.folder.as_posix()}/agent.py"),
        "test_file": _quoted(f"{names.folder.as_posix()}/test_agent.py"),
        "board": 'str(HERE / "board.txt")' if is_file else json.dumps(board),
        "board_class": f"{kind.__module__}.{kind.__qualname__}",
    }
    texts = {name: _template(name).substitute(values) for name in FILES}
    return {**texts, "board.txt": start.setup} if is_file else texts


def _quoted(text: str) -> str:
    """For every shell, where the text needs it."""
    return text if re.fullmatch(r"[\w./:~-]+", text) else f'"{text}"'


def _template(name: str) -> Template:
    return Template((files("gridarena_cli") / "templates" / f"{name}.txt").read_text(encoding="utf-8"))


def _flag(game: str) -> str:
    """What commands need to be told that would think of another game."""
    return "" if game == default_game() else f" --game {game}"


def _say_what_is_next(names: Names, texts: Mapping[str, str], game: str) -> None:
    about = {**FILES, "agent.py": f"the agent: class {names.class_name}", "board.txt": "the board of its test"}
    width = max(len(str(names.folder / name)) for name in texts)
    for name in texts:
        note(f"{names.folder / name!s:<{width}}  {about[name]}")
    test, address = _quoted(f"{names.folder.as_posix()}/test_agent.py"), _quoted(names.address)
    flag, rival = _flag(game), rivals(game)[-1]
    note(f"Next:\n  python {test}\n  gridarena check {address}{flag}\n  gridarena match {address} {rival}{flag}")
