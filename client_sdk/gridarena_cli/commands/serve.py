"""`serve`: the server."""

import gc
from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options


def serve(
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="Where to listen.", show_default=False)
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="PORT", min=0, max=65535, help="0 takes a free one.", show_default=False),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE",
            help="The records, made if missing; :memory: keeps nothing.",
            show_default=False,
        ),
    ] = None,
    concurrency: Annotated[
        int | None,
        typer.Option("--concurrency", metavar="N", min=1, help="Matches at once.", show_default=False),
    ] = None,
    insecure_lan: Annotated[
        bool | None,
        typer.Option("--insecure-lan", help="Listen beyond this machine although tokens travel readable."),
    ] = None,
    tls_certificate: Annotated[
        Path | None,
        typer.Option("--tls-certificate", metavar="FILE", help="PEM; connections are encrypted.", show_default=False),
    ] = None,
    tls_key: Annotated[
        Path | None,
        typer.Option("--tls-key", metavar="FILE", help="PEM; the certificate's key.", show_default=False),
    ] = None,
    tls_ca: Annotated[
        Path | None,
        typer.Option(
            "--tls-ca",
            metavar="FILE",
            help="PEM; who signed it, where students' machines do not know.",
            show_default=False,
        ),
    ] = None,
    house: Annotated[
        str | None,
        typer.Option(
            "--house",
            metavar="A,B,...",
            help="Sparring agents for casual matches, each a process of its own.",
            show_default=False,
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Settings; gridarena.toml of this folder by default."),
    ] = None,
    as_json: options.Json = False,
    until_eof: options.UntilEof = False,
) -> None:
    """Referees, keeps and ranks. Ctrl-C stops it when the turns being played are finished, a second one at once."""
    gc.disable()  # what imports make stays, and the collector would look through it again and again
    from gridarena_cli import serving
    from gridarena_server.config import load

    gc.freeze()
    gc.enable()

    agents = None if house is None else tuple(word.strip() for word in house.split(",") if word.strip())
    flags = {
        "host": host,
        "port": port,
        "database": database,
        "concurrency": concurrency,
        "insecure_lan": insecure_lan,
        "tls_certificate": _text(tls_certificate),
        "tls_key": _text(tls_key),
        "tls_ca": _text(tls_ca),
    }
    serving.serve(load(flags, file=config), agents=agents, as_json=as_json, until_eof=until_eof)


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)
