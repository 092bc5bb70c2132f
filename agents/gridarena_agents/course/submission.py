"""What was handed in, as we read it: the agents in it, and what is wrong with them.

Reading never runs a line of an agent. Whoever starts one (the adapter, ``play --each``) and whoever judges one
(``gridarena check``) look at the same `Submission`, so that a check promises what a match will do.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gridarena.errors import UnusableFileError

Generation = Literal["classic", "v14"]
Level = Literal["problem", "warning"]
"""It fails as it is; it may lose by this, here or elsewhere."""


NAMED = 6
"""Agents that a line names before it says that there are more."""


class SubmissionError(UnusableFileError):
    """What was handed in cannot be read, or holds no agent, or several."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing somebody should know about an agent."""

    level: Level
    kind: str
    """A short word for programs: "syntax", "numpy", "package", ..."""
    text: str
    """One line for a person: what is there and what to do."""
    file: str = ""
    """Below the framework's root, with forward slashes; empty: the whole agent."""
    line: int = 0

    def __str__(self) -> str:
        where = self.file + (f", line {self.line}" if self.line else "")
        return f"{where}: {self.text}" if where else self.text


@dataclass(frozen=True, slots=True)
class HandedIn:
    """One agent: a folder with ``sudokuai.py``."""

    folder: Path
    root: Path
    """The folder the framework would run in: what the agent's imports and file names start from."""
    package: tuple[str, ...]
    """How it is imported, part by part: its place below the root, or what its own imports call it."""
    generation: Generation
    certain: bool
    """Its sources say so themselves."""

    @property
    def name(self) -> str:
        """What people call it."""
        return "-".join(self.package)

    @property
    def place(self) -> tuple[str, ...]:
        """Its folder below the root, part by part."""
        return self.folder.relative_to(self.root).parts


@dataclass(frozen=True, slots=True)
class Submission:
    """A folder or zip file as it was handed in."""

    path: Path
    top: Path
    """The folder, or where the archive has been unpacked."""
    agents: tuple[HandedIn, ...]
    """In the order of their names; the framework's own players are left out where there are others."""

    def only(self) -> HandedIn:
        """Its one agent.

        Raises:
            SubmissionError: there are several; the text names them.
        """
        if len(self.agents) > 1:
            names = ", ".join([*map(self.inner, self.agents[:NAMED]), *["..."] * (len(self.agents) > NAMED)])
            example = self.path / self.inner(self.agents[-1])
            raise SubmissionError(f"{self.path} holds {len(self.agents)} agents ({names}): say which, as in {example}")
        return self.agents[0]

    def inner(self, agent: HandedIn) -> str:
        """The agent's place below the submission, as it is added to its path; "" where it is the whole of it."""
        place = agent.folder.relative_to(self.top).as_posix()
        return "" if place == "." else place
