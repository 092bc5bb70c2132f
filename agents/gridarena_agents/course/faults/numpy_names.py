"""Names that numpy once had: the commonest reason why an old agent raises in its first turn."""

import ast
from collections.abc import Iterator

from gridarena_agents.course.reading.interpreter import Answers
from gridarena_agents.course.reading.program import Program
from gridarena_agents.course.submission import Finding

_INSTEAD = {
    **dict.fromkeys(("int", "float", "complex", "object", "str"), "the Python type of that name"),
    "bool": "np.bool_",
    "bool8": "np.bool_",
    "long": "int",
    "unicode": "str",
    "float_": "np.float64",
    "complex_": "np.complex128",
    "string_": "np.bytes_",
    "unicode_": "np.str_",
    **dict.fromkeys(("Inf", "infty", "Infinity", "PINF"), "np.inf"),
    "NINF": "-np.inf",
    "NaN": "np.nan",
    "NAN": "np.nan",
    "product": "np.prod",
    "cumproduct": "np.cumprod",
    "alltrue": "np.all",
    "sometrue": "np.any",
    "round_": "np.round",
    "row_stack": "np.vstack",
    "in1d": "np.isin",
    "trapz": "np.trapezoid",
    "asfarray": "np.asarray(..., dtype=float)",
    "mat": "np.asmatrix",
    "msort": "np.sort(..., axis=0)",
}


def used(program: Program) -> set[str]:
    """Every name the agent takes from numpy itself."""
    return {name for _, tree in program.trees() for name, _ in _names(tree)}


def find(program: Program, answers: Answers) -> Iterator[Finding]:
    """A finding for each line with a name that this numpy does not have."""
    for module, tree in program.trees():
        for name, line in sorted(set(_names(tree)), key=lambda found: (found[1], found[0])):
            if name in answers.lacks:
                instead = f": write {_INSTEAD[name]}, or" if name in _INSTEAD else ":"
                text = (
                    f"uses np.{name}, which this numpy does not have{instead} run it with an older one (?python=PATH)"
                )
                yield Finding("problem", "numpy", text, module.shown, line)


def _names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    aliases = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "numpy"
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(owner), name) if owner in aliases:
                yield name, node.lineno
            case ast.ImportFrom("numpy", names, 0):
                for alias in names:
                    if alias.name != "*":
                        yield alias.name, node.lineno
