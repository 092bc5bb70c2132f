"""Every agent of the corpus plays whole matches under the real rules, as it was handed in.

Partners play each other, several matches at once, so that the whole corpus takes seconds. The matches are untimed: a
turn of an agent that never returns lasts as long as its address says, and no clock can make a slow machine lose one.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gridarena_agents.course.scan import scan
from gridarena_lab.contest import Report
from gridarena_lab.match import match
from gridarena_protocol.records import Record
from support.submissions import corpus, zipped

TURN_S = 0.6
"""A turn of an agent that does not return by itself."""
AT_ONCE = 4
TALKATIVE = ("team15_a2", "team28_a1")
"""They raise in every turn, behind their proposal."""


@dataclass
class Heard:
    """What was said of the agents beside the records."""

    lines: list[str] = field(default_factory=list)

    def complaints(self) -> list[str]:
        """Whatever was said of an agent that should play without a fault."""
        return [line for line in self.lines if not line.startswith(TALKATIVE)]


def partners(generation: str) -> list[tuple[Path, Path]]:
    """The agents of a generation in pairs, each at least once."""
    agents = [path for path in corpus() if scan(path).only().generation == generation]
    return list(zip(agents[::2], (agents[1:] + agents[:1])[::2], strict=True))


def play_all(pairs: Sequence[tuple[Path, Path]], mode: str, heard: Heard, folder: Path) -> list[Record]:
    """A match of every pair."""

    def play(pair: tuple[Path, Path]) -> Record:
        first, second = (f"course:{path}?time={TURN_S}" for path in pair)
        report = Report(say=heard.lines.append)
        [record] = match(
            first,
            second,
            board="empty-2x2",
            options={"mode": mode},
            time=None,
            games=1,
            driver="direct",
            report=report,
            log_folder=folder / pair[0].name,
        )
        return record

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(play, pairs))


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("generation", "mode"), [("classic", "classic"), ("v14", "classic"), ("v14", "rows")])
def test_the_corpus_plays_to_the_end(way: str, generation: str, mode: str, tmp_path: Path) -> None:
    """No match is lost by a missing or a forbidden proposal, and nobody has anything to complain of."""
    heard = Heard()
    records = play_all(partners(generation), mode, heard, tmp_path)
    ends = {record.header.agents: record.result.termination for record in records if record.result}
    assert ends == {record.header.agents: "completed" for record in records}
    assert heard.complaints() == []


def test_a_zip_plays_as_it_was_handed_in(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name and its files are those of the folder in it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    [folder] = [path for path in corpus() if path.name == "team11_A2"]
    archive = zipped(folder, tmp_path / "upload_77.zip", inner="team11_A2")
    [other] = [path for path in corpus() if path.name == "team02_A2"]
    heard = Heard()
    [record] = play_all([(archive, other)], "classic", heard, tmp_path)
    assert record.result is not None
    assert record.result.termination == "completed"
    assert record.header.agents[0] == "team11_a2"
    assert heard.lines == []
