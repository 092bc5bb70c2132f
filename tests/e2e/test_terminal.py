"""What people look at: the same commands on a real terminal, where lines are drawn over."""

import json
from pathlib import Path

import pytest

from support.cli import Served, on_a_terminal

pytestmark = [
    pytest.mark.timeout(90),
    pytest.mark.skipif("sys.platform == 'win32'", reason="the test needs a terminal that a program can make"),
]
COMPARE = ("lab", "compare", "greedy", "random", "--board", "empty-2x2", "--budget", "untimed", "--games", "4")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("match", "greedy", "random", "--board", "easy-2x2"), "won by"),
        (COMPARE, "games"),
    ],
    ids=lambda words: " ".join(words[:2]) if isinstance(words, tuple) else "",
)
def test_a_command_draws_how_far_it_is(words: tuple[str, ...], shown: str, tmp_path: Path) -> None:
    """And ends well."""
    said = on_a_terminal(*words, cwd=tmp_path)
    assert said.code == 0, said.out
    assert shown in said.out
    assert "mistake" not in said.out


def test_a_tournament_is_watched(server: Served, tmp_path: Path) -> None:
    """As it is played: here, by nobody."""
    words = ("--board", "easy-2x2", "--agents", "x1,x2", "--yes")
    made = on_a_terminal("tournament", "create", *words, "--json", cwd=tmp_path, extra=server.extra)
    number = json.loads(made.out.splitlines()[-1])["tournament"]
    started = on_a_terminal("tournament", "start", str(number), cwd=tmp_path, extra=server.extra)
    assert (started.code, "x1" in started.out) == (0, True), started.out
    status = on_a_terminal("tournament", "status", str(number), cwd=tmp_path, extra=server.extra, width=40)
    assert (status.code, "x2" in status.out) == (0, True), status.out
