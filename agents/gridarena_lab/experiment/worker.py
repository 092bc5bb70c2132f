"""A process that does one piece of work after the other: ``python -m gridarena_lab.experiment.worker``.

Started like this on every system, it never runs anybody's ``__main__`` again. Work comes in pickled on what was
standard input, results go out on what was standard output; prints of agents land in a log. A second thread reads the
pipe, so that the end of the experiment's process ends this one in the middle of a game. Ctrl-C is for that one alone.
"""

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from typing import Any, BinaryIO

from gridarena._tree import leave


def main() -> None:
    """Works until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = _pipes()
    sys.path[:] = pickle.load(source)
    inbox: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(source, inbox), name="pipe", daemon=True).start()
    while True:
        answer = _answer(inbox.get())
        with contextlib.suppress(ValueError, OSError):
            sys.stdout.flush()
        sink.write(answer)
        sink.flush()


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return source, sink


def _read(source: BinaryIO, inbox: "queue.Queue[bytes]") -> None:
    """Each message is a pickle in a pickle: what it names is imported in the main thread."""
    while True:
        try:
            inbox.put(pickle.load(source))
        except (EOFError, OSError, pickle.UnpicklingError):
            leave(0)


def _answer(message: bytes) -> bytes:
    """What became of the work: ``(True, its result)`` or ``(False, what it raised)``."""
    try:
        work, arguments, options = pickle.loads(message)
        return pickle.dumps((True, work(*arguments, **options)))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whoever waits for it gets it
        return pickle.dumps((False, _portable(error)))


def _portable(error: BaseException) -> Any:  # noqa: ANN401 - an exception
    """The exception, where it survives the way; else one that says what it said."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever pickling somebody's exception does
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    main()
