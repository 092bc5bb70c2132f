"""What holds for every file of the course's modules."""

import ast
import sys
from pathlib import Path

import pytest

from support.course_modules import MODULES, PACKAGE

FILES = sorted(MODULES.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(MODULES)) for path in FILES])
def test_a_module_needs_nothing_but_an_old_python(path: Path) -> None:
    """Old agents bring their own interpreter, in which nothing of ours is installed."""
    tree = ast.parse(path.read_text("utf-8"), feature_version=(3, 8))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= {*sys.stdlib_module_names, PACKAGE}
