"""What `new` writes plays, and passes its own test."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import environment, gridarena

pytestmark = pytest.mark.timeout(60)


def test_a_new_agent_runs_by_itself_and_passes_its_own_test(tmp_path: Path) -> None:
    """In a folder whose name needs care, without anything but the installed package."""
    said = gridarena("new", "My Bot", cwd=tmp_path)
    assert said.code == 0, said.err
    assert 'gridarena match "My Bot/agent.py:MyBot" greedy' in said.err
    for name in ("agent.py", "test_agent.py"):
        ast.parse((tmp_path / "My Bot" / name).read_text(encoding="utf-8"))
    helped, passed = (
        subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=50,
            check=False,
        )
        for words in (("My Bot/agent.py", "--help"), ("My Bot/test_agent.py",))
    )
    assert "Connects MyBot to a gridarena server" in helped.stdout
    assert (passed.returncode, passed.stdout) == (0, "passed\n"), passed.stderr
