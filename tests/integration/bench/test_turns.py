"""The turn benchmark measures; what it measures is nobody's business here."""

import asyncio
import json
import time

import pytest

from gridarena.errors import ArenaError
from gridarena_lab.bench.hosted import Hosted
from gridarena_lab.bench.seats import Table, overshoots
from gridarena_lab.bench.turns import as_json, as_text, run

pytestmark = pytest.mark.timeout(180)


def test_one_run_gives_every_figure() -> None:
    """Echo, turns and their ratio at each level, and deadlines that are never early."""
    told: list[float] = []
    report = run(levels=(1, 4), seconds=0.3, rounds=1, progress=lambda what, share: told.append(share))
    figures = json.loads(json.dumps(as_json(report)))
    assert set(figures["ratio"]) == set(figures["echo_per_s"]) == set(figures["turns_per_s"]) == {"1", "4"}
    assert all(value > 0 for value in (*figures["echo_per_s"].values(), *figures["turns_per_s"].values()))
    assert figures["overshoot_ms"]["early"] == 0
    assert told == sorted(told)
    assert told[-1] == 1
    assert "in flight" in as_text(report)


async def test_a_load_that_stands_still_loses_its_matches_only() -> None:
    """What it measured before counts, and where that is nothing, it says so."""
    async with Hosted("turns") as host:
        table = Table(host.greeting["port"], tuple(host.greeting["tokens"]), host.greeting["games"])
        matches = await host.open_matches(4, "hidden", 200)
        asyncio.get_running_loop().call_later(0.6, time.sleep, 0.6)
        assert all(late >= 0 for late in await overshoots(table, matches, 1.5))
        with pytest.raises(ArenaError, match=r"0 turns were closed in 0\.1 s"):
            await overshoots(table, await host.open_matches(1, "hidden", 60_000), 0.1)
