"""What `join` does: tries every address of a join file in order, keeps the file, and says what works.

A file is kept even when nobody answers: students join the evening before, from home. It is not kept when a server
answers and refuses the token, for then an older one may still be good. Of several addresses those that work come first
in the copy, so that later commands find them at once.
"""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.text import Text

from gridarena import joins
from gridarena._client import Client
from gridarena.errors import TOKEN_EXIT, ServiceError, UnusableFileError
from gridarena.joinfile import JoinFile, read_join_file
from gridarena.joins import Kept
from gridarena.server import Server
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.render.tables import grid
from gridarena_cli.terminal import note, plain, put_json, show, show_line

PATIENCE_S = 6.0
"""How long one address may take."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one address answered."""

    address: str
    works: bool
    text: str
    refused: bool = False
    """A server is there and does not take the token."""


def join(path: Path, *, as_json: bool) -> Exit:
    """Tries and keeps a join file; how it went is the exit code."""
    said = read_join_file(path)
    attempts = []
    for address in said.addresses:
        attempts.append(asyncio.run(attempt(said, address)))
        if not as_json:
            show_line(_line(attempts[-1]))
    works = [one.address for one in attempts if one.works]
    refusal = next((one for one in attempts if one.refused), None)
    if not works and refusal is not None:
        raise CliError(Exit.TOKEN, f"not kept: {refusal.text}")
    rest = [one.address for one in attempts if not one.works]
    kept = joins.keep(replace(said, addresses=(*works, *rest)))
    if as_json:
        put_json(_shape(said.team, kept, attempts))
    else:
        for line in told(kept, anything=bool(works)):
            note(line)
    return Exit.OK if works else Exit.NO_SERVER


async def attempt(said: JoinFile, address: str) -> Attempt:
    """Asks a server who it is and whom it takes us for."""
    try:
        async with asyncio.timeout(PATIENCE_S), Client(Server(address, said.token, said.ca, said.tls_name)) as client:
            caller, info = await client.who_am_i(), await client.info()
    except TimeoutError:
        return Attempt(address, False, f"{address} does not answer")
    except ServiceError as error:
        return Attempt(address, False, str(error), refused=error.exit_code == TOKEN_EXIT)
    kind = "encrypted" if said.ca or said.tls_name else "not encrypted"
    return Attempt(
        address, True, f"{address} works: gridarena {info.version}, {kind}, team {caller.team or 'of the host'}"
    )


def told(kept: Kept, *, anything: bool) -> list[str]:
    """What a student should know now."""
    lines = [f"Kept as {kept.name} in {kept.path.parent}."]
    if not anything:
        lines.append(
            "No address works now. Is the server running yet, and are both machines in one network? "
            "Guest and campus Wi-Fi often keep machines apart. Try again: gridarena doctor"
        )
    lines.append("From now on: gridarena play ./mine.py:Mine    (then: gridarena history --mine)")
    return lines


def forget(name: str) -> None:
    """Keeps a join file no longer."""
    kept = joins.find(name)
    kept.path.unlink()
    note(f"{kept.name} is kept no longer.")


def use(name: str) -> None:
    """Lets a kept join file count."""
    kept = joins.find(name)
    joins.use(kept)
    note(f"{kept.name} counts from now on.")


def show_kept(*, as_json: bool) -> None:
    """Prints all kept join files, the one that counts first."""
    found = [_row(kept, first=place == 0) for place, kept in enumerate(joins.kept())]
    if as_json:
        put_json({"joins": found})
    elif found:
        table = grid("", "name", "team", "addresses")
        for row in found:
            addresses = plain(row["trouble"] or ", ".join(row["addresses"]))
            table.add_row("counts" if row["counts"] else "", plain(row["name"]), plain(row["team"]), addresses)
        show(table)
    else:
        note("No join file is kept yet: gridarena join FILE")


def _row(kept: Kept, *, first: bool) -> dict[str, Any]:
    try:
        said = kept.read()
    except UnusableFileError as error:
        return {"name": kept.name, "team": "", "addresses": [], "counts": first, "trouble": str(error)}
    return {"name": kept.name, "team": said.team, "addresses": list(said.addresses), "counts": first, "trouble": None}


def _shape(team: str, kept: Kept, attempts: list[Attempt]) -> dict[str, Any]:
    tried = [{"address": one.address, "works": one.works, "text": one.text} for one in attempts]
    return {"team": team, "name": kept.name, "file": str(kept.path), "addresses": tried}


def _line(one: Attempt) -> Text:
    return Text("ok       " if one.works else "warning  ", style="green" if one.works else "yellow") + Text(
        plain(one.text)
    )
