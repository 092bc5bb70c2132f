"""What travels between the processes: JSON behind its length.

Several processes write to the one pipe that leads to the adapter. POSIX promises that a write of at most 512 bytes to a
pipe is never torn apart and never half done, not even by a SIGKILL, so whatever goes that way is kept that small.
"""

from __future__ import annotations

import json
import os
import struct
from typing import Any, BinaryIO, Dict  # noqa: UP035 - Python 3.8

Frame = Dict[str, Any]  # noqa: UP006
ATOMIC = 512
"""POSIX's least PIPE_BUF."""
LENGTH = struct.Struct(">I")
"""What stands before each body."""


def pack(frame: Frame) -> bytes:
    """One frame as bytes."""
    body = json.dumps(frame, separators=(",", ":")).encode("ascii")
    return LENGTH.pack(len(body)) + body


def send(descriptor: int, frame: Frame) -> None:
    """Writes a frame of any size; for a pipe or socket with one writer."""
    data = memoryview(pack(frame))
    while data:
        data = data[os.write(descriptor, data) :]


def tell(descriptor: int, frame: Frame) -> None:
    """Writes a frame in one piece beside other writers; its ``text`` is cut where it would be too long."""
    data = pack(frame)
    while len(data) > ATOMIC:
        text = frame["text"]
        frame = {**frame, "text": text[: len(text) * 3 // 4].rstrip(" .") + "..."}
        data = pack(frame)
    os.write(descriptor, data)


def read(stream: BinaryIO) -> Frame | None:
    """Blocks for one frame; None at the end of the stream."""
    head = _exactly(stream, LENGTH.size)
    body = head and _exactly(stream, LENGTH.unpack(head)[0])
    if not body:
        return None
    frame: Frame = json.loads(body)
    return frame


def _exactly(stream: BinaryIO, size: int) -> bytes:
    """So many bytes, buffered or not; nothing when the stream ends before."""
    data = stream.read(size)
    while data and len(data) < size:
        more = stream.read(size - len(data))
        if not more:
            return b""
        data += more
    return data
