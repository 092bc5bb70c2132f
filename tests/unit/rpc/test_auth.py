"""Who may call what, and what a token looks like."""

import pytest

from gridarena_server.errors import Code, ServiceError
from gridarena_server.rpc.auth import Access, Caller, Keyring, digest, new_token

HOST, TEAM = new_token(), new_token()


def keyring(*, open_records: bool = False) -> Keyring:
    return Keyring(digest(HOST), {digest(TEAM): "owls"}, open_records=open_records)


def bearer(token: str, scheme: str = "Bearer") -> list[tuple[str, str]]:
    return [("user-agent", "x"), ("authorization", f"{scheme} {token}")]


def code(metadata: list[tuple[str, str]], access: Access, ring: Keyring) -> Code:
    with pytest.raises(ServiceError) as raised:
        ring.admit(metadata, access, "ipv4:1.2.3.4:5")
    return raised.value.code


def test_a_team_is_known_by_its_token() -> None:
    """The scheme's case does not matter, the token's does."""
    for scheme in ("Bearer", "bearer"):
        assert keyring().admit(bearer(TEAM, scheme), Access.TEAM, "p") == Caller("p", "owls")
    assert code(bearer(TEAM.swapcase()), Access.TEAM, keyring()) is Code.BAD_TOKEN


def test_the_host_may_not_play_and_a_team_may_not_host() -> None:
    """Each token opens its own doors only; both may read."""
    assert keyring().admit(bearer(HOST), Access.HOST, "p") == Caller("p", is_host=True)
    assert code(bearer(TEAM), Access.HOST, keyring()) is Code.NOT_HOST
    assert code(bearer(HOST), Access.TEAM, keyring()) is Code.BAD_TOKEN
    assert keyring().admit(bearer(HOST), Access.READ, "p") == Caller("p", is_host=True)
    assert keyring().admit(bearer(TEAM), Access.READ, "p") == Caller("p", "owls")


def test_without_a_token_only_open_records_are_readable() -> None:
    """Open records ask for nothing, and nothing else ever opens."""
    assert code([], Access.READ, keyring()) is Code.NO_TOKEN
    ring = keyring(open_records=True)
    assert ring.admit([], Access.READ, "p") == ring.admit(bearer("ga_old"), Access.READ, "p") == Caller("p")
    assert ring.admit(bearer(TEAM), Access.READ, "p") == Caller("p", "owls")
    for access in (Access.TEAM, Access.HOST):
        assert code([], access, keyring(open_records=True)) is Code.NO_TOKEN


@pytest.mark.parametrize(
    "form", ["", "Bearer", "Bearer ", "Basic {token}", "{token}", "Bearer ga_nobody", "Bearer \x7f"]
)
def test_what_is_no_token_is_refused(form: str) -> None:
    """Nothing but the exact token of the exact scheme is let in."""
    assert code([("authorization", form.format(token=TEAM))], Access.TEAM, keyring()) is Code.BAD_TOKEN


def test_a_new_token_replaces_the_old_one() -> None:
    """After a rotation the old token is worth nothing, and other teams keep theirs."""
    ring, rotated = keyring(), new_token()
    ring.replace("foxes", digest(other := new_token()))
    ring.replace("owls", digest(rotated))
    assert ring.admit(bearer(rotated), Access.TEAM, "p").team == "owls"
    assert ring.admit(bearer(other), Access.TEAM, "p").team == "foxes"
    assert code(bearer(TEAM), Access.TEAM, ring) is Code.BAD_TOKEN


def test_tokens_are_greppable_and_long() -> None:
    """256 bits behind a prefix, never twice the same."""
    assert HOST.startswith("ga_")
    assert len(HOST) >= 3 + 43
    assert HOST != TEAM
