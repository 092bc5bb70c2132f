"""Agent addresses, as they are written everywhere on the command line.

    greedy                      an installed agent (entry point group ``gridarena.agents``)
    mcts?c=1.5&k=5              the same with keyword arguments for its class
    ./mine.py:Mine              a class of a file
    ./mine.py                   the file's only agent
    package.module:Mine         a class of a module
    human                       a scheme may stand alone
    course:path/to/team00_A2    whatever an installed scheme makes of it (entry point group ``gridarena.schemes``)

An address becomes an :class:`AgentSource`, which another process understands, before any student code runs; loading it
is a step of its own, done in the worker.
"""

import ast
import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qsl

from gridarena._frames import AgentSource, Ready
from gridarena.agent import Agent
from gridarena.errors import AddressError, UnknownAgentError, UnusableFileError

__all__ = ["AgentSource", "agent_names", "find_agent", "introduction", "load_agent", "loading", "source_of"]

GROUP = "gridarena.agents"
SCHEMES = "gridarena.schemes"
"""Entry points of functions that take what stands behind ``scheme:``, and the options, and return an AgentSource."""
_LOADING = ContextVar("loading", default=False)
_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<name>[^\W\d][\w.]*))?")
_MODULE = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d][\w.]*)")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def agent_names() -> list[str]:
    """Names of all installed agents, sorted."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def find_agent(address: str | type[Agent]) -> AgentSource:
    """Where the agent of this address is found; nothing of it is loaded yet.

    Raises:
        AddressError: the address cannot be understood, or no such agent is installed.
        UnusableFileError: there is no such file.
    """
    if not isinstance(address, str):
        return source_of(address)
    place, _, query = address.strip().partition("?")
    options = _options(query, address)
    scheme, _, rest = place.partition(":")
    for point in entry_points(group=SCHEMES, name=scheme):
        found_by_scheme: AgentSource = point.load()(rest, options)
        return found_by_scheme
    if found := _FILE.fullmatch(place):
        try:
            path = Path(found["path"]).expanduser().resolve()
        except RuntimeError as error:  # there is no such user
            raise UnusableFileError(f"expected an agent's file at {found['path']}: {error}") from None
        if not path.is_file():
            raise UnusableFileError(f"expected an agent's file at {path}: there is none")
        return AgentSource("file", str(path), found["name"] or "", options)
    if found := _MODULE.fullmatch(place):
        return AgentSource("module", found["module"], found["name"], options)
    point = _entry_point(place, address)
    return AgentSource("module", point.module, point.attr, options)


def source_of(agent: type[Agent]) -> AgentSource:
    """Where another process finds this class.

    Raises:
        AddressError: it cannot be found from outside (made in a notebook, a prompt or a function).
    """
    module = sys.modules.get(agent.__module__)
    file = getattr(module, "__file__", None)
    if "<locals>" in agent.__qualname__ or (file is None and agent.__module__ == "__main__"):
        raise AddressError(
            f"another process cannot find the class {agent.__qualname__}: "
            "put it at the top level of a .py file, or play it inline (--inline, inline=True)"
        )
    if agent.__module__ != "__main__":
        return AgentSource("module", agent.__module__, agent.__qualname__)
    if (spec := getattr(module, "__spec__", None)) is not None:  # python -m package.mine
        return AgentSource("module", spec.name, agent.__qualname__)
    return AgentSource("file", str(Path(str(file)).resolve()), agent.__qualname__)


def load_agent(source: AgentSource) -> type[Agent]:
    """Imports the class; whatever its module raises comes through.

    Raises:
        UnusableFileError: the file or module has no such agent, or the class does not take the options.
    """
    with _loading():
        module = _load_file(Path(source.place)) if source.kind == "file" else _load_module(source.place)
    agent = _named(module, source) if source.qualname else _only(module, source)
    try:
        inspect.signature(agent).bind(**source.options)
    except TypeError as error:
        known = ", ".join(inspect.signature(agent).parameters) or "none"
        raise UnusableFileError(
            f"{agent.__qualname__} does not take these options ({error}); it knows: {known}"
        ) from None
    return agent


def loading() -> bool:
    """True for the code of an agent's module while :func:`load_agent` imports it."""
    return _LOADING.get()


