"""Names, labels and tickets."""

import pytest

from gridarena_server.errors import Code, ServiceError
from gridarena_server.rpc.names import clean_name, label_of, team_of
from gridarena_server.rpc.tickets import Tickets

PAYLOADS = [
    "",
    "a b",
    "a/b",
    "../etc/passwd",
    ".hidden",
    "-rf",
    "a" * 41,
    "x" * 10_000,
    "<script>alert(1)</script>",
    "'; DROP TABLE team; --",
    "=HYPERLINK(1)",
    "\x1b[31mred",
    "[red]rich[/red]",
    "two\nlines",
    "greedy\u200b",
    "gr\u0435edy",
    "\u202eydeerg",
    "caf\u00e9",
    "\ud7ff",
    "na\x00me",
]


@pytest.mark.parametrize("name", PAYLOADS)
def test_confusing_and_dangerous_names_are_refused(name: str) -> None:
    """Markup, control characters, look-alikes, paths and formulas never become a name."""
    with pytest.raises(ServiceError) as raised:
        clean_name(name)
    assert raised.value.code is Code.NAME_REFUSED
    assert name[:5] not in raised.value.text or not name


def test_plain_names_are_kept_and_wide_letters_become_plain() -> None:
    """NFKC maps what merely looks wider; the result is what everybody sees."""
    assert [clean_name(name) for name in ("greedy", "Team.7_b-c", "7", "a" * 40)] == [
        "greedy",
        "Team.7_b-c",
        "7",
        "a" * 40,
    ]
    assert clean_name("\uff47\uff52\uff45\uff45\uff44\uff59") == "greedy"


def test_a_label_names_team_and_agent() -> None:
    """An agent called like its team is shown by the one name; the team is read back from either."""
    assert [label_of("owls", "owls"), label_of("owls", "deep")] == ["owls", "owls/deep"]
    assert [team_of("owls"), team_of("owls/deep")] == ["owls", "owls"]


def test_a_ticket_fits_one_seat_of_one_match_of_one_server() -> None:
    """Other match, other seat, other key, cut or empty: refused."""
    tickets = Tickets(b"key")
    tickets.check(1, 0, tickets.issue(1, 0))
    strange = [
        tickets.issue(1, 1),
        tickets.issue(11, 0),
        Tickets(b"k").issue(1, 0),
        tickets.issue(1, 0)[:-1],
        "",
        "\xff",
    ]
    for ticket in strange:
        with pytest.raises(ServiceError) as raised:
            tickets.check(1, 0, ticket)
        assert raised.value.code is Code.BAD_TICKET
