"""Everything that can be said against an agent without running it."""

from collections.abc import Iterator

from gridarena_agents.course.faults import at_import, classes, imports, numpy_names, oracle
from gridarena_agents.course.reading import interpreter
from gridarena_agents.course.reading.program import Program
from gridarena_agents.course.reading.sources import Broken
from gridarena_agents.course.submission import Finding, HandedIn


def judge(agent: HandedIn, python: str | None = None) -> tuple[Finding, ...]:
    """What is wrong with the agent, or will be for some; the interpreter it will run in decides (None: this one).

    Raises:
        SubmissionError: there is no such interpreter.
    """
    return tuple(_findings(agent, python))


def _findings(agent: HandedIn, python: str | None) -> Iterator[Finding]:
    program = Program(agent.folder, agent.root, agent.package)
    for module in program.modules.values():
        if isinstance(module.tree, Broken):
            yield Finding("problem", "syntax", f"is no Python: {module.tree.text}", module.shown, module.tree.line)
    if not agent.certain:
        text = f"does not say for which version of the framework it is made: {agent.generation} is assumed"
        yield Finding("warning", "version", text)
    answers = interpreter.ask(python, imports.outside(program), numpy_names.used(program))
    yield from imports.find(program, agent.generation, answers)
    yield from numpy_names.find(program, answers)
    yield from classes.find(program)
    yield from at_import.find(program)
    yield from oracle.find(program)
