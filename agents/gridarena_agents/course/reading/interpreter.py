"""The Python an agent will run in, as far as its sources depend on it."""

import importlib.util
import json
import subprocess
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass

from gridarena_agents.course.submission import SubmissionError

PATIENCE_S = 30.0

_QUESTION = """
import importlib.util, json, sys, warnings
warnings.simplefilter("ignore")
asked = json.load(sys.stdin)
def there(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False
try:
    import numpy
except ImportError:
    lacks = []
else:
    lacks = [name for name in asked["numpy"] if not hasattr(numpy, name)]
missing = [name for name in asked["modules"] if not there(name)]
print(json.dumps({"missing": missing, "lacks": lacks, "version": sys.version_info[:2]}))
"""


@dataclass(frozen=True, slots=True)
class Answers:
    """What an interpreter says."""

    missing: frozenset[str]
    """Top-level modules it does not have."""
    lacks: frozenset[str]
    """Names its numpy does not have; empty without numpy."""
    version: tuple[int, int]


def ask(python: str | None, modules: Iterable[str], numpy_names: Iterable[str]) -> Answers:
    """Asks the interpreter at this path, or this very one, for modules and for names of numpy.

    Raises:
        SubmissionError: there is no such interpreter, or it does not answer.
    """
    asked, names = sorted(set(modules)), sorted(set(numpy_names))
    if python is None:
        return Answers(frozenset(filter(_is_missing, asked)), _lacks(names), sys.version_info[:2])
    question = json.dumps({"modules": asked, "numpy": names})
    try:
        done = subprocess.run(
            [python, "-c", _QUESTION], input=question, capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
        said = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise SubmissionError(f"expected a Python interpreter at {python}: {error}") from error
    return Answers(frozenset(said["missing"]), frozenset(said["lacks"]), tuple(said["version"]))


def _is_missing(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is None
    except (ImportError, ValueError, AttributeError):
        return True


def _lacks(names: Iterable[str]) -> frozenset[str]:
    if not names:
        return frozenset()
    import numpy as np

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return frozenset(name for name in names if not hasattr(np, name))
