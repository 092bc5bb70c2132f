"""The join files that this user keeps, so that no later command needs an address or a token.

They lie in the folder where the operating system keeps a user's settings, readable by the user alone, one file for each
team and server. The newest one counts unless a command names another. Where the folder is depends on the environment
alone, so that a program without one (a test, a container) finds nobody's.
"""

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gridarena.errors import AddressError, UnusableFileError
from gridarena.joinfile import JoinFile, read_join_file

HOME_VARIABLE = "GRIDARENA_HOME"
ENDING = ".join"


@dataclass(frozen=True, slots=True)
class Kept:
    """A join file that was kept."""

    path: Path

    @property
    def name(self) -> str:
        """How it is called: team and server."""
        return self.path.name.removesuffix(ENDING)

    def read(self) -> JoinFile:
        """What it says. Raises UnusableFileError."""
        return read_join_file(self.path)


def home(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path | None:
    """This user's folder for gridarena's settings; None where the environment names no home."""
    if given := environment.get(HOME_VARIABLE):
        return Path(given)
    if platform == "win32":
        base = environment.get("APPDATA") or environment.get("USERPROFILE")
        return Path(base, "gridarena") if base else None
    if platform != "darwin" and (base := environment.get("XDG_CONFIG_HOME")):
        return Path(base, "gridarena")
    if not (base := environment.get("HOME")):
        return None
    return Path(base, *(("Library", "Application Support") if platform == "darwin" else (".config",)), "gridarena")


def kept(environment: Mapping[str, str] = os.environ) -> tuple[Kept, ...]:
    """All join files of this user, the newest first."""
    folder = home(environment)
    if folder is None or not (folder / "joins").is_dir():
        return ()
    files = [(path.stat().st_mtime_ns, path) for path in (folder / "joins").glob(f"*{ENDING}")]
    return tuple(Kept(path) for _, path in sorted(files, reverse=True))


def keep(join: JoinFile, environment: Mapping[str, str] = os.environ) -> Kept:
    """Keeps a join file as the newest; an older one of the same team and server, or with the same token, goes.

    Raises:
        UnusableFileError: the folder cannot be written.
    """
    folder = home(environment)
    if folder is None:
        raise UnusableFileError(f"nobody's home: set {HOME_VARIABLE} to a folder for gridarena's settings")
    mine = Kept(folder / "joins" / f"{_name(join)}{ENDING}")
    try:
        mine.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_secret(mine.path, join.text)
        for other in kept(environment):
            if other != mine and join.token and _token(other) == join.token:
                other.path.unlink()
        use(mine, environment)
    except OSError as error:
        raise UnusableFileError(f"{mine.path} cannot be written: {error.strerror}") from None
    return mine


def use(one: Kept, environment: Mapping[str, str] = os.environ) -> None:
    """Makes it the newest: clocks tick too slowly to tell two files of one moment apart."""
    os.utime(one.path)
    others = [other.path.stat().st_mtime_ns for other in kept(environment) if other != one]
    newest = max(others, default=0)
    if one.path.stat().st_mtime_ns <= newest:
        os.utime(one.path, ns=(newest + 1_000, newest + 1_000))


def find(name: str, environment: Mapping[str, str] = os.environ) -> Kept:
    """The kept file of this name, or the only one of this team.

    Raises:
        AddressError: there is none, or more than one.
    """
    every = kept(environment)
    found = [one for one in every if one.name == name] or [one for one in every if one.name.partition("@")[0] == name]
    if len(found) == 1:
        return found[0]
    if not every:
        raise AddressError(
            f"expected the name of a kept join file, got {name!r}: none is kept yet (gridarena join FILE)"
        )
    there = ", ".join(one.name for one in found or every)
    raise AddressError(f"expected the name of one kept join file, got {name!r}; there are: {there}")


def serving(address: str, environment: Mapping[str, str] = os.environ) -> JoinFile | None:
    """The newest kept file that names this address: its token is for that server and for no other."""
    for one in kept(environment):
        try:
            join = one.read()
        except UnusableFileError:
            continue
        if address in join.addresses:
            return join
    return None


def write_secret(path: Path, text: str) -> None:
    """Puts a file into its place that its owner alone can read; whoever reads meanwhile sees the old or the new one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _name(join: JoinFile) -> str:
    team = re.sub(r"[^A-Za-z0-9._-]+", "-", join.team) or "team"
    return f"{team}@{re.sub(r'[^A-Za-z0-9._-]+', '-', join.addresses[0]).strip('-')}"


def _token(one: Kept) -> str | None:
    try:
        return one.read().token
    except UnusableFileError:
        return None
