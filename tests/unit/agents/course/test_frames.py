"""What travels between the runner's processes."""

import ast
import io
import os
from pathlib import Path

import pytest

from gridarena_agents.course import runner
from gridarena_agents.course.runner import frames


class Trickle(io.RawIOBase):
    """A stream that gives a byte at a time."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._data.read(min(size, 1))


def test_frames_come_back_however_they_arrive() -> None:
    """Whole or in pieces; then the end."""
    told = [{"is": "move", "move": [0, 1, 2]}, {"text": "größer ✓"}]
    data = b"".join(map(frames.pack, told))
    for stream in (io.BytesIO(data), Trickle(data)):
        assert [frames.read(stream), frames.read(stream), frames.read(stream)] == [*told, None]  # type: ignore[arg-type]


@pytest.mark.parametrize("kept", range(1, 30))
def test_torn_frame_is_the_end(kept: int) -> None:
    """Whoever wrote it is gone."""
    assert frames.read(io.BytesIO(frames.pack({"is": "done", "turn": 12345678})[:kept])) is None


def test_what_is_told_beside_others_is_never_torn() -> None:
    """At most POSIX's 512 bytes; the text gives way."""
    read, write = os.pipe()
    frames.tell(write, {"is": "done", "turn": 1, "text": "✓" * 5000})
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        data = stream.read()
    assert len(data) <= frames.ATOMIC
    frame = frames.read(io.BytesIO(data))
    assert frame is not None
    assert frame["text"].startswith("✓✓")
    assert frame["text"].endswith("...")


@pytest.mark.parametrize("file", sorted(Path(runner.__file__).parent.glob("*.py")), ids=lambda file: file.name)
def test_runner_is_written_for_python_3_8_and_imports_nothing_of_ours(file: Path) -> None:
    """It runs under whatever interpreter an agent needs."""
    tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 8))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            assert node.module is not None
            assert not node.module.startswith("gridarena")
        if isinstance(node, ast.Import):
            assert not any(name.name.startswith(("gridarena", "numpy", "grpc")) for name in node.names)
