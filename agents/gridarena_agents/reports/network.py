"""A trained network as a file of JSON, run with numpy alone: whoever plays needs nothing of what trained it.

JSON can be read before it is trusted; a pickle runs whatever its author liked.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["cells", "actions"]
"""What the outputs are about: one for each cell of the board, or one for the action that the inputs describe."""
KINDS: tuple[Kind, ...] = ("cells", "actions")
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Node:
    """One neuron: tanh of its bias and of what comes in."""

    bias: float
    sources: tuple[int, ...]
    """Numbers of values: those of the inputs, then those of the nodes before this one."""
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Network:
    """A network without cycles, its nodes in an order in which they can be computed."""

    kind: Kind
    inputs: int
    nodes: tuple[Node, ...]
    outputs: tuple[int, ...]
    """Numbers of values."""

    def run(self, inputs: Floats) -> Floats:
        """Answers for many rows of inputs at once: a row of outputs each."""
        values = np.zeros((self.inputs + len(self.nodes), len(inputs)))
        values[: self.inputs] = inputs.T
        for number, node in enumerate(self.nodes, self.inputs):
            total = np.full(len(inputs), node.bias)
            for source, weight in zip(node.sources, node.weights, strict=True):
                total += weight * values[source]
            values[number] = np.tanh(total)
        answer: Floats = values[list(self.outputs)].T
        return answer


def write(network: Network, trained: Mapping[str, Any]) -> str:
    """The network as JSON, with how it was trained."""
    return json.dumps({"format": 1, **asdict(network), "trained": dict(trained)}, indent=1) + "\n"


def read(text: str, where: str) -> Network:
    """The network in this text.

    Raises:
        ValueError: it holds none; one line says what is wrong with ``where``.
    """
    try:
        shape = json.loads(text)
        nodes = tuple(_node(node) for node in shape["nodes"])
        network = Network(shape["kind"], int(shape["inputs"]), nodes, tuple(int(one) for one in shape["outputs"]))
        _check(shape["format"], network)
    except (ValueError, TypeError, KeyError) as error:
        why = f"{type(error).__name__}: {error}"
        raise ValueError(f"expected a network in {where}, as `gridarena lab train-neat` writes it: {why}") from None
    return network


def _node(shape: Mapping[str, Any]) -> Node:
    weights = tuple(float(weight) for weight in shape["weights"])
    return Node(float(shape["bias"]), tuple(int(source) for source in shape["sources"]), weights)


def _check(version: object, network: Network) -> None:
    if version != 1 or network.kind not in KINDS:
        raise ValueError(f"format {version!r}, kind {network.kind!r}")
    last = network.inputs + len(network.nodes)
    for number, node in enumerate(network.nodes, network.inputs):
        if len(node.sources) != len(node.weights) or not _before(node.sources, number):
            raise ValueError(f"node {number} cannot be computed from what comes before it")
    if not network.outputs or not _before(network.outputs, last):
        raise ValueError(f"outputs {network.outputs} of {last} values")


def _before(numbers: Sequence[int], end: int) -> bool:
    return all(0 <= number < end for number in numbers)


def shipped(name: str) -> Network:
    """A network that is installed with the agent: "actions-2x2"."""
    file = resources.files(__package__) / "networks" / f"{name}.json"
    return read(file.read_text(encoding="utf-8"), file.name)


def from_file(path: Path) -> Network:
    """A network of the user's own. Raises ValueError where the file holds none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"expected a network in {path}: {error}") from None
    return read(text, str(path))
