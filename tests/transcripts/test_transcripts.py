"""Every transcript comes true against a real server."""

from pathlib import Path

import pytest

from gridarena_server.referee import live
from support.transcript import play

FOLDER = Path(__file__).parent
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}


@pytest.mark.parametrize("name", TEXTS)
async def test_the_transcript_comes_true(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it sends, it may send; what it expects, comes, in this order."""
    if name == "play":
        monkeypatch.setattr(live, "PATIENCE_S", 1.0)  # a busy machine is no slow rival
    await play(TEXTS[name], tmp_path)
