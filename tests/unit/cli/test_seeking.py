"""`play --seek`: from words to a wish."""

from dataclasses import replace

import pytest

from gridarena_cli.exits import CliError
from gridarena_cli.seeking import Wanted, wish
from gridarena_protocol.messages import Seek
from gridarena_protocol.records import Clock

NOTHING = Wanted(seek=False, sparring=False, boards=(), game=None, options=(), time_s=None, clock=None)
SEEK = replace(NOTHING, seek=True)


@pytest.mark.parametrize(
    ("wanted", "seek"),
    [
        (NOTHING, None),
        (SEEK, Seek()),
        (replace(SEEK, boards=("easy-2x2", "hard-3x3")), Seek("sudoku", ("easy-2x2", "hard-3x3"))),
        (replace(SEEK, boards=("suite",)), Seek()),
        (replace(SEEK, game="dots", boards=("suite",)), Seek("dots")),
        (replace(SEEK, options=("mode=rows",)), Seek(options={"mode": "rows"})),
        (replace(SEEK, time_s=0.5), Seek(clock=Clock("hidden", 500))),
        (replace(SEEK, time_s=0.5, clock="revealed"), Seek(clock=Clock("revealed", 500))),
        (replace(NOTHING, sparring=True), Seek(standing=True)),
    ],
)
def test_words_become_a_wish(wanted: Wanted, seek: Seek | None) -> None:
    """What is left out is left to the rival, and the game to the boards."""
    assert wish(wanted) == seek


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (replace(NOTHING, boards=("easy-2x2",)), "say what to --seek"),
        (replace(NOTHING, sparring=True, time_s=1.0), "say what to --seek"),
        (replace(SEEK, sparring=True), "--seek or --sparring, got both"),
        (replace(SEEK, time_s=0.0), "0.001 to 3600 seconds"),
        (replace(SEEK, clock="fast"), "hidden, revealed or untimed"),
        (replace(SEEK, options=("mode",)), "KEY=VALUE"),
    ],
)
def test_words_that_do_not_fit_get_one_line(wanted: Wanted, words: str) -> None:
    """Before anything is connected."""
    with pytest.raises(CliError, match=words):
        wish(wanted)
