"""What a host is told of a team's new token."""

import pytest

from gridarena._client import Client
from gridarena.server import Server
from gridarena_cli import teaming
from gridarena_protocol.teams import Invitation, TeamToken

HERE = Server("127.0.0.1:7437", "host")


def told(invitation: Invitation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The last line of `team add` and of `team rotate`."""

    async def invite(client: Client) -> Invitation:
        return invitation

    async def token(client: Client, name: str, real_name: str = "") -> TeamToken:
        return TeamToken(name, "ga_token")

    monkeypatch.setattr(Client, "invitation", invite)
    monkeypatch.setattr(Client, "add_team", token)
    monkeypatch.setattr(Client, "rotate_token", token)
    teaming.add_team(HERE, "wasps", None, None, None, as_json=False)
    added = capsys.readouterr().err.splitlines()[-1]
    teaming.rotate(HERE, "wasps", None, as_json=False)
    return [added, capsys.readouterr().err.splitlines()[-1]]


def test_a_student_reads_the_address_of_the_join_files(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not the one by which the host reaches its own machine."""
    line = "Saved in a file: gridarena play ./mine.py:Mine --server 192.168.1.20:7437 --token-file FILE"
    assert told(Invitation(("192.168.1.20:7437", "10.0.0.2:7437")), monkeypatch, capsys) == [line, line]


def test_an_encrypted_server_takes_a_join_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A token does not say whom to trust."""
    line = "The server is encrypted, which takes a join file: gridarena team rotate wasps --out wasps.join"
    assert told(Invitation(("192.168.1.20:7437",), "", "PEM"), monkeypatch, capsys) == [line, line]
