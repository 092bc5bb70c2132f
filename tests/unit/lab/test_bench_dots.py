"""The dots measurements."""

import pytest

from gridarena_lab.bench.dots import outcomes


@pytest.mark.timeout(120)
def test_the_experiments_run(capsys: pytest.CaptureFixture[str]) -> None:
    """A few games of each, a line for every figure."""
    outcomes(10)
    told = capsys.readouterr().out.splitlines()
    assert [line.split(" of ")[0].split()[0] for line in told[:3]] == ["first", "first", "alphabeta"]
    assert len(told) == 3
