"""How an agent gets its budget and its seed: as the options ``nodes`` and ``seed`` of its class.

That is the whole convention, open to everybody's agents: a class that takes ``nodes`` keeps to it, a class that takes
``seed`` plays the same game again with the same one. It holds with every driver, and the match's record needs nothing
new. What a class takes is found by looking at its signature, for which its file is loaded: in a worker process only.
"""

import inspect
import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from urllib.parse import quote

from gridarena.errors import FILE_EXIT, ArenaError
from gridarena.resolve import find_agent, introduction, load_agent
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.budget import Budget

NODES = "nodes"
SEED = "seed"


@dataclass(frozen=True, slots=True)
class About:
    """What an experiment has to know of an agent before it plays."""

    address: str
    takes: frozenset[str] = frozenset()
    """Which of ``nodes`` and ``seed`` its class has as options, and the address does not give."""
    given: frozenset[str] = frozenset()
    """Which of them the address gives."""
    games: tuple[str, ...] = ()
    """What it plays; empty: everything."""
    elsewhere: bool = False
    """It searches in processes of its own until it is told that its time is over."""
    version: str = ""
    """What it is known by in a record: its own word, or a hash of its source."""

    @property
    def heeds(self) -> frozenset[str]:
        """Which of ``nodes`` and ``seed`` it goes by, whoever gives them."""
        return self.takes | self.given

    def address_with(self, options: Mapping[str, int]) -> str:
        """The address with those of the options that the class takes."""
        added = "&".join(f"{name}={quote(str(value))}" for name, value in options.items() if name in self.takes)
        if not added:
            return self.address
        return f"{self.address}{'&' if '?' in self.address else '?'}{added}"


def about(address: str) -> About:
    """Looks at an agent; its module is loaded, and an instance made, which may have a version of its own.

    Raises:
        ArenaError: there is no such agent, or nobody else can play it.
    """
    source = find_agent(address)
    if source.present:
        raise ContestError(f"expected programs in an experiment, got {address}: a person plays with `gridarena match`")
    agent = load_agent(source)
    version = introduction(agent(**source.options)).version
    if source.elsewhere:
        return About(address, elsewhere=True, version=version)
    known = {NODES, SEED} & set(inspect.signature(agent).parameters)
    given = known & set(source.options)
    return About(address, frozenset(known - given), frozenset(given), tuple(agent.games), version=version)


def look(address: str) -> About:
    """Looks at an agent, in a worker process.

    Raises:
        ContestError: it cannot be used; the text names it.
    """
    try:
        return about(address)
    except ArenaError as error:
        raise ContestError.of(error) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the code is somebody else's
        raise ContestError(f"{address} cannot be loaded: {type(error).__name__}: {error}", FILE_EXIT) from None


def refusal(agent: About, game: str, budget: Budget) -> str | None:
    """Why this agent cannot play the game with that budget, in one line; None where it can."""
    if agent.games and game not in agent.games:
        return f"{agent.address} plays {', '.join(agent.games)}, not {game}"
    if budget.nodes is None:
        return None
    if agent.elsewhere:
        return f"{agent.address} cannot be given a budget of nodes: give it a time, such as --budget 0.1s"
    if NODES in agent.given:
        return f"{agent.address} has a number of nodes of its own beside the budget {budget}: leave one of them out"
    return None


def uncounted(agent: About, budget: Budget) -> str | None:
    """What to say of an agent that does not heed the budget, in one line; None where it does."""
    if budget.nodes is None or NODES in agent.takes:
        return None
    return f"{agent.address} does not count nodes (it has no option nodes): {budget} or not, it has to stop by itself"


def heeds_text(agents: Iterable[About]) -> str:
    """What the agents go by, as it is kept."""
    return json.dumps({agent.address: sorted(agent.heeds) for agent in agents}, ensure_ascii=False)


def read_heeds(text: str) -> dict[str, Set[str]]:
    """Reads it back, by the agents' addresses."""
    return {address: frozenset(options) for address, options in json.loads(text).items()}
