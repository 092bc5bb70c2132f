"""A process that appends as a server would, and says what was acknowledged: ``python -m support.appender DB MATCHES``.

It takes up what it finds unfinished, keeps that many matches going side by side, and prints ``match turn`` for every
turn, ``match result`` for every result, once its future has resolved. Whoever reads this output knows what must never
be lost. It ends when its input does, or when somebody kills it.
"""

import asyncio
import os
import sys
from pathlib import Path

from gridarena_protocol.records import Record, canonical, first_hash, next_hash
from gridarena_server.facts import TurnTaken
from gridarena_server.store.sqlite import SqliteStore
from support import facts

TURNS = 12


async def play(store: SqliteStore, record: Record) -> None:
    played = record.header
    link = record.hashes[-1]
    for number in range(len(record.turns) + 1, TURNS + 1):
        turn = facts.turn(number)
        link = next_hash(link, turn)
        await store.append(TurnTaken(played.match, turn, facts.detail(number), canonical(turn), link))
        say(f"{played.match} {number}")
    await store.append(facts.result(played, [], turns=TURNS, hash=link, termination="resigned"))
    say(f"{played.match} result")


async def play_on(store: SqliteStore, record: Record | None) -> None:
    while True:
        if record is None:
            played = facts.header(store.next_id("match"))
            await store.append(played)
            record = Record(played, hashes=(first_hash(played),))
        await play(store, record)
        record = None


def say(line: str) -> None:
    os.write(1, line.encode() + b"\n")


async def main(database: str, matches: int) -> None:
    async with await SqliteStore.open(Path(database)) as store:
        say("ready")
        unfinished: list[Record | None] = [*await store.unfinished()]
        unfinished += [None] * (matches - len(unfinished))
        games = [asyncio.create_task(play_on(store, record)) for record in unfinished]
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        for game in games:
            game.cancel()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
