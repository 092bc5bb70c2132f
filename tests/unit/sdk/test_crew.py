"""Many agents of one process."""

import asyncio
from pathlib import Path

import pytest

from gridarena import ArenaError
from gridarena._crew import Crew, Means, Post
from gridarena._frames import AgentSource, Ready
from gridarena._workers import Worker
from gridarena.server import Server


async def test_an_agent_whose_loading_does_not_end_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, and gives its place to the next one."""

    async def start(source: AgentSource, folder: Path) -> tuple[Worker, Ready]:
        if folder.name == "broken":
            raise ArenaError("SyntaxError")
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr("gridarena._process.start", start)
    monkeypatch.setattr("gridarena._crew.LOADING_S", 0.02)
    posts = [Post(name, "greedy", (Server("nowhere:1"),)) for name in ("also", "hangs", "broken")]
    said: list[str] = []
    crew = Crew(posts, Means(jobs=1, kept=1, log_folder=tmp_path), said.append)
    with pytest.raises(ArenaError, match="not loaded"):
        await crew.run()
    line = "does not play: not loaded after 0.02 s: does its import or warm_up ever end?"
    assert said == [f"also {line}", f"hangs {line}", "broken does not play: SyntaxError"]
