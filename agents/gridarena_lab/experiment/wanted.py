"""From what somebody asks for to a plan: the same words on a command line, in a TOML file and in Python."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any, get_type_hints

from gridarena.boards import board_names, meant_game, usual_board
from gridarena_games.registry import find_game
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.budget import Budget
from gridarena_lab.experiment.expand import expand
from gridarena_lab.experiment.plan import Cell, Experiment, Kind
from gridarena_lab.experiment.text import read_table, words
from gridarena_lab.statistics.sprt import Hypotheses

BUDGET = "1000n"
"""Where nobody says: quick, and the same on every machine."""
SEED = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """An experiment in its maker's words."""

    agents: tuple[str, ...]
    opponents: tuple[str, ...] = ()
    """Empty: the agents meet each other."""
    boards: tuple[str, ...] = ()
    """Empty: the game's usual one."""
    budgets: tuple[str, ...] = (BUDGET,)
    games: int = 10
    """Of each cell, half of them from each seat; an odd number is one more."""
    seed: int = SEED
    opening: int = 0
    game: str = ""
    """Empty: the one the boards are of."""
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    kind: Kind = "matrix"
    stopping: Hypotheses | None = None
    command: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, and what a person should know before it is played."""

    plan: Experiment
    notes: tuple[str, ...]


def plan_of(wanted: Wanted, scale: float = 1.0) -> Planned:
    """The plan; ``scale`` reduces the number of games and the budgets.

    Raises:
        ContestError: it cannot be played; one line says why.
        GameError: there is no such game or board.
    """
    if wanted.games < 1 or not 0 < scale <= 1 or not 0 <= wanted.opening <= 1000:
        raise ContestError(
            "expected games from 1, a scale above 0 up to 1 and an opening of 0 to 1000 moves, "
            f"got games={wanted.games}, scale={scale:g}, opening={wanted.opening}"
        )
    game = find_game(wanted.game or meant_game(wanted.boards, wanted.options)).name
    boards = [name for word in wanted.boards or (usual_board(game),) for name in board_names(game, word)]
    budgets = [str(Budget.read(text).scaled(scale)) for text in wanted.budgets]
    agents, opponents = expand(wanted.agents), expand(wanted.opponents)
    meetings = product(agents.addresses, opponents.addresses) if wanted.opponents else combinations(agents.addresses, 2)
    cells = tuple(
        dict.fromkeys(
            Cell(agent, rival, board, budget)
            for (agent, rival), board, budget in product(list(meetings), boards, budgets)
            if agent != rival or wanted.kind == "compare"
        )
    )
    if not cells:
        raise ContestError(f"expected two agents or more, or opponents (--vs), got {', '.join(agents.addresses)}")
    swept = tuple(dict.fromkeys((*agents.swept, *opponents.swept)))
    if (refused := _refusal(wanted, cells, swept)) is not None:
        raise ContestError(refused)
    pairs = -(-wanted.games // 2)
    plan = Experiment(
        name=wanted.name,
        kind=wanted.kind,
        cells=cells,
        pairs=max(1, round(pairs * scale)),
        seed=wanted.seed,
        game=game,
        opening=wanted.opening,
        options=dict(wanted.options),
        swept=swept,
        stopping=wanted.stopping,
        scale=scale,
        command=wanted.command,
    )
    return Planned(plan, (*agents.left_out, *opponents.left_out))


def _refusal(wanted: Wanted, cells: Iterable[Cell], swept: tuple[str, ...]) -> str | None:
    """Why these cells are no answer to what is asked, in one line; None where they are."""
    pairings = {(cell.agent, cell.rival): None for cell in cells}
    if (wanted.kind == "compare" or wanted.stopping is not None) and len(pairings) > 1:
        met = ", ".join(f"{agent} - {rival}" for agent, rival in islice(pairings, 3))
        return f"expected one agent and one rival to compare, got {len(pairings)} pairings ({met}): use a plain matrix"
    if wanted.kind == "sweep" and not swept:
        return f"expected an option with several values, as in mcts?c=0.5:3.0:0.5, got {', '.join(wanted.agents)}"
    return None


def read_wanted(file: Path) -> Wanted:
    """An experiment that somebody has written down in TOML: the fields of :class:`Wanted`.

    Raises:
        ContestError: the file cannot be read; one line says what was expected.
    """
    table = dict(read_table(file))
    known = get_type_hints(Wanted)
    for key in table:
        if key not in known:
            raise ContestError(f"{file}: expected {', '.join(known)}, got {key!r}")
    try:
        return Wanted(**dict(_fields(table, known)))
    except (TypeError, ValueError, AttributeError) as error:
        raise ContestError(f"{file}: {error}") from None


def _fields(table: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if key == "stopping":
            yield key, Hypotheses(**value)
        elif known[key] == tuple[str, ...]:
            yield key, _strings(key, value)
        elif key == "options":
            yield key, {str(name): str(one) for name, one in value.items()}
        elif type(value) is not (int if known[key] is int else str):
            raise TypeError(f"expected {key} to be {'a whole number' if known[key] is int else 'text'}, got {value!r}")
        else:
            yield key, value


def _strings(key: str, value: str | Iterable[str]) -> tuple[str, ...]:
    found = words(value)
    if not all(isinstance(one, str) for one in found):
        raise TypeError(f"expected {key} to be a list of texts, got {value!r}")
    return found
