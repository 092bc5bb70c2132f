"""What `conformance` does: runs the SDK's suite law by law and says of each whether it holds.

A law stops at its first break, the others go on, so one run shows everything there is to mend. What a game's own code
raises is a broken law too, not a mistake of this program.
"""

import importlib
import random
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path

from gridarena.testing_games import LAWS, Law, NonconformingError, Start, oracle_agrees_with_itself
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.planning import game_options
from gridarena_cli.terminal import plain, put_json
from gridarena_games.base import Game
from gridarena_games.registry import find_game, find_oracle, find_positions


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be tried."""

    game: str
    starts: tuple[str, ...]
    options: tuple[str, ...]
    playouts: int
    seed: int


@dataclass(frozen=True, slots=True)
class Found:
    """Whether a law holds."""

    law: str
    says: str
    broken: str | None
    """On which start, and how; None: it holds."""


def check(trial: Trial, *, as_json: bool) -> None:
    """Prints every law as soon as it has been tried."""
    out = sys.stdout
    found = []
    with redirect_stdout(sys.stderr):  # a game may print
        game = load(trial.game)
        starts = positions(game, trial)
        for law in LAWS:
            found.append(tried(law, game, starts, trial))
            if not as_json:
                out.write(line(found[-1]))
                out.flush()
    broken = sum(one.broken is not None for one in found)
    if as_json:
        laws = [{"law": one.law, "says": one.says, "broken": one.broken} for one in found]
        put_json({"game": game.name, "starts": [name for name, _ in starts], "ok": not broken, "laws": laws})
    if broken:
        raise CliError(Exit.PROBLEM, f"{game.name} breaks {broken} of {len(LAWS)} laws (seed {trial.seed})")
    if not as_json:
        names = ", ".join(plain(name) for name, _ in starts)
        sys.stdout.write(f"{plain(game.name)} keeps all {len(LAWS)} laws on {names}\n")


def load(name: str) -> Game:
    """An installed game, or the one of a module.

    Raises:
        CliError: there is none, or it has not what a game has.
        UnknownGameError: none is installed under this name.
    """
    place, colon, member = name.partition(":")
    if not colon:
        return find_game(name)
    sys.path.insert(0, str(Path.cwd()))
    try:
        game = getattr(importlib.import_module(place), member)()
    except Exception as error:
        raise CliError(Exit.BAD_FILE, f"{name} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise CliError(Exit.BAD_FILE, f"{name} is no game: expected name, start, move and text")
    return game


def positions(game: Game, trial: Trial) -> list[tuple[str, Start]]:
    """The start positions by what they are called.

    Raises:
        CliError: there are none.
        InvalidSetupError: the game refuses one.
    """
    options, known, oracle = game_options(trial.options), find_positions(game.name), find_oracle(game.name)
    words = trial.starts or (known.suite if known else ())
    if not words:
        raise CliError(Exit.USAGE, f"{game.name} has no start positions with names: give one with --start TEXT")
    texts = [(known.setup(word) if known else None) or _text(word) for word in words]
    starts = [(word, Start(text, options, oracle)) for word, text in zip(words, texts, strict=True)]
    for _, start in starts:
        start.board(game)
    return starts


def tried(law: Law, game: Game, starts: list[tuple[str, Start]], trial: Trial) -> Found:
    """Plays the law on every start, up to its first break.

    Moves are condemned at random, so that the laws hold whatever an oracle says; but for the law about the oracle.
    """
    says = " ".join((law.__doc__ or "").split())
    rng = random.Random(f"{trial.seed} {law.__name__}")
    for name, given in starts:
        start = given if law is oracle_agrees_with_itself else replace(given, oracle=None)
        try:
            for _ in range(trial.playouts):
                law(game, start, rng)
        except NonconformingError as error:
            return Found(law.__name__, says, f"{name}: {error}")
        except Exception as error:  # noqa: BLE001 -- the game's own code may raise anything
            return Found(law.__name__, says, f"{name}: the game raised {type(error).__name__}: {error}")
    return Found(law.__name__, says, None)


def line(found: Found) -> str:
    """A law for people."""
    if found.broken is None:
        return f"  ok     {found.law}\n"
    return f"  BROKEN {found.law}: {found.says}\n         {plain(found.broken)}\n"


def _text(word: str) -> str:
    path = Path(word)
    try:
        there = path.is_file()
    except (OSError, ValueError):  # too long for a name, or with a NUL: a position's text
        there = False
    try:
        return path.read_text(encoding="utf-8") if there else word
    except (OSError, ValueError) as error:
        raise CliError(Exit.BAD_FILE, f"{word} cannot be read: {error}") from error
