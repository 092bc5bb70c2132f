from dataclasses import replace
from pathlib import Path

import pytest

from gridarena.server import Server
from gridarena_cli import health
from gridarena_protocol.messages import PROTOCOL
from gridarena_protocol.views import ServerInfo

INFO = ServerInfo("0.1.0", PROTOCOL, ("sudoku",), ("a", "b"), 1, 1_700_000_000_000, False)
NEAR, FAR = Server("127.0.0.1:7437"), Server("arena.example.org:7437")


def test_an_old_python_is_a_problem() -> None:
    """And the right one is none."""
    assert health.python((3, 10)).level == "problem"
    assert health.python((3, 11)).level == "ok"


def test_what_is_installed_is_told() -> None:
    """For a bug report."""
    found = health.packages()
    assert found.level == "ok"
    assert all(name in found.text for name in ("gridarena", "grpcio", "protobuf", "protocol"))


def test_a_proxy_matters_only_where_it_is_used() -> None:
    """Neighbours are called without one."""
    assert health.proxies(NEAR, {}).text == "no proxy is set"
    assert health.proxies(NEAR, {"HTTPS_PROXY": "http://p"}).level == "ok"
    found = health.proxies(FAR, {"HTTPS_PROXY": "http://p", "http_proxy": ""})
    assert found.level == "warning"
    assert "HTTPS_PROXY is set" in found.text


def test_a_server_of_another_protocol_is_a_problem() -> None:
    """And who has to update is said."""
    assert health.reached(NEAR, INFO).level == "ok"
    newer, older = (health.reached(NEAR, replace(INFO, protocol=PROTOCOL + step)) for step in (1, -1))
    assert (newer.level, older.level) == ("problem", "problem")
    assert "install the gridarena that your host runs" in newer.text
    assert "ask the host" in older.text


def test_a_server_that_stops_is_a_warning() -> None:
    """It comes back."""
    assert health.reached(NEAR, replace(INFO, draining=True)).level == "warning"


@pytest.mark.parametrize(("offset_s", "level"), [(0.2, "ok"), (-4.9, "ok"), (7200.0, "warning"), (-30.0, "warning")])
def test_a_clock_that_is_far_off_is_a_warning(offset_s: float, level: str) -> None:
    """Never a problem: only the server's clock counts."""
    assert health.clock_offset(offset_s, 0.01).level == level


def test_a_database_on_a_synced_folder_is_a_warning(tmp_path: Path) -> None:
    """The store knows which folders those are."""
    levels = [found.level for found in health.place(tmp_path / "OneDrive" / "arena.db")]
    assert "warning" in levels
