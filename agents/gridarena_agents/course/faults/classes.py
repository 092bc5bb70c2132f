"""The class the framework looks for, and moves as defaults of data classes."""

import ast
from collections.abc import Iterator

from gridarena_agents.course.reading.folders import FRAMEWORK, MODULE
from gridarena_agents.course.reading.program import Program
from gridarena_agents.course.submission import Finding

WANTED = "SudokuAI"


def find(program: Program) -> Iterator[Finding]:
    """What the classes of the agent do wrong."""
    main = program.modules.get(program.folder / MODULE)
    if main is not None and isinstance(main.tree, ast.Module):
        yield from _main_class(main.tree, main.shown)
    for module, tree in program.trees():
        for line in _moves_as_defaults(tree):
            text = (
                "has a Move as default of a data class: it plays here, but raises in the course's own framework "
                "from Python 3.11 on: use field(default_factory=...)"
            )
            yield Finding("warning", "dataclass", text, module.shown, line)


def _main_class(tree: ast.Module, shown: str) -> Iterator[Finding]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == WANTED]
    if not found:
        if not _comes_from_elsewhere(tree):
            yield Finding("problem", "class", f"has no class {WANTED} of its own: the framework looks for it", shown)
        return
    last = found[-1]
    methods = {node.name: node for node in last.body if isinstance(node, ast.FunctionDef)}
    if "compute_best_move" not in methods and all(_plain_base(base) for base in last.bases):
        text = f"its {WANTED} has no compute_best_move, which the framework calls every turn"
        yield Finding("problem", "class", text, shown, last.lineno)
    if "__init__" in methods and (needs := _needed(methods["__init__"])):
        text = f"its {WANTED} cannot be made without {', '.join(needs)}: the framework gives it nothing"
        yield Finding("problem", "class", text, shown, methods["__init__"].lineno)


def _comes_from_elsewhere(tree: ast.Module) -> bool:
    """The name is assigned, or imported from another module of the agent's; a star may bring any name."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(name, ast.Store()) if name == WANTED:
                return True
            case ast.ImportFrom(module, aliases) if not (module or "").startswith(FRAMEWORK):
                if {alias.asname or alias.name for alias in aliases} & {WANTED, "*"}:
                    return True
    return False


def _plain_base(base: ast.expr) -> bool:
    """The base brings no method of its own: ``object`` or the framework's class."""
    match base:
        case ast.Name("object") | ast.Name("SudokuAI") | ast.Attribute(_, "SudokuAI"):
            return True
    return False


def _needed(init: ast.FunctionDef) -> list[str]:
    positional = [*init.args.posonlyargs, *init.args.args][1:]
    needed = positional[: len(positional) - len(init.args.defaults)]
    keywords = zip(init.args.kwonlyargs, init.args.kw_defaults, strict=True)
    return [argument.arg for argument in needed] + [argument.arg for argument, default in keywords if default is None]


def _moves_as_defaults(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.dump(one) for one in node.decorator_list):
            for member in node.body:
                match member:
                    case ast.AnnAssign(value=ast.Call(ast.Name("Move" | "TabooMove") | ast.Attribute(_, "Move"))):
                        yield member.lineno
