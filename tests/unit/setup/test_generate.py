"""The generator's comparison; running the pinned compiler itself is a task of its own (`poe proto-check`)."""

from pathlib import Path

import pytest

from support.scripts import load


def fill(root: Path, files: dict[str, bytes]) -> None:
    """Writes generated modules below a root."""
    folder = root / "gridarena_protocol" / "v1"
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


@pytest.mark.parametrize(
    ("committed", "stale"),
    [
        ({"a_pb2.py": b"1\n", "a_pb2.pyi": b"2\n"}, []),
        ({"a_pb2.py": b"1\r\n", "a_pb2.pyi": b"2\n"}, []),
        ({"a_pb2.py": b"1\n", "a_pb2.pyi": b"edited\n"}, ["a_pb2.pyi"]),
        ({"a_pb2.py": b"1\n"}, ["a_pb2.pyi"]),
        ({"a_pb2.py": b"1\n", "a_pb2.pyi": b"2\n", "old_pb2.py": b"3\n"}, ["old_pb2.py"]),
    ],
)
def test_drift_is_any_edited_missing_or_left_over_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, committed: dict[str, bytes], stale: list[str]
) -> None:
    """Line ends do not count, everything else does; writing repairs it."""
    generate = load("proto/generate.py")
    monkeypatch.setattr(generate, "HERE", tmp_path)
    monkeypatch.setattr(generate, "generate", lambda target: fill(target, {"a_pb2.py": b"1\n", "a_pb2.pyi": b"2\n"}))
    fill(tmp_path, committed)
    assert generate.drift() == stale
    generate.write()
    assert generate.drift() == []
