"""Imports that will fail, or work only beside another agent's folder."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from gridarena_agents.course.reading.folders import FRAMEWORK, MODULE, STOCK
from gridarena_agents.course.reading.interpreter import Answers
from gridarena_agents.course.reading.program import Module, Program
from gridarena_agents.course.reading.sources import Import
from gridarena_agents.course.submission import Finding, Generation, Level

_ON_PIP = {"sklearn": "scikit-learn", "cv2": "opencv-python", "PIL": "pillow", "yaml": "pyyaml", "neat": "neat-python"}
_SCRIPTS = ("simulate_game", "play_match")


def outside(program: Program) -> set[str]:
    """Top-level modules that are neither the submission's, nor the framework's, nor Python's own."""
    return {
        one.module.partition(".")[0]
        for module in program.modules.values()
        for one in module.imports
        if one.module and not _is_known(program, one.module)
    }


def find(program: Program, generation: Generation, answers: Answers) -> Iterator[Finding]:
    """A finding for every import that somebody should know about; each module is named once."""
    told: set[str] = set()
    for module in program.modules.values():
        for one in module.imports:
            for finding in _judge(program, module, one, generation, answers):
                key = finding.text
                if key not in told:
                    told.add(key)
                    yield finding


def _judge(
    program: Program, module: Module, one: Import, generation: Generation, answers: Answers
) -> Iterator[Finding]:
    if one.guarded:
        return
    level: Level = "warning" if one.late else "problem"
    first = one.module.partition(".")[0]
    if first == FRAMEWORK:
        yield from _framework(module, one, generation, level)
    elif first in _SCRIPTS and program.find(one.module) is None:
        for name in one.names:
            text = f"imports {name} from {first}, a script of the framework's, which is empty here"
            yield Finding(level, "module", text, module.shown, one.line)
    elif first in answers.missing and program.find(one.module) is None:
        yield _missing(program, module, one, level)
    elif _belongs_to_another(program, one):
        text = f"imports {one.module}, another agent's: it plays only where that folder lies beside it"
        yield Finding("warning", "team", text, module.shown, one.line)


def _is_known(program: Program, name: str) -> bool:
    first = name.partition(".")[0]
    return first == FRAMEWORK or first in sys.stdlib_module_names or program.find(name) is not None


def _missing(program: Program, module: Module, one: Import, level: Level) -> Finding:
    first = one.module.partition(".")[0]
    if first == program.package[0] or program.find(first) is not None:
        return Finding(level, "module", f"imports {one.module}: there is no such module", module.shown, one.line)
    if first.startswith(("team", "Team")) or first in STOCK:
        text = f"imports {one.module}, another agent's, which is not here: put the folder {first} beside it"
        return Finding(level, "team", text, module.shown, one.line)
    install = _ON_PIP.get(first, first)
    text = f"imports {first}, which is not installed here: `pip install {install}` if it is a package"
    return Finding(level, "package", text, module.shown, one.line)


def _belongs_to_another(program: Program, one: Import) -> bool:
    found = program.find(one.module)
    if found is None or found.is_relative_to(program.folder):
        return False
    home = found if found.is_dir() else found.parent
    return any((place / MODULE).is_file() for place in (home, *home.parents) if place.is_relative_to(program.root))


def _framework(module: Module, one: Import, generation: Generation, level: Level) -> Iterator[Finding]:
    """Names of the framework that its generation does not have, or that only a changed copy of it has."""
    known = framework_names(generation)
    wanted = one.module.partition(".")[2]
    if wanted and wanted not in known:
        text = f"imports {one.module}, which the framework does not have: a changed copy of it is not used here"
        yield Finding(level, "framework", text, module.shown, one.line)
        return
    have = known[wanted] if wanted else frozenset(known)
    for name in one.names:
        if name != "*" and name not in have:
            text = f"imports {name} from {one.module}, which has no such name in the {generation} framework"
            yield Finding(level, "framework", text, module.shown, one.line)


@cache
def framework_names(generation: Generation) -> dict[str, frozenset[str]]:
    """What each module of our ``competitive_sudoku`` offers."""
    modules = files("gridarena_agents") / "course" / "modules"
    places = {
        "": modules / generation / FRAMEWORK / "__init__.py",
        "sudoku": modules / generation / FRAMEWORK / "sudoku.py",
        "sudokuai": modules / generation / FRAMEWORK / "sudokuai.py",
        "execute": modules / "both" / "execute.py",
    }
    return {name: _top_names(ast.parse(place.read_text("utf-8"))) for name, place in places.items()}


def _top_names(tree: ast.Module) -> frozenset[str]:
    names: set[str] = set()
    for node in tree.body:
        match node:
            case ast.Import(aliases) | ast.ImportFrom(_, aliases):
                names |= {alias.asname or alias.name for alias in aliases}
            case ast.ClassDef() | ast.FunctionDef():
                names.add(node.name)
            case ast.Assign(targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(names)