@contextmanager
def _loading() -> Iterator[None]:
    token = _LOADING.set(True)
    try:
        yield
    finally:
        _LOADING.reset(token)


def introduction(agent: Agent) -> Ready:
    """How an agent wants to be known when nobody says otherwise."""
    kind = type(agent)
    name = agent.name or kind.__qualname__.rpartition(".")[2].lower()
    return Ready(name, agent.version or _source_hash(kind), tuple(agent.games))


def _source_hash(agent: type[Agent]) -> str:
    """Eight hex digits that change with the agent's file; "0" where there is none."""
    try:
        source = inspect.getsource(sys.modules[agent.__module__])
    except (OSError, TypeError, KeyError):
        return "0"
    return hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:8]


def _entry_point(name: str, address: str) -> EntryPoint:
    for point in entry_points(group=GROUP, name=name):
        return point
    known = ", ".join(agent_names()) or "none"
    if _NAME.fullmatch(name):
        raise UnknownAgentError(f"no agent is called {name!r}; installed: {known}; a file needs its .py: ./{name}.py")
    raise AddressError(
        f"expected an agent like greedy, mcts?c=1.5, ./mine.py:Mine or package.module:Mine, got {address!r}"
    )


def _options(query: str, address: str) -> dict[str, Any]:
    if not query:
        return {}
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=True)
    except ValueError:
        raise AddressError(f"expected options like ?c=1.5&k=5, got {address!r}") from None
    return {name: _value(text) for name, text in pairs}


def _value(text: str) -> Any:  # noqa: ANN401 - an option is whatever its class makes of it
    if text.lower() in ("true", "false", "none"):
        text = text.capitalize()
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    return value if isinstance(value, int | float | str | None) else text


def _load_file(path: Path) -> ModuleType:
    """Runs the file as a module of its own name, with its folder first on the path, as Python itself would."""
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    name = path.stem if path.stem not in sys.modules else f"_agent_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnusableFileError(f"{path} cannot be loaded as Python code")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _load_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not (name == error.name or name.startswith(f"{error.name}.")):
            raise
        raise UnusableFileError(f"expected an agent in module {name!r}: there is no module {error.name!r}") from None


def _named(module: ModuleType, source: AgentSource) -> type[Agent]:
    found: object = module
    for part in source.qualname.split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type) or not issubclass(found, Agent):
        what = "nothing" if found is None else f"a {type(found).__name__}"
        if isinstance(found, type):
            what = "a class that is not a gridarena.Agent"
        raise UnusableFileError(f"expected an agent {source.qualname!r} in {source.place}, got {what}")
    _check_complete(found, source)
    return found


def _only(module: ModuleType, source: AgentSource) -> type[Agent]:
    classes = list(_classes(module))
    agents = [one for one in classes if not inspect.isabstract(one)]
    if len(agents) == 1:
        return agents[0]
    if classes and not agents:
        _check_complete(classes[-1], source)
    names = ", ".join(sorted(one.__qualname__ for one in agents))
    which = f"{len(agents)} of them ({names}): say which, as in {Path(source.place).name}:Name" if agents else "none"
    raise UnusableFileError(f"expected one subclass of gridarena.Agent in {source.place}, got {which}")


def _classes(module: ModuleType) -> Iterable[type[Agent]]:
    """The agents the module itself defines, each once, whatever other names it gives them."""
    values = (one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Agent))
    return dict.fromkeys(one for one in values if one.__module__ == module.__name__)


def _check_complete(agent: type[Agent], source: AgentSource) -> None:
    if inspect.isabstract(agent):
        methods = [name for name, value in vars(agent).items() if callable(value)]
        like = get_close_matches("play", methods, n=1)
        found = f" (found {like[0]})" if like else ""
        raise UnusableFileError(f"{agent.__qualname__} in {source.place} lacks a method: def play(self, turn){found}")
