"""How busy the machine is, in a few words."""

import re

from gridarena._load import FRESH_S, Load


def test_it_says_cores_and_matches() -> None:
    """One match is one match; what was said is said again for a moment."""
    now, playing = [0.0], [1]
    load = Load(lambda: playing[0], lambda: now[0])
    assert re.fullmatch(r"machine: cpu \d+ % of \d+ cores, 1 match", load())
    playing[0] = 3
    assert load().endswith("1 match")
    now[0] += FRESH_S
    assert load().endswith("3 matches")
