"""NEAT itself is neat-python's; this is where its settings go in and networks as we run them come out.

neat-python draws from the global random generator: it is seeded for the evolution and put back as it was afterwards,
and nothing else here draws from it, so that a seed stands for one result.
"""

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from gridarena.errors import ArenaError
from gridarena_agents.reports.network import Kind, Network, Node

Judge = Callable[[int, Sequence[Network]], Sequence[float]]
"""The fitness of a generation's networks, from 0 to 1; takes the generation's number."""


class NoNeatError(ArenaError):
    """neat-python is not installed."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What may differ between one evolution and another; the rest stands in ``genome.ini``."""

    inputs: int
    outputs: int
    population: int
    links: str
    """Which links a first genome has: ``unconnected`` or ``full_direct``."""
    mutate: float
    replace: float
    power: float
    limit: float
    """Of weights and biases."""
    toggle: float
    """How often a link is switched off or on."""
    add_link: float
    drop_link: float
    add_node: float
    drop_node: float
    species: float
    """How different genomes of one species may be."""
    survive: float


@dataclass(frozen=True, slots=True)
class Generation:
    """What a generation came to."""

    number: int
    best: float
    mean: float
    network: Network
    """The best one."""


def evolve(
    settings: Settings, kind: Kind, seed: int, judge: Judge, *, one_to_one: bool = False
) -> Iterator[Generation]:
    """One generation after the other, for as long as somebody asks.

    Args:
        settings: of the evolution.
        kind: what the networks are for.
        seed: of everything that is drawn.
        judge: tells the fitness of networks.
        one_to_one: the first genomes have one link from each input to the output of the same number.

    Raises:
        NoNeatError: the extra ``[neat]`` is not installed.
    """
    neat = _neat()
    with _global_random():
        population = neat.Population(_config(neat, settings), seed=seed)
        if one_to_one:
            _link(population, settings)
        state = random.getstate()
    generation = 0
    while True:
        seen: list[Generation] = []

        def fitness(genomes: list[tuple[int, Any]], config: Any, number: int = generation) -> None:  # noqa: ANN401
            networks = [network_of(genome, settings, kind) for _, genome in genomes]
            marks = judge(number, networks)
            for (_, genome), mark in zip(genomes, marks, strict=True):
                genome.fitness = float(mark)
            best = max(range(len(marks)), key=lambda place: marks[place])
            seen.append(Generation(number, float(marks[best]), sum(marks) / len(marks), networks[best]))  # noqa: B023

        with _global_random():
            random.setstate(state)
            population.run(fitness, 1)
            state = random.getstate()
        yield seen[0]
        generation += 1


def network_of(genome: Any, settings: Settings, kind: Kind) -> Network:  # noqa: ANN401 -- neat-python has no types
    """A genome as a network: its enabled links, and of its nodes those that lead to an output, in order."""
    links: dict[int, list[tuple[int, float]]] = {}
    for (source, target), gene in sorted(genome.connections.items()):
        if gene.enabled:
            links.setdefault(target, []).append((source, float(gene.weight)))
    numbers = {-place - 1: place for place in range(settings.inputs)}
    nodes: list[Node] = []

    def place(key: int) -> int:
        if key not in numbers:
            sources = [(place(source), weight) for source, weight in links.get(key, ())]
            nodes.append(
                Node(
                    float(genome.nodes[key].bias), tuple(s for s, _ in sources), tuple(weight for _, weight in sources)
                )
            )
            numbers[key] = settings.inputs + len(nodes) - 1
        return numbers[key]

    outputs = tuple(place(key) for key in range(settings.outputs))
    return Network(kind, settings.inputs, tuple(nodes), outputs)


def _neat() -> Any:  # noqa: ANN401 -- neat-python has no types
    try:
        import neat
    except ImportError:
        raise NoNeatError("training needs neat-python: python -m pip install neat-python") from None
    return neat


def _config(neat: Any, settings: Settings) -> Any:  # noqa: ANN401 -- neat-python has no types
    """Its settings; it reads them from a file and from nothing else."""
    text = (resources.files(__package__) / "genome.ini").read_text(encoding="utf-8").format(**asdict(settings))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "genome.ini"
        file.write_text(text, encoding="utf-8")
        kinds = (neat.DefaultGenome, neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation)
        return neat.Config(*kinds, str(file))


def _link(population: Any, settings: Settings) -> None:  # noqa: ANN401 -- neat-python has no types
    config = population.config.genome_config
    for genome in population.population.values():
        for place in range(settings.outputs):
            genome.add_connection(config, -place - 1, place, random.gauss(0, 1), True)


@contextmanager
def _global_random() -> Iterator[None]:
    before = random.getstate()
    try:
        yield
    finally:
        random.setstate(before)
